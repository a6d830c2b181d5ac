//! What an operator sees of help (HLP-6, OBS-2).

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

use crate::fixture::asked;

#[derive(Debug, Clone, Default)]
struct Fields(BTreeMap<&'static str, String>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }
}

#[derive(Clone, Default)]
struct Listener(Arc<Mutex<Vec<(&'static str, Fields)>>>);

impl Subscriber for Listener {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == "wymcp"
    }
    fn event(&self, event: &Event<'_>) {
        let mut fields = Fields::default();
        event.record(&mut fields);
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push((event.metadata().name(), fields));
    }
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }
    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

/// The events of one call: their names, and the fields of `help.called`.
async fn events(arguments: Value) -> (Vec<&'static str>, Vec<Fields>) {
    let listener = Listener::default();
    let _listening = tracing::subscriber::set_default(listener.clone());
    asked(arguments).await;
    let events = listener.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let called = events
        .iter()
        .filter(|(name, _)| *name == "help.called")
        .map(|(_, fields)| fields.clone())
        .collect();
    (events.into_iter().map(|(name, _)| name).collect(), called)
}

#[tokio::test]
async fn hlp_6_every_answered_call_is_an_event_with_its_target_and_level() {
    for (arguments, tool, action, level, is_error) in [
        (json!({}), None, None, "index", "false"),
        (json!({"tool": "ping"}), Some("ping"), None, "tool", "false"),
        (
            json!({"tool": "tasks", "action": "get"}),
            Some("tasks"),
            Some("get"),
            "action",
            "false",
        ),
        (json!({"action": "get"}), None, Some("get"), "action", "true"),
        (json!({"tool": "zzz\u{202e}"}), Some(r"zzz\u202e"), None, "tool", "true"),
    ] {
        let (names, called) = events(arguments).await;
        assert_eq!(names, ["tool.start", "help.called", "tool.stop"]);
        let fields = &called[0].0;
        let field = |name: &str| fields.get(name).map(String::as_str);
        assert_eq!((field("tool"), field("action")), (tool, action));
        assert_eq!((field("level"), field("is_error")), (Some(level), Some(is_error)));
        assert_eq!(field("event"), Some("help.called"));
    }
}

#[tokio::test]
async fn hlp_6_a_fault_of_the_targets_context_is_an_answered_call() {
    let (names, called) = events(json!({"tool": "tasks", "action": "remove"})).await;
    assert_eq!(names, ["tool.start", "help.called", "tool.error", "tool.stop"]);
    assert_eq!(called[0].0.get("is_error").map(String::as_str), Some("true"));
}

#[tokio::test]
async fn hlp_6_a_call_that_a_gate_refuses_is_none() {
    let (names, _) = events(json!({"tol": "ping"})).await;
    assert_eq!(names, ["tool.start", "tool.stop"]);
}
