//! What was sent, kept to be sent again (wire contract L18).

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use wymcp_bound::limits;

use super::EventId;

/// The bytes that all sessions of a mount keep together.
#[derive(Debug, Default)]
pub(super) struct Budget(AtomicUsize);

impl Budget {
    fn take(&self, bytes: usize) -> bool {
        let taken = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |used| {
            Some(used + bytes).filter(|used| *used <= limits::ALL_REPLAYED_BYTES)
        });
        taken.is_ok()
    }

    fn give_back(&self, bytes: usize) {
        self.0.fetch_sub(bytes, Ordering::Relaxed);
    }

    pub(super) fn used(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// The last messages of one session, oldest first; a message that is longer than all may be together is not kept.
#[derive(Debug)]
pub(super) struct Kept {
    messages: VecDeque<(EventId, String)>,
    bytes: usize,
    budget: Arc<Budget>,
}

impl Kept {
    pub(super) const fn new(budget: Arc<Budget>) -> Self {
        Self {
            messages: VecDeque::new(),
            bytes: 0,
            budget,
        }
    }

    pub(super) fn keep(&mut self, id: EventId, message: String) {
        let bytes = message.len();
        if bytes > limits::REPLAYED_BYTES {
            return;
        }
        while self.messages.len() >= limits::REPLAYED || self.bytes + bytes > limits::REPLAYED_BYTES {
            self.forget_oldest();
        }
        while !self.budget.take(bytes) {
            if !self.forget_oldest() {
                return;
            }
        }
        self.bytes += bytes;
        self.messages.push_back((id, message));
    }

    /// What its stream said after this event; nothing where nothing of the stream is kept.
    pub(super) fn after(&self, id: EventId) -> Option<Vec<(EventId, &str)>> {
        let mut of_stream = self
            .messages
            .iter()
            .filter(|(kept, _)| kept.stream == id.stream)
            .peekable();
        of_stream.peek()?;
        let after = of_stream.filter(|(kept, _)| kept.event > id.event);
        Some(after.map(|(kept, message)| (*kept, message.as_str())).collect())
    }

    pub(super) fn clear(&mut self) {
        while self.forget_oldest() {}
        self.messages = VecDeque::new();
    }

    fn forget_oldest(&mut self) -> bool {
        let Some((_, message)) = self.messages.pop_front() else {
            return false;
        };
        self.bytes -= message.len();
        self.budget.give_back(message.len());
        true
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.budget.give_back(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(stream: u64, event: u64) -> EventId {
        EventId { stream, event }
    }

    #[test]
    fn l_18_what_came_after_an_event_is_found_on_its_own_stream_alone() {
        let mut kept = Kept::new(Arc::default());
        for (stream, event) in [(1, 1), (2, 1), (1, 2), (2, 2), (1, 3)] {
            kept.keep(id(stream, event), format!("{stream}-{event}"));
        }
        let texts = |from| {
            kept.after(from)
                .map(|after| after.into_iter().map(|(_, text)| text.to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(texts(id(1, 1)).unwrap(), ["1-2", "1-3"]);
        assert_eq!(texts(id(2, 2)).unwrap(), [""; 0]);
        assert_eq!(texts(id(3, 0)), None);
    }

    #[test]
    fn l_18_what_is_kept_is_bounded_in_number_and_bytes_and_given_back() {
        let budget = Arc::new(Budget::default());
        let mut kept = Kept::new(Arc::clone(&budget));
        for event in 0..1000 {
            kept.keep(id(1, event), "x".repeat(10));
        }
        assert_eq!(
            (kept.messages.len(), budget.used()),
            (limits::REPLAYED, limits::REPLAYED * 10)
        );
        kept.keep(id(1, 2000), "x".repeat(limits::REPLAYED_BYTES));
        assert_eq!((kept.messages.len(), budget.used()), (1, limits::REPLAYED_BYTES));
        kept.keep(id(1, 2001), "x".repeat(limits::REPLAYED_BYTES + 1));
        assert_eq!(kept.messages.len(), 1, "too long to be kept");
        drop(kept);
        assert_eq!(budget.used(), 0);
    }

    #[test]
    fn l_18_sessions_share_what_may_be_kept() {
        let budget = Arc::new(Budget::default());
        let full = limits::ALL_REPLAYED_BYTES / limits::REPLAYED_BYTES;
        let mut sessions: Vec<_> = (0..=full).map(|_| Kept::new(Arc::clone(&budget))).collect();
        for session in &mut sessions {
            session.keep(id(1, 1), "x".repeat(limits::REPLAYED_BYTES));
        }
        assert_eq!(budget.used(), limits::ALL_REPLAYED_BYTES);
        assert!(sessions[full].after(id(1, 0)).is_none(), "no room for one more");
        sessions[0].clear();
        sessions[full].keep(id(1, 2), "y".to_owned());
        assert_eq!(sessions[full].after(id(1, 0)).unwrap(), [(id(1, 2), "y")]);
    }
}
