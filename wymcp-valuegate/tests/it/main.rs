//! The public face of the crate.

mod agreement;
mod build;
mod problems;
mod recursion;
