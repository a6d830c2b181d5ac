//! Recursive unions at depth 100: linear whether accepted or refused (VAL-6).
//!
//! What doubles with every level would not end within the age of the universe, so that a test which ends is the proof; the steps of
//! the walk are counted beside the walk itself.

use serde_json::{Value, json};
use wymcp_valuegate::ValueGate;

const DEPTH: usize = 100;

/// A tree whose nodes are a tagged union of two recursive branches.
fn tagged(keyword: &str) -> Value {
    let branch = |kind: &str| {
        json!({"type": "object", "properties": {"kind": {"const": kind}, "next": {"$ref": "#/$defs/tree"}, "n": {"type": "integer"}},
            "required": ["kind"], "additionalProperties": false})
    };
    json!({"$ref": "#/$defs/tree", "$defs": {"tree": {keyword: [branch("left"), branch("right")]}}})
}

/// A tree whose branches nothing tells apart but the value at its end.
fn untagged(keyword: &str) -> Value {
    let branch = |leaf: &str| json!({"type": "object", "properties": {"next": {"$ref": "#/$defs/tree"}, leaf: {"type": "integer"}}});
    json!({"$ref": "#/$defs/tree", "$defs": {"tree": {keyword: [branch("n"), branch("m"), {"type": "integer"}]}}})
}

fn nest(depth: usize, leaf: Value) -> Value {
    (0..depth).fold(
        leaf,
        |inner, level| json!({"kind": if level % 2 == 0 { "left" } else { "right" }, "next": inner}),
    )
}

#[test]
fn val_6_tagged_unions_are_entered_where_the_tag_says() {
    for keyword in ["anyOf", "oneOf"] {
        let gate = ValueGate::build(&tagged(keyword)).unwrap();
        for good in [json!(1), json!(2.0)] {
            assert!(gate.check(&nest(DEPTH, json!({"kind": "left", "n": good}))).is_none());
        }
        for bad in [json!("x"), json!(2.5), json!(1e300)] {
            let found = gate.check(&nest(DEPTH, json!({"kind": "right", "n": bad}))).unwrap();
            assert_eq!(found.count(), 1);
            assert!(found.first()[0].path.starts_with("/next/next/"));
            assert!(
                found.first()[0].problems[0].starts_with("must be an integer"),
                "{found:?}"
            );
        }
        let found = gate.check(&nest(3, json!({"kind": "up"}))).unwrap();
        assert_eq!(found.first()[0].path, "/next/next/next");
        assert_eq!(
            found.first()[0].problems,
            [r#"must be an object with kind "left" or an object with kind "right""#]
        );
    }
}

#[test]
fn val_6_untagged_unions_are_named_where_they_start() {
    for keyword in ["anyOf", "oneOf"] {
        let gate = ValueGate::build(&untagged(keyword)).unwrap();
        let fits_one = keyword == "anyOf";
        for good in [json!(1), json!(2.0)] {
            assert_eq!(gate.check(&nest(DEPTH, good)).is_none(), fits_one);
        }
        for bad in [json!("x"), json!(2.5), json!(1e300)] {
            let found = gate.check(&nest(DEPTH, bad)).unwrap();
            assert_eq!(found.count(), 1);
            assert_eq!(found.first()[0].path, "");
        }
    }
}

#[test]
fn val_6_a_plain_tree_is_walked_to_its_end() {
    let gate =
        ValueGate::build(&json!({"type": "object", "properties": {"next": {"$ref": "#"}, "n": {"type": "integer"}}}))
            .unwrap();
    let data = (0..DEPTH).fold(json!({"n": "x"}), |inner, _| json!({"n": 1.5, "next": inner}));
    let found = gate.check(&data).unwrap();
    assert_eq!(found.count(), DEPTH + 1);
    assert_eq!(found.first()[0].path, "/n");
    assert_eq!(found.first()[1].path, "/next/n");
}

#[test]
fn val_6_an_unevaluated_keyword_on_a_recursive_way_is_judged_in_linear_time_too() {
    // The validator crate takes time that doubles with the depth for this one, accepted or refused.
    let mut schema = tagged("oneOf");
    for branch in schema["$defs"]["tree"]["oneOf"].as_array_mut().unwrap() {
        branch.as_object_mut().unwrap().remove("additionalProperties");
        branch["properties"]["next"]["unevaluatedProperties"] = json!(false);
    }
    let gate = ValueGate::build(&schema).unwrap();
    assert!(gate.is_valid(&nest(DEPTH, json!({"kind": "left", "n": 2.0}))));
    let found = gate.check(&nest(DEPTH, json!({"kind": "left", "n": "x"}))).unwrap();
    assert_eq!(
        (found.count(), found.first()[0].problems[0].as_str()),
        (1, "must be an integer, got string")
    );
    let found = gate.check(&nest(DEPTH, json!({"kind": "left", "stray": 1}))).unwrap();
    assert_eq!(found.first()[0].problems, ["admits only kind, n, next"]);
}
