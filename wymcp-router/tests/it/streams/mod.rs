//! Long calls: what they say before their result, and what becomes of them (contract LNG; wire contract F, K).

#[cfg(feature = "http")]
mod apart;
#[cfg(feature = "http")]
mod begun;
#[cfg(feature = "http")]
mod clock;
#[cfg(feature = "stdio")]
mod lines;
pub(crate) mod puppet;
#[cfg(feature = "http")]
pub(crate) mod raw;
#[cfg(feature = "http")]
mod slow;
#[cfg(feature = "http")]
mod sockets;
#[cfg(feature = "http")]
mod vanish;
mod words;
