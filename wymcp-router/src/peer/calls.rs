//! The calls of a conversation, to be stopped by their ids (wire contract K2, K4).

use std::collections::HashMap;
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use tokio::sync::oneshot;

use crate::rpc::{Answer, Id};
use crate::wire::Handshake;

type BoxFuture = Pin<Box<dyn Future<Output = Answer> + Send>>;

/// What runs, under numbers of its own: a client may use an id twice, against the rules (L23).
#[derive(Default)]
pub(crate) struct Calls(Mutex<Inside>);

#[derive(Default)]
struct Inside {
    last: u64,
    running: HashMap<u64, (Id, oneshot::Sender<()>)>,
}

impl Calls {
    /// A call that `notifications/cancelled` stops: it is then dropped, and answered with nothing.
    pub(crate) fn supervise(of: Arc<Handshake>, id: Id, call: BoxFuture) -> BoxFuture {
        let (stop, stopped) = oneshot::channel();
        let mut inside = of.calls.lock();
        inside.last += 1;
        let number = inside.last;
        inside.running.insert(number, (id, stop));
        drop(inside);
        Box::pin(Supervised {
            call: Some(call),
            stopped,
            _place: Place { of, number },
        })
    }

    pub(crate) fn cancel(&self, id: &Id) {
        let mut stopped = Vec::new();
        self.lock().running.retain(|_, (running, stop)| {
            let goes_on = running != id;
            if !goes_on {
                stopped.push(std::mem::replace(stop, oneshot::channel().0));
            }
            goes_on
        });
        for stop in stopped {
            let _ = stop.send(());
        }
    }

    #[cfg(feature = "http")]
    pub(crate) fn is_idle(&self) -> bool {
        self.lock().running.is_empty()
    }

    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for Calls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Calls").field(&self.lock().running.len()).finish()
    }
}

struct Supervised {
    call: Option<BoxFuture>,
    stopped: oneshot::Receiver<()>,
    _place: Place,
}

impl Future for Supervised {
    type Output = Answer;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Answer> {
        let Some(call) = self.call.as_mut() else {
            return Poll::Pending;
        };
        if let Poll::Ready(answer) = call.as_mut().poll(context) {
            self.call = None;
            return Poll::Ready(answer);
        }
        match Pin::new(&mut self.stopped).poll(context) {
            Poll::Ready(Ok(())) => {
                self.call = None;
                Poll::Ready(Answer::ACCEPTED)
            }
            _ => Poll::Pending,
        }
    }
}

/// Left when the call ends, however it does.
struct Place {
    of: Arc<Handshake>,
    number: u64,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.of.calls.lock().running.remove(&self.number);
        #[cfg(feature = "http")]
        self.of.pulse.touch();
    }
}
