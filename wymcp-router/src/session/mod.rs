//! Sessions of legacy clients over HTTP (wire contract L), free of sockets.
//!
//! A [`Session`] is a conversation that a client enters by naming its id; [`Sessions`] holds those of one mount. Nothing is spawned for
//! one. The clock is Tokio's.

mod census;
mod id;
mod kept;
mod options;
mod pulse;
mod store;
mod streams;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use census::Census;
pub(crate) use id::SessionId;
pub(crate) use options::SessionOptions;
pub(crate) use pulse::Pulse;
pub(crate) use store::{EndReason, Sessions};
pub(crate) use streams::{EventId, Reader, Resumed};

use self::kept::Budget;
use self::streams::Streams;
use crate::wire::Handshake;

/// One client's session.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) id: SessionId,
    pub(crate) handshake: Arc<Handshake>,
    pub(crate) streams: Streams,
}

impl Session {
    fn new(id: SessionId, handshake: Arc<Handshake>, budget: Arc<Budget>) -> Self {
        Self {
            id,
            handshake,
            streams: Streams::new(budget),
        }
    }

    /// Whether a call runs, or somebody reads a stream.
    fn is_busy(&self) -> bool {
        !self.handshake.calls.is_idle() || self.streams.are_read()
    }

    /// Nobody enters it any more: what waits for its client is told, what is kept for it is forgotten. Calls that run go on, and
    /// answer on their own connections.
    fn end(&self) {
        self.handshake.asked.end();
        self.streams.end();
    }
}
