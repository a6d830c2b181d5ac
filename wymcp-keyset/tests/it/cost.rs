//! KEY-7: nothing recurses, nothing doubles. A walk that did would overflow its stack or never end.

use serde_json::{Value, json};
use wymcp_keyset::{KeySet, close, offences};

/// A value that nests `depth` levels around `leaf`, and is never dropped: dropping it would recurse, as building it by `json!` would.
fn nested(depth: usize, leaf: Value, wrap: impl Fn(Value) -> Value) -> std::mem::ManuallyDrop<Value> {
    std::mem::ManuallyDrop::new((0..depth).fold(leaf, |inner, _| wrap(inner)))
}

fn under(key: &str, inner: Value) -> Value {
    Value::Object([(key.to_owned(), inner)].into_iter().collect())
}

#[test]
fn key_7_data_a_hundred_thousand_levels_deep_is_walked() {
    let keys = KeySet::new(&json!({"properties": {"n": {"$ref": "#"}, "xs": {"items": {"$ref": "#"}}}})).unwrap();
    let data = nested(100_000, json!({"zz": 1}), |inner| under("n", inner));
    let unknown = keys.check(&data).unwrap();
    assert_eq!(unknown.count(), 1);
    assert!(unknown.allowed().is_empty(), "its path is cut");
    let data = nested(50_000, json!({"zz": 1}), |inner| under("xs", Value::Array(vec![inner])));
    assert_eq!(keys.check(&data).unwrap().count(), 1);
    let data = nested(100_000, json!({"zz": 1}), |inner| under("free", inner));
    assert_eq!(keys.check(&data).unwrap().unknown(), ["/free"]);
}

#[test]
fn key_7_alternatives_that_meet_again_are_walked_once() {
    // Each level names each branch twice: walked by branch, depth 1,000 would take 4^1,000 steps.
    let schema = json!({"$ref": "#/$defs/N", "$defs": {
        "N": {"anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/B"}, {"$ref": "#/$defs/A"}]},
        "A": {"properties": {"n": {"$ref": "#/$defs/N"}, "m": {"$ref": "#/$defs/B"}}},
        "B": {"properties": {"n": {"anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/N"}]}}}}});
    let keys = KeySet::new(&schema).unwrap();
    let data = nested(1_000, json!({"zz": 1}), |inner| under("n", inner));
    assert_eq!(keys.check(&data).unwrap().entries()[0].known, ["m", "n"]);
}

#[test]
fn key_7_many_unknown_keys_cost_no_more_memory_than_ten() {
    let keys = KeySet::new(&json!({"properties": {"a": {}}})).unwrap();
    let data: serde_json::Map<String, Value> = (0..50_000).map(|n| (format!("k{n:05}"), json!(1))).collect();
    let unknown = keys.check(&Value::Object(data)).unwrap();
    assert_eq!(
        (unknown.count(), unknown.entries().len(), unknown.allowed().len()),
        (50_000, 10, 1)
    );
}

#[test]
fn key_7_a_long_chain_of_references_does_not_recurse() {
    let mut definitions = serde_json::Map::new();
    for n in 0..20_000 {
        definitions.insert(format!("D{n}"), json!({"$ref": format!("#/$defs/D{}", n + 1)}));
    }
    definitions.insert("D20000".to_owned(), json!({"properties": {"a": {}}}));
    let keys = KeySet::new(&json!({"$ref": "#/$defs/D0", "$defs": definitions})).unwrap();
    assert_eq!(keys.check(&json!({"b": 1})).unwrap().unknown(), ["/b"]);
}

#[test]
fn key_7_a_schema_nested_too_deep_is_an_offence() {
    let schema = nested(100_000, json!({}), |inner| under("not", inner));
    assert_eq!(offences(&schema)[0].code(), "schema_too_deep");
    let schema = nested(100, json!({"properties": {}}), |inner| {
        under("properties", under("a", inner))
    });
    assert_eq!(offences(&schema), []);
}

#[test]
fn key_10_what_registers_is_validated_at_depth_one_hundred() {
    // Were one of these to double per level, this would not end.
    let tagged = |close_at_target: bool| {
        let mut node = json!({"type": "object", "properties": {"id": {}}, "oneOf": [
            {"properties": {"t": {"const": "leaf"}}, "required": ["t"]},
            {"properties": {"t": {"const": "node"}, "child": {"$ref": "#/$defs/N"}}, "required": ["t", "child"]}]});
        if close_at_target {
            node["unevaluatedProperties"] = json!(false);
        }
        node
    };
    let recursive = json!({"properties": {"root": {"$ref": "#/$defs/N"}}, "$defs": {"N": tagged(true)}});
    let ast = json!({"properties": {"e": {"$ref": "#/$defs/E"}}, "$defs": {"E": {"type": "object", "properties": {"op": {"type": "string"}}, "anyOf": [
        {"properties": {"value": {"type": "integer"}}, "required": ["value"]},
        {"properties": {"left": {"$ref": "#/$defs/E"}, "right": {"$ref": "#/$defs/E"}}, "required": ["left"]}], "unevaluatedProperties": false}}});
    let closed_branches = json!({"properties": {"root": {"$ref": "#/$defs/N"}}, "$defs": {"N": {"oneOf": [
        {"properties": {"t": {"const": "leaf"}}, "required": ["t"]},
        {"properties": {"t": {"const": "node"}, "child": {"$ref": "#/$defs/N"}}, "required": ["t", "child"]}]}}});
    for (schema, name, step, leaf) in [
        (
            recursive,
            "root",
            ("child", json!({"t": "node", "id": 1})),
            json!({"t": "leaf"}),
        ),
        (ast, "e", ("left", json!({"op": "+"})), json!({"value": 1})),
        (
            closed_branches,
            "root",
            ("child", json!({"t": "node"})),
            json!({"t": "leaf"}),
        ),
    ] {
        assert_eq!(offences(&schema), [], "{schema}");
        let validator = jsonschema::draft202012::new(&close(&schema)).unwrap();
        let mut bad = leaf.clone();
        bad["zz"] = json!(1);
        for (leaf, good) in [(leaf, true), (bad, false)] {
            let value = (0..100).fold(leaf, |inner, _| {
                let mut level = step.1.clone();
                level[step.0] = inner;
                level
            });
            assert_eq!(validator.is_valid(&json!({ name: value })), good, "{schema}");
        }
    }
}
