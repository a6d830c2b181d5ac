//! The crate through its public face.
#![expect(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "a helper that cannot go on has failed; it is called with literals"
)]

mod data;
mod declared;
mod offences;
#[cfg(feature = "typed")]
mod payloads;
mod references;
mod strict;
