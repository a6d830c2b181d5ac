//! What gates 5 and 6 ask of an action, and what defaults fill in (ACT-5, ACT-6, ACT-12).

use serde_json::{Value, json};
use wymcp_actions::{ActionSchema, CheckedAction, Data, Object};

fn find() -> CheckedAction {
    ActionSchema::new("Find")
        .property("where", json!({"type": "string"}))
        .property("name", json!({"type": ["string", "null"]}))
        .property("from", json!({"type": "integer"}))
        .property("to", json!({"type": "integer"}))
        .property("limit", json!({"type": ["integer", "null"]}))
        .property(
            "page",
            json!({"type": "object", "properties": {"size": {"type": "integer"}, "at": {"type": "integer"}}}),
        )
        .required(["where", "to"])
        .required_group(["name"])
        .required_group(["from", "limit"])
        .default_to("page", json!({"size": 10, "at": 0}))
        .check("find", None)
        .unwrap()
}

fn data(value: Value) -> Object {
    value.as_object().cloned().unwrap()
}

#[test]
fn act_5_missing_properties_come_in_the_order_of_declaration() {
    let find = find();
    assert_eq!(find.missing(&data(json!({}))), ["where", "to"]);
    assert_eq!(
        find.missing(&data(json!({"to": 1, "where": null}))),
        <[&str; 0]>::default()
    );
}

#[test]
fn act_6_one_group_must_be_whole() {
    let find = find();
    for (sent, satisfied) in [
        (json!({}), false),
        (json!({"from": 1}), false),
        (json!({"limit": 1}), false),
        (json!({"from": 1, "limit": 1}), true),
        (json!({"name": null}), true),
    ] {
        assert_eq!(find.group_satisfied(&data(sent.clone())), satisfied, "{sent}");
    }
    let free = ActionSchema::new("Free").check("free", None).unwrap();
    assert!(free.group_satisfied(&Object::new()));
}

#[test]
fn act_12_defaults_fill_whole_omitted_properties_only() {
    let find = find();
    for (sent, filled) in [
        (json!({}), json!({"page": {"size": 10, "at": 0}})),
        (json!({"page": null}), json!({"page": null})),
        (json!({"page": {"size": 5}}), json!({"page": {"size": 5}})),
    ] {
        let mut got = data(sent);
        find.apply_defaults(&mut got);
        assert_eq!(Value::Object(got), filled);
    }
}

#[test]
fn act_12_a_default_satisfies_no_requirement() {
    let action = ActionSchema::new("Pick")
        .property("a", json!({}))
        .property("b", json!({}))
        .required_one_of([["a"], ["b"]])
        .default_to("a", 1)
        .check("pick", None)
        .unwrap();
    assert!(!action.group_satisfied(&Object::new()));
}

#[test]
fn run_5_a_refused_payload_quotes_nothing_of_the_call() {
    #[derive(Debug, serde::Deserialize)]
    struct Strict {
        #[expect(dead_code, reason = "only decoded")]
        count: u8,
    }
    let decode = |value| Data::from(data(value)).decode::<Strict>().unwrap_err().to_string();
    assert_eq!(
        decode(json!({"count": "SECRET"})),
        "the payload type `Strict` refused data that passed the gates (wants u8)"
    );
    assert_eq!(
        decode(json!({"count": "x, expected SECRET"})),
        "the payload type `Strict` refused data that passed the gates (wants u8)"
    );
    assert_eq!(
        decode(json!({})),
        "the payload type `Strict` refused data that passed the gates (missing field `count`)"
    );
}
