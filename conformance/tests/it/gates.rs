//! GAT: the order of the gates, and which kind of tool has which.

use serde_json::json;
use wymcp_conformance::tables::{Cell, gates};
use wymcp_router::{Mount, PlainTool, Reply};

use crate::support::{call, mount, refusal};

#[test]
fn gat_every_pair_of_gates_is_answered_by_the_earlier_and_then_by_the_later() {
    let table = gates::table();
    assert_eq!(table.gaps(), Vec::<String>::new(), "\n{}", table.text());
}

#[test]
fn gat_one_pair_alone_cannot_meet() {
    use wymcp_callbacksurface::Gate;
    let table = gates::table();
    let impossible: Vec<(Gate, Gate)> = Gate::ORDER
        .iter()
        .flat_map(|first| Gate::ORDER.iter().map(move |second| (*first, *second)))
        .filter(|(first, second)| matches!(table.cell(*first, *second), Some(Cell::Impossible(_))))
        .collect();
    assert_eq!(
        impossible,
        [
            (Gate::MissingAction, Gate::UnknownAction),
            (Gate::UnknownAction, Gate::MissingAction)
        ]
    );
}

fn plain() -> Mount {
    let tool = PlainTool::builder("sum")
        .description("Add numbers")
        .input_schema(json!({
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "object", "properties": {"c": {"type": "integer"}}}},
            "required": ["a"],
        }))
        .handler(async |_, _| Ok(Reply::new(json!(1))));
    Mount::builder("plain", "1").tool(tool).build().unwrap()
}

#[test]
fn def_1_a_plain_tool_has_gates_5_7_and_8_in_that_order() {
    let mount = plain();
    let error = |arguments| {
        refusal(&call(&mount, "sum", arguments))["error"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(error(json!({"zz": 1, "b": {"c": "x"}})), "missing_required_fields");
    assert_eq!(error(json!({"a": "x", "zz": 1})), "unknown_params");
    assert_eq!(error(json!({"a": 1, "b": {"d": 1, "c": "x"}})), "unknown_params");
    assert_eq!(error(json!({"a": 1, "b": {"c": "x"}})), "invalid_values");
    // Its arguments are its own: `action` and `data` are keys like any other.
    assert_eq!(error(json!({"a": 1, "action": "x", "data": {}})), "unknown_params");
    let digest = refusal(&call(&mount, "sum", json!({"a": 1, "zz": 1})));
    assert!(digest.get("action").is_none(), "{digest}");
    assert_eq!(digest["input_schema"]["additionalProperties"], false);
    assert_eq!(digest["help"], r#"help {"tool":"sum"}"#);
    assert!(!call(&mount, "sum", json!({"a": 1})).is_error());
}

#[test]
fn hlp_5_helps_own_arguments_pass_gates_1_and_2() {
    let mount = mount();
    let refused = refusal(&call(&mount, "help", json!({"tool": 1, "zz": 2})));
    assert_eq!(
        (&refused["error"], &refused["help"]),
        (&json!("unknown_arguments"), &json!("help {}"))
    );
    assert_eq!(refused["allowed"], json!(["action", "tool"]));
    let mistyped = refusal(&call(&mount, "help", json!({"tool": 1})));
    assert_eq!(
        (&mistyped["error"], &mistyped["help"]),
        (&json!("invalid_argument_type"), &json!("help {}"))
    );
}
