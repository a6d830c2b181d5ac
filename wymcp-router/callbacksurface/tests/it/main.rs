//! Tests through the public face.

mod admission;
#[expect(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod builders;
#[expect(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod callbacks;
mod definitions;
#[expect(
    clippy::panic,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "helpers of tests fail by panicking"
)]
mod fixture;
mod from_json;
mod frozen;
mod hidden;
mod hostile;
#[expect(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod manifest;
mod offences;
mod plain;
#[expect(clippy::unwrap_used, reason = "a test may stop where it fails")]
mod provided;
#[expect(clippy::panic, reason = "a test may stop where it fails")]
mod repair;
#[expect(clippy::panic, clippy::unwrap_used, reason = "a test may stop where it fails")]
mod run;
#[expect(clippy::panic, clippy::unwrap_used, reason = "a test may stop where it fails")]
mod support;
#[cfg(feature = "typed")]
mod typed_door;
