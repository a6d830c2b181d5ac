//! Panics of a tool's code end here (RUN-5).

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::Poll;

use wymcp_bound::limits;

/// A boxed future of the object-safe face.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Run a piece of the tool's code; a panic comes back as its bounded message.
pub(crate) fn guard<T>(code: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(code)).map_err(message)
}

/// Run a future of the tool's code to its end: panics in a poll, and in the drop after completion, come back as their message.
///
/// A panic in the drop of a future that is *abandoned* is held by [`Contained`]'s own drop.
pub(crate) async fn contain<T>(future: BoxFuture<'_, T>) -> Result<T, String> {
    let mut contained = Contained(Some(future));
    let outcome = poll_fn(|context| {
        let Some(future) = contained.0.as_mut() else { return Poll::Pending };
        match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(value)) => Poll::Ready(Ok(value)),
            Err(panic) => Poll::Ready(Err(message(panic))),
        }
    })
    .await;
    match contained.discard() {
        Ok(()) => outcome,
        // The first panic is the one that explains the others.
        Err(panic) => outcome.and(Err(panic)),
    }
}

/// A future whose drop cannot panic outwards.
struct Contained<'a, T>(Option<BoxFuture<'a, T>>);

impl<T> Contained<'_, T> {
    fn discard(&mut self) -> Result<(), String> {
        let future = self.0.take();
        guard(move || drop(future))
    }
}

impl<T> Drop for Contained<'_, T> {
    fn drop(&mut self) {
        if let Err(panic) = self.discard() {
            tracing::error!(name: "tool.error", exception = "panic", message = panic, "a cancelled call panicked while it was dropped");
        }
    }
}

/// The bounded words of a panic; its payload's own drop is guarded as well.
fn message(panic: Box<dyn Any + Send>) -> String {
    let words = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "the panic carried no text".to_owned());
    let _ = catch_unwind(AssertUnwindSafe(move || drop(panic)));
    wymcp_bound::clip(&words, limits::FAULT_CHARS)
}
