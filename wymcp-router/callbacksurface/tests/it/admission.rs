//! Every gate's answer, on the tool of the field cases.

use serde_json::{Value, json};

use wymcp_callbacksurface::{ActionSchema, View, admit};

use crate::fixture::{action, action_surface, arguments, dialogue, refused, registered, sent, tasks};

#[test]
fn gate_1_unknown_arguments_f05_f06_f13() {
    insta::assert_snapshot!(dialogue(
        &tasks(),
        [
            json!({"action": "list", "limt": 5}),
            json!({"action": "create", "title": "a"}),
            json!({"title": "a"}),
            json!({"action": "list", "_meta": {"progressToken": 1}}),
            json!({"action": "create", "dta": {}, "due": 1, "title": "a", "zzz": 1}),
            json!({"acton": "list", "Data": {}}),
        ]
    ));
}

#[test]
fn gate_2_invalid_argument_type_f02() {
    insta::assert_snapshot!(dialogue(
        &tasks(),
        [
            json!({"action": "create", "data": "{\"title\":\"a\"}"}),
            json!({"action": 7, "data": []}),
            json!({"action": null}),
            json!({"action": "create", "data": null}),
        ]
    ));
}

#[test]
fn gate_3_missing_action_f04() {
    insta::assert_snapshot!(dialogue(&tasks(), [json!({}), json!({"data": {"title": "a"}})]));
}

#[test]
fn gate_4_unknown_action_f07() {
    insta::assert_snapshot!(dialogue(
        &tasks(),
        [
            json!({"action": "Create", "data": {"title": "a"}}),
            json!({"action": "delete"}),
            json!({"action": ""})
        ]
    ));
}

#[test]
fn gate_5_missing_required_fields_f08() {
    insta::assert_snapshot!(dialogue(&tasks(), [json!({"action": "create"})]));
    assert_eq!(
        sent(&tasks(), json!({"action": "create", "data": {}})),
        sent(&tasks(), json!({"action": "create"}))
    );
}

/// GAT-5, GAT-6: what gate 7 would say of a misspelt key is said where the key is missed, so that one retry repairs it.
#[test]
fn gat_6_a_misspelt_required_key_costs_one_retry() {
    insta::assert_snapshot!(dialogue(
        &tasks(),
        [
            json!({"action": "create", "data": {"titel": "a", "x": 1}}),
            json!({"action": "get", "data": {"project": "p", "numbre": 1}}),
        ]
    ));
    for (action, data) in [
        ("create", json!({"titel": "a"})),
        ("get", json!({"project": "p", "numbre": 1})),
    ] {
        let missing = refused(&tasks(), json!({"action": action, "data": data}));
        let mut renamed = data.as_object().unwrap().clone();
        for meant in missing["did_you_mean"].as_array().unwrap() {
            let key = meant["path"].as_str().unwrap().trim_start_matches('/');
            let value = renamed.remove(key).unwrap();
            renamed.insert(meant["names"][0].as_str().unwrap().to_owned(), value);
        }
        sent(&tasks(), json!({"action": action, "data": renamed})).unwrap();
    }
}

/// BND-3: the first ten unknown keys are looked at, however many were sent; a key that is a property is none of them.
#[test]
fn bnd_2_misspelt_keys_are_looked_for_among_ten() {
    let keys = |many: usize| -> serde_json::Map<String, serde_json::Value> {
        (0..many).map(|n| (format!("title{n:04}"), json!(1))).collect()
    };
    let few = refused(&tasks(), json!({"action": "create", "data": keys(10)}));
    let many = refused(&tasks(), json!({"action": "create", "data": keys(1000)}));
    assert_eq!(few, many);
    let known = refused(&tasks(), json!({"action": "create", "data": {"project": "p"}}));
    assert!(known.get("did_you_mean").is_none());
}

#[test]
fn gate_6_missing_required_group_f09() {
    insta::assert_snapshot!(dialogue(&tasks(), [json!({"action": "get", "data": {"project": "p"}})]));
    for data in [
        json!({"id": "x"}),
        json!({"id": "x", "project": "p", "number": 1}),
        json!({"project": "p", "number": 1}),
    ] {
        assert_eq!(sent(&tasks(), json!({"action": "get", "data": data})), Ok(data));
    }
}

#[test]
fn gate_7_unknown_params() {
    insta::assert_snapshot!(dialogue(
        &tasks(),
        [
            json!({"action": "create", "data": {"title": "a", "priorty": 9, "assignee": {"email": "a@b.c", "nmae": "n"}}}),
            json!({"action": "remove", "data": {"id": "a", "force": true}}),
        ]
    ));
}

#[test]
fn gate_8_invalid_values_f01_f03_f21() {
    insta::assert_snapshot!(dialogue(
        &tasks(),
        [
            json!({"action": "get", "data": {"project": "p", "number": "12"}}),
            json!({"action": "get", "data": {"project": "p", "number": 12.5}}),
            json!({"action": "create", "data": {"title": "a", "due": null}}),
            json!({"action": "create", "data": {"title": null}}),
            json!({"action": "create", "data": {"title": "", "due": "2026-02-30", "assignee": {"email": "not-an-address"}}}),
            json!({"action": "list", "data": {"limit": null, "status": "opne"}}),
        ]
    ));
    assert_eq!(
        sent(&tasks(), json!({"action": "list", "data": {"cursor": null}})),
        Ok(json!({"cursor": null, "limit": 20}))
    );
}

