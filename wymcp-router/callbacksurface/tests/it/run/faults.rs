//! Panics and broken promises of the tool's code (RUN-5, F26).

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use wymcp_callbacksurface::{
    ActionSchema, ActionTool, ActionToolBuilder, CallFacts, CallResult, Context, ErrorKind, Failure, Reply, View, call,
};

use crate::support::{Capture, called, object, registered};

/// A tool with one action that hints, whatever it is asked for.
fn tool() -> ActionToolBuilder {
    ActionTool::builder("tool", "Breaks").action("act", ActionSchema::new("Break"), |_, _| async {
        Ok(Reply::new(json!(1)).with_hints([("id", json!(1))]))
    })
}

fn acting<R>(act: impl Fn() -> R + Send + Sync + 'static) -> ActionToolBuilder
where
    R: Future<Output = Result<Reply, Failure>> + Send + 'static,
{
    ActionTool::builder("tool", "Breaks").action("act", ActionSchema::new("Break"), move |_, _| act())
}

/// Call it, and see that it is a fault, logged once, with the tool serving on.
async fn fault_of(tool: ActionToolBuilder) -> Value {
    let capture = Capture::start();
    let registered = registered(tool.action("other", ActionSchema::new("Work"), |_, _| async {
        Ok(Reply::new(json!("fine")))
    }));
    let result = called(&registered, json!({"action": "act"})).await;
    assert_eq!(result.error_kind(), Some(ErrorKind::Tool), "{result:?}");
    assert_eq!((result.structured(), result.content().len()), (None, 1));
    let logged = capture.named("tool.error");
    assert_eq!(logged.len(), 1, "{logged:?}");
    assert_eq!(
        (logged[0].get("tool"), logged[0].get("action")),
        (Some("tool"), Some("act"))
    );
    let fault = result.json();
    assert_eq!(logged[0].get("exception"), fault["exception"].as_str());
    assert_eq!(fault["errorType"], "tool_fault");
    fault
}

fn panicked(message: &str) -> Value {
    json!({"errorType": "tool_fault", "tool": "tool", "action": "act", "exception": "panic", "message": message})
}

/// Panics when it is dropped, if it is armed.
struct Bomb(&'static str);

impl Drop for Bomb {
    fn drop(&mut self) {
        if !self.0.is_empty() && !std::thread::panicking() {
            panic!("{}", self.0);
        }
    }
}

#[derive(Debug)]
struct Unspeakable;

impl fmt::Display for Unspeakable {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        panic!("display")
    }
}

impl Error for Unspeakable {}

struct Unserialisable;

impl Serialize for Unserialisable {
    fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        panic!("serialize")
    }
}

#[tokio::test]
async fn f26_a_panic_is_an_answer_and_the_next_call_is_served() {
    let tool = registered(acting(|| async { panic!("boom") }).action(
        "list",
        ActionSchema::new("List"),
        |_, _| async { Ok(Reply::new(json!([]))) },
    ));
    let result = called(&tool, json!({"action": "act"})).await;
    insta::assert_snapshot!(result.text());
    assert_eq!(called(&tool, json!({"action": "list"})).await.text(), "[]");
}

#[tokio::test]
async fn run_5_a_panic_in_the_making_of_the_future_is_contained() {
    let make = || -> std::future::Ready<Result<Reply, Failure>> { panic!("made") };
    assert_eq!(fault_of(acting(make)).await, panicked("made"));
}

#[tokio::test]
async fn run_5_a_panic_in_a_later_poll_is_contained() {
    let act = || async {
        tokio::task::yield_now().await;
        panic!("second {}", "poll")
    };
    assert_eq!(fault_of(acting(act)).await, panicked("second poll"));
}

