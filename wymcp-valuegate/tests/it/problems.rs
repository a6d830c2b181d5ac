//! What a model reads, for every keyword (VAL-3, VAL-4, GAT-6).

use std::fmt::Write as _;

use serde_json::{Value, json};
use wymcp_valuegate::ValueGate;

/// The problems of each value, as a readable table.
fn told(schema: &Value, sent: impl IntoIterator<Item = Value>) -> String {
    let gate = ValueGate::build(schema).unwrap();
    let mut out = String::new();
    for data in sent {
        writeln!(out, "{data}").unwrap();
        match gate.check(&data) {
            None => writeln!(out, "    fits").unwrap(),
            Some(invalid) => {
                for entry in invalid.first() {
                    for problem in &entry.problems {
                        writeln!(out, "    {:?}: {problem}", entry.path).unwrap();
                    }
                }
                if invalid.count() > invalid.first().len() {
                    writeln!(out, "    {} paths in all", invalid.count()).unwrap();
                }
            }
        }
    }
    out
}

/// A snapshot under the name of its test, without the expression that made it.
macro_rules! shown {
    ($told:expr) => {
        insta::with_settings!({omit_expression => true}, { insta::assert_snapshot!($told) })
    };
}

#[test]
fn val_4_types_and_numbers() {
    let schema = json!({"properties": {
        "type": {"type": "string"},
        "types": {"type": ["null", "integer", "boolean"]},
        "integer": {"type": "integer"},
        "from_to": {"type": "integer", "minimum": 1, "maximum": 5},
        "from": {"type": "number", "minimum": 0.5},
        "below": {"type": "integer", "exclusiveMaximum": 10, "minimum": 0},
        "above": {"exclusiveMinimum": 0},
        "nullable": {"type": ["integer", "null"], "minimum": 1},
        "multiple": {"type": "number", "multipleOf": 0.01},
    }});
    shown!(told(
        &schema,
        [
            json!({"type": 1, "types": "x", "integer": 1.5, "from_to": "3", "from": [], "below": {}, "nullable": "1"}),
            json!({"integer": 1e300, "from_to": 9, "from": 0.25, "below": 10, "above": 0, "nullable": 0, "multiple": 1_070_468.145}),
            json!({"integer": 2.0, "from_to": 5.0, "from": 0.5, "nullable": null, "multiple": 1_070_468.14}),
        ]
    ));
}

#[test]
fn val_4_strings_and_values() {
    let schema = json!({"properties": {
        "length": {"type": "string", "minLength": 1, "maxLength": 200},
        "exact": {"type": "string", "minLength": 3, "maxLength": 3},
        "format": {"type": "string", "format": "date"},
        "pattern": {"type": "string", "pattern": "^(a+)+$"},
        "all": {"type": "string", "minLength": 2, "format": "email", "pattern": "x"},
        "enum": {"type": "string", "enum": ["open", "done"]},
        "mixed": {"enum": ["auto", 1, null]},
        "const": {"const": {"a": [1]}},
        "many": {"enum": (0..400).map(|n| format!("member{n}")).collect::<Vec<_>>()},
        "long": {"const": "c".repeat(1000)},
    }});
    shown!(told(
        &schema,
        [
            json!({"length": "", "exact": "four", "format": "2026-02-30", "pattern": "aab", "all": "", "enum": "opne", "mixed": "x",
            "const": 1, "many": "x", "long": "x"}),
            json!({"length": 1, "exact": null, "format": null, "all": 5, "enum": 3, "mixed": [], "many": 1}),
            json!({"length": "é", "format": "2024-02-29", "pattern": "aaa", "mixed": null, "const": {"a": [1.0]}}),
        ]
    ));
}

