//! F19–F21, F23, F24: values, defaults and outputs.

use serde_json::{Value, json};
use wymcp_conformance::fixtures::{Liar, One};
use wymcp_router::{ActionSchema, CallResult, Mount};

use crate::support::{call, received, refusal, refused};

fn one(property: Value) -> Mount {
    Mount::builder("one", "1")
        .tool(One::new(ActionSchema::new("Act").property("x", property)))
        .build()
        .unwrap()
}

fn send(mount: &Mount, x: Value) -> CallResult {
    call(mount, "one", json!({"action": "act", "data": {"x": x}}))
}

#[test]
fn f19_a_nested_quantifier_costs_nothing() {
    let mount = one(json!({"type": "string", "pattern": "^(a+)+$"}));
    // Long enough that an engine that backtracks would not come back.
    let refused = refusal(&send(&mount, json!(format!("{}!", "a".repeat(10_000)))));
    assert_eq!(refused["error"], "invalid_values");
    assert!(refused.to_string().len() < 3_000);
    assert!(!send(&mount, json!("a".repeat(10_000))).is_error());
}

#[test]
fn f20_cents_are_exact() {
    let mount = one(json!({"type": "number", "multipleOf": 0.01}));
    for cents in ["1070468.14", "0.07", "19.99", "4.35"] {
        let cents: Value = serde_json::from_str(cents).unwrap();
        assert!(!send(&mount, cents.clone()).is_error(), "{cents}");
    }
    assert_eq!(refusal(&send(&mount, json!(1_070_468.145)))["error"], "invalid_values");
}

#[test]
fn f21_formats_are_asserted_at_every_depth() {
    let due = refused(json!({"action": "create", "data": {"title": "a", "due": "2026-02-30"}}));
    assert_eq!(due["invalid"][0]["path"], "/due");
    assert!(
        due["invalid"][0]["problems"][0].as_str().unwrap().contains("date"),
        "{due}"
    );
    received(json!({"action": "create", "data": {"title": "a", "due": "2024-02-29"}}));
    let email = refused(json!({"action": "create", "data": {"title": "a", "assignee": {"email": "not-an-address"}}}));
    assert_eq!(email["invalid"][0]["path"], "/assignee/email");
}

#[test]
fn f23_defaults_fill_what_is_omitted_and_nothing_else() {
    assert_eq!(received(json!({"action": "list"}))["data"], json!({"limit": 20}));
    assert_eq!(
        received(json!({"action": "list", "data": {"limit": 7}}))["data"],
        json!({"limit": 7})
    );
    let null = refused(json!({"action": "list", "data": {"limit": null}}));
    assert_eq!(null["invalid"][0]["path"], "/limit");
}

#[test]
fn f24_an_output_that_breaks_its_schema_is_the_servers_fault() {
    let mount = Mount::builder("f24", "1").tool(Liar).build().unwrap();
    let result = call(&mount, "liar", json!({"action": "say"}));
    assert!(result.is_error());
    assert!(result.structured().is_none());
    let fault = result.json();
    assert_eq!(fault["errorType"], "tool_fault");
    assert_eq!(fault["exception"], "invalid_output");
    assert!(fault["message"].as_str().unwrap().contains("server"), "{fault}");
}
