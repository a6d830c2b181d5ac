//! Calls that go on without their client (LNG-2, wire contract F10).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::runtime::Handle;

type BoxFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Runs a future in place; if it is dropped before its end, the rest is spawned. The one spawn of a plain call.
pub(crate) struct Detach<T: Send + 'static>(Option<BoxFuture<T>>);

impl<T: Send + 'static> Detach<T> {
    pub(crate) const fn new(future: BoxFuture<T>) -> Self {
        Self(Some(future))
    }
}

impl<T: Send + 'static> Future for Detach<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<T> {
        let Some(future) = self.0.as_mut() else {
            return Poll::Pending;
        };
        let outcome = future.as_mut().poll(context);
        if outcome.is_ready() {
            self.0 = None;
        }
        outcome
    }
}

impl<T: Send + 'static> Drop for Detach<T> {
    fn drop(&mut self) {
        let Some(future) = self.0.take() else { return };
        match Handle::try_current() {
            // A panic in the spawned rest, its drop included, ends in the task.
            Ok(runtime) => drop(runtime.spawn(future)),
            // The runtime is gone, and with it whatever the call could wait for.
            Err(_) => {
                if catch_unwind(AssertUnwindSafe(move || drop(future))).is_err() {
                    tracing::error!(name: "tool.error", target: "wymcp", event = "tool.error", exception = "panic");
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn lng_2_what_is_dropped_unfinished_goes_on() {
        let (go, gone) = oneshot::channel::<()>();
        let (done, finished) = oneshot::channel();
        let mut detached = Detach::new(Box::pin(async move {
            gone.await.unwrap();
            done.send("finished").unwrap();
        }));
        assert!(futures_poll(&mut detached).await.is_pending());
        drop(detached);
        go.send(()).unwrap();
        assert_eq!(finished.await.unwrap(), "finished");
    }

    #[tokio::test]
    async fn lng_2_what_has_finished_is_not_run_again() {
        let (done, finished) = oneshot::channel();
        Detach::new(Box::pin(async move { done.send(1).unwrap() })).await;
        assert_eq!(finished.await.unwrap(), 1);
    }

    #[test]
    fn run_5_a_panic_in_the_drop_without_a_runtime_is_held() {
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                panic!("in drop");
            }
        }
        let bomb = Bomb;
        drop(Detach::new(Box::pin(async move {
            std::future::pending::<()>().await;
            drop(bomb);
        })));
    }

    async fn futures_poll<F: Future + Unpin>(future: &mut F) -> Poll<F::Output> {
        std::future::poll_fn(|context| Poll::Ready(Pin::new(&mut *future).poll(context))).await
    }
}
