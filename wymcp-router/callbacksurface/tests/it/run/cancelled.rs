//! Calls that are dropped before their end (LNG-2, OBS-2, RUN-5).

use std::future::pending;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Poll, Waker};

use serde_json::json;
use tokio::task::JoinHandle;
use wymcp_callbacksurface::{ActionSchema, ActionTool, CallFacts, Context, Failure, Reply, View, call};

use crate::support::{Capture, object, registered};

/// Notes when it is dropped, and whether the call was known to be cancelled then.
struct Guard(Context, Arc<AtomicU8>);

const DROPPED_CANCELLED: u8 = 1;
const DROPPED_UNAWARE: u8 = 2;

impl Drop for Guard {
    fn drop(&mut self) {
        self.1.store(
            if self.0.is_cancelled() {
                DROPPED_CANCELLED
            } else {
                DROPPED_UNAWARE
            },
            Ordering::SeqCst,
        );
    }
}

fn never(seen: &Arc<AtomicU8>, on_drop: fn()) -> ActionTool {
    struct Then(fn());
    impl Drop for Then {
        fn drop(&mut self) {
            (self.0)();
        }
    }
    let seen = Arc::clone(seen);
    ActionTool::builder("tool", "Waits")
        .action("wait", ActionSchema::new("Wait"), move |_, ctx: Context| {
            let seen = Arc::clone(&seen);
            async move {
                let _then = Then(on_drop);
                let _guard = Guard(ctx, seen);
                pending::<Result<Reply, Failure>>().await
            }
        })
        .build()
        .unwrap()
}

/// Begin a call and give it up.
fn begun_and_dropped(tool: ActionTool, polls: usize) {
    let mut call = Box::pin(call(
        registered(tool),
        View::everything(),
        object(json!({"action": "wait"})),
        CallFacts::default(),
    ));
    for _ in 0..polls {
        let poll = call.as_mut().poll(&mut std::task::Context::from_waker(Waker::noop()));
        assert!(matches!(poll, Poll::Pending));
    }
}

#[test]
fn lng_2_a_dropped_call_drops_the_tools_future_which_finds_itself_cancelled() {
    let seen = Arc::default();
    begun_and_dropped(never(&seen, || {}), 2);
    assert_eq!(seen.load(Ordering::SeqCst), DROPPED_CANCELLED);
}

#[test]
fn obs_2_a_dropped_call_has_one_start_and_one_stop() {
    for polls in [0, 1, 3] {
        let capture = Capture::start();
        begun_and_dropped(never(&Arc::default(), || {}), polls);
        assert_eq!(capture.names(), ["tool.start", "tool.stop"], "after {polls} polls");
        let stop = &capture.named("tool.stop")[0];
        let fields = ["is_cancelled", "is_error", "error_kind"].map(|field| stop.get(field).unwrap());
        assert_eq!(fields, ["true", "false", "none"]);
    }
}

#[test]
fn run_5_a_panic_in_the_drop_of_a_cancelled_call_is_contained_and_logged() {
    let capture = Capture::start();
    let seen = Arc::default();
    begun_and_dropped(never(&seen, || panic!("while leaving")), 1);
    assert_eq!(seen.load(Ordering::SeqCst), DROPPED_CANCELLED);
    assert_eq!(capture.names(), ["tool.start", "tool.error", "tool.stop"]);
    let error = &capture.named("tool.error")[0];
    let fields = ["tool", "action", "exception", "message"].map(|field| error.get(field).unwrap());
    assert_eq!(fields, ["tool", "wait", "panic", "while leaving"]);
}

#[tokio::test]
async fn lng_2_what_the_tool_spawned_can_wait_for_the_cancellation() {
    let spawned: Arc<Mutex<Option<JoinHandle<bool>>>> = Arc::default();
    let kept = Arc::clone(&spawned);
    let tool = ActionTool::builder("tool", "Spawns")
        .action("wait", ActionSchema::new("Wait"), move |_, ctx: Context| {
            let waiting = tokio::spawn(async move {
                ctx.cancelled().await;
                ctx.is_cancelled()
            });
            *kept.lock().unwrap() = Some(waiting);
            pending::<Result<Reply, Failure>>()
        })
        .build()
        .unwrap();
    let running = tokio::spawn(call(
        registered(tool),
        View::everything(),
        object(json!({"action": "wait"})),
        CallFacts::default(),
    ));
    tokio::task::yield_now().await;
    let waiting = spawned.lock().unwrap().take().unwrap();
    tokio::task::yield_now().await;
    assert!(!waiting.is_finished());
    running.abort();
    assert!(waiting.await.unwrap());
}

#[tokio::test]
async fn run_1_a_call_that_ends_was_never_cancelled() {
    let seen: Arc<AtomicU8> = Arc::default();
    let kept = Arc::clone(&seen);
    let tool = ActionTool::builder("tool", "Ends").action("act", ActionSchema::new("End"), move |_, ctx: Context| {
        let guard = Guard(ctx, Arc::clone(&kept));
        async move {
            drop(guard);
            Ok(Reply::new(json!(1)))
        }
    });
    call(
        registered(tool),
        View::everything(),
        object(json!({"action": "act"})),
        CallFacts::default(),
    )
    .await
    .unwrap();
    assert_eq!(seen.load(Ordering::SeqCst), DROPPED_UNAWARE);
}
