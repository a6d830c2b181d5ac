//! Server-sent events, as bytes (F8).

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Bytes;
use http_body::{Body, Frame};
use tokio::task::AbortHandle;
use tokio::time::{Instant, Sleep, sleep};

use crate::outbox::{Outbox, Said};

/// Says nothing, and that somebody is there (F6).
const COMMENT: &str = ":\n\n";

/// Some bytes of a stream; nothing goes wrong while they are made.
pub(super) type Sent = Result<Frame<Bytes>, Infallible>;

/// Append one message, on one line.
pub(super) fn write(out: &mut String, message: &str) {
    out.reserve(message.len() + 24);
    out.push_str("event: message\ndata: ");
    out.push_str(message);
    out.push_str("\n\n");
}

/// What is sent when: what was said, at once; in silence a comment now and then.
pub(super) struct Silence {
    every: Duration,
    /// Not made before the first silence.
    clock: Option<Pin<Box<Sleep>>>,
    is_first: bool,
}

impl Silence {
    /// `every`: how much silence there may be.
    pub(super) const fn new(every: Duration) -> Self {
        Self {
            every,
            clock: None,
            is_first: true,
        }
    }

    /// The next bytes of a stream on which `said` was said since the last ones.
    pub(super) fn frame(&mut self, mut said: String, is_over: bool, context: &mut Context<'_>) -> Poll<Option<Sent>> {
        if !said.is_empty() {
            self.begin_anew();
        } else if is_over {
            return Poll::Ready(None);
        } else if self.is_first || self.poll(context).is_ready() {
            // The first comment carries the headers past whoever waits for a body (LNG-4).
            said.push_str(COMMENT);
        } else {
            return Poll::Pending;
        }
        self.is_first = false;
        Poll::Ready(Some(Ok(Frame::data(Bytes::from(said)))))
    }

    /// Whether there was silence for long enough to say so; then it is counted anew.
    fn poll(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let every = self.every;
        let clock = self.clock.get_or_insert_with(|| Box::pin(sleep(every)));
        let elapsed = clock.as_mut().poll(context);
        if elapsed.is_ready() {
            self.begin_anew();
        }
        elapsed
    }

    /// Something was said.
    fn begin_anew(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.as_mut().reset(Instant::now() + self.every);
        }
    }
}

/// The body of a response: what an outbox holds, as events, with comments in silence.
///
/// Only reading it takes anything out of the outbox; whoever puts in goes on all the same.
pub(super) struct EventStream {
    outbox: Arc<Outbox>,
    silence: Silence,
    /// What ends with the stream.
    call: Option<AbortHandle>,
}

impl EventStream {
    /// `every`: how much silence there may be. `call`: what is to be stopped when the reader goes, if it is.
    pub(super) fn new(outbox: Arc<Outbox>, every: Duration, call: Option<AbortHandle>) -> Self {
        Self {
            outbox,
            silence: Silence::new(every),
            call,
        }
    }
}

impl Body for EventStream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Sent>> {
        // What is there is sent together.
        let mut out = String::new();
        let is_over = loop {
            match self.outbox.poll_next(context) {
                Poll::Ready(Some(Said::Message(message))) => write(&mut out, &message),
                Poll::Ready(Some(Said::Answer(answer))) => {
                    if let Some(answer) = &answer.body {
                        write(&mut out, answer);
                    }
                }
                Poll::Ready(None) => break true,
                Poll::Pending => break false,
            }
        };
        self.silence.frame(out, is_over, context)
    }
}

impl Drop for EventStream {
    /// The reader has gone, or has read everything.
    fn drop(&mut self) {
        self.outbox.deafen();
        if let Some(call) = &self.call {
            call.abort();
        }
    }
}
