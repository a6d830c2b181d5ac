//! The time that a call may take (LNG-3, RUN-5, OBS-2).

use std::future::{pending, ready};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::json;
use wymcp_callbacksurface::{
    ActionSchema, ActionTool, BoxFuture, CallFacts, CallResult, Context, Failure, Reply, Terms, View, begin,
};

use crate::support::{Capture, object, registered};

const GONE_CANCELLED: u8 = 1;
const GONE_UNAWARE: u8 = 2;

/// Notes when it is dropped, whether the call was known to be cancelled then.
struct Guard(Context, Arc<AtomicU8>);

impl Drop for Guard {
    fn drop(&mut self) {
        let seen = if self.0.is_cancelled() {
            GONE_CANCELLED
        } else {
            GONE_UNAWARE
        };
        self.1.store(seen, Ordering::SeqCst);
    }
}

/// One action that ends at once, one that never does.
fn tool(seen: &Arc<AtomicU8>) -> ActionTool {
    let kept = Arc::clone(seen);
    let schema = |description| ActionSchema::new(description).property("by", json!({"type": "integer"}));
    ActionTool::builder("tool", "Waits")
        .action("end", schema("End"), |_, _: Context| async {
            Ok(Reply::new(json!("ended")))
        })
        .action("wait", schema("Wait"), move |_, ctx: Context| {
            let guard = Guard(ctx, Arc::clone(&kept));
            async move {
                let _guard = guard;
                pending::<Result<Reply, Failure>>().await
            }
        })
        .build()
        .unwrap()
}

async fn within(seen: &Arc<AtomicU8>, arguments: serde_json::Value, limit: BoxFuture<'static, ()>) -> CallResult {
    let (tool, arguments) = (registered(tool(seen)), object(arguments));
    let limit = Mutex::new(Some(limit));
    let terms = Terms::default().limit(move || limit.lock().unwrap().take().unwrap());
    let call = begin(tool, View::everything(), arguments, CallFacts::default(), &terms).unwrap();
    call.answer(&terms).await.unwrap()
}

/// A limit that must not be looked at.
fn untouched() -> BoxFuture<'static, ()> {
    Box::pin(std::future::poll_fn(|_| panic!("the clock was looked at")))
}

#[tokio::test]
async fn lng_3_run_5_a_call_whose_time_is_up_answers_a_fault_once_its_future_is_dropped() {
    let capture = Capture::start();
    let seen = Arc::default();
    let result = within(&seen, json!({"action": "wait"}), Box::pin(ready(()))).await;
    assert_eq!(seen.load(Ordering::SeqCst), GONE_CANCELLED);
    let fault = result.json();
    let named = ["errorType", "tool", "action", "exception"].map(|key| fault[key].as_str().unwrap());
    assert_eq!(named, ["tool_fault", "tool", "wait", "timeout"]);
    assert_eq!(capture.names(), ["tool.start", "tool.error", "tool.stop"]);
    assert_eq!(capture.named("tool.error")[0].get("exception"), Some("timeout"));
    let stop = &capture.named("tool.stop")[0];
    let fields = ["is_error", "error_kind", "is_cancelled"].map(|field| stop.get(field).unwrap());
    assert_eq!(fields, ["true", "tool", "false"]);
}

#[tokio::test]
async fn lng_3_a_call_that_ends_or_is_refused_at_once_never_looks_at_the_clock() {
    let seen = Arc::default();
    assert_eq!(
        within(&seen, json!({"action": "end"}), untouched()).await.json(),
        "ended"
    );
    let refused = within(&seen, json!({"action": "wait", "data": {"by": "x"}}), untouched()).await;
    assert_eq!(refused.json()["error"], "invalid_values");
    assert_eq!(seen.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn lng_3_a_limit_that_is_not_reached_changes_nothing() {
    let seen = Arc::default();
    let waiting = within(&seen, json!({"action": "wait"}), Box::pin(pending()));
    let mut waiting = Box::pin(waiting);
    let poll = waiting
        .as_mut()
        .poll(&mut std::task::Context::from_waker(std::task::Waker::noop()));
    assert!(poll.is_pending());
    assert_eq!(seen.load(Ordering::SeqCst), 0);
}
