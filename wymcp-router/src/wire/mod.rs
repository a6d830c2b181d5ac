//! What a message claims to be, and whether it may be served: the decision ladder of the wire contract (A).
//!
//! Rows 1 to 4 of the ladder need HTTP and are its transport's; everything from the body on is here, free of sockets, in the order
//! of the ladder: [`era`] rows 8 to 11, [`modern`] rows 14 to 17, [`ladder`] the whole.

mod batch;
mod entry;
mod era;
mod facts;
mod headers;
mod ladder;
mod meta;
mod mirror;
mod modern;
mod rejection;
mod sentinel;

#[cfg(feature = "http")]
pub(crate) use entry::enter;
#[cfg(feature = "http")]
pub(crate) use era::header as version_claim;
pub use facts::Facts;
pub(crate) use facts::Handshake;
#[cfg(feature = "http")]
pub(crate) use headers::{Field, SESSION, field};
pub(crate) use ladder::{Agreed, Running, Step, step};
pub(crate) use meta::{LOG_LEVEL, SERVER_INFO, check_optional, log_level, no_log_level};
pub(crate) use mirror::check as check_mirrored;
pub(crate) use rejection::Rejection;
