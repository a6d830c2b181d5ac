//! The crate through its public face.

mod declared;
mod gates;
mod offences;
#[cfg(feature = "typed")]
mod payloads;
mod references;
mod strict;
