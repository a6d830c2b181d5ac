//! KEY-1 to KEY-3 and KEY-6, by name.

use serde_json::{Value, json};
use wymcp_keyset::{KeySet, check, offences};

/// The unknown paths, the schema being one without offences.
fn unknown(schema: &Value, data: &Value) -> Vec<String> {
    assert_eq!(offences(schema), [], "{schema}");
    check(schema, data)
        .map(|unknown| unknown.unknown().to_vec())
        .unwrap_or_default()
}

#[test]
fn key_1_declared_properties_close_and_so_does_additional_properties_false_alone() {
    assert_eq!(unknown(&json!({"properties": {}}), &json!({"a": 1})), ["/a"]);
    assert_eq!(
        unknown(
            &json!({"properties": {"a": {}}, "additionalProperties": false}),
            &json!({"a": 1, "b": 1})
        ),
        ["/b"]
    );
    assert_eq!(
        unknown(&json!({"additionalProperties": false}), &json!({"a": 1})),
        ["/a"]
    );
}

#[test]
fn key_2_open_and_free_form_objects_admit_any_key() {
    assert!(
        unknown(
            &json!({"properties": {"a": {}}, "additionalProperties": true}),
            &json!({"b": 1})
        )
        .is_empty()
    );
    assert!(unknown(&json!({"type": "object"}), &json!({"b": {"c": 1}})).is_empty());
    assert!(unknown(&json!(true), &json!({"b": {"c": 1}})).is_empty());
}

#[test]
fn key_2_a_schema_under_additional_properties_governs_the_values_of_extra_keys() {
    let schema = json!({"properties": {"own": {}}, "additionalProperties": {"properties": {"x": {}}}});
    assert_eq!(
        unknown(&schema, &json!({"own": {"y": 1}, "any": {"x": 1, "y": 1}})),
        ["/any/y"]
    );
}

#[test]
fn key_2_unevaluated_properties_alone_count_like_additional_properties() {
    let with = |word: Value| json!({"properties": {"a": {}}, "unevaluatedProperties": word});
    assert_eq!(unknown(&with(json!(false)), &json!({"b": 1})), ["/b"]);
    assert!(unknown(&with(json!(true)), &json!({"b": 1})).is_empty());
    assert_eq!(
        unknown(&with(json!({"properties": {}})), &json!({"b": {"c": 1}})),
        ["/b/c"]
    );
}

#[test]
fn key_2_an_open_object_still_describes_the_keys_it_declares() {
    let schema = json!({"properties": {"a": {"properties": {"x": {}}}}, "additionalProperties": true});
    assert_eq!(unknown(&schema, &json!({"a": {"y": 1}, "b": {"y": 1}})), ["/a/y"]);
}

#[test]
fn key_3_a_key_that_one_branch_knows_is_known() {
    // F12 of the field's cases.
    let schema = json!({"properties": {"target": {"oneOf": [
        {"type": "object", "properties": {"user": {"type": "string"}}, "required": ["user"]},
        {"type": "object", "properties": {"team": {"type": "string"}}, "required": ["team"]}]}}});
    assert!(unknown(&schema, &json!({"target": {"team": "t"}})).is_empty());
    let refused = check(&schema, &json!({"target": {"usr": "a"}})).unwrap();
    assert_eq!(refused.unknown(), ["/target/usr"]);
    assert_eq!(refused.allowed()["/target"], ["team", "user"]);
    assert_eq!(refused.entries()[0].key, "usr");
}

#[test]
fn key_3_an_alternative_of_another_type_says_nothing_and_frees_nothing() {
    for other in [
        json!({"const": "auto"}),
        json!({"type": "string"}),
        json!({"enum": [1, "x"]}),
        json!({"type": ["null", "integer"]}),
        json!(false),
        json!({"$ref": "#/$defs/Name"}),
        json!({"allOf": [{"$ref": "#/$defs/Name"}], "description": "a name"}),
    ] {
        let schema = json!({"anyOf": [{"properties": {"a": {}}}, other], "$defs": {"Name": {"type": "string"}}});
        assert_eq!(unknown(&schema, &json!({"zz": 1})), ["/zz"], "{schema}");
    }
}