#[tokio::test]
async fn run_5_a_panic_in_the_drop_after_completion_is_contained() {
    // A hand-written future keeps its state until it is dropped.
    struct Done(#[expect(dead_code, reason = "kept to be dropped")] Bomb);
    impl Future for Done {
        type Output = Result<Reply, Failure>;
        fn poll(self: std::pin::Pin<&mut Self>, _: &mut std::task::Context<'_>) -> std::task::Poll<Self::Output> {
            std::task::Poll::Ready(Ok(Reply::new(json!("done"))))
        }
    }
    assert_eq!(fault_of(acting(|| Done(Bomb("dropped")))).await, panicked("dropped"));
}

#[tokio::test]
async fn run_5_a_panic_in_hints_is_contained() {
    assert_eq!(
        fault_of(tool().hints(|_, _, _| panic!("hints"))).await,
        panicked("hints")
    );
    let failing = acting(|| async { Err(Failure::caller("no").with_hints([("id", json!(1))])) });
    assert_eq!(
        fault_of(failing.hints(|_, _, _| panic!("hints"))).await,
        panicked("hints")
    );
}

#[tokio::test]
async fn run_5_a_panic_in_action_context_is_contained() {
    assert_eq!(
        fault_of(tool().action_context(|_| async { panic!("context") })).await,
        panicked("context")
    );
    let make = |_: Context| -> std::future::Ready<_> { panic!("made") };
    assert_eq!(fault_of(tool().action_context(make)).await, panicked("made"));
}

#[tokio::test]
async fn run_5_a_panic_in_handle_error_is_contained() {
    let failing = acting(|| async { Err(Failure::caller("no")) });
    assert_eq!(
        fault_of(failing.handle_error(|_| panic!("words"))).await,
        panicked("words")
    );
}

#[tokio::test]
async fn run_5_a_panic_of_a_value_that_serialises_is_contained() {
    assert_eq!(
        fault_of(acting(|| async { Ok(Reply::of(&Unserialisable)) })).await,
        panicked("serialize")
    );
}

#[tokio::test]
async fn run_5_a_panic_of_an_error_that_is_displayed_is_contained() {
    assert_eq!(
        fault_of(acting(|| async { Err(Failure::from(Unspeakable).for_caller()) })).await,
        panicked("display")
    );
    // For the log alone: nobody listens, nobody displays.
    assert_eq!(
        fault_of(acting(|| async { Err(Unspeakable.into()) })).await,
        panicked("display")
    );
}

#[tokio::test]
async fn run_5_a_panic_in_the_drop_of_an_error_is_contained() {
    #[derive(Debug)]
    struct Explosive(ArcBomb);
    #[derive(Debug)]
    struct ArcBomb;
    impl Drop for ArcBomb {
        fn drop(&mut self) {
            panic!("error dropped")
        }
    }
    impl fmt::Display for Explosive {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("explosive")
        }
    }
    impl Error for Explosive {}
    assert_eq!(
        fault_of(acting(|| async { Err(Explosive(ArcBomb).into()) })).await,
        panicked("error dropped")
    );
}

#[tokio::test]
async fn run_5_a_message_is_bounded_whatever_the_payload_is() {
    let long = fault_of(acting(|| async { panic!("{}", "é\n".repeat(500)) })).await;
    assert_eq!(
        long["message"].as_str().unwrap(),
        format!("{}… (+700)", "é\n".repeat(150))
    );
    let odd = fault_of(acting(|| async { std::panic::panic_any(7) })).await;
    assert_eq!(odd, panicked("the panic carried no text"));
    let explosive = fault_of(acting(|| async { std::panic::panic_any(Bomb("payload dropped")) })).await;
    assert_eq!(explosive, panicked("the panic carried no text"));
}

#[tokio::test]
async fn act_13_what_json_cannot_carry_is_a_fault_and_no_silent_null() {
    let fault = fault_of(acting(|| async { Ok(Reply::of(&[0.0, f64::NAN])) })).await;
    assert_eq!(fault["exception"], "invalid_reply");
    assert_eq!(
        fault["message"],
        "the reply is no JSON value: /1: NaN is no JSON number"
    );
}

#[tokio::test]
async fn run_5_a_filter_that_panics_hides_what_it_was_asked_about() {
    let view = View::filtered(
        Arc::new(|_, _, action| if action == Some("act") { panic!("filter") } else { true }),
        None,
    );
    let other = || {
        tool().action("other", ActionSchema::new("Work"), |_, _| async {
            Ok(Reply::new(json!(1)))
        })
    };
    let result: CallResult = call(
        registered(other()),
        view,
        object(json!({"action": "act"})),
        CallFacts::default(),
    )
    .await
    .unwrap();
    assert_eq!(result.error_kind(), Some(ErrorKind::Dispatch));
    assert_eq!(
        (&result.json()["error"], &result.json()["valid_actions"]),
        (&json!("unknown_action"), &json!(["other"]))
    );
}
