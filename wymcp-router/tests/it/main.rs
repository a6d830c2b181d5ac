//! The router through its public face: messages in, answers out.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "test helpers are outside of what clippy knows as tests"
)]

mod calls;
#[cfg(feature = "http")]
mod cuts;
mod doors;
mod events;
#[cfg(all(feature = "typed", feature = "http", feature = "stdio"))]
mod face;
#[cfg(any(feature = "http", feature = "stdio"))]
mod gate;
#[cfg(feature = "http")]
mod http;
mod formats;
mod invariants;
mod ladder;
mod legacy;
mod listing;
mod modern;
mod options;
mod provided;
#[cfg(feature = "http")]
mod sessions;
#[cfg(feature = "stdio")]
mod stdio;
mod streams;
mod support;
mod visibility;
