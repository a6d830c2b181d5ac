//! The time that a call may take (LNG-3).

use std::future::poll_fn;
use std::pin::Pin;
use std::task::Poll;

use crate::contain::BoxFuture;

/// Run until the end, or until `limit` ends: then there is nothing. Whoever holds what runs drops it next, which marks its call as
/// cancelled.
pub fn within<T>(
    mut limit: Option<BoxFuture<'static, ()>>,
    mut run: Pin<&mut impl Future<Output = T>>,
) -> impl Future<Output = Option<T>> {
    poll_fn(move |context| match (run.as_mut().poll(context), &mut limit) {
        (Poll::Ready(outcome), _) => Poll::Ready(Some(outcome)),
        // What ends at once never looks at the clock.
        (Poll::Pending, Some(limit)) => limit.as_mut().poll(context).map(|()| None),
        (Poll::Pending, None) => Poll::Pending,
    })
}
