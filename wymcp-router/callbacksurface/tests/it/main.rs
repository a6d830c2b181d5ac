//! The public face of the crate, used as its users do.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may stop where it fails")]

mod builders;
mod callbacks;
mod run;
mod support;
