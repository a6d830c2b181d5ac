//! Keys that a mount has taken out of every call (GAT-9).

use std::panic::Location;
use std::sync::Arc;

use serde_json::{Value, json};
use wymcp_callbacksurface::{Context, Era, Gate, PlainTool, Registration, Reply, Rules, Served, View, admit};

use super::{admitted, registered};
use crate::fixture::{Tasks, arguments};

fn ignoring(keys: &[&str]) -> Arc<Rules> {
    let mut rules = Rules::default();
    for key in keys {
        rules.add_ignored((*key).to_owned(), Location::caller());
    }
    Arc::new(rules)
}

#[test]
fn gat_9_ignored_keys_are_gone_before_the_first_gate() {
    let call = json!({"action": "list", "sessionId": {"a": [1]}, "chat": null, "data": {"limit": 3}});
    let strict = admitted(Arc::default(), call.clone()).unwrap_err();
    assert_eq!(strict.gate(), Gate::UnknownArguments);
    let admitted_call = admitted(ignoring(&["sessionId", "chat"]), call).unwrap();
    assert_eq!(Value::Object(admitted_call.data), json!({"limit": 3}));
    assert!(admitted_call.repaired.is_empty());
    // Not inside `data`, and nothing but these: the answer is that of a mount that ignores nothing.
    for call in [
        json!({"action": "list", "data": {"sessionId": 1}}),
        json!({"action": "list", "session_id": 1}),
        json!({"action": "list", "SessionId": 1}),
    ] {
        assert_eq!(
            admitted(ignoring(&["sessionId"]), call.clone()),
            Err(admitted(Arc::default(), call).unwrap_err())
        );
    }
}

fn upper(properties: &Value) -> impl Served {
    PlainTool::builder("upper")
        .description("In capitals")
        .input_schema(json!({"type": "object", "properties": properties, "required": ["text"]}))
        .handler(|arguments, _: Context| async move { Ok(Reply::new(Value::Object(arguments.into_inner()))) })
}

#[test]
fn gat_9_ignored_keys_are_listed_and_the_schema_stays_closed() {
    let rules = ignoring(&["sessionId"]);
    let listed = |rules: &Arc<Rules>| {
        let tool = registered(Arc::clone(rules), Tasks);
        serde_json::from_str::<Value>(&tool.definition(Era::Modern, &View::everything())).unwrap()["inputSchema"]
            .clone()
    };
    let mut schema = listed(&rules);
    assert_eq!(schema["additionalProperties"], false);
    assert_eq!(
        schema["properties"].as_object_mut().unwrap().remove("sessionId"),
        Some(json!({}))
    );
    assert_eq!(schema, listed(&Arc::default()));
    // VIS-1: the list for those who see a part says the same of them.
    let some = View::filtered(Arc::new(|_, _, action| action != Some("remove")), None);
    let part = registered(Arc::clone(&rules), Tasks)
        .definition(Era::Modern, &some)
        .into_owned();
    assert!(part.contains(r#""sessionId":{}"#) && !part.contains("remove:"));

    let plain = registered(Arc::clone(&rules), upper(&json!({"text": {"type": "string"}})));
    insta::assert_snapshot!(plain.definition(Era::Modern, &View::everything()));
    let read = admit(
        &plain,
        &View::everything(),
        arguments(json!({"text": "a", "sessionId": 1})),
    )
    .unwrap();
    assert_eq!(Value::Object(read.data), json!({"text": "a"}));
    let refusal = admit(&plain, &View::everything(), arguments(json!({"text": "a", "x": 1}))).unwrap_err();
    insta::assert_snapshot!(refusal.text());
}

#[test]
fn gat_9_a_free_form_schema_stays_free_form() {
    let free = PlainTool::builder("free")
        .description("Takes anything")
        .input_schema(json!({"type": "object"}))
        .handler(|arguments, _: Context| async move { Ok(Reply::new(Value::Object(arguments.into_inner()))) });
    let free = registered(ignoring(&["sessionId"]), free);
    let definition: Value = serde_json::from_str(&free.definition(Era::Modern, &View::everything())).unwrap();
    assert_eq!(
        definition["inputSchema"],
        json!({"type": "object", "properties": {"sessionId": {}}})
    );
    let read = admit(&free, &View::everything(), arguments(json!({"any": 1, "sessionId": 2}))).unwrap();
    assert_eq!(Value::Object(read.data), json!({"any": 1}));
}

#[test]
fn gat_9_a_tool_that_declares_an_ignored_key_is_an_offence() {
    for (properties, ignored) in [
        (
            json!({"text": {"type": "string"}, "sessionId": {"type": "string"}}),
            "sessionId",
        ),
        (json!({"text": {"type": "string"}}), "text"),
    ] {
        let offences = Registration::build_under(ignoring(&[ignored]), Arc::new(upper(&properties)), None).unwrap_err();
        let codes: Vec<_> = offences.iter().map(|offence| offence.code()).collect();
        assert_eq!(codes, ["ignored_property"]);
        assert!(offences[0].to_string().contains("ignored.rs"), "{}", offences[0]);
    }
}
