//! Help as a caller meets it: through the same call as any tool.

mod events;
#[expect(clippy::panic, clippy::unwrap_used, reason = "helpers of tests fail by panicking")]
mod fixture;
mod hidden;
mod levels;
mod unknown;
