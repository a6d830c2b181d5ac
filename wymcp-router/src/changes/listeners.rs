//! Whoever is to be told (wire contract J7, J8, J11).

use std::collections::HashMap;
use std::fmt;
use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use wymcp_bound::limits;

use super::{Change, Interests, Tag};
use crate::outbox::Outbox;
#[cfg(feature = "stdio")]
use crate::wire::Handshake;

/// One who listens, until it goes or is told to.
#[derive(Debug)]
pub(crate) struct Listener {
    outbox: Arc<Outbox>,
    interests: Interests,
    /// Of a subscription; a legacy conversation has none.
    tag: Option<Tag>,
    end: Mutex<End>,
}

#[derive(Debug, Default)]
struct End {
    has_come: bool,
    waiting: Option<Waker>,
}

impl Listener {
    /// A modern client's subscription (J).
    pub(crate) fn subscription(outbox: Arc<Outbox>, interests: Interests, tag: Tag) -> Self {
        Self {
            outbox,
            interests,
            tag: Some(tag),
            end: Mutex::default(),
        }
    }

    /// A legacy client's conversation, which lasts as long as its connection.
    #[cfg(feature = "stdio")]
    pub(crate) fn conversation(outbox: Arc<Outbox>, interests: Interests) -> Self {
        Self {
            outbox,
            interests,
            tag: None,
            end: Mutex::default(),
        }
    }

    /// Never waits, whether anybody reads or not.
    fn tell(&self, change: &Change) {
        self.interests
            .news(change, |news| self.outbox.announce(news.message(self.tag.as_ref())));
    }

    /// It is to go: whoever waits for that is woken.
    fn hang_up(&self) {
        let mut end = self.end();
        end.has_come = true;
        let waiting = end.waiting.take();
        drop(end);
        if let Some(waiting) = waiting {
            waiting.wake();
        }
    }

    fn end(&self) -> MutexGuard<'_, End> {
        self.end.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All who listen to one mount. It is locked to come, to go, and to look who is there; never while somebody is told.
pub(crate) struct Listeners {
    cap: usize,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    last: u64,
    open: HashMap<u64, Arc<Listener>>,
    /// Of the URIs that they watch.
    bytes: usize,
}

/// There are as many listeners as a mount takes, or they watch as much.
#[derive(Debug)]
pub(crate) struct Full;

impl Listeners {
    /// `cap`: how many there may be.
    pub(crate) fn new(cap: usize) -> Self {
        Self {
            cap,
            inside: Mutex::default(),
        }
    }

    /// Let one in. A subscription is acknowledged before it can be told anything else (J2).
    pub(crate) fn enter(self: &Arc<Self>, listener: Listener) -> Result<Place, Full> {
        let listener = Arc::new(listener);
        let bytes = listener.interests.bytes();
        let mut inside = self.lock();
        if inside.open.len() >= self.cap || inside.bytes + bytes > limits::LISTENED_BYTES {
            return Err(Full);
        }
        if let Some(tag) = &listener.tag {
            let honoured = tag.acknowledged(|out| listener.interests.write(out));
            listener.outbox.announce(honoured);
        }
        inside.last += 1;
        inside.bytes += bytes;
        let number = inside.last;
        inside.open.insert(number, Arc::clone(&listener));
        drop(inside);
        Ok(Place {
            of: Arc::clone(self),
            number,
            listener,
        })
    }

    /// A conversation is over, though its connection is not: whoever listened for it goes, and its place is free at once.
    #[cfg(feature = "stdio")]
    pub(crate) fn leave(&self, client: &Handshake) {
        let mut inside = self.lock();
        let gone: Vec<_> = inside
            .open
            .extract_if(|_, listener| listener.interests.is_of(client))
            .collect();
        inside.bytes -= gone
            .iter()
            .map(|(_, listener)| listener.interests.bytes())
            .sum::<usize>();
        drop(inside);
        drop(gone);
    }

    /// Tell all who want to hear of it.
    pub(crate) fn tell(&self, change: &Change) {
        for listener in self.all() {
            listener.tell(change);
        }
    }

    /// Subscriptions are to end; a conversation ends with its connection (J8).
    pub(crate) fn hang_up(&self) {
        for listener in self.all() {
            if listener.tag.is_some() {
                listener.hang_up();
            }
        }
    }

    #[cfg(any(test, feature = "http"))]
    pub(crate) fn len(&self) -> usize {
        self.lock().open.len()
    }

    #[cfg(test)]
    pub(super) fn bytes(&self) -> usize {
        self.lock().bytes
    }

    fn all(&self) -> Vec<Arc<Listener>> {
        self.lock().open.values().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Listeners {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Listeners").field(&self.lock().open.len()).finish()
    }
}

/// A place among the listeners; dropped, it is free again and nothing of the listener is left (J10).
#[derive(Debug)]
pub(crate) struct Place {
    of: Arc<Listeners>,
    number: u64,
    listener: Arc<Listener>,
}

impl Place {
    /// Wait until the server ends it.
    pub(crate) async fn ended(&self) {
        poll_fn(|context| {
            let mut end = self.listener.end();
            if end.has_come {
                return Poll::Ready(());
            }
            end.waiting = Some(context.waker().clone());
            Poll::Pending
        })
        .await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut inside = self.of.lock();
        if let Some(listener) = inside.open.remove(&self.number) {
            inside.bytes -= listener.interests.bytes();
        }
        if inside.open.is_empty() {
            inside.open = HashMap::new();
        }
    }
}
