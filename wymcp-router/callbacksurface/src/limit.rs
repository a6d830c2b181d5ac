//! The time that a call may take (LNG-3).

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use crate::contain::BoxFuture;

/// Run until the end, or until `limit` ends: then what runs is dropped, which marks its call as cancelled, and there is nothing.
pub async fn within<T>(limit: Option<BoxFuture<'static, ()>>, run: impl Future<Output = T>) -> Option<T> {
    let Some(mut limit) = limit else {
        return Some(run.await);
    };
    let mut run = pin!(run);
    poll_fn(|context| match run.as_mut().poll(context) {
        Poll::Ready(outcome) => Poll::Ready(Some(outcome)),
        // What ends at once never looks at the clock.
        Poll::Pending => limit.as_mut().poll(context).map(|()| None),
    })
    .await
}