/// ACT-5, ACT-6, ACT-12: a null is supplied, a default is not, and what is missing comes in the order of declaration.
#[test]
fn gates_5_and_6_ask_what_was_supplied() {
    let any = |text: &str| {
        ActionSchema::new(text)
            .property("where", json!({}))
            .property("from", json!({}))
            .property("to", json!({}))
    };
    let tool = registered(action_surface([
        action("move", any("Move").required(["where", "to"])),
        action(
            "find",
            any("Find")
                .required_one_of([vec!["where"], vec!["from", "to"]])
                .default_to("where", "here")
                .default_to("from", 1),
        ),
    ]));
    let of = |action: &str, data: Value| json!({"action": action, "data": data});
    assert_eq!(refused(&tool, of("move", json!({})))["missing"], json!(["where", "to"]));
    assert_eq!(
        refused(&tool, of("move", json!({"where": null})))["missing"],
        json!(["to"])
    );
    assert!(sent(&tool, of("move", json!({"where": null, "to": null}))).is_ok());
    for partly in [json!({}), json!({"to": 1}), json!({"from": null})] {
        assert_eq!(refused(&tool, of("find", partly))["error"], "missing_required_group");
    }
    for whole in [json!({"where": null}), json!({"from": null, "to": 1})] {
        assert!(sent(&tool, of("find", whole)).is_ok());
    }
}

#[test]
fn act_12_defaults_fill_what_was_left_out_after_the_gates() {
    assert_eq!(sent(&tasks(), json!({"action": "list"})), Ok(json!({"limit": 20})));
    assert_eq!(
        sent(&tasks(), json!({"action": "list", "data": {"limit": 7}})),
        Ok(json!({"limit": 7}))
    );
}

#[test]
fn val_5_a_whole_float_arrives_as_an_integer() {
    let data = sent(&tasks(), json!({"action": "list", "data": {"limit": 7.0}})).unwrap();
    assert!(data["limit"].is_i64() || data["limit"].is_u64(), "{data}");
}

/// Each call breaks its gate and every later one that can be broken with it; the earlier gate answers.
#[test]
fn gat_the_first_gate_that_fails_answers() {
    let calls = [
        ("unknown_arguments", json!({"action": 1, "data": 1, "x": 1})),
        ("invalid_argument_type", json!({"data": 1})),
        ("invalid_argument_type", json!({"action": "nope", "data": 1})),
        ("missing_action", json!({"data": {"x": 1}})),
        ("unknown_action", json!({"action": "nope", "data": {"x": 1}})),
        (
            "missing_required_fields",
            json!({"action": "create", "data": {"x": 1, "due": 1}}),
        ),
        (
            "missing_required_group",
            json!({"action": "get", "data": {"x": 1, "number": "a"}}),
        ),
        (
            "unknown_params",
            json!({"action": "list", "data": {"x": 1, "limit": "a"}}),
        ),
        ("invalid_values", json!({"action": "list", "data": {"limit": "a"}})),
    ];
    for (error, call) in calls {
        assert_eq!(refused(&tasks(), call.clone())["error"], error, "{call}");
    }
}

/// GAT-2: what follows the word `help` is JSON, and names what the gate knows.
#[test]
fn gat_2_the_help_pointer_is_a_legal_call_of_help() {
    for (call, pointer) in [
        (json!({}), json!({"tool": "tasks"})),
        (json!({"action": "nope"}), json!({"tool": "tasks"})),
        (
            json!({"action": "create"}),
            json!({"tool": "tasks", "action": "create"}),
        ),
    ] {
        let refusal = refused(&tasks(), call);
        let arguments = refusal["help"].as_str().unwrap().strip_prefix("help ").unwrap();
        assert_eq!(serde_json::from_str::<Value>(arguments).unwrap(), pointer);
    }
}

/// Actions are listed by name and run by their place in the declaration.
#[test]
fn srf_2_an_action_is_run_by_its_position_in_the_surface() {
    let with_default = |name: &str, value: u8| {
        action(
            name,
            ActionSchema::new("Does it")
                .property("n", json!({}))
                .default_to("n", value),
        )
    };
    let registration = registered(action_surface([
        with_default("b", 0),
        with_default("c", 1),
        with_default("a", 2),
    ]));
    for (name, position) in [("a", 2), ("b", 0), ("c", 1)] {
        let admitted = admit(&registration, &View::everything(), arguments(json!({ "action": name }))).unwrap();
        assert_eq!(admitted.action, Some(position));
        assert_eq!(
            Value::Object(admitted.into_data(&registration)),
            json!({ "n": position })
        );
    }
    let names: Vec<_> = registration
        .actions()
        .unwrap()
        .iter()
        .map(|action| action.name().to_string())
        .collect();
    assert_eq!(names, ["a", "b", "c"]);
}

/// GAT-3: the digest alone says how to build what the gate asks for.
#[test]
fn gat_3_refusals_of_gates_5_to_8_carry_the_digest() {
    for call in [
        json!({"action": "create"}),
        json!({"action": "get"}),
        json!({"action": "list", "data": {"x": 1}}),
        json!({"action": "list", "data": {"limit": 0}}),
    ] {
        let refusal = refused(&tasks(), call.clone());
        let digest = refusal["input_schema"].as_object().unwrap();
        for key in ["properties", "required", "defaults"] {
            assert!(digest.contains_key(key), "{call}: {key}");
        }
        assert_eq!(
            digest.contains_key("required_one_of"),
            call["action"] == "get",
            "{call}"
        );
        assert_eq!(refusal["action"], call["action"]);
    }
}
