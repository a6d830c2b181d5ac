//! Every offence: what it says, that it comes with all others, and that one mistake is one offence (ACT-11).

mod mistakes;

use std::collections::BTreeSet;

use serde_json::{Value, json};
use wymcp_actions::{ActionSchema, Object, Offence, OffenceCode};

use mistakes::{mistakes, of_builder, of_json, of_property};

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
        let found: Vec<_> = of_json(schema).iter().map(|offence| offence.found()).collect();
        assert!(!found.is_empty() && found.iter().all(Option::is_none), "{found:?}");
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
