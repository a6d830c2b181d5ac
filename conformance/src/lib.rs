//! The conformance suite of wymcp: cases derived from every callback, every gate ordering and every keyword.
//!
//! Nothing here is for users. What a test and the binary `conformance` both need stands in this library: generators with their
//! coverage counts, the independent referee, the repair walker, the fixture tools, and the two tables.

#![expect(
    clippy::expect_used,
    clippy::panic,
    reason = "the suite is a test: what breaks its own assumptions has to stop it"
)]

pub mod closure;
pub mod generate;
pub mod numbers;
pub mod official;
pub mod referee;
