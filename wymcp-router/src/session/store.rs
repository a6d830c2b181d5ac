//! All sessions of one mount (wire contract L4 to L10, L25).

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::Instant;
use wymcp_callbacksurface::Principal;

use super::kept::Budget;
use super::{Session, SessionId, SessionOptions};
use crate::wire::Handshake;

const SHARDS: usize = 16;

/// Why a session ended, as `session.end` says it (OBS-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EndReason {
    /// Its client said so (L8).
    Deleted,
    /// Its client was silent for too long (L10).
    Expired,
    /// Another needed its place (L10).
    Evicted,
}

impl EndReason {
    const fn name(self) -> &'static str {
        match self {
            Self::Deleted => "deleted",
            Self::Expired => "expired",
            Self::Evicted => "evicted",
        }
    }
}

type Shard = HashMap<SessionId, Arc<Session>>;

/// A look-up takes one of several locks, for as long as it takes to find.
#[derive(Debug)]
pub(crate) struct Sessions {
    options: SessionOptions,
    shards: [Mutex<Shard>; SHARDS],
    count: AtomicUsize,
    /// Held while one is let in, so that the cap holds.
    entrance: Mutex<()>,
    is_swept: AtomicBool,
    pub(super) budget: Arc<Budget>,
}

impl Sessions {
    pub(crate) fn new(options: SessionOptions) -> Self {
        Self {
            options,
            shards: std::array::from_fn(|_| Mutex::default()),
            count: AtomicUsize::new(0),
            entrance: Mutex::default(),
            is_swept: AtomicBool::new(false),
            budget: Arc::default(),
        }
    }

    /// How many there are, those included that have expired and were not looked at since.
    pub(crate) fn len(&self) -> usize {
        self.count.load(Ordering::Relaxed)
    }

    /// Let a client in. When there are too many, the one that was silent for longest goes; nothing where every one has a call that runs.
    pub(crate) fn open(&self, id: SessionId, handshake: Arc<Handshake>) -> Option<Arc<Session>> {
        let entrance = self.entrance.lock().unwrap_or_else(PoisonError::into_inner);
        if self.len() >= self.options.cap && self.sweep() >= self.options.cap {
            self.end(self.oldest()?.as_ref(), EndReason::Evicted);
        }
        let session = Arc::new(Session::new(id, handshake, Arc::clone(&self.budget)));
        self.shard(id).insert(id, Arc::clone(&session));
        self.count.fetch_add(1, Ordering::Relaxed);
        drop(entrance);
        tracing::info!(
            name: "session.start",
            target: "wymcp",
            event = "session.start",
            session = ?id,
            version = session.handshake.revision.name(),
        );
        Some(session)
    }

    /// The session of an id, for its own principal alone; another's is as unknown as one that never was (L7, L25).
    pub(crate) fn find(&self, id: SessionId, principal: Option<&str>) -> Option<Arc<Session>> {
        let session = self.shard(id).get(&id).cloned()?;
        if session.handshake.principal.as_ref().map(Principal::id) != principal {
            return None;
        }
        if self.has_expired(&session, Instant::now()) {
            self.end(&session, EndReason::Expired);
            return None;
        }
        session.handshake.pulse.touch();
        Some(session)
    }

    pub(crate) fn end(&self, session: &Session, reason: EndReason) {
        if self.shard(session.id).remove(&session.id).is_none() {
            return;
        }
        self.count.fetch_sub(1, Ordering::Relaxed);
        session.end();
        tracing::info!(
            name: "session.end",
            target: "wymcp",
            event = "session.end",
            session = ?session.id,
            reason = reason.name(),
            duration = session.handshake.pulse.age().as_secs_f64(),
        );
    }

    /// Whoever reads a standing stream is to go: it would never end by itself.
    pub(crate) fn hang_up(&self) {
        for session in self.all() {
            session.streams.hang_up();
        }
    }

    /// End what was silent for too long; how many are left.
    pub(crate) fn sweep(&self) -> usize {
        let now = Instant::now();
        for session in self.all() {
            if self.has_expired(&session, now) {
                self.end(&session, EndReason::Expired);
            }
        }
        self.len()
    }

    /// How often to sweep.
    pub(crate) fn sweep_interval(&self) -> Duration {
        (self.options.idle / 8).max(Duration::from_millis(10))
    }

    /// Whether the caller is to see to the sweeping from now on: nobody else does.
    pub(crate) fn take_broom(&self) -> bool {
        !self.is_swept.swap(true, Ordering::AcqRel)
    }

    /// Give the sweeping up.
    pub(crate) fn drop_broom(&self) {
        self.is_swept.store(false, Ordering::Release);
    }

    /// Give the sweeping up if nothing is there to sweep.
    pub(crate) fn rest(&self) -> bool {
        let _entrance = self.entrance.lock().unwrap_or_else(PoisonError::into_inner);
        let is_empty = self.len() == 0;
        if is_empty {
            self.drop_broom();
        }
        is_empty
    }

    /// Every session, as it was when its shard was looked at.
    pub(crate) fn all(&self) -> Vec<Arc<Session>> {
        let mut all = Vec::with_capacity(self.len());
        for shard in &self.shards {
            all.extend(lock(shard).values().cloned());
        }
        all
    }

    /// The one to go: whoever has no call that runs, reads no stream if there is such a one, and was silent for longest.
    fn oldest(&self) -> Option<Arc<Session>> {
        let all = self.all().into_iter();
        let idle = all.filter(|session| session.handshake.calls.is_idle());
        idle.min_by_key(|session| (session.streams.are_read(), session.handshake.pulse.last()))
    }

    fn has_expired(&self, session: &Session, now: Instant) -> bool {
        now.saturating_duration_since(session.handshake.pulse.last()) >= self.options.idle && !session.is_busy()
    }

    fn shard(&self, id: SessionId) -> MutexGuard<'_, Shard> {
        lock(&self.shards[id.shard(SHARDS)])
    }
}

fn lock(shard: &Mutex<Shard>) -> MutexGuard<'_, Shard> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}
