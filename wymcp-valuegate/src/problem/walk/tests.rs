use serde_json::json;

use super::*;
use crate::ValueGate;

/// Steps that it takes to tell what is wrong.
fn steps(schema: &Value, data: &Value) -> u64 {
    let gate = ValueGate::build(schema).unwrap();
    let (found, steps) = explain(gate.graph(), data, Reading::WithinRange);
    assert!(!found.is_empty());
    steps
}

fn nest(depth: usize, leaf: Value) -> Value {
    (0..depth).fold(
        leaf,
        |inner, _| json!({"kind": "a", "next": inner, "other": {"kind": "a", "n": 2.0}}),
    )
}

#[test]
fn val_6_steps_grow_with_the_depth_of_recursive_unions_and_no_faster() {
    let next = json!({"$ref": "#"});
    let branch = |extra: Value| {
        let mut branch =
            json!({"type": "object", "properties": {"next": next, "other": next, "n": {"type": "integer"}}});
        branch
            .as_object_mut()
            .unwrap()
            .extend(extra.as_object().unwrap().clone());
        branch
    };
    let tagged = |keyword: &str| {
        let kind = |kind: &str| {
            let mut tagged = branch(json!({"required": ["kind"]}));
            tagged["properties"]["kind"] = json!({"const": kind});
            tagged
        };
        json!({keyword: [kind("a"), kind("b")]})
    };
    let plain = branch(json!({}));
    for (name, schema) in [
        ("tagged anyOf", tagged("anyOf")),
        ("tagged oneOf", tagged("oneOf")),
        (
            "untagged anyOf",
            json!({"anyOf": [plain, branch(json!({"minProperties": 1})), {"type": "integer"}]}),
        ),
        (
            "untagged oneOf",
            json!({"oneOf": [plain, branch(json!({"maxProperties": 0})), {"type": "integer"}]}),
        ),
        ("nullable", json!({"anyOf": [plain, {"type": "null"}]})),
        ("conditional", json!({"if": plain, "then": true, "else": plain})),
        ("negated", json!({"type": "object", "not": {"not": plain}})),
        ("all", json!({"allOf": [plain, branch(json!({"maxProperties": 9}))]})),
        (
            "unevaluated",
            json!({"anyOf": [plain, branch(json!({"minProperties": 1}))], "unevaluatedProperties": {"type": "string"}}),
        ),
    ] {
        let (short, long) = (
            steps(&schema, &nest(50, json!("x"))),
            steps(&schema, &nest(100, json!("x"))),
        );
        assert!(
            long <= short * 5 / 2,
            "{name}: {short} steps at depth 50, {long} at depth 100"
        );
    }
}

#[test]
fn val_6_steps_grow_with_the_width_of_the_data_and_no_faster() {
    let schema = json!({"type": "array", "items": {"oneOf": [
        {"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}},
        {"type": "object", "required": ["b"]},
        {"$ref": "#"},
    ]}});
    let data = |width: usize| json!([vec![json!({"a": vec![json!(1); width]}); width], vec![json!({}); width]]);
    let (narrow, wide) = (steps(&schema, &data(50)), steps(&schema, &data(100)));
    assert!(wide <= narrow * 5, "{narrow} steps for 2,550 places, {wide} for 10,100");
}
