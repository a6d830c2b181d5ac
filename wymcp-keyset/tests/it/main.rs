//! The crate from outside.

mod property;
mod schemas;
