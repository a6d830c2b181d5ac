//! What is found, and that it fits.

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::ValueGate;
use crate::strategy::schema;

fn witness(schema: &Value) -> Option<Value> {
    ValueGate::build(schema).unwrap().witness()
}

#[test]
fn a_schema_without_demands_has_the_plainest_value() {
    for (schema, value) in [
        (
            json!({"type": "object", "properties": {"a": {"type": "string"}}}),
            json!({}),
        ),
        (json!({"type": "array", "items": {"type": "integer"}}), json!([])),
        (json!({"type": "string"}), json!("")),
        (json!({"type": ["null", "integer"]}), json!(0)),
        (json!({"type": "boolean"}), json!(false)),
        (json!({"type": "null"}), json!(null)),
        (json!({"properties": {"a": true}}), json!({})),
        (json!({"minimum": 3}), json!(3)),
        (json!(true), json!("")),
    ] {
        assert_eq!(witness(&schema), Some(value), "{schema}");
    }
}

#[test]
fn what_is_demanded_is_there() {
    for (schema, value) in [
        (json!({"type": "string", "minLength": 3}), json!("aaa")),
        (json!({"type": "string", "pattern": "^[a-z]{2}-[0-9]+$"}), json!("aa-0")),
        (
            json!({"type": "string", "pattern": "^(x|yy)$", "minLength": 2}),
            json!("yy"),
        ),
        (
            json!({"type": "string", "pattern": "^[A-Z]+$", "minLength": 4}),
            json!("AAAA"),
        ),
        (json!({"type": "string", "pattern": "b", "minLength": 3}), json!("baa")),
        (json!({"type": "string", "format": "date"}), json!("2024-02-29")),
        (
            json!({"type": "integer", "exclusiveMinimum": 5, "multipleOf": 4}),
            json!(8),
        ),
        (
            json!({"type": "number", "minimum": 0.25, "exclusiveMaximum": 0.5}),
            json!(0.25),
        ),
        (
            json!({"type": "number", "exclusiveMinimum": 0.25, "exclusiveMaximum": 0.5}),
            json!(0.375),
        ),
        (json!({"type": "integer", "minimum": u64::MAX}), json!(u64::MAX)),
        (
            json!({"type": "array", "minItems": 2, "uniqueItems": true, "items": {"type": "integer"}}),
            json!([0, 1]),
        ),
        (
            json!({"type": "array", "contains": {"const": 7}, "minContains": 2}),
            json!([7, 7]),
        ),
        (
            json!({"type": "object", "minProperties": 2, "properties": {"b": {"type": "integer"}}}),
            json!({"b": 0, "a": ""}),
        ),
        (
            json!({"type": "object", "minProperties": 1, "patternProperties": {"^x-": {"type": "integer"}}, "additionalProperties": false}),
            json!({"x-": 0}),
        ),
        (
            json!({"type": "object", "required": ["a"], "dependentRequired": {"a": ["b"]}}),
            json!({"a": "", "b": ""}),
        ),
        (
            json!({"type": "object", "required": ["a"], "dependentSchemas": {"a": {"required": ["c"]}}}),
            json!({"a": "", "c": ""}),
        ),
        (
            json!({"type": "object", "properties": {"k": {"enum": ["x", "y"]}}, "required": ["k"], "if": {"properties": {"k": {"const": "x"}}}, "then": {"required": ["only"]}}),
            json!({"k": "x", "only": ""}),
        ),
        (
            json!({"type": "object", "anyOf": [{"required": ["a"]}, {"required": ["b"]}], "properties": {"a": {"type": "integer"}, "b": true}}),
            json!({"a": 0}),
        ),
        (
            json!({"type": "object", "not": {"maxProperties": 0}, "properties": {"a": {"type": "integer"}}}),
            json!({"a": 0}),
        ),
        (json!({"oneOf": [{"type": "integer"}, {"type": "number"}]}), json!(0.5)),
        (
            json!({"type": ["string", "null"], "not": {"type": "string"}}),
            json!(null),
        ),
    ] {
        assert_eq!(witness(&schema), Some(value), "{schema}");
    }
}

#[test]
fn every_format_that_is_known_has_a_text() {
    for format in [
        "date",
        "date-time",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "iri",
        "iri-reference",
        "json-pointer",
        "regex",
        "relative-json-pointer",
        "time",
        "uri",
        "uri-reference",
        "uri-template",
        "uuid",
    ] {
        let gate = ValueGate::build(&json!({"type": "string", "format": format})).unwrap();
        assert_eq!(gate.witnesses(2).len(), 2, "{format}");
    }
}

#[test]
fn recursion_ends_where_the_schema_lets_it() {
    let tree = json!({"$ref": "#/$defs/node", "$defs": {"node": {
        "type": "object",
        "properties": {"value": {"type": "integer"}, "left": {"anyOf": [{"$ref": "#/$defs/node"}, {"type": "null"}]}},
        "required": ["value", "left"],
    }}});
    assert_eq!(witness(&tree), Some(json!({"value": 0, "left": null})));
    let endless = json!({"type": "object", "properties": {"next": {"$ref": "#"}}, "required": ["next"]});
    assert_eq!(witness(&endless), None);
}

#[test]
fn a_value_that_would_double_at_every_level_is_not_made() {
    let mut defs = serde_json::Map::new();
    for level in 0..60 {
        let next = json!({"$ref": format!("#/$defs/d{}", level + 1)});
        defs.insert(
            format!("d{level}"),
            json!({"type": "object", "properties": {"a": next, "b": next}, "required": ["a", "b"]}),
        );
    }
    defs.insert("d60".to_owned(), json!({"type": "integer"}));
    assert_eq!(witness(&json!({"$ref": "#/$defs/d0", "$defs": defs})), None);
}

#[test]
fn what_nothing_fits_has_no_witness() {
    for schema in [
        json!(false),
        json!({"type": "string", "minLength": 3, "maxLength": 2}),
        json!({"allOf": [{"type": "string"}, {"type": "integer"}]}),
        json!({"type": "object", "properties": {"a": false}, "required": ["a"]}),
        json!({"type": "string", "minLength": 1_000_000_000}),
        json!({"type": "array", "minItems": 1_000_000_000}),
    ] {
        assert_eq!(witness(&schema), None, "{schema}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    /// The same values every time, each different, each valid.
    #[test]
    fn witnesses_fit_differ_and_stay_the_same(schema in schema()) {
        let Ok(gate) = ValueGate::build(&schema) else { return Ok(()) };
        let found = gate.witnesses(4);
        prop_assert!(found.iter().all(|value| gate.is_valid(value)));
        for (index, value) in found.iter().enumerate() {
            prop_assert!(!found[..index].contains(value));
        }
        prop_assert_eq!(ValueGate::build(&schema).unwrap().witnesses(4), found);
    }
}