#[test]
fn key_3_a_free_alternative_frees_the_place_and_all_below() {
    let schema = json!({"anyOf": [{"properties": {"a": {"properties": {}}}}, true]});
    assert!(unknown(&schema, &json!({"a": {"zz": 1}})).is_empty());
    let schema = json!({"anyOf": [{"properties": {"a": {"properties": {}}}}, {"properties": {"a": {}}}]});
    assert!(unknown(&schema, &json!({"a": {"zz": 1}})).is_empty());
    assert_eq!(unknown(&schema, &json!({"b": 1})), ["/b"]);
}

#[test]
fn key_3_a_child_is_described_by_the_alternatives_that_admit_its_key() {
    let schema = json!({"anyOf": [{"properties": {"a": {"properties": {"x": {}}}}}, {"properties": {"b": {}}}]});
    assert_eq!(
        unknown(&schema, &json!({"a": {"x": 1, "y": 1}, "b": {"y": 1}})),
        ["/a/y"]
    );
}

#[test]
fn key_3_where_no_alternative_admits_an_object_its_type_is_what_is_wrong() {
    assert!(
        unknown(
            &json!({"properties": {"a": {"type": "string"}}}),
            &json!({"a": {"b": 1}})
        )
        .is_empty()
    );
    assert!(
        unknown(
            &json!({"properties": {"a": {"type": "array", "items": {"properties": {}}}}}),
            &json!({"a": {"b": 1}})
        )
        .is_empty()
    );
}

#[test]
fn key_3_items_and_prefix_items_are_walked() {
    let schema = json!({"prefixItems": [{"properties": {"a": {}}}, true], "items": {"properties": {"b": {}}}});
    assert_eq!(
        unknown(&schema, &json!([{"b": 1}, {"b": 1}, {"a": 1}])),
        ["/0/b", "/2/a"]
    );
    assert!(unknown(&json!({"prefixItems": [{"properties": {}}]}), &json!([{}, {"b": 1}])).is_empty());
}

#[test]
fn key_3_patterns_leave_their_keys_and_values_to_the_validator() {
    let schema = json!({"properties": {"a": {"properties": {}}}, "patternProperties": {"^x": {"properties": {}, "additionalProperties": false}}});
    assert_eq!(
        unknown(&schema, &json!({"a": {"b": 1}, "xx": {"c": 1}, "zz": 1})),
        ["/a/b"]
    );
}

#[test]
fn key_3_unevaluated_properties_beside_a_reference_leave_keys_to_the_validator() {
    // A target without keys may evaluate all of them.
    let schema = json!({"$ref": "#/$defs/D0", "properties": {}, "unevaluatedProperties": false, "$defs": {"D0": {"additionalProperties": {}}}});
    assert!(unknown(&schema, &json!({"b": {}})).is_empty());
    assert_eq!(wymcp_keyset::close(&schema), schema);
}

#[test]
fn key_3_a_condition_describes_nothing() {
    let schema =
        json!({"properties": {"a": {}}, "if": {"type": "integer"}, "then": {"properties": {"a": {"properties": {}}}}});
    assert!(unknown(&schema, &json!({"a": {"zz": 1}})).is_empty());
    let schema =
        json!({"properties": {"a": {}}, "not": {"properties": {"q": {}}}, "propertyNames": {"properties": {"r": {}}}});
    assert_eq!(unknown(&schema, &json!({"q": 1})), ["/q"]);
}

#[test]
fn key_3_references_may_point_anywhere_in_the_document() {
    let inner = json!({"properties": {"n": {}}, "$anchor": "inner"});
    let document = |reference: &str| json!({"properties": {"p": {"$ref": reference}, "x": {"$defs": {"a b": inner}}}, "components": {"schemas": {"Pet": {"properties": {"n": {}}}}}});
    for reference in ["#/properties/x/$defs/a%20b", "#inner", "#/components/schemas/Pet"] {
        assert_eq!(
            unknown(&document(reference), &json!({"p": {"n": 1, "m": 1}})),
            ["/p/m"],
            "{reference}"
        );
    }
    assert_eq!(unknown(&document("#"), &json!({"p": {"n": 1}})), ["/p/n"]);
    assert_eq!(unknown(&document(""), &json!({"p": {"p": {}, "n": 1}})), ["/p/n"]);
    for reference in ["#/nowhere", "#nowhere", "https://example.com/s", "#/required/0", "#%ff"] {
        assert!(
            unknown(&document(reference), &json!({"p": {"n": 1}})).is_empty(),
            "{reference}"
        );
    }
}

