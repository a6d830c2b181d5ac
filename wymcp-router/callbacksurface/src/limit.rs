//! The time that a call may take (LNG-3).

use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use crate::contain::BoxFuture;
use crate::{CallResult, Context, Fault};

/// Run until the end, or until `limit` ends: then what runs is dropped, which marks the call as cancelled, and the fault is given.
pub(crate) async fn within(
    run: impl Future<Output = Result<CallResult, Fault>>,
    limit: Option<BoxFuture<'static, ()>>,
    ctx: &Context,
) -> Result<CallResult, Fault> {
    let Some(mut limit) = limit else { return run.await };
    let outcome = {
        let mut run = pin!(run);
        poll_fn(|context| match run.as_mut().poll(context) {
            Poll::Ready(outcome) => Poll::Ready(Some(outcome)),
            // A call that ends at once never looks at the clock.
            Poll::Pending => limit.as_mut().poll(context).map(|()| None),
        })
        .await
    };
    outcome.unwrap_or_else(|| Err(Fault::timeout(ctx)))
}
