//! The router through its public face: messages in, answers out.

mod calls;
#[cfg(all(feature = "typed", feature = "http", feature = "stdio"))]
mod face;
#[cfg(feature = "http")]
mod http;
mod ladder;
mod legacy;
mod listing;
mod modern;
mod options;
#[cfg(feature = "stdio")]
mod stdio;
mod support;
mod visibility;
