//! What sessions and streams cost in memory, and that it comes back (issue of streams; wire contract L10, contract LNG-3).
//!
//! A binary of its own, because its allocator counts. No sockets: what a connection costs is its transport's, and ten thousand do not fit
//! the limits of every machine. The clock is the test's.
#![cfg(feature = "http")]
#![expect(
    clippy::unwrap_used,
    reason = "test helpers are outside of what clippy knows as tests"
)]

mod client;
mod live;
mod sessions;
mod streams;
