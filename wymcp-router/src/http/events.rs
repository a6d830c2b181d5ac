//! Server-sent events, as bytes (F8).

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

/// Append one message, on one line.
pub(super) fn write(out: &mut String, message: &str) {
    out.reserve(message.len() + 24);
    out.push_str("event: message\ndata: ");
    out.push_str(message);
    out.push_str("\n\n");
}

/// The body of a response: what an outbox holds, as events, with comments in silence.
///
/// Only reading it takes anything out of the outbox; whoever puts in goes on all the same.
pub(super) struct EventStream {
    outbox: Arc<Outbox>,
    every: Duration,
    /// Not made before the first silence.
    silence: Option<Pin<Box<Sleep>>>,
    is_first: bool,
    /// What ends with the stream.
    call: Option<AbortHandle>,
}

impl EventStream {
    /// `every`: how much silence there may be. `call`: what is to be stopped when the reader goes, if it is.
    pub(super) fn new(outbox: Arc<Outbox>, every: Duration, call: Option<AbortHandle>) -> Self {
        Self {
            outbox,
            every,
            silence: None,
            is_first: true,
            call,
        }
    }

    /// Whether there was silence for long enough to say so. The clock begins anew when something was said.
    fn poll_silence(&mut self, context: &mut Context<'_>) -> Poll<()> {
        let every = self.every;
        let silence = self.silence.get_or_insert_with(|| Box::pin(sleep(every)));
        let elapsed = silence.as_mut().poll(context);
        if elapsed.is_ready() {
            self.begin_anew();
        }
        elapsed
    }

    fn begin_anew(&mut self) {
        if let Some(silence) = &mut self.silence {
            let far = Instant::now() + self.every;
            silence.as_mut().reset(far);
        }
    }
}

impl Body for EventStream {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        // What is there is sent together.
        let mut out = String::new();
        let is_over = loop {
            match self.outbox.poll_next(context) {
                Poll::Ready(Some(Said::Message(message))) => write(&mut out, &message),
                Poll::Ready(Some(Said::Answer(answer))) => write(&mut out, answer.body.as_deref().unwrap_or_default()),
                Poll::Ready(None) => break true,
                Poll::Pending => break false,
            }
        };
        if !out.is_empty() {
            self.begin_anew();
        } else if is_over {
            return Poll::Ready(None);
        } else if self.is_first || self.poll_silence(context).is_ready() {
            // The first comment carries the headers past whoever waits for a body (LNG-4).
            out.push_str(COMMENT);
        } else {
            return Poll::Pending;
        }
        self.is_first = false;
        Poll::Ready(Some(Ok(Frame::data(Bytes::from(out)))))
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
