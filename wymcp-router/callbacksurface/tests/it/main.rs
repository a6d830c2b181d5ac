//! Tests through the public face.

mod admission;
mod builders;
mod callbacks;
mod definitions;
#[expect(
    clippy::panic,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "helpers of tests fail by panicking"
)]
mod fixture;
mod frozen;
mod hidden;
mod hostile;
mod offences;
mod plain;
mod run;
mod support;
