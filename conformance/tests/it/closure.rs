//! KEY: the closure that is published is the closure that is enforced.

use serde_json::{Value, json};
use wymcp_conformance::{admission, closure};

use crate::support::{cases, say};

#[test]
fn key_5_published_is_enforced_over_generated_schemas_and_data() {
    let outcome = closure::run(cases(1_500), 0);
    say(&format!(
        "KEY-5: {}",
        outcome.coverage.to_string().lines().next().unwrap_or_default()
    ));
    let found: Vec<String> = outcome.counterexamples.iter().map(ToString::to_string).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert_eq!(outcome.coverage.gaps(), Vec::<String>::new(), "{}", outcome.coverage);
}

fn admitted(what: &str, outcome: &admission::Outcome) {
    say(&format!("KEY-5, {what}: {outcome}"));
    let found: Vec<String> = outcome.counterexamples.iter().map(ToString::to_string).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert_eq!(outcome.gaps(), Vec::<String>::new());
}

#[test]
fn key_5_with_required_and_groups_over_generated_actions() {
    admitted("actions", &admission::actions(cases(300), 0));
}

#[test]
fn key_5_def_1_what_is_listed_of_a_plain_tool_is_enforced() {
    admitted("plain tools", &admission::plain_tools(cases(400), 0));
}

#[test]
fn key_5_the_property_finds_what_is_broken() {
    let open = json!({"properties": {"a": true}});
    let closed = json!({"properties": {"a": true}, "additionalProperties": false});
    let integer = json!({"properties": {"a": {"type": "integer"}}});
    let governed = json!({"properties": {"a": true}, "additionalProperties": true});
    for (schema, published, data, property) in [
        (&open, &open, json!({"zz": 1}), "gate 7 is sound"),
        (
            &governed,
            &closed,
            json!({"zz": 1}),
            "gate 7 refuses all that closing refuses",
        ),
        (
            &integer,
            &closed,
            json!({"a": "x"}),
            "accepts nothing that the author's schema refuses",
        ),
    ] {
        let found = closure::broken_when_published(schema, published, &data);
        assert!(
            found.is_some_and(|found| found.contains(property)),
            "{found:?} instead of {property}"
        );
    }
}

/// Whether gate 7 refuses, and whether P accepts.
fn judged(schema: &Value, data: &Value) -> (bool, bool) {
    let keys = wymcp_keyset::KeySet::new(schema).unwrap();
    let published = wymcp_conformance::referee::validator(keys.closed()).unwrap();
    assert_eq!(closure::broken(schema, data), None);
    (keys.check(data).is_some(), published.is_valid(data))
}

#[test]
fn key_3_an_open_alternative_frees_the_child() {
    let schema = json!({"anyOf": [{"properties": {"a": {"properties": {}}}}, true]});
    assert_eq!(judged(&schema, &json!({"a": {"zz": 1}})), (false, true));
}

#[test]
fn key_3_an_alternative_of_another_type_frees_nothing() {
    let schema = json!({"anyOf": [{"properties": {"a": {}}}, {"const": "auto"}]});
    assert_eq!(judged(&schema, &json!({"zz": 1})), (true, false));
}

#[test]
fn key_3_nested_alternatives_are_alternatives() {
    let schema = json!({"oneOf": [{"oneOf": [{}, {"properties": {}}]}, {}]});
    // Both outer branches fit, the inner one by its free-form branch alone: nobody refuses the key, and `oneOf` the whole.
    assert_eq!(judged(&schema, &json!({"c": 1})), (false, false));
}

#[test]
fn key_2_a_keyless_target_evaluates_every_key() {
    let schema = json!({
        "$ref": "#/$defs/D0", "properties": {}, "unevaluatedProperties": false,
        "$defs": {"D0": {"additionalProperties": {}}},
    });
    assert_eq!(judged(&schema, &json!({"b": {}})), (false, true));
}

#[test]
fn key_9_then_may_not_name_a_child_key_that_the_owner_does_not_know() {
    let schema = json!({
        "properties": {"a": {}}, "if": {"type": "integer"}, "then": {"properties": {"a": {"properties": {}}}},
    });
    // Names no key at any depth that the owner does not know: it registers, and what it says of `a` is not walked.
    assert_eq!(judged(&schema, &json!({"a": {"zz": 1}})), (false, true));
    let adding = json!({"properties": {"a": {}}, "if": {}, "then": {"properties": {"b": {}}}});
    assert!(wymcp_keyset::KeySet::new(&adding).is_err());
}

#[test]
fn key_4_a_definition_that_nothing_reaches_keeps_its_references() {
    let schema = json!({
        "properties": {"a": {"$ref": "#/$defs/used"}},
        "$defs": {"used": {"properties": {"k": {}}}, "unused": {"$ref": "#/$defs/used"}},
    });
    assert_eq!(judged(&schema, &json!({"a": {"zz": 1}})), (true, false));
    assert_eq!(judged(&schema, &json!({"a": {"k": 1}})), (false, true));
}
