//! Every offence: what it says, that it comes with all others, and that one mistake is one offence (ACT-11).

use std::collections::BTreeSet;

use serde_json::{Value, json};
use wymcp_actions::{ActionSchema, Object, Offence, OffenceCode, Payload};

/// An offence as an author may be shown it, field by field. The source line is told without its number.
fn told(offence: &Offence) -> String {
    let found = offence.found().unwrap_or("-");
    let place = offence.location().map_or("-".to_owned(), |l| {
        l.file().rsplit('/').next().unwrap_or_default().to_owned()
    });
    format!(
        "code: {}\npointer: {}\nwanted: {}\nfound: {found}\nwhy: {}\nmend: {}\nin: {place}\n",
        offence.code(),
        offence.pointer(),
        offence.wanted(),
        offence.why(),
        offence.mend()
    )
}

fn of_json(value: Value) -> Vec<Offence> {
    ActionSchema::read_json(&value).examine("act", None).offences().to_vec()
}

fn of_property(schema: Value) -> Vec<Offence> {
    of_builder(ActionSchema::new("Act").property("p", schema))
}

fn of_builder(schema: ActionSchema) -> Vec<Offence> {
    schema.examine("act", None).offences().to_vec()
}

fn of_payload(schema: fn() -> Value) -> Vec<Offence> {
    ActionSchema::new("Act")
        .examine("act", Some(Payload::new("Payload", schema)))
        .offences()
        .to_vec()
}

fn deep() -> Value {
    (0..130).fold(json!({"type": "string"}), |inner, _| json!({ "items": inner }))
}

/// One mistake each, by what it is.
fn mistakes() -> Vec<(&'static str, Vec<Offence>)> {
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

#[test]
fn act_11_every_mistake_is_one_offence_that_says_how_to_mend_it() {
    let mut text = String::new();
    for (mistake, offences) in mistakes() {
        assert_eq!(offences.len(), 1, "{mistake}: {offences:#?}");
        text.push_str(&format!("# {mistake}\n{}\n", told(&offences[0])));
    }
    insta::assert_snapshot!(text);
}

#[test]
fn act_11_every_code_is_reached() {
    let reached: BTreeSet<_> = mistakes()
        .iter()
        .flat_map(|(_, offences)| offences.iter().map(Offence::kind))
        .collect();
    let missed: Vec<_> = OffenceCode::ALL
        .iter()
        .filter(|code| !reached.contains(*code))
        .collect();
    // It takes a hundred thousand comparisons; `wymcp-keyset` has the test.
    assert_eq!(missed, [&OffenceCode::TooIntricate]);
}

#[test]
fn act_11_one_line_says_it_all() {
    let offences = of_json(json!({"description": "Act", "properties": {}, "required": [1]}));
    insta::assert_snapshot!(offences[0].to_string());
}

#[test]
fn act_11_all_mistakes_come_at_once_in_the_order_of_the_keys() {
    let schema = json!({
        "examples": [5], "related": [1], "notes": 2, "defaults": {"z": 1, "a": 2}, "required_one_of": [["q"], ["b", "c"], ["c"]],
        "required": ["a", "y"], "properties": {"c": {"$ref": "#/$defs/no"}, "b": {"type": "object", "properties": 3}, "a": {"$id": "x"}},
        "description": "two\nlines", "extra": 1,
    });
    let offences = of_json(schema.clone());
    let places: Vec<_> = offences
        .iter()
        .map(|o| format!("{} {}", o.pointer(), o.code()))
        .collect();
    insta::assert_snapshot!(places.join("\n"));
    assert_eq!(offences, of_json(schema));
}

#[test]
fn act_11_what_cannot_be_judged_because_of_another_is_left_out() {
    // Without properties no name can be undeclared; a default of a property that is no schema is not judged.
    for schema in [
        json!({"description": "Act", "properties": 1, "required": ["a"], "required_one_of": [["b"]], "defaults": {"c": 1}}),
        json!({"description": "Act", "properties": {"a": 5}, "defaults": {"a": {"x": 1}}, "required_one_of": [["a"]]}),
        json!({"description": "Act", "properties": {"a": {"$id": "x", "$ref": "#/nowhere"}}}),
    ] {
        assert_eq!(of_json(schema.clone()).len(), 1, "{schema}");
    }
}

#[test]
fn act_11_an_offence_names_the_line_of_the_call_that_made_it() {
    let schema = ActionSchema::new("Act")
        .property("a", json!({}))
        .property("b", json!("no schema"))
        .required(["c"]);
    let lines: Vec<_> = of_builder(schema)
        .iter()
        .map(|o| o.location().unwrap().line())
        .collect();
    assert_eq!(lines[1], lines[0] + 1);
}

#[test]
fn f22_dead_and_contradictory_configuration_is_found() {
    let codes = |value| of_json(value).iter().map(Offence::code).collect::<Vec<_>>();
    let base = |key: &str, value: Value| json!({"description": "d", "properties": {"a": {}, "b": {}}, "required": ["a"], key: value});
    assert_eq!(codes(base("defaults", json!({"a": 1}))), ["default_for_required"]);
    assert_eq!(codes(base("required", json!(["z"]))), ["undeclared_property"]);
    assert_eq!(
        codes(base("required_one_of", json!([["a"], ["a", "b"]]))),
        ["redundant_group"]
    );
    assert_eq!(codes(base("require", json!(["a"]))), ["unknown_key"]);
}

/// Where a value stands at the pointer, its type is told; where none stands, none is.
#[test]
fn act_11_found_is_what_stands_there() {
    let whole = json!({
        "description": " ", "properties": {"a": {}, "b": {"type": "object", "properties": {}}, "c": {"$anchor": "n", "items": {"$anchor": "n"}},
        "d": {"$ref": "#/no"}, "e": {"$id": "x"}}, "required": ["a", "a", "z"], "required_one_of": [[], ["a", "a"], ["z"], ["b"], ["b", "c"]],
        "defaults": {"a": true, "b": {"k": 5}, "z": null}, "more": {},
    });
    let offences = of_json(whole.clone());
    assert_eq!(offences.len(), 14, "{offences:#?}");
    for offence in offences {
        assert_eq!(
            offence.found(),
            whole.pointer(offence.pointer()).map(wymcp_bound::json_type),
            "{offence}"
        );
    }
    for schema in [json!({}), json!({"description": "d"})] {
        assert!(of_json(schema).iter().all(|offence| offence.found().is_none()));
    }
}

#[test]
fn act_11_pointer_and_found_type_agree_with_the_schema() {
    let schema = json!({
        "description": 1, "properties": {"a/b": "x", "c~d": {"type": "object", "properties": {"e": [null]}}}, "required": [true],
        "required_one_of": [[{}]], "defaults": 3, "notes": null, "related": [[]], "examples": ["s"],
    });
    let offences = of_json(schema.clone());
    assert_eq!(offences.len(), 9);
    for offence in offences {
        let at = schema.pointer(offence.pointer()).unwrap_or_else(|| panic!("{offence}"));
        assert_eq!(offence.found(), Some(wymcp_bound::json_type(at)));
    }
}

#[test]
fn act_11_a_deep_property_is_an_offence_and_no_overflow() {
    let mut schema = json!({});
    for _ in 0..1_000 {
        // `json!` itself would recurse.
        schema = Value::Object(Object::from_iter([("items".to_owned(), schema)]));
    }
    assert_eq!(of_property(schema)[0].code(), "schema_nesting");
}
