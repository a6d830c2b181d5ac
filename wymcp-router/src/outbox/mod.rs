//! What a call says before its result, on its way to a transport (LNG-1, LNG-3).
//!
//! An [`Outbox`] stands between a call and its reader: the call puts messages in from any thread and never waits, the reader takes
//! them out when it can. Its memory is bounded: what does not fit is joined or left out, never waited for. It knows no runtime; the
//! reader is woken by the waker it left.

#[cfg(any(feature = "http", feature = "stdio"))]
mod ask;
mod level;
mod queue;
mod render;
#[cfg(test)]
mod tests;

use std::fmt;
#[cfg(any(feature = "http", feature = "stdio"))]
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use serde_json::Value;
#[cfg(any(feature = "http", feature = "stdio"))]
use wymcp_callbacksurface::{BoxFuture, Object, RequestError};
use wymcp_callbacksurface::{LogLevel, Notification, Outlet};

#[cfg(any(feature = "http", feature = "stdio"))]
use self::queue::Item;
use self::queue::Queue;
use crate::rpc::Answer;

pub(crate) use level::{Audience, SharedLevel};

/// What goes back for one message, piece by piece: see [`Mount::messages`](crate::Mount::messages) (LNG-1).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Said {
    /// A JSON-RPC message on one line, said before the answer.
    Message(String),
    /// The last: what the message is answered with.
    Answer(Answer),
}

/// The messages of one call, between the call and its reader.
pub(crate) struct Outbox {
    /// `_meta.progressToken` as JSON, where the request carried one.
    token: Option<String>,
    audience: Audience,
    /// Whether a message was ever put in; looked at without the lock.
    has_spoken: AtomicBool,
    /// Whether a reader can come back for the rest.
    is_resumable: bool,
    inside: Mutex<Inside>,
}

#[derive(Default)]
struct Inside {
    queue: Queue,
    answer: Option<Answer>,
    /// The reader is to begin, even if there is nothing to read yet.
    is_open: bool,
    /// The reader is to go, and to come back for the rest.
    lets_go: bool,
    /// Nobody will put anything in any more.
    is_over: bool,
    /// Nobody will take anything out any more.
    is_deaf: bool,
    reader: Option<Waker>,
}

impl Outbox {
    /// For a request with this progress token, whose caller hears log messages of this audience.
    pub(crate) fn new(token: Option<&Value>, audience: Audience) -> Self {
        Self {
            token: token.map(wymcp_bound::json::to_string),
            audience,
            has_spoken: AtomicBool::new(false),
            is_resumable: false,
            inside: Mutex::default(),
        }
    }

    /// Its reader can come back for the rest (wire contract L15).
    pub(crate) fn resumable(self, is_resumable: bool) -> Self {
        Self { is_resumable, ..self }
    }

    /// Whether a message was ever put in. While there was none, the answer may still be anything.
    #[cfg(feature = "http")]
    pub(crate) fn has_spoken(&self) -> bool {
        self.has_spoken.load(Ordering::Acquire)
    }

    /// Wait for a first message, or for the wish to be heard without one.
    #[cfg(feature = "http")]
    pub(crate) fn poll_begun(&self, context: &mut Context<'_>) -> Poll<()> {
        let mut inside = self.lock();
        if inside.is_open || inside.lets_go || !inside.queue.is_empty() {
            return Poll::Ready(());
        }
        inside.wait(context)
    }

    /// Take out what comes next; nothing at the end.
    pub(crate) fn poll_next(&self, context: &mut Context<'_>) -> Poll<Option<Said>> {
        let mut inside = self.lock();
        match inside.take() {
            Some(said) => Poll::Ready(Some(said)),
            None if inside.is_over => Poll::Ready(None),
            None => inside.wait(context),
        }
    }

    /// Take out what is there.
    #[cfg(any(feature = "http", feature = "stdio"))]
    pub(crate) fn take(&self) -> Option<Said> {
        self.lock().take()
    }

