//! One mistake of each kind.

use serde_json::{Value, json};
use wymcp_actions::{ActionSchema, Offence, Payload};

pub(super) fn of_json(value: Value) -> Vec<Offence> {
    ActionSchema::read_json(&value).examine("act", None).offences().to_vec()
}

pub(super) fn of_property(schema: Value) -> Vec<Offence> {
    of_builder(ActionSchema::new("Act").property("p", schema))
}

pub(super) fn of_builder(schema: ActionSchema) -> Vec<Offence> {
    schema.examine("act", None).offences().to_vec()
}

pub(super) fn of_payload(schema: fn() -> Value) -> Vec<Offence> {
    ActionSchema::new("Act")
        .examine("act", Some(Payload::new("Payload", schema)))
        .offences()
        .to_vec()
}

fn deep() -> Value {
    (0..130).fold(json!({"type": "string"}), |inner, _| json!({ "items": inner }))
}

/// One mistake each, by what it is.
pub(super) fn mistakes() -> Vec<(&'static str, Vec<Offence>)> {
    let with = |key: &str, value: Value| {
        let mut schema = json!({"description": "Act", "properties": {"a": {}, "b": {}}});
        schema[key] = value;
        of_json(schema)
    };
    let act = || {
        ActionSchema::new("Act")
            .property("a", json!({}))
            .property("b", json!({}))
    };
    vec![
        ("the schema is a list", of_json(json!([]))),
        ("a ninth key", with("require", json!(["a"]))),
        ("a description that is a number", with("description", json!(5))),
        ("no description", of_json(json!({"properties": {}}))),
        ("a blank description", with("description", json!(" "))),
        ("a description of two lines", of_builder(ActionSchema::new("Act\nnow"))),
        ("a blank action name", act().examine(" ", None).offences().to_vec()),
        (
            "an action name of two lines",
            act().examine("a\nb", None).offences().to_vec(),
        ),
        ("no properties", of_json(json!({"description": "Act"}))),
        ("properties that are a list", with("properties", json!(["a"]))),
        ("a property schema that is a string", of_property(json!("string"))),
        (
            "nested properties that are a list",
            of_property(json!({"type": "object", "properties": ["x"]})),
        ),
        (
            "a nested property that is a string",
            of_property(json!({"type": "object", "properties": {"x": "string"}})),
        ),
        (
            "additionalProperties that is null",
            of_property(json!({"type": "object", "additionalProperties": null})),
        ),
        ("a property nested too deep", of_property(deep())),
        (
            "$id",
            of_property(json!({"$id": "https://example.com/s", "type": "string"})),
        ),
        (
            "$schema below a pattern",
            of_property(
                json!({"patternProperties": {"^x": {"$schema": "https://json-schema.org/draft/2020-12/schema"}}}),
            ),
        ),
        (
            "$dynamicRef",
            of_property(json!({"$dynamicAnchor": "n", "items": {"$dynamicRef": "#n"}})),
        ),
        (
            "dependencies",
            of_property(json!({"type": "object", "dependencies": {"a": ["b"]}})),
        ),
        (
            "x-mcp-header",
            of_property(json!({"type": "string", "x-mcp-header": "Region"})),
        ),
        (
            "equal anchors",
            of_builder(
                ActionSchema::new("Act")
                    .property("a", json!({"$anchor": "n"}))
                    .property("b", json!({"$anchor": "n"})),
            ),
        ),
        (
            "a reference that names nothing",
            of_property(json!({"$ref": "#/$defs/nope"})),
        ),
        (
            "a reference into data",
            of_property(json!({"items": {"$ref": "#/enum/0"}, "enum": [{}]})),
        ),
        (
            "a reference to another property",
            of_property(json!({"$ref": "#/properties/a"})),
        ),
        (
            "a property twice",
            of_builder(act().property("a", json!({"type": "string"}))),
        ),
        ("required that is an object", with("required", json!({"a": true}))),
        ("a required name that is a number", with("required", json!(["a", 1]))),
        ("required twice", of_builder(act().required(["a", "b", "a"]))),
        ("required and not declared", of_builder(act().required(["a", "c"]))),
        (
            "required_one_of without groups",
            with("required_one_of", json!(["a", "b"])),
        ),
        ("an empty group", with("required_one_of", json!([["a"], []]))),
        (
            "a group with a name twice",
            with("required_one_of", json!([["a", "a"]])),
        ),
        (
            "a group with an undeclared name",
            with("required_one_of", json!([["a"], ["c"]])),
        ),
        ("equal groups", with("required_one_of", json!([["a", "b"], ["b", "a"]]))),
        (
            "a group within another",
            with("required_one_of", json!([["a", "b"], ["a"]])),
        ),
        ("defaults that are a list", with("defaults", json!([1]))),
        ("a default that is not declared", with("defaults", json!({"c": 1}))),
        (
            "a default for a required property",
            of_builder(act().required(["a"]).default_to("a", 1)),
        ),
        (
            "a default twice",
            of_builder(act().default_to("a", 1).default_to("a", 2)),
        ),
        (
            "a default with an unknown key",
            of_builder(
                ActionSchema::new("Act")
                    .property("o", json!({"type": "object", "properties": {"x": {}}}))
                    .default_to("o", json!({"y": 1})),
            ),
        ),
        ("a default that is NaN", of_builder(act().default_to("a", f64::NAN))),
        ("notes that are a list", with("notes", json!([]))),
        ("notes twice", of_builder(act().notes("one").notes("two"))),
        ("related that is a string", with("related", json!("list"))),
        ("an example that is a list", with("examples", json!([[1]]))),
        ("an example nested too deep", with("examples", json!([{ "a": deep() }]))),
        (
            "keys that no one owns",
            of_property(json!({"properties": {"x": {}}, "then": {"properties": {"y": {}}}, "if": {"required": ["x"]}})),
        ),
        (
            "a narrowing that names a key of its own",
            of_property(
                json!({"properties": {"a": {"properties": {"x": {}}}}, "allOf": [{"properties": {"a": {"properties": {"y": {}}}}}]}),
            ),
        ),
        (
            "an object below a pattern",
            of_property(json!({"type": "object", "patternProperties": {"^x": {"properties": {"y": {}}}}})),
        ),
        (
            "a cycle back to unevaluatedProperties",
            of_property(
                json!({"$ref": "#/$defs/N", "$defs": {"N": {"anyOf": [{"type": "object", "properties": {"n": {"$ref": "#/$defs/N", "unevaluatedProperties": false}}}, {"type": "null"}]}}}),
            ),
        ),
        (
            "a malformed keyword that closure reads",
            of_property(json!({"type": "object", "patternProperties": 5})),
        ),
        (
            "a payload beside a property",
            act()
                .examine(
                    "act",
                    Some(Payload::new("Payload", || json!({"type": "object", "properties": {}}))),
                )
                .offences()[..1]
                .to_vec(),
        ),
        (
            "a payload that is an enum",
            of_payload(|| json!({"oneOf": [{"const": "a"}]})),
        ),
        (
            "a payload that is a list",
            of_payload(|| json!({"type": "array", "items": {}})),
        ),
        ("a payload of any kind", of_payload(|| json!(true))),
        (
            "a payload that says something of the whole",
            of_payload(|| json!({"type": "object", "properties": {}, "minProperties": 1})),
        ),
        (
            "a payload that is a map",
            of_payload(|| json!({"type": "object", "additionalProperties": {"type": "string"}})),
        ),
        (
            "a payload with a wide number",
            of_payload(|| json!({"type": "object", "properties": {"n": {"type": "integer", "format": "uint128"}}})),
        ),
        (
            "a payload whose default was lost",
            of_payload(
                || json!({"type": "object", "properties": {"n": {"type": "number", "format": "double", "default": null}}}),
            ),
        ),
        (
            "a text that no schema describes",
            of_payload(
                || json!({"type": "object", "properties": {"at": {"type": "string", "format": "zoned-date-time"}}}),
            ),
        ),
        (
            "a field that tells absent from null and has to be sent",
            of_payload(
                || json!({"type": "object", "properties": {"due": {"x-wymcp-maybe": true}}, "required": ["due"]}),
            ),
        ),
        (
            "no documentation to describe",
            ActionSchema::of_payload()
                .examine("act", Some(Payload::new("Payload", || json!({"type": "object"}))))
                .offences()
                .to_vec(),
        ),
        (
            "no payload to describe",
            ActionSchema::of_payload().examine("act", None).offences().to_vec(),
        ),
    ]
}
