//! Processes that share a Redis server.

mod link;
mod outgoing;

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::runtime::Handle;
use tokio::task::AbortHandle;

use self::link::Link;
use self::outgoing::Outgoing;
use super::{Broadcast, BroadcastError, Notice, Receiver};

/// Joins processes by pub/sub of a Redis server (feature `redis`), or of one that speaks its protocol, such as Valkey.
///
/// The server may come late and may go: the link is tried again, at first after a tenth of a second, at last every five seconds; `broadcast.lost` and
/// `broadcast.healed` in the log say so. Once it is there again, listeners are told that anything may have changed, for what was said meanwhile is lost.
/// What this process has to say meanwhile waits, each thing once; of more than 1024, one notice stands for all. Needs a Tokio runtime when the mount
/// is built.
///
/// For `rediss://` switch a TLS feature of the `redis` crate on in your own manifest.
///
/// ```no_run
/// use wymcp_router::{Mount, RedisBroadcast};
///
/// # async fn run() -> Result<(), Box<dyn std::error::Error>> {
/// let mount = Mount::builder("news-server", "1.0.0")
///     .broadcast(RedisBroadcast::new("redis://127.0.0.1:6379", "news-server")?)
///     .build()?;
/// mount.serve("127.0.0.1:8787").await?;
/// # Ok(())
/// # }
/// ```
pub struct RedisBroadcast {
    link: Link,
    outgoing: Arc<Outgoing>,
    /// Ends with this.
    task: Mutex<Option<AbortHandle>>,
}

impl RedisBroadcast {
    /// `url`: as the `redis` crate reads it, e.g. `redis://user:password@host:6379`. `channel`: a name that the processes of one server have in common, and
    /// no others.
    ///
    /// # Errors
    /// The address is none.
    pub fn new(url: &str, channel: impl Into<String>) -> Result<Self, BroadcastError> {
        Ok(Self {
            link: Link::to(url, channel.into())?,
            outgoing: Arc::default(),
            task: Mutex::default(),
        })
    }
}

impl Broadcast for RedisBroadcast {
    fn publish(&self, notice: Notice) {
        self.outgoing.put(notice);
    }

    fn subscribe(&self, receiver: Receiver) -> Result<(), BroadcastError> {
        let runtime = Handle::try_current().map_err(|_| {
            BroadcastError::new("a Redis link is held by a task: build the mount where a Tokio runtime runs")
        })?;
        let task = runtime.spawn(self.link.clone().hold(Arc::clone(&self.outgoing), receiver));
        let mut held = self.task.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(before) = held.replace(task.abort_handle()) {
            before.abort();
        }
        Ok(())
    }
}

impl Drop for RedisBroadcast {
    fn drop(&mut self) {
        if let Some(task) = self.task.get_mut().unwrap_or_else(PoisonError::into_inner).take() {
            task.abort();
        }
    }
}

/// Without the address, which may hold a password.
impl fmt::Debug for RedisBroadcast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RedisBroadcast")
            .field("channel", &self.link.channel())
            .finish_non_exhaustive()
    }
}
