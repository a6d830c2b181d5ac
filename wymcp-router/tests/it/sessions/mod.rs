//! Sessions of legacy clients, over real sockets (wire contract L, C4 to C8, F30).

pub(crate) mod asking;
mod batches;
mod cancel;
pub(crate) mod client;
mod lifecycle;
mod principals;
mod quiet;
mod resume;
mod standing;
mod subscriptions;
mod vanish;
