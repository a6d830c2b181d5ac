//! VAL-6: recursive unions are judged in linear time, at depth 100, through `tools/call`.
//!
//! Nothing is timed: what doubled with every level would not come back at all.

use serde_json::{Value, json};
use wymcp_conformance::fixtures::One;
use wymcp_router::{ActionSchema, Mount};

use crate::support::http::Served;
use crate::support::{block_on, call, refusal};

const DEPTH: usize = 100;

/// A recursive schema, its name, and how its data nests: around a leaf, one level at a time.
struct Shape {
    name: &'static str,
    schema: Value,
    leaf: Value,
    bad: Value,
    wrap: fn(Value) -> Value,
}

fn shapes() -> Vec<Shape> {
    let mut shapes = Vec::new();
    for union in ["anyOf", "oneOf"] {
        let tagged = json!({"$ref": "#/$defs/n", "$defs": {"n": {union: [
            {"type": "object", "properties": {"kind": {"const": "leaf"}, "v": {"type": "integer"}}, "required": ["kind", "v"]},
            {"type": "object", "properties": {"kind": {"const": "node"}, "next": {"$ref": "#/$defs/n"}}, "required": ["kind", "next"]},
            {"type": "object", "properties": {"kind": {"const": "other"}, "next": {"$ref": "#/$defs/n"}}, "required": ["kind", "next"]},
        ]}}});
        shapes.push(Shape {
            name: "tagged",
            schema: tagged,
            leaf: json!({"kind": "leaf", "v": 2.0}),
            bad: json!({"kind": "leaf", "v": "x"}),
            wrap: |inner| json!({"kind": "node", "next": inner}),
        });
        let untagged = json!({"$ref": "#/$defs/n", "$defs": {"n": {union: [
            {"type": "integer"},
            {"type": "object", "properties": {"a": {"$ref": "#/$defs/n"}, "m": {"type": "integer"}}, "required": ["a"]},
            {"type": "object", "properties": {"b": {"$ref": "#/$defs/n"}, "m": {"type": "string"}}, "required": ["b"]},
        ]}}});
        shapes.push(Shape {
            name: "untagged",
            schema: untagged,
            leaf: json!(2.0),
            bad: json!("x"),
            wrap: |inner| json!({"a": inner, "m": 3.0}),
        });
    }
    // Both alternatives fit every level: whoever tries each of them at each level is lost.
    let alike = json!({"$ref": "#/$defs/n", "$defs": {"n": {"anyOf": [
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/n"}, "m": {"type": "integer"}}},
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/n"}, "n": {"type": "string"}}},
        {"type": "integer"},
    ]}}});
    shapes.push(Shape {
        name: "alike",
        schema: alike,
        leaf: json!(2.0),
        bad: json!(true),
        wrap: |inner| json!({ "a": inner }),
    });
    let option = json!({"type": "object", "properties": {"v": {"type": "integer"}, "next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}});
    shapes.push(Shape {
        name: "option",
        schema: option,
        leaf: json!({"v": 2.0, "next": null}),
        bad: json!({"v": "x"}),
        wrap: |inner| json!({"v": 1.0, "next": inner}),
    });
    let tree = json!({"type": "object", "properties": {"v": {"type": "integer"}, "children": {"type": "array", "items": {"$ref": "#"}}}});
    shapes.push(Shape {
        name: "tree",
        schema: tree,
        leaf: json!({"v": 2.0}),
        bad: json!({"v": "x"}),
        wrap: |inner| json!({"children": [{"v": 1}, inner]}),
    });
    // The author's own `unevaluatedProperties`, on the target of the reference.
    let composed = json!({"$ref": "#/$defs/n", "$defs": {"n": {
        "type": "object",
        "allOf": [{"properties": {"v": {"type": "integer"}}}, {"properties": {"next": {"anyOf": [{"$ref": "#/$defs/n"}, {"type": "null"}]}}}],
        "unevaluatedProperties": false,
    }}});
    shapes.push(Shape {
        name: "composed",
        schema: composed,
        leaf: json!({"v": 2.0}),
        bad: json!({"v": "x"}),
        wrap: |inner| json!({"v": 1.0, "next": inner}),
    });
    let conditional = json!({
        "type": "object",
        "properties": {"v": {"type": "integer"}, "next": {"$ref": "#"}},
        "if": {"required": ["next"]}, "then": {"properties": {"v": {"maximum": 9}}}, "else": {"required": ["v"]},
    });
    shapes.push(Shape {
        name: "conditional",
        schema: conditional,
        leaf: json!({"v": 2.0}),
        bad: json!({"v": "x"}),
        wrap: |inner| json!({"v": 1.0, "next": inner}),
    });
    shapes
}

/// Levels that one wrapping adds are told by the data itself, so that all of it nests as deep as a message may.
fn nested(shape: &Shape, leaf: &Value) -> Value {
    let mut value = leaf.clone();
    let per_level = wymcp_conformance::depth(&(shape.wrap)(json!(1)));
    for _ in 0..(DEPTH / per_level) {
        value = (shape.wrap)(value);
    }
    value
}

fn mount(shape: &Shape) -> Mount {
    Mount::builder("deep", "1")
        .tool(One::new(ActionSchema::new("Act").property("x", shape.schema.clone())))
        .build()
        .unwrap_or_else(|offences| panic!("{}: {offences}", shape.name))
}

/// The value at the end of a nest, by following the only path that nests.
fn deepest(mut value: &Value) -> &Value {
    loop {
        let below = match value {
            Value::Object(members) => members.values().find(|member| member.is_object() || member.is_array()),
            Value::Array(items) => items.last(),
            _ => None,
        };
        match below {
            Some(below) => value = below,
            None => return value,
        }
    }
}

#[test]
fn val_6_good_data_at_depth_100_passes_and_its_whole_floats_arrive_as_integers() {
    for shape in shapes() {
        let mount = mount(&shape);
        let result = call(
            &mount,
            "one",
            json!({"action": "act", "data": {"x": nested(&shape, &shape.leaf)}}),
        );
        assert!(!result.is_error(), "{}: {}", shape.name, result.text());
        let text = deepest(&result.json()).to_string();
        assert!(text.contains('2') && !text.contains("2.0"), "{}: {text}", shape.name);
    }
}

#[test]
fn val_6_a_bad_leaf_at_depth_100_is_refused_in_few_words() {
    for shape in shapes() {
        let mount = mount(&shape);
        let result = call(
            &mount,
            "one",
            json!({"action": "act", "data": {"x": nested(&shape, &shape.bad)}}),
        );
        let refused = refusal(&result);
        assert_eq!(refused["error"], "invalid_values", "{}", shape.name);
        assert!(refused["invalid_count"].as_u64().unwrap() >= 1, "{}", shape.name);
        let schema = shape.schema.to_string().len();
        assert!(
            result.text().len() < 6_000 + 3 * schema,
            "{}: {} bytes",
            shape.name,
            result.text().len()
        );
    }
}

#[test]
fn val_6_an_unknown_key_at_depth_100_is_refused() {
    for shape in shapes() {
        let mut leaf = (shape.wrap)(shape.leaf.clone());
        let Some(members) = leaf.as_object_mut() else { continue };
        members.insert("zz".to_owned(), json!(1));
        let mount = mount(&shape);
        let result = call(
            &mount,
            "one",
            json!({"action": "act", "data": {"x": nested(&shape, &leaf)}}),
        );
        let refused = refusal(&result);
        // Where the author closed the place himself, the validator answers (KEY-10).
        let wanted = if shape.name == "composed" {
            "invalid_values"
        } else {
            "unknown_params"
        };
        assert_eq!(refused["error"], wanted, "{}: {refused}", shape.name);
    }
}

#[test]
fn val_6_wide_and_deep_data_is_judged_once_per_place() {
    // Sixteen places at each of a hundred levels.
    let shape = shapes().into_iter().find(|shape| shape.name == "tree").unwrap();
    let mut value = shape.leaf.clone();
    for _ in 0..50 {
        let children: Vec<Value> = (0..15).map(|n| json!({ "v": n })).chain([value]).collect();
        value = json!({ "children": children });
    }
    assert!(!call(&mount(&shape), "one", json!({"action": "act", "data": {"x": value}})).is_error());
}

#[test]
fn val_6_depth_100_over_the_wire() {
    block_on(async {
        for shape in shapes() {
            let served = Served::start(mount(&shape)).await;
            for (leaf, refused) in [(&shape.leaf, false), (&shape.bad, true)] {
                let answer = served
                    .call("one", &json!({"action": "act", "data": {"x": nested(&shape, leaf)}}))
                    .await
                    .json();
                assert_eq!(answer["result"]["isError"] == true, refused, "{}: {answer}", shape.name);
            }
        }
    });
}

#[test]
fn key_10_a_union_that_returns_to_its_own_closing_is_an_offence() {
    let schema = json!({"$ref": "#/$defs/n", "$defs": {"n": {"anyOf": [
        {"type": "integer"},
        {"allOf": [{"properties": {"a": {"$ref": "#/$defs/n"}}}, {"properties": {"b": {}}}], "unevaluatedProperties": false},
    ]}}});
    let offences = Mount::builder("deep", "1")
        .tool(One::new(ActionSchema::new("Act").property("x", schema)))
        .build()
        .err()
        .unwrap();
    assert!(offences.to_string().contains("unevaluatedProperties"), "{offences}");
}
