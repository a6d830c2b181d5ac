//! What the compiler says of a wrong literal: a fixture for every offence that an action schema can have, its output pinned.

#![expect(
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "helpers of tests fail by panicking"
)]

mod codes;
mod compiler;
mod fixtures;
