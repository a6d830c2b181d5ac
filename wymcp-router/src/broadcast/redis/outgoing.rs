//! What waits to be published.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use wymcp_bound::limits;

use crate::broadcast::Notice;

/// Notices in their order, each once; of too many, one stands for all.
#[derive(Debug, Default)]
pub(super) struct Outgoing {
    waiting: Mutex<VecDeque<Notice>>,
    came: Notify,
}

impl Outgoing {
    pub(super) fn put(&self, notice: Notice) {
        let mut waiting = self.lock();
        if waiting.contains(&notice) {
            return;
        }
        if waiting.len() >= limits::NOTICES {
            waiting.clear();
            waiting.push_back(notice.widened());
        } else {
            waiting.push_back(notice);
        }
        drop(waiting);
        self.came.notify_one();
    }

    /// One that could not be sent is to be sent first. What came meanwhile may say the same.
    pub(super) fn put_back(&self, notice: Notice) {
        let mut waiting = self.lock();
        if !waiting.contains(&notice) {
            waiting.push_front(notice);
        }
    }

    /// Wait for the next one. Given up, the wait has lost nothing.
    pub(super) async fn next(&self) -> Notice {
        loop {
            if let Some(notice) = self.take() {
                return notice;
            }
            self.came.notified().await;
        }
    }

    fn take(&self) -> Option<Notice> {
        self.lock().pop_front()
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Notice>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::broadcast::Origin;
    use crate::changes::Change;

    fn of(number: usize, origin: Origin) -> Notice {
        Notice::of(&Change::Resource(number.to_string()), origin)
    }

    #[tokio::test]
    async fn j_11_what_waits_is_said_once_and_of_too_many_one_stands_for_all() {
        let origin = Origin::new();
        let outgoing = Outgoing::default();
        for number in [1, 2, 1, 2, 3] {
            outgoing.put(of(number, origin));
        }
        for number in [1, 2, 3] {
            assert_eq!(outgoing.next().await, of(number, origin));
        }
        for number in 0..=limits::NOTICES {
            outgoing.put(of(number, origin));
        }
        assert_eq!(outgoing.next().await, of(0, origin).widened());
        assert_eq!(outgoing.take(), None);
        outgoing.put(of(2, origin));
        outgoing.put_back(of(1, origin));
        outgoing.put_back(of(2, origin));
        assert_eq!(
            (outgoing.take(), outgoing.take()),
            (Some(of(1, origin)), Some(of(2, origin)))
        );
        assert_eq!(outgoing.take(), None);
    }
}
