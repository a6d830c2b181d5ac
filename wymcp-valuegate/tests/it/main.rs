//! The public face of the crate.

#![expect(clippy::unwrap_used, reason = "what a helper cannot do fails its test")]

mod build;
mod face;
mod problems;
mod recursion;
