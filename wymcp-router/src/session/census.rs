//! What a mount holds for its clients, for tests of what is left when they have gone.

use std::sync::Arc;

use super::Sessions;
use crate::mount::Mount;

/// Not for users: a test of leaks has to count.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Census {
    /// Sessions that a client can enter.
    pub open: usize,
    /// Sessions that anything refers to, a call or a stream that outlives its session too.
    pub alive: usize,
    /// Bytes of messages that are kept to be sent again.
    pub kept: usize,
    /// Who listens to changes, sessions aside.
    pub listening: usize,
}

impl Mount {
    #[doc(hidden)]
    #[must_use]
    pub fn census(&self) -> Census {
        let core = self.core();
        let sessions = core.sessions.as_deref();
        Census {
            open: sessions.map_or(0, Sessions::len),
            // Each session holds the budget once, beside the store.
            alive: sessions.map_or(0, |sessions| Arc::strong_count(&sessions.budget) - 1),
            kept: sessions.map_or(0, |sessions| sessions.budget.used()),
            listening: core.listeners.len(),
        }
    }
}
