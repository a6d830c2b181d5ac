//! When a client was last heard of.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::Instant;

/// Set by every message of a session and at the end of every call and stream; milliseconds are enough.
#[derive(Debug)]
pub(crate) struct Pulse {
    born: Instant,
    last: AtomicU64,
}

impl Default for Pulse {
    fn default() -> Self {
        Self {
            born: Instant::now(),
            last: AtomicU64::new(0),
        }
    }
}

impl Pulse {
    pub(crate) fn touch(&self) {
        let since = u64::try_from(self.born.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.last.fetch_max(since, Ordering::Relaxed);
    }

    /// When it was touched last.
    pub(crate) fn last(&self) -> Instant {
        self.born + Duration::from_millis(self.last.load(Ordering::Relaxed))
    }

    /// How long the client has been there.
    pub(crate) fn age(&self) -> Duration {
        self.born.elapsed()
    }
}