#[test]
fn key_3_a_reference_into_data_is_not_walked_and_the_data_stays() {
    let schema =
        json!({"properties": {"p": {"$ref": "#/properties/q/default"}, "q": {"default": {"properties": {"n": {}}}}}});
    assert!(unknown(&schema, &json!({"p": {"m": 1}})).is_empty());
    assert_eq!(wymcp_keyset::close(&schema)["properties"], schema["properties"]);
}

#[test]
fn key_3_recursion_is_legal() {
    let schema = json!({"properties": {"children": {"items": {"$ref": "#"}}, "next": {"anyOf": [{"$ref": "#"}, {"type": "null"}]}}});
    let data = json!({"children": [{"next": {"children": [{"zz": 1}]}}, {"next": null}], "next": {"yy": 1}});
    assert_eq!(unknown(&schema, &data), ["/children/0/next/children/0/zz", "/next/yy"]);
}

#[test]
fn key_3_a_reference_that_comes_back_without_a_step_judges_nothing() {
    let schema = json!({"properties": {"p": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"$ref": "#/$defs/A"}}});
    assert!(unknown(&schema, &json!({"p": {"x": 1}})).is_empty());
    let schema = json!({"oneOf": [{"$ref": "#"}, {"properties": {}}]});
    assert!(check(&schema, &json!({"x": 1})).is_none());
}

#[test]
fn key_6_the_first_ten_are_the_first_in_order_and_all_are_counted() {
    let schema = json!({"properties": {"a": {"items": {"properties": {}}}, "b": {"properties": {"x": {}}}}});
    let items: Vec<Value> = (0..12).map(|_| json!({"k": 1})).collect();
    let refused = check(&schema, &json!({"a": items, "B": 1, "b": {"y": 1, "x": 1}, "é": 1})).unwrap();
    assert_eq!(refused.count(), 15);
    let mut expected = vec!["/B".to_owned()];
    expected.extend((0..9).map(|index| format!("/a/{index}/k")));
    assert_eq!(refused.unknown(), expected);
    assert_eq!(
        refused
            .entries()
            .iter()
            .map(|entry| entry.path.as_str())
            .collect::<Vec<_>>(),
        expected
    );
    // Objects that hold none of the ten are not described.
    assert_eq!(refused.allowed().len(), 10);
    assert_eq!(refused.allowed()[""], ["a", "b"]);
    assert!(!refused.allowed().contains_key("/b"));
}

#[test]
fn key_6_an_object_whose_path_is_cut_is_left_out_of_allowed() {
    let key = "k".repeat(300);
    let schema = json!({"properties": {}, "additionalProperties": {"properties": {"x": {}}}});
    let refused = check(&schema, &json!({ key.as_str(): {"y": 1}, "short": {"z": 1} })).unwrap();
    assert_eq!(refused.count(), 2);
    assert_eq!(refused.allowed().keys().collect::<Vec<_>>(), ["/short"]);
    assert!(refused.unknown()[0].ends_with("… (+47)"), "{:?}", refused.unknown());
    assert_eq!(refused.entries()[0].known, ["x"]);
}

#[test]
fn key_8_a_default_is_held_to_what_a_caller_may_send() {
    let schema = json!({"properties": {"unit": {}, "more": {"properties": {}}}});
    let offences = wymcp_keyset::default_offences(&schema, &json!({"unit": 1, "more": {"x/y": 1}, "unti": 1}));
    assert_eq!(
        offences.iter().map(|offence| offence.pointer()).collect::<Vec<_>>(),
        ["/more/x~1y", "/unti"]
    );
    assert!(offences[0].why().contains("admits none"), "{}", offences[0]);
    assert!(offences[1].why().contains("more, unit"), "{}", offences[1]);
}

#[test]
fn key_8_a_compiled_set_is_shared_between_threads() {
    fn shared<T: Send + Sync + std::fmt::Debug>(_: &T) {}
    shared(&KeySet::new(&json!({})).unwrap());
}
