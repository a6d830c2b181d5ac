//! Requests of the server that wait for their client's answer (wire contract L19, K6).

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::Value;
use tokio::sync::{Notify, oneshot};
use wymcp_bound::limits;
use wymcp_callbacksurface::RequestError;

use crate::rpc::{Id, Response};
use crate::wire::Handshake;

/// The requests of one conversation. Their ids count up and are never used again (L23); whoever answers must be in the conversation.
pub(crate) struct Asked {
    /// How long an answer is waited for.
    patience: Duration,
    inside: Mutex<Inside>,
    /// Somebody began to wait.
    begun: Notify,
}

#[derive(Default)]
struct Inside {
    last: u64,
    waiting: HashMap<u64, oneshot::Sender<Result<Value, Value>>>,
    has_ended: bool,
}

impl Asked {
    pub(crate) fn new(patience: Duration) -> Self {
        Self {
            patience,
            inside: Mutex::default(),
            begun: Notify::new(),
        }
    }

    /// Give out an id, and a place for its answer.
    pub(crate) fn ask(of: Arc<Handshake>) -> Result<Ticket, RequestError> {
        let (answer, answered) = oneshot::channel();
        let mut inside = of.asked.lock();
        if inside.has_ended {
            return Err(RequestError::Ended);
        }
        if inside.waiting.len() >= limits::ASKED {
            return Err(RequestError::Crowded);
        }
        inside.last += 1;
        let id = inside.last;
        inside.waiting.insert(id, answer);
        drop(inside);
        of.asked.begun.notify_one();
        Ok(Ticket { of, id, answered })
    }

    /// What came for an id; for one that nobody waits for, nothing (K1).
    pub(crate) fn answer(&self, response: Response) {
        let waiting = match &response.id {
            Some(Id::Number(id)) => id.as_u64().and_then(|id| self.lock().waiting.remove(&id)),
            _ => None,
        };
        if let Some(waiting) = waiting {
            let _ = waiting.send(response.outcome);
        }
    }

    /// Whether an answer is waited for.
    #[cfg(feature = "stdio")]
    pub(crate) fn is_waiting(&self) -> bool {
        !self.lock().waiting.is_empty()
    }

    /// Until somebody begins to wait for an answer; at once where somebody did since this was awaited last.
    #[cfg(feature = "stdio")]
    pub(crate) async fn begun(&self) {
        self.begun.notified().await;
    }

    /// Nobody answers any more.
    pub(crate) fn end(&self) {
        let mut inside = self.lock();
        inside.has_ended = true;
        let waiting = std::mem::take(&mut inside.waiting);
        drop(inside);
        drop(waiting);
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asked")
            .field("waiting", &self.lock().waiting.len())
            .finish_non_exhaustive()
    }
}

/// A request that waits; dropped, it waits no longer.
#[derive(Debug)]
pub(crate) struct Ticket {
    of: Arc<Handshake>,
    pub(crate) id: u64,
    answered: oneshot::Receiver<Result<Value, Value>>,
}

impl Ticket {
    /// Wait for the answer.
    pub(crate) async fn wait(&mut self) -> Result<Value, RequestError> {
        match tokio::time::timeout(self.of.asked.patience, &mut self.answered).await {
            Err(_) => Err(RequestError::TimedOut),
            Ok(Err(_)) => Err(RequestError::Ended),
            Ok(Ok(Ok(result))) => Ok(result),
            Ok(Ok(Err(error))) => Err(RequestError::Refused {
                code: error.get("code").and_then(Value::as_i64).unwrap_or_default(),
                message: wymcp_bound::echo(error.get("message").and_then(Value::as_str).unwrap_or_default()),
            }),
        }
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.of.asked.lock().waiting.remove(&self.id);
    }
}