#[test]
fn val_4_objects() {
    let schema = json!({"properties": {
        "required": {"required": ["a", "b", "c, d"]},
        "dependent": {"dependentRequired": {"card": ["cvc", "name"]}},
        "dependent_schemas": {"dependentSchemas": {"card": {"required": ["cvc"]}}},
        "closed": {"properties": {"a": true, "b": true}, "patternProperties": {"^x-": true}, "additionalProperties": false},
        "none": {"additionalProperties": false},
        "size": {"minProperties": 1, "maxProperties": 2},
        "names": {"propertyNames": {"pattern": "^[a-z]+$", "maxLength": 3}},
        "map": {"additionalProperties": {"type": "integer"}},
        "pattern": {"patternProperties": {"^n": {"type": "integer"}}},
        "false": false,
        "unevaluated": {"properties": {"a": true}, "allOf": [{"properties": {"b": true}}], "unevaluatedProperties": false},
        "rest": {"properties": {"a": true}, "unevaluatedProperties": {"type": "integer"}},
    }});
    shown!(told(
        &schema,
        [
            json!({"required": {"a": 1}, "dependent": {"card": 1}, "dependent_schemas": {"card": 1}, "closed": {"SENT": 1, "x-a": 1},
            "none": {"SENT": 1}, "size": {}, "names": {"ABCD": 1, "EFGH": 2}, "map": {"a": "x", "b": 1, "c": 1.5},
            "pattern": {"n": "x", "m": "x"}, "false": 1, "unevaluated": {"a": 1, "b": 1, "SENT": 1}, "rest": {"a": 1, "b": "x"}}),
            json!({"size": {"a": 1, "b": 2, "c": 3}}),
            json!({"required": 1, "closed": {"a": 1}, "none": {}, "unevaluated": {"a": 1, "b": 1}}),
        ]
    ));
}

#[test]
fn gat_6_every_missing_key_is_told() {
    let names: Vec<String> = (0..60).map(|n| format!("property_number_{n}")).collect();
    let gate = ValueGate::build(&json!({"required": names})).unwrap();
    let invalid = gate.check(&json!({})).unwrap();
    let told: Vec<&str> = invalid.first()[0]
        .problems
        .iter()
        .flat_map(|problem| problem.strip_prefix("missing required ").unwrap().split(", "))
        .collect();
    assert_eq!(told, names);
}

#[test]
fn val_4_arrays() {
    let schema = json!({"properties": {
        "count": {"type": "array", "minItems": 1, "maxItems": 2},
        "items": {"items": {"type": "integer"}},
        "prefix": {"prefixItems": [{"type": "integer"}, {"type": "string"}], "items": false},
        "unique": {"uniqueItems": true},
        "contains": {"contains": {"type": "integer", "minimum": 5}},
        "some": {"contains": {"const": 1}, "minContains": 2, "maxContains": 3},
        "unevaluated": {"prefixItems": [true], "unevaluatedItems": false},
    }});
    shown!(told(
        &schema,
        [
            json!({"count": [], "items": [1, "x", 2, null], "prefix": ["x", "y", 3, 4], "unique": [1, 1.0], "contains": [1, 2],
            "some": [1], "unevaluated": [1, 2, 3]}),
            json!({"count": [1, 2, 3], "some": [1, 1, 1, 1]}),
            json!({"count": "x", "prefix": [1, "y"], "some": [1, 1]}),
            json!({"items": (0..30).map(|n| n.to_string()).collect::<Vec<_>>()}),
        ]
    ));
}

#[test]
fn val_4_in_place() {
    let schema = json!({"$defs": {"port": {"type": "integer", "minimum": 1, "maximum": 65535}}, "properties": {
        "ref": {"$ref": "#/$defs/port"},
        "ref_beside": {"$ref": "#/$defs/port", "multipleOf": 10},
        "all": {"allOf": [{"type": "object", "required": ["a"]}, {"required": ["b"]}, {"$ref": "#/$defs/port"}]},
        "if": {"if": {"properties": {"kind": {"const": "a"}}}, "then": {"required": ["x"]}, "else": {"required": ["y"]}},
        "not": {"not": {"type": "string"}},
        "not_const": {"not": {"const": 3}},
        "not_keys": {"not": {"required": ["a"]}},
    }});
    shown!(told(
        &schema,
        [
            json!({"ref": 0, "ref_beside": 15, "all": {}, "if": {"kind": "a"}, "not": "x", "not_const": 3, "not_keys": {"a": 1}}),
            json!({"ref": "x", "ref_beside": 65540, "all": {"a": 1}, "if": {"kind": "b"}}),
            json!({"ref": 80, "if": {"x": 1}}),
        ]
    ));
}

