//! What an operator sees (OBS-1, OBS-2).

use std::sync::Arc;

use serde_json::{Value, json};
use wymcp_callbacksurface::{
    ActionSchema, ActionTool, CallFacts, Data, Failure, PlainTool, Registration, Reply, View, call,
};

use crate::support::{Capture, Event, called, object, registered};

fn tool() -> Arc<Registration> {
    let schema = ActionSchema::new("Answer")
        .property("as", json!({"type": "string"}))
        .required(["as"]);
    registered(
        ActionTool::builder("tool", "Answers").action("act", schema, |data: Data, _| async move {
            match data["as"].as_str().unwrap() {
                "value" => Ok(Reply::new(json!(1))),
                "caller" => Err(Failure::caller("no such thing")),
                "internal" => Err(std::io::Error::new(std::io::ErrorKind::NotFound, Wrapped("swordfish")).into()),
                other => panic!("{other}"),
            }
        }),
    )
}

#[derive(Debug)]
struct Wrapped(&'static str);

impl std::fmt::Display for Wrapped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the {} is out\u{202e}", self.0)
    }
}

impl std::error::Error for Wrapped {}

async fn events(arguments: Value) -> Vec<Event> {
    let capture = Capture::start();
    called(&tool(), arguments).await;
    capture.events()
}

fn fields<const N: usize>(event: &Event, names: [&str; N]) -> [String; N] {
    names.map(|name| event.get(name).unwrap_or("nothing").to_owned())
}

#[tokio::test]
async fn obs_1_every_outcome_has_its_kind_and_one_start_and_one_stop() {
    let act = |how: &str| json!({"action": "act", "data": {"as": how}});
    for (arguments, names, outcome) in [
        (act("value"), vec!["tool.start", "tool.stop"], ["false", "none"]),
        (act("caller"), vec!["tool.start", "tool.stop"], ["true", "tool"]),
        (
            act("internal"),
            vec!["tool.start", "tool.failure", "tool.stop"],
            ["true", "tool"],
        ),
        (
            act("panic"),
            vec!["tool.start", "tool.error", "tool.stop"],
            ["true", "tool"],
        ),
        (
            json!({"action": "act"}),
            vec!["tool.start", "tool.stop"],
            ["true", "dispatch"],
        ),
    ] {
        let events = events(arguments).await;
        assert_eq!(
            events.iter().map(|event| event.name.as_str()).collect::<Vec<_>>(),
            names
        );
        for event in &events {
            assert_eq!(
                fields(event, ["event", "tool", "action"]),
                [event.name.as_str(), "tool", "act"],
                "the name is a field as well"
            );
        }
        let stop = events.last().unwrap();
        assert_eq!(fields(stop, ["is_error", "error_kind"]), outcome);
        assert_eq!(stop.get("is_cancelled"), Some("false"));
        assert!(stop.get("duration").unwrap().parse::<f64>().unwrap() >= 0.0);
    }
}

#[tokio::test]
async fn run_4_the_log_has_the_detail_of_an_internal_failure_and_its_sources() {
    let events = events(json!({"action": "act", "data": {"as": "internal"}})).await;
    // `io::Error` shows its own payload, whose source comes after it.
    assert_eq!(events[1].get("message"), Some(r"the swordfish is out\u202e"));
}

#[tokio::test]
async fn obs_1_a_callers_action_name_is_bounded_and_escaped() {
    let sent = format!("\u{202e}{}", "a".repeat(1_000));
    let events = events(json!({"action": sent})).await;
    let shown = format!("\\u202e{}… (+937)", "a".repeat(63));
    assert_eq!(
        events
            .iter()
            .map(|event| event.get("action").unwrap())
            .collect::<Vec<_>>(),
        [&shown, &shown]
    );
    let capture = Capture::start();
    called(&tool(), json!({"action": 7})).await;
    assert_eq!(capture.events()[0].get("action"), None);
}

#[tokio::test]
async fn obs_1_a_plain_tool_has_no_action_whatever_is_sent() {
    let capture = Capture::start();
    let tool = registered(
        PlainTool::builder("plain")
            .description("Answers")
            .handler_without_arguments(|_| async { Ok(Reply::new(json!(1))) }),
    );
    called(&tool, json!({"action": "act"})).await;
    assert_eq!(
        capture
            .events()
            .iter()
            .map(|event| event.get("action"))
            .collect::<Vec<_>>(),
        [None, None]
    );
}

#[tokio::test]
async fn obs_1_trace_context_is_recorded_on_the_calls_span() {
    let traced = |traceparent: Value| async move {
        let capture = Capture::start();
        let mut facts = CallFacts::default();
        facts.meta.insert("traceparent".to_owned(), traceparent);
        facts.request_id = json!("a\u{0}");
        call(tool(), View::everything(), object(json!({"action": "act"})), facts)
            .await
            .unwrap();
        let spans = capture.spans();
        assert_eq!(spans.len(), 1);
        spans[0].clone()
    };
    let span = traced(json!("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")).await;
    assert_eq!(span.name, "tool.call");
    assert_eq!(
        fields(&span, ["tool", "action", "request_id", "trace_id", "parent_id"]),
        [
            "tool",
            "act",
            r"a\u0000",
            "0af7651916cd43dd8448eb211c80319c",
            "b7ad6b7169203331"
        ]
    );
    let span = traced(json!("00-nonsense")).await;
    assert_eq!((span.get("trace_id"), span.get("parent_id")), (None, None));
}
