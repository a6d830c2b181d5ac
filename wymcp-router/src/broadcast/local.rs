//! Mounts of one process.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Broadcast, BroadcastError, Notice, Receiver};

/// Joins mounts of one process: what one tells its listeners, the others tell theirs. Clones are the same.
///
/// ```
/// use wymcp_router::{LocalBroadcast, Mount};
///
/// # fn main() -> Result<(), wymcp_router::Offences> {
/// let joined = LocalBroadcast::default();
/// let people = Mount::builder("news-for-people", "1.0.0").broadcast(joined.clone()).build()?;
/// let programs = Mount::builder("news-for-programs", "1.0.0").broadcast(joined).build()?;
/// people.resource_updated("news://today"); // whoever watches it at `programs` is told, too
/// # let _ = programs;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Default)]
pub struct LocalBroadcast(Arc<Mutex<Vec<Receiver>>>);

impl LocalBroadcast {
    fn receivers(&self) -> MutexGuard<'_, Vec<Receiver>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Broadcast for LocalBroadcast {
    fn publish(&self, notice: Notice) {
        let mut receivers = self.receivers();
        receivers.retain(|receiver| !receiver.is_gone());
        let all = receivers.clone();
        drop(receivers);
        for receiver in all {
            receiver.receive(notice.as_str());
        }
    }

    fn subscribe(&self, receiver: Receiver) -> Result<(), BroadcastError> {
        self.receivers().push(receiver);
        Ok(())
    }
}