#[test]
fn val_4_alternatives() {
    let schema = json!({
        "$defs": {
            "circle": {"type": "object", "properties": {"kind": {"const": "circle"}, "r": {"type": "number", "minimum": 0}}, "required": ["kind", "r"]},
            "square": {"type": "object", "properties": {"kind": {"const": "square"}, "side": {"type": "number"}}, "required": ["kind", "side"]},
        },
        "properties": {
            "types": {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "integer"}, {"type": "null"}]},
            "or_null": {"anyOf": [{"type": "string", "format": "date"}, {"type": "null"}]},
            "ref_or_null": {"anyOf": [{"$ref": "#/$defs/circle"}, {"type": "null"}]},
            "tagged": {"oneOf": [{"$ref": "#/$defs/circle"}, {"$ref": "#/$defs/square"}]},
            "keyed": {"oneOf": [
                {"type": "object", "properties": {"user": {"type": "string"}}, "required": ["user"]},
                {"type": "object", "properties": {"team": {"type": "string"}}, "required": ["team"]},
            ]},
            "consts": {"oneOf": [{"const": "low"}, {"const": "high"}, {"enum": [1, 2]}]},
            "both": {"oneOf": [{"type": "integer"}, {"minimum": 3, "type": "number"}]},
            "many": {"anyOf": (0..14).map(|n| json!({"required": [format!("key{n}")]})).collect::<Vec<_>>()},
            "untyped": {"anyOf": [{"minimum": 10}, {"multipleOf": 7}]},
            "single": {"anyOf": [{"type": "integer"}]},
        },
    });
    shown!(told(
        &schema,
        [
            json!({"types": [], "or_null": 1, "ref_or_null": {}, "tagged": {"kind": "circle"}, "keyed": {}, "consts": "mid", "both": 4,
            "many": {}, "untyped": 5, "single": "x"}),
            json!({"types": "four", "or_null": "x", "ref_or_null": {"kind": "circle", "r": -1}, "tagged": {"kind": "circle", "r": "x"},
            "keyed": {"user": 1}, "consts": []}),
            json!({"types": 1.5, "ref_or_null": "x", "tagged": {"kind": "triangle", "r": 1}, "keyed": {"user": "a", "team": "b"}}),
            json!({"types": null, "or_null": null, "tagged": {"r": 1}, "keyed": "x"}),
            json!({"tagged": {}}),
            json!({"tagged": []}),
        ]
    ));
}

#[test]
fn bnd_3_paths_come_in_order_and_are_cut() {
    let gate = ValueGate::build(
        &json!({"type": "object", "additionalProperties": {"items": {"type": "integer"}}, "required": ["z"]}),
    )
    .unwrap();
    let long = "k".repeat(300);
    let items: Vec<&str> = vec!["x"; 12];
    let invalid = gate
        .check(&json!({"b": items, "a/b": ["x"], long.as_str(): ["x"]}))
        .unwrap();
    let paths: Vec<&str> = invalid.first().iter().map(|entry| entry.path.as_str()).collect();
    assert_eq!(
        paths,
        [
            "", "/a~1b/0", "/b/0", "/b/1", "/b/2", "/b/3", "/b/4", "/b/5", "/b/6", "/b/7"
        ]
    );
    assert_eq!(invalid.count(), 15);
    let cut = gate.check(&json!({"z": 1, long.as_str(): ["x"]})).unwrap();
    assert_eq!(cut.first()[0].path, format!("/{}… (+47)", "k".repeat(255)));
}

#[test]
fn val_4_nothing_is_told_of_the_same_problem_twice() {
    let gate = ValueGate::build(
        &json!({"allOf": [{"type": "integer"}, {"$ref": "#/$defs/i"}], "$defs": {"i": {"type": "integer"}}}),
    )
    .unwrap();
    assert_eq!(
        gate.check(&json!("x")).unwrap().first()[0].problems,
        ["must be an integer, got string"]
    );
}

#[test]
fn val_2_a_null_is_a_value_like_any_other() {
    let gate =
        ValueGate::build(&json!({"properties": {"due": {"type": "string", "format": "date"}}, "required": ["due"]}))
            .unwrap();
    let invalid = gate.check(&json!({"due": null})).unwrap();
    assert_eq!(
        invalid.to_value(),
        json!([{"path": "/due", "problems": ["must be a string in `date` format, got null"]}])
    );
}
