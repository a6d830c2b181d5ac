//! The router through its public face: messages in, answers out.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "test helpers are outside of what clippy knows as tests"
)]

mod asking;
mod bundles;
mod calls;
mod changing;
#[cfg(feature = "http")]
mod cuts;
mod doors;
mod eras;
mod events;
#[cfg(all(feature = "typed", feature = "http", feature = "stdio"))]
mod face;
mod formats;
mod gate;
#[cfg(feature = "http")]
mod http;
mod invariants;
mod ladder;
mod legacy;
mod lenient;
mod listening;
mod listing;
mod modern;
mod options;
mod policy;
mod promised;
mod provided;
#[cfg(feature = "http")]
mod sessions;
#[cfg(feature = "stdio")]
mod stdio;
mod streams;
mod support;
#[cfg(feature = "testkit")]
mod testkit;
#[cfg(feature = "typed")]
mod typed_doors;
#[cfg(any(feature = "http", feature = "stdio"))]
mod validate;
mod visibility;
