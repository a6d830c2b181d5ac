//! What a caller can send, whatever it is, gets a bounded answer (BND-1 to BND-3).

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use wymcp_callbacksurface::{Gate, Registration, View, admit};

use crate::fixture::{arguments, plain_surface, refused, registered, sent, tasks};

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
        prop_oneof![
            Just("create"),
            Just("get"),
            Just("list"),
            Just("remove"),
            Just("2026-01-01"),
            Just("a@b.c")
        ]
        .prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 5, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            object(inner).prop_map(Value::Object),
        ]
    })
}

fn object(inner: impl Strategy<Value = Value>) -> impl Strategy<Value = Map<String, Value>> {
    let key = prop_oneof![
        Just("action".to_owned()),
        Just("data".to_owned()),
        Just("title".to_owned()),
        Just("id".to_owned()),
        Just("limit".to_owned()),
        Just("assignee".to_owned()),
        Just("email".to_owned()),
        Just("tags".to_owned()),
        Just("number".to_owned()),
        ".{0,6}",
    ];
    proptest::collection::btree_map(key, inner, 0..5).prop_map(|members| members.into_iter().collect())
}

fn recursive() -> Registration {
    registered(plain_surface(json!({
        "type": "object",
        "properties": {"id": {"type": "string"}, "data": {"$ref": "#"}, "tags": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"$ref": "#"}]}}},
    })))
}

proptest! {
    #[test]
    fn gat_1_any_arguments_are_admitted_or_refused_in_the_dialect(call in object(any_json()), data in object(any_json()), action in any_json()) {
        let nested: Map<_, _> = [("action".to_owned(), action), ("data".to_owned(), Value::Object(data))].into_iter().collect();
        for registration in [tasks(), recursive()] {
            for call in [call.clone(), nested.clone()] {
                let Err(refusal) = admit(&registration, &View::everything(), call) else { continue };
                let text: Value = serde_json::from_str(refusal.text()).unwrap();
                prop_assert_eq!(&text["error"], refusal.gate().error());
                let points = text["help"].as_str().is_some_and(|help| help.starts_with("help {"));
                prop_assert!(text["message"].is_string() && points);
                let keys: Vec<_> = text.as_object().unwrap().keys().collect();
                prop_assert!(keys.is_sorted());
                prop_assert!(refusal.text().len() < 8_000, "{}", refusal.text());
            }
        }
    }
}

/// A call of each gate that offends on a scale.
fn offends(gate: Gate, scale: usize) -> Vec<Value> {
    let key = "k".repeat(scale);
    let keys = |prefix: &str, value: Value| -> Map<String, Value> {
        (0..scale).map(|n| (format!("{prefix}{n:07}"), value.clone())).collect()
    };
    let merged = |base: Value, more: Map<String, Value>| {
        let mut base = arguments(base);
        base.extend(more);
        Value::Object(base)
    };
    match gate {
        Gate::UnknownArguments => vec![
            json!({"action": "create", key.as_str(): 1}),
            json!({"action": key, "x": 1}),
            merged(json!({"action": "create"}), keys("x", json!("v"))),
        ],
        Gate::InvalidArgumentType => vec![json!({"action": [key], "data": "v".repeat(scale)})],
        Gate::MissingAction => vec![json!({"data": keys("x", json!(1))})],
        Gate::UnknownAction => vec![json!({"action": key, "data": keys("x", json!(1))})],
        Gate::MissingRequiredFields => vec![json!({"action": "create", "data": keys("x", json!("v"))})],
        Gate::MissingRequiredGroup => vec![json!({"action": "get", "data": keys("x", json!("v"))})],
        Gate::UnknownParams => vec![
            json!({"action": "create", "data": {"title": "a", key.as_str(): "v".repeat(scale)}}),
            json!({"action": "create", "data": merged(json!({"title": "a"}), keys("x", json!(1)))}),
            json!({"action": "create", "data": {"title": "a", "assignee": merged(json!({"email": 1}), keys("x", json!(1)))}}),
        ],
        Gate::InvalidValues => vec![
            json!({"action": "create", "data": {"title": "t".repeat(scale), "due": "d".repeat(scale)}}),
            json!({"action": "create", "data": {"title": "t", "tags": (0..scale).map(Value::from).collect::<Vec<_>>()}}),
        ],
    }
}

#[test]
fn bnd_2_a_refusal_does_not_grow_with_the_call() {
    let tasks = tasks();
    for gate in Gate::ORDER {
        for (small, large) in offends(gate, 300).into_iter().zip(offends(gate, 30_000)) {
            let [small, large] =
                [small, large].map(|call| admit(&tasks, &View::everything(), arguments(call)).unwrap_err());
            assert_eq!((small.gate(), large.gate()), (gate, gate));
            let (shorter, longer) = (small.text().len(), large.text().len());
            assert!(
                shorter.abs_diff(longer) <= 64,
                "{gate:?}: {shorter} and {longer}\n{}\n{}",
                small.text(),
                large.text()
            );
        }
    }
}

/// F11: a long key is cut, a long value is not shown, many keys are counted.
#[test]
fn f11_the_call_is_not_echoed_back() {
    let tasks = tasks();
    let long = sent(
        &tasks,
        json!({"action": "create", "data": {"title": "a", "k".repeat(100_000): "v".repeat(1_000_000)}}),
    )
    .unwrap_err();
    assert!(long.len() < 3_000 && !long.contains("vv"), "{long}");
    assert!(long.contains("… (+"), "the cut is marked");
    let keys: Map<String, Value> = (0..5_000).map(|n| (format!("x{n:04}"), json!(1))).collect();
    let mut data = arguments(json!({"title": "a"}));
    data.extend(keys);
    let many = refused(&tasks, json!({"action": "create", "data": data}));
    assert_eq!(many["unknown_count"], 5_000);
    let expected: Vec<String> = (0..10).map(|n| format!("/x{n:04}")).collect();
    assert_eq!(many["unknown"], json!(expected));
}

#[test]
fn bnd_1_invisible_characters_are_escapes_in_every_refusal() {
    for call in [
        json!({"a\u{202e}b": 1}),
        json!({"action": "a\u{200b}"}),
        json!({"action": "remove", "data": {"id": "", "\u{7}": 1}}),
    ] {
        let text = sent(&tasks(), call).unwrap_err();
        assert!(!text.chars().any(wymcp_bound::is_invisible), "{text:?}");
    }
}
