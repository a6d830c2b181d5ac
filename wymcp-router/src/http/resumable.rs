//! The streams of a session, as bytes (wire contract L11 to L18).

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Bytes;
use http_body::Body;

use super::events::{self, Sent, Silence};
use crate::Revision;
use crate::session::{EventId, Reader, Resumed, Session};

/// When a client comes back for the rest of a stream, in milliseconds.
const RETRY: u32 = 1000;

/// The body of a response that reads a stream of a session. When it is dropped before the stream's end, the stream goes on without it.
pub(super) struct Resumable {
    session: Arc<Session>,
    reader: Option<Reader>,
    /// What is sent before anything is read.
    opening: String,
    silence: Silence,
    is_over: bool,
}

impl Resumable {
    /// From the beginning; a client that comes back later is told from where (L14).
    pub(super) fn begin(session: Arc<Session>, reader: Reader, every: Duration) -> Self {
        let mut stream = Self {
            session,
            reader: Some(reader),
            opening: String::new(),
            silence: Silence::new(every),
            is_over: false,
        };
        stream.prime();
        stream
    }

    /// From where another left off.
    pub(super) fn resume(session: Arc<Session>, resumed: Resumed, every: Duration) -> Self {
        let Resumed { missed, reader } = resumed;
        let mut stream = Self {
            session,
            reader,
            opening: String::new(),
            silence: Silence::new(every),
            is_over: false,
        };
        for (id, message) in &missed {
            event(&mut stream.opening, *id, message);
        }
        if missed.is_empty() {
            // Behind what was missed it would move the client past what may still be lost with this connection.
            stream.prime();
        }
        stream
    }

    /// Earlier clients try to read the empty data.
    fn prime(&mut self) {
        if self.closes()
            && let Some(id) = self.reader.and_then(|reader| self.session.streams.prime(reader))
        {
            self.opening = format!("id: {id}\nretry: {RETRY}\ndata: \n\n");
        }
    }

    /// Whether the client comes back when the connection is closed before the end.
    fn closes(&self) -> bool {
        self.session.handshake.revision == Revision::V2025_11_25
    }
}

fn event(out: &mut String, id: EventId, message: &str) {
    out.push_str(&format!("id: {id}\n"));
    events::write(out, message);
}

impl Body for Resumable {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Sent>> {
        if self.is_over {
            return Poll::Ready(None);
        }
        let closes = self.closes();
        let mut out = std::mem::take(&mut self.opening);
        self.is_over = match self.reader {
            None => true,
            Some(reader) => self
                .session
                .streams
                .read(reader, closes, context, |id, message| event(&mut out, id, message)),
        };
        let is_over = self.is_over;
        self.silence.frame(out, is_over, context)
    }
}

impl Drop for Resumable {
    fn drop(&mut self) {
        if let Some(reader) = self.reader {
            self.session.streams.leave(reader);
        }
        self.session.handshake.pulse.touch();
    }
}
