//! From which level up a caller hears log messages.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use wymcp_callbacksurface::LogLevel;

use crate::wire::Handshake;

/// Who decides how much of a call's log its caller hears.
#[derive(Debug, Clone)]
pub(crate) enum Audience {
    /// The request itself; without a level, it hears nothing (K9).
    Request(Option<LogLevel>),
    /// The legacy conversation that it belongs to, at the moment of the message (K10).
    Conversation(Arc<Handshake>),
}

impl Audience {
    pub(super) fn level(&self) -> Option<LogLevel> {
        match self {
            Self::Request(level) => *level,
            Self::Conversation(handshake) => handshake.log_level.get(),
        }
    }
}

/// A level that `logging/setLevel` sets while calls run. Until then there is none, and nothing is sent (K10, LNG-1).
#[derive(Default)]
pub(crate) struct SharedLevel(AtomicU8);

impl SharedLevel {
    pub(crate) fn set(&self, level: LogLevel) {
        let place = LogLevel::ALL.iter().position(|known| *known == level);
        let place = place.and_then(|place| u8::try_from(place + 1).ok());
        self.0.store(place.unwrap_or_default(), Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> Option<LogLevel> {
        let place = usize::from(self.0.load(Ordering::Relaxed)).checked_sub(1)?;
        LogLevel::ALL.get(place).copied()
    }
}

impl fmt::Debug for SharedLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}
