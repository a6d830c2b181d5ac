//! Changes between the processes that serve one mount.

mod local;
mod notice;
mod receiver;
#[cfg(feature = "redis")]
mod redis;

use std::fmt;

pub use local::LocalBroadcast;
pub use notice::Notice;
pub(crate) use notice::Origin;
pub use receiver::Receiver;
#[cfg(feature = "redis")]
pub use redis::RedisBroadcast;

/// Carries changes between processes that serve the same tools, so that a client is told by the process that it listens to, whichever noticed the
/// change.
///
/// A mount tells its own listeners by itself. What it tells them it publishes as well ([`MountBuilder::broadcast`](crate::MountBuilder::broadcast)),
/// and what other processes publish it passes on to its own. [`LocalBroadcast`] joins mounts of one process; `RedisBroadcast` (feature `redis`)
/// joins processes by a Redis server. What travels are notices that something has changed, never tools: a process that is to serve other tools has to change
/// its own, before it or another says so.
///
/// An engine of your own:
///
/// ```
/// use wymcp_router::{Broadcast, BroadcastError, Mount, Notice, Receiver};
///
/// /// Hands notices to a message bus, and what comes from there to the mount.
/// struct Bus { /* … */ }
///
/// impl Broadcast for Bus {
///     fn publish(&self, notice: Notice) {
///         // Put it into a bounded queue that a task empties: `notice.as_str()` is what to send.
/// #       let _ = notice;
///     }
///     fn subscribe(&self, receiver: Receiver) -> Result<(), BroadcastError> {
///         // Begin a task that gives what comes to `receiver.receive(text)`, and says `receiver.missed()` when something was lost.
/// #       let _ = receiver;
///         Ok(())
///     }
/// }
///
/// assert!(Mount::builder("news-server", "1.0.0").broadcast(Bus {}).build().is_ok());
/// ```
pub trait Broadcast: Send + Sync + 'static {
    /// Send a notice to everybody who subscribes; it may come back to its sender, who knows it.
    ///
    /// It is called by whoever changes something, in the middle of a request perhaps, so it must not wait. Notices that wait already need not wait twice, and
    /// when there are too many, one stands for all ([`Notice::widened`]).
    fn publish(&self, notice: Notice);

    /// Hear what is published, from now on. Called once, when the mount is built; then the receiver lasts as long as the mount.
    ///
    /// # Errors
    /// What `build` is to tell as an offence. A server that cannot be reached is none: it may come later.
    fn subscribe(&self, receiver: Receiver) -> Result<(), BroadcastError>;
}

/// Why an engine cannot carry anything, ever.
///
/// ```
/// let error = wymcp_router::BroadcastError::new("the channel has no name");
/// assert_eq!(error.to_string(), "the channel has no name");
/// ```
#[derive(Debug)]
pub struct BroadcastError(String);

impl BroadcastError {
    /// In lower case, without a full stop.
    pub fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

impl fmt::Display for BroadcastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BroadcastError {}
