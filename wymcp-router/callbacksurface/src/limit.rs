//! The time that a call may take (LNG-3).

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;

use crate::contain::BoxFuture;

/// Run until the end, or until `limit` ends: then there is nothing. Whoever holds what runs drops it next, which marks its call as
/// cancelled.
pub async fn within<T>(limit: Option<BoxFuture<'static, ()>>, mut run: Pin<&mut impl Future<Output = T>>) -> Option<T> {
    let Some(mut limit) = limit else {
        return Some(run.await);
    };
    poll_fn(|context| match run.as_mut().poll(context) {
        Poll::Ready(outcome) => Poll::Ready(Some(outcome)),
        // What ends at once never looks at the clock.
        Poll::Pending => limit.as_mut().poll(context).map(|()| None),
    })
    .await
}
