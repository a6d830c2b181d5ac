//! The public face of the crate.

mod build;
mod problems;
mod recursion;
