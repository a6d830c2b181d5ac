//! The crate through its public face.
#[cfg(feature = "typed")]
mod payloads;
