//! A call's answer: one JSON object, or a stream that ends with it (F1, LNG-2 to LNG-4).
//!
//! A call is run where its request is read, and answered with one object if it says nothing before its result: status and headers
//! wait until then (E5a). The moment it says something, the response begins as a stream and the rest of the call becomes a task of its
//! own: a client that does not read must not hold up a call which may hold what other calls wait for, nor stop its clock.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::Poll;

use axum::body::Body;
use axum::http::Response;
use wymcp_callbacksurface::within;

use super::detach::Detach;
use super::events::{self, EventStream};
use super::negotiate::Form;
use super::resumable::Resumable;
use super::service::{events_of, write};
use crate::mount::Timing;
use crate::outbox::{Outbox, Said};
use crate::rpc::Answer;
use crate::session::Session;
use crate::wire::Running;

/// What comes first.
enum First {
    Answer(Answer),
    /// A message, the tool's wish, or the time after which a mount streams anyway.
    Stream,
}

/// Dropped before it ends, it stops the call, or lets it go on by itself (wire contract F9, F10).
pub(super) async fn answer(running: Running, form: Form, timing: Timing) -> Response<Body> {
    let outlives = running.outlives_its_client;
    let mut call = Detach::new(running.answer, outlives);
    let Some(outbox) = running.outbox else {
        return write(call.await, form);
    };
    match first(&mut call, &outbox, timing).await {
        First::Answer(answer) if !outbox.has_spoken() => write(answer, form),
        First::Answer(answer) => match running.session {
            None => whole(&outbox, answer),
            Some(session) => {
                outbox.finish(answer);
                let reader = session.streams.begin(outbox);
                events_of(Body::new(Resumable::begin(session, reader, timing.keep_alive())))
            }
        },
        First::Stream => {
            let Some(rest) = call.into_rest() else {
                return write(Answer::ACCEPTED, form);
            };
            if let Some(session) = running.session {
                let reader = session.streams.begin(Arc::clone(&outbox));
                let place = Some((Arc::clone(&session), reader.stream));
                tokio::spawn(deliver(rest, Deliverer { outbox, place }));
                return events_of(Body::new(Resumable::begin(session, reader, timing.keep_alive())));
            }
            let to = Deliverer {
                outbox: Arc::clone(&outbox),
                place: None,
            };
            let task = tokio::spawn(deliver(rest, to));
            let ends_with_the_stream = (!outlives).then(|| task.abort_handle());
            events_of(Body::new(EventStream::new(
                outbox,
                timing.keep_alive(),
                ends_with_the_stream,
            )))
        }
    }
}

async fn first(call: &mut Detach<Answer>, outbox: &Outbox, timing: Timing) -> First {
    let spoken = poll_fn(|context| match Pin::new(&mut *call).poll(context) {
        Poll::Ready(answer) => Poll::Ready(First::Answer(answer)),
        Poll::Pending => outbox.poll_begun(context).map(|()| First::Stream),
    });
    within(timing.silence(), pin!(spoken)).await.unwrap_or(First::Stream)
}

/// All was said by the time the answer was there.
fn whole(outbox: &Outbox, answer: Answer) -> Response<Body> {
    outbox.finish(answer);
    let mut out = String::new();
    while let Some(said) = outbox.take() {
        match said {
            Said::Message(message) => events::write(&mut out, &message),
            Said::Answer(answer) => {
                if let Some(answer) = &answer.body {
                    events::write(&mut out, answer);
                }
            }
        }
    }
    events_of(Body::from(out))
}

/// The rest of a call, as a task.
async fn deliver(rest: Pin<Box<dyn Future<Output = Answer> + Send>>, to: Deliverer) {
    to.outbox.finish(rest.await);
}

/// However the task ends, the stream does not wait for it for ever.
struct Deliverer {
    outbox: Arc<Outbox>,
    /// The session that has the stream, and its number there.
    place: Option<(Arc<Session>, u64)>,
}

impl Drop for Deliverer {
    fn drop(&mut self) {
        self.outbox.close();
        if let Some((session, stream)) = &self.place {
            session.streams.finished(*stream);
        }
    }
}
