//! Where notices of other processes arrive.

use std::fmt;
use std::sync::{Arc, Weak};

use super::{Notice, Origin};
use crate::changes::Change;
use crate::mount::Core;

/// Where an engine puts what other processes published: the listeners of one mount are told. Cheap to clone; it does not keep the mount.
#[derive(Clone)]
pub struct Receiver {
    core: Weak<Core>,
    origin: Origin,
}

impl Receiver {
    pub(crate) fn of(core: &Arc<Core>, origin: Origin) -> Self {
        Self {
            core: Arc::downgrade(core),
            origin,
        }
    }

    /// Another process published this. What is no notice, and what the mount itself published, is left alone.
    pub fn receive(&self, text: &str) {
        if let Some(change) = Notice::read(text, self.origin) {
            self.tell(change);
        }
    }

    /// Something may have been lost, because a link was cut or a queue was full: listeners are told that anything may have changed.
    pub fn missed(&self) {
        self.tell(Change::Anything);
    }

    /// Whether the mount is gone, and nobody listens any more.
    #[must_use]
    pub fn is_gone(&self) -> bool {
        self.core.strong_count() == 0
    }

    fn tell(&self, change: Change) {
        let Some(core) = self.core.upgrade() else { return };
        core.tell_own(&match change {
            Change::Tools(changed) => Change::Tools(changed.heard_by(Arc::clone(&core.tools()))),
            other => other,
        });
    }
}

impl fmt::Debug for Receiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Receiver")
            .field("is_gone", &self.is_gone())
            .finish_non_exhaustive()
    }
}
