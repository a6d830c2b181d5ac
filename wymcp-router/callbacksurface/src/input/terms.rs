//! What a mount holds its calls to: how long they run, how often they ask, and how what they keep is sealed.

use std::fmt;
use std::time::Duration;

use wymcp_bound::limits;

use super::seal::{StateKey, Vault};
use crate::BoxFuture;

/// Makes what ends when the code of a tool has run too long.
type Limit = dyn Fn() -> BoxFuture<'static, ()> + Send + Sync;

/// What a call is held to. By default nothing ends it, and it cannot ask, for there is no key to seal with.
#[derive(Default)]
pub struct Terms {
    limit: Option<Box<Limit>>,
    pub(super) rounds: usize,
    pub(super) vault: Vault,
}

impl Terms {
    /// Terms under which calls may ask: the first key seals, all open what was sealed no longer than `lifetime` ago.
    #[must_use]
    pub fn with_keys(keys: Vec<StateKey>, lifetime: Duration) -> Self {
        Self {
            limit: None,
            rounds: limits::ROUNDS,
            vault: Vault { keys, lifetime },
        }
    }

    /// How often a call may ask (INP-5).
    #[must_use]
    pub fn rounds(self, rounds: usize) -> Self {
        Self { rounds, ..self }
    }

    /// What makes an end for the tool's code, each time that it is entered (LNG-3). Waiting for an answer does not count.
    #[must_use]
    pub fn limit(self, limit: impl Fn() -> BoxFuture<'static, ()> + Send + Sync + 'static) -> Self {
        Self {
            limit: Some(Box::new(limit)),
            ..self
        }
    }

    /// The end of what begins now.
    pub(crate) fn end(&self) -> Option<BoxFuture<'static, ()>> {
        self.limit.as_ref().map(|limit| limit())
    }
}

impl fmt::Debug for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terms")
            .field("rounds", &self.rounds)
            .field("vault", &self.vault)
            .finish_non_exhaustive()
    }
}
