//! Panics of a tool's code end here (RUN-5).

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;

use crate::{Context, events};

/// A boxed future of the object-safe face.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Run a piece of the tool's code; a panic comes back as its message, which [`Fault`](crate::Fault) bounds.
pub(crate) fn guard<T>(code: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(code)).map_err(message)
}

/// Make a future of the tool's code and run it to its end: a panic in the making, in a poll, and in the drop after completion
/// comes back as its message.
///
/// Given up before its end (the call was dropped), the call is marked as cancelled first, so that the drop guards of the tool
/// find it so; a panic of that drop is logged, for there is nobody left to answer.
pub(crate) async fn contain<'a, T>(ctx: &'a Context, make: impl FnOnce() -> BoxFuture<'a, T>) -> Result<T, String> {
    let mut running = Running {
        future: Some(guard(make)?),
        ctx,
    };
    let outcome = poll_fn(|context| {
        let Some(future) = running.future.as_mut() else {
            return Poll::Pending;
        };
        match guard(|| future.as_mut().poll(context)) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(value)) => Poll::Ready(Ok(value)),
            Err(panic) => Poll::Ready(Err(panic)),
        }
    })
    .await;
    match (outcome, discard(running.future.take())) {
        (outcome, Ok(())) => outcome,
        // The first panic is the one that explains the others.
        (Err(first), Err(_)) => Err(first),
        (Ok(value), Err(panic)) => discard(value).and(Err(panic)),
    }
}

/// Drop something that holds the tool's code.
pub(crate) fn discard<T>(held: T) -> Result<(), String> {
    guard(move || drop(held))
}

/// A future whose drop marks the call as cancelled and cannot panic outwards.
struct Running<'a, T> {
    future: Option<BoxFuture<'a, T>>,
    ctx: &'a Context,
}

impl<T> Drop for Running<'_, T> {
    fn drop(&mut self) {
        let Some(future) = self.future.take() else { return };
        self.ctx.cancel();
        if let Err(panic) = discard(future) {
            events::panicked_after_cancellation(self.ctx, &panic);
        }
    }
}

/// The words of a panic, unbounded; the drop of its payload is guarded as well.
fn message(panic: Box<dyn Any + Send>) -> String {
    let words = match (panic.downcast_ref::<&str>(), panic.downcast_ref::<String>()) {
        (Some(text), _) => (*text).to_owned(),
        (_, Some(text)) => text.clone(),
        (None, None) => "the panic carried no text".to_owned(),
    };
    if let Err(second) = catch_unwind(AssertUnwindSafe(move || drop(panic))) {
        // A payload that panics while it is dropped may do so again: it is better lost than met twice.
        std::mem::forget(second);
    }
    words
}
