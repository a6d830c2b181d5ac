//! Calls that ask their caller (INP, wire contract I, D7 to D9, E5a).

mod capabilities;
mod client;
mod confirm;
mod fixture;
mod forms;
#[cfg(feature = "stdio")]
mod parity;
mod provided;
mod rounds;
mod sampling;
#[cfg(feature = "http")]
mod sessions;
mod state;
#[cfg(feature = "typed")]
mod typed;
