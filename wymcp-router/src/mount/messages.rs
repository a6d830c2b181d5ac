//! What goes back for one message, piece by piece.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;

use crate::outbox::{Audience, Outbox, Said};
use crate::rpc::Answer;
use crate::wire::Step;

/// What goes back for one message, piece by piece; made by [`Mount::messages`](crate::Mount::messages).
///
/// Dropping it stops the call at its next await (LNG-2).
#[must_use = "a call runs while its messages are asked for"]
pub struct Messages {
    outbox: Arc<Outbox>,
    call: Option<Pin<Box<dyn Future<Output = Answer> + Send>>>,
}

impl Messages {
    pub(super) fn of(step: Step) -> Self {
        let silent = || Arc::new(Outbox::new(None, Audience::Request(None)));
        match step {
            Step::Call(running) => Self {
                outbox: running.outbox.unwrap_or_else(silent),
                call: Some(running.answer),
            },
            step => {
                let outbox = silent();
                outbox.finish(step.into_answer());
                Self { outbox, call: None }
            }
        }
    }

    /// The next piece, the answer last; then nothing.
    ///
    /// The call runs while this is awaited and rests between, so do not wait for a slow reader in between: what the call says is kept
    /// meanwhile, bounded (LNG-3). Giving up the wait loses nothing.
    pub async fn next(&mut self) -> Option<Said> {
        poll_fn(|context| {
            if let Some(call) = &mut self.call
                && let std::task::Poll::Ready(answer) = call.as_mut().poll(context)
            {
                self.call = None;
                self.outbox.finish(answer);
            }
            self.outbox.poll_next(context)
        })
        .await
    }
}

impl fmt::Debug for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Messages")
            .field("outbox", &self.outbox)
            .finish_non_exhaustive()
    }
}