    /// Wait until there is something to take.
    #[cfg(feature = "stdio")]
    pub(crate) async fn ready(&self) {
        std::future::poll_fn(|context| {
            let mut inside = self.lock();
            if inside.queue.is_empty() && inside.answer.is_none() {
                return inside.wait(context);
            }
            Poll::Ready(())
        })
        .await;
    }

    /// Put the answer in, behind everything that was said: nothing comes after it.
    pub(crate) fn finish(&self, answer: Answer) {
        self.change(|inside| {
            if !inside.is_over {
                inside.answer = Some(answer);
                inside.is_over = true;
            }
        });
    }

    /// Put in what belongs to no call; what waits there already is not said twice.
    pub(crate) fn announce(&self, message: String) {
        self.has_spoken.store(true, Ordering::Release);
        self.change(|inside| inside.queue.put_once(message));
    }

    /// The call has ended without an answer, or with one that was put in.
    #[cfg(feature = "http")]
    pub(crate) fn close(&self) {
        self.change(|inside| inside.is_over = true);
    }

    /// The reader has gone: what was not read is forgotten, and so is what is still to come.
    #[cfg(feature = "http")]
    pub(crate) fn deafen(&self) {
        let mut inside = self.lock();
        inside.is_deaf = true;
        let forgotten = (
            std::mem::take(&mut inside.queue),
            inside.answer.take(),
            inside.reader.take(),
        );
        drop(inside);
        drop(forgotten);
    }

    /// Put in a request, or take one back. Whether anybody may still read it.
    #[cfg(any(feature = "http", feature = "stdio"))]
    fn ask(&self, message: String) -> bool {
        self.has_spoken.store(true, Ordering::Release);
        let mut is_heard = false;
        self.change(|inside| {
            is_heard = !inside.is_over;
            if is_heard {
                inside.queue.put(Item::Lasting(message));
            }
        });
        is_heard
    }

    fn change(&self, change: impl FnOnce(&mut Inside)) {
        let mut inside = self.lock();
        if inside.is_deaf {
            return;
        }
        change(&mut inside);
        let reader = inside.reader.take();
        drop(inside);
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a session needs to know of its streams.
#[cfg(feature = "http")]
impl Outbox {
    /// Whether the reader is to go now; asked once per wish.
    pub(crate) fn lets_go(&self) -> bool {
        std::mem::take(&mut self.lock().lets_go)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.lock().is_over
    }

    /// Have the reader look again.
    pub(crate) fn nudge(&self) {
        self.change(|_| {});
    }
}

impl Inside {
    fn take(&mut self) -> Option<Said> {
        match self.queue.take() {
            Some(message) => Some(Said::Message(message)),
            None => self.answer.take().map(Said::Answer),
        }
    }

    fn wait<T>(&mut self, context: &Context<'_>) -> Poll<T> {
        match &mut self.reader {
            Some(reader) => reader.clone_from(context.waker()),
            none => *none = Some(context.waker().clone()),
        }
        Poll::Pending
    }
}

impl Outlet for Outbox {
    fn wants_progress(&self) -> bool {
        self.token.is_some()
    }

    fn log_level(&self) -> Option<LogLevel> {
        self.audience.level()
    }

    fn say(&self, notification: Notification) {
        let Some(item) = render::item(notification, self.token.as_deref()) else {
            return;
        };
        self.change(|inside| {
            if !inside.is_over {
                self.has_spoken.store(true, Ordering::Release);
                inside.queue.put(item);
            }
        });
    }

    fn close_stream(&self) {
        if self.is_resumable {
            self.change(|inside| inside.lets_go = true);
        }
    }

    #[cfg(any(feature = "http", feature = "stdio"))]
    fn request(self: Arc<Self>, method: &str, params: Object) -> BoxFuture<'static, Result<Value, RequestError>> {
        ask::request(self, method, &params)
    }

    fn open_stream(&self) {
        self.change(|inside| inside.is_open = true);
    }
}

impl fmt::Debug for Outbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Outbox")
            .field("token", &self.token)
            .field("audience", &self.audience)
            .finish_non_exhaustive()
    }
}
