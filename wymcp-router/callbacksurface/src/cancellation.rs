//! A flag that a call's clean-up can wait for (RUN-1, LNG-2).

use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::task::{Poll, Waker};

/// Set once, when a call is dropped before its end; never reset.
#[derive(Debug, Default)]
pub(crate) struct Cancellation {
    cancelled: AtomicBool,
    waiting: Mutex<Vec<Waker>>,
}

impl Cancellation {
    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Acquire)
    }

    pub(crate) fn cancel(&self) {
        self.cancelled.store(true, Ordering::Release);
        let waiting = std::mem::take(&mut *self.waiting.lock().unwrap_or_else(PoisonError::into_inner));
        waiting.into_iter().for_each(Waker::wake);
    }

    pub(crate) async fn cancelled(&self) {
        poll_fn(|context| {
            let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            // Looked at under the lock, so that no wake-up falls between the look and the wait.
            if self.is_cancelled() {
                return Poll::Ready(());
            }
            if !waiting.iter().any(|waker| waker.will_wake(context.waker())) {
                waiting.push(context.waker().clone());
            }
            Poll::Pending
        })
        .await;
    }
}
