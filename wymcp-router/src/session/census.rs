//! What a mount holds for legacy clients, for tests of what is left when they have gone.

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
}

impl Mount {
    #[doc(hidden)]
    #[must_use]
    pub fn census(&self) -> Census {
        self.core()
            .sessions
            .as_deref()
            .map(Sessions::census)
            .unwrap_or_default()
    }
}

impl Sessions {
    fn census(&self) -> Census {
        Census {
            open: self.len(),
            // Each session holds the budget once, beside this one.
            alive: Arc::strong_count(&self.budget) - 1,
            kept: self.budget.used(),
        }
    }
}
