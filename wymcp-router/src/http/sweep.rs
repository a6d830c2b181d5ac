//! Ending sessions that nobody comes back to: one task for all of a mount, while there are any (wire contract L10).

use std::sync::{Arc, Weak};

use crate::session::Sessions;

/// See to it that somebody sweeps.
pub(super) fn see_to(sessions: &Arc<Sessions>) {
    if sessions.take_broom() {
        let broom = Broom {
            of: Arc::downgrade(sessions),
            is_held: true,
        };
        tokio::spawn(sweep(broom));
    }
}

async fn sweep(mut broom: Broom) {
    while let Some(sessions) = broom.of.upgrade() {
        let interval = sessions.sweep_interval();
        sessions.sweep();
        if sessions.rest() {
            broom.is_held = false;
            return;
        }
        drop(sessions);
        tokio::time::sleep(interval).await;
    }
}

/// Whoever holds it sweeps. When its runtime ends before the mount does, somebody else may.
struct Broom {
    of: Weak<Sessions>,
    is_held: bool,
}

impl Drop for Broom {
    fn drop(&mut self) {
        if self.is_held
            && let Some(sessions) = self.of.upgrade()
        {
            sessions.drop_broom();
        }
    }
}
