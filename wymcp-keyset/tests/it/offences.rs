//! KEY-9 and KEY-10, by name: what is an offence, and what mends it.

use serde_json::{Value, json};
use wymcp_keyset::{OffenceKind, check, close, offences};

fn codes(schema: &Value) -> Vec<(&'static str, String)> {
    offences(schema)
        .iter()
        .map(|offence| (offence.code(), offence.pointer().to_owned()))
        .collect()
}

/// One composed place, silent at `silent`; saying `unevaluatedProperties: false` there mends it.
fn composed(schema: &Value, place: &str, expected_named: &[&str], expected_silent: &[&str]) {
    let found = offences(schema);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].pointer(), place);
    let OffenceKind::ComposedPlace { named, silent } = found[0].kind() else {
        panic!("{found:?}")
    };
    assert_eq!(named, expected_named);
    assert_eq!(silent, expected_silent);
    for word in [false, true] {
        let mut mended = schema.clone();
        for pointer in silent {
            mended.pointer_mut(pointer).unwrap()["unevaluatedProperties"] = json!(word);
        }
        assert_eq!(offences(&mended), [], "{mended}");
        assert_eq!(close(&close(&mended)), close(&mended));
    }
}

fn narrowing(schema: &Value, pointer: &str, owner: &str) {
    let found = offences(schema);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(
        (found[0].code(), found[0].pointer()),
        ("narrowing_names_unknown_key", pointer)
    );
    assert_eq!(found[0].others(), [owner]);
    let key = pointer.rsplit('/').next().unwrap();
    let mut declared = schema.clone();
    declared.pointer_mut(owner).unwrap()["properties"][key] = json!({});
    assert_eq!(offences(&declared), [], "{declared}");
    let mut opened = schema.clone();
    opened.pointer_mut(owner).unwrap()["additionalProperties"] = json!(true);
    assert_eq!(offences(&opened), [], "{opened}");
}

#[test]
fn key_10_internally_tagged_enum_with_a_newtype_variant() {
    let schema = json!({"oneOf": [
        {"type": "object", "properties": {"t": {"const": "a"}}, "required": ["t"], "$ref": "#/$defs/Inner"},
        {"type": "object", "properties": {"t": {"const": "b"}}, "required": ["t"]}],
        "$defs": {"Inner": {"type": "object", "properties": {"x": {}}}}});
    composed(&schema, "/oneOf/0", &["/$defs/Inner/properties/x"], &["/oneOf/0"]);
}

#[test]
fn key_10_flattened_enum() {
    let schema = json!({"type": "object", "properties": {"id": {}}, "oneOf": [
        {"properties": {"a": {}}, "required": ["a"]}, {"properties": {"b": {}}, "required": ["b"]}]});
    composed(&schema, "", &["/oneOf/0/properties/a", "/oneOf/1/properties/b"], &[""]);
}

#[test]
fn key_10_flattened_recursive_enum() {
    let schema = json!({"properties": {"root": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": {"type": "object",
        "properties": {"id": {}, "next": {"anyOf": [{"$ref": "#/$defs/Node"}, {"type": "null"}]}},
        "oneOf": [{"properties": {"leaf": {}}, "required": ["leaf"]}, {"properties": {"kids": {"items": {"$ref": "#/$defs/Node"}}}, "required": ["kids"]}]}}});
    composed(
        &schema,
        "/$defs/Node",
        &[
            "/$defs/Node/oneOf/0/properties/leaf",
            "/$defs/Node/oneOf/1/properties/kids",
        ],
        &["/$defs/Node"],
    );
}

#[test]
fn key_10_flattened_external_enum_has_to_say_it_below_as_well() {
    let schema = json!({"type": "object", "properties": {"id": {}}, "oneOf": [
        {"properties": {"Circle": {"type": "object", "properties": {"r": {}}}}, "required": ["Circle"]},
        {"properties": {"Named": {"$ref": "#/$defs/Named"}}, "required": ["Named"]}],
        "$defs": {"Named": {"type": "object", "properties": {"n": {}}}}});
    composed(
        &schema,
        "",
        &["/oneOf/0/properties/Circle", "/oneOf/1/properties/Named"],
        &["", "/$defs/Named", "/oneOf/0/properties/Circle"],
    );
}

#[test]
fn key_10_keys_added_in_then_and_else() {
    let schema = json!({"properties": {"kind": {}}, "if": {"properties": {"kind": {"const": "a"}}},
        "then": {"properties": {"x": {}}}, "else": {"properties": {"y": {}}}});
    composed(&schema, "", &["/else/properties/y", "/then/properties/x"], &[""]);
    let keyless = json!({"if": {"required": ["x"]}, "then": {"properties": {"x": {}}}});
    composed(&keyless, "", &["/then/properties/x"], &[""]);
}

#[test]
fn key_10_an_ast_with_an_op_of_its_own_and_branches() {
    let schema = json!({"type": "object", "properties": {"op": {}}, "anyOf": [
        {"properties": {"value": {}}}, {"properties": {"left": {"$ref": "#"}, "right": {"$ref": "#"}}}]});
    composed(
        &schema,
        "",
        &[
            "/anyOf/0/properties/value",
            "/anyOf/1/properties/left",
            "/anyOf/1/properties/right",
        ],
        &[""],
    );
}

#[test]
fn key_10_inheritance_by_all_of() {
    let schema = json!({"properties": {"pet": {"$ref": "#/$defs/Dog"}}, "$defs": {
        "Pet": {"type": "object", "properties": {"name": {}, "owner": {"$ref": "#/$defs/Owner"}}},
        "Owner": {"type": "object", "properties": {"id": {}}},
        "Dog": {"allOf": [{"$ref": "#/$defs/Pet"}, {"type": "object", "properties": {"bark": {}}}]}}});
    composed(
        &schema,
        "/$defs/Dog",
        &[
            "/$defs/Dog/allOf/1/properties/bark",
            "/$defs/Pet/properties/name",
            "/$defs/Pet/properties/owner",
        ],
        &["/$defs/Dog", "/$defs/Owner"],
    );
}

#[test]
fn key_10_dependent_schemas_that_add_an_object() {
    let schema = json!({"properties": {"card": {}}, "dependentSchemas": {"card": {"properties": {"billing": {"properties": {"street": {}}}}}}});
    composed(
        &schema,
        "",
        &["/dependentSchemas/card/properties/billing"],
        &["", "/dependentSchemas/card/properties/billing"],
    );
}

#[test]
fn key_9_a_shape_per_kind_below_a_closed_child() {
    let schema = json!({"properties": {"kind": {}, "cfg": {"type": "object", "properties": {}}},
        "if": {"properties": {"kind": {"const": "a"}}}, "then": {"properties": {"cfg": {"properties": {"p": {}}}}}});
    narrowing(&schema, "/then/properties/cfg/properties/p", "/properties/cfg");
}

#[test]
fn key_9_then_adds_a_key_to_a_closed_child_of_a_definition() {
    let schema = json!({"properties": {"cfg": {"$ref": "#/$defs/Cfg"}}, "if": true, "then": {"properties": {"cfg": {"properties": {"p": {}}}}},
        "$defs": {"Cfg": {"properties": {"q": {}}}}});
    narrowing(&schema, "/then/properties/cfg/properties/p", "/$defs/Cfg");
}

#[test]
fn key_9_all_of_members_that_share_a_child() {
    let schema = json!({"allOf": [{"properties": {"a": {"properties": {"x": {}}}}}, {"properties": {"a": {"properties": {"y": {}}}}}]});
    narrowing(&schema, "/allOf/1/properties/a/properties/y", "/allOf/0/properties/a");
}

#[test]
fn key_9_items_own_an_array() {
    let schema = json!({"items": {"properties": {"x": {}}}, "allOf": [{"items": {"properties": {"y": {}}}}]});
    narrowing(&schema, "/allOf/0/items/properties/y", "/items");
}

#[test]
fn key_9_what_only_a_pattern_matches_is_not_known() {
    let schema = json!({"properties": {"a": {"properties": {}, "patternProperties": {"^x": {}}}}, "allOf": [{"properties": {"a": {"properties": {"x1": {}}}}}]});
    assert_eq!(
        codes(&schema),
        [(
            "narrowing_names_unknown_key",
            "/allOf/0/properties/a/properties/x1".to_owned()
        )]
    );
}

#[test]
fn key_9_additional_properties_false_refuses_what_a_branch_names() {
    // It cannot see the keys beside it: no one could ever send `b`.
    let schema = json!({"properties": {"a": {}}, "allOf": [{"properties": {"b": {}}}], "additionalProperties": false});
    assert_eq!(
        codes(&schema),
        [("narrowing_names_unknown_key", "/allOf/0/properties/b".to_owned())]
    );
}

#[test]
fn key_10_below_a_pattern_every_object_says_it() {
    let schema = json!({"patternProperties": {"^x-": {"items": {"properties": {"a": {"properties": {}}}}}}});
    assert_eq!(codes(&schema), [("object_is_silent", String::new())]);
    assert_eq!(
        offences(&schema)[0].others(),
        [
            "/patternProperties/^x-/items",
            "/patternProperties/^x-/items/properties/a"
        ]
    );
    let said = json!({"patternProperties": {"^x-": {"properties": {"a": {}}, "additionalProperties": false}}});
    assert_eq!(codes(&said), []);
}

#[test]
fn key_10_nothing_is_asked_below_what_describes_nothing() {
    for keyword in ["if", "not", "contains", "propertyNames"] {
        let schema = json!({"properties": {"a": {}}, "allOf": [{"properties": {"b": {}}}], "unevaluatedProperties": false, keyword: {"properties": {"c": {"properties": {}}}}});
        assert_eq!(codes(&schema), [], "{keyword}");
    }
}

#[test]
fn key_10_an_unevaluated_properties_in_a_cycle_through_a_union() {
    let node = |child: Value| {
        json!({"properties": {"root": {"$ref": "#/$defs/N"}}, "$defs": {"N": {"oneOf": [
        {"type": "object", "properties": {"t": {"const": "leaf"}}}, {"type": "object", "properties": {"t": {"const": "node"}, "child": child}}]}}})
    };
    let at_the_reference = node(json!({"$ref": "#/$defs/N", "unevaluatedProperties": false}));
    let found: Vec<_> = offences(&at_the_reference)
        .into_iter()
        .filter(|offence| offence.code() == "unevaluated_in_cycle")
        .collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].pointer(), "/$defs/N/oneOf/1/properties/child");
    assert_eq!(found[0].others(), ["/$defs/N/oneOf/1/properties/child"]);
    let mut in_the_target = node(json!({"$ref": "#/$defs/N"}));
    in_the_target["$defs"]["N"]["unevaluatedProperties"] = json!(false);
    assert_eq!(codes(&in_the_target), []);
    // Without a union nothing doubles.
    let plain = json!({"properties": {"t": {"$ref": "#/$defs/T"}}, "$defs": {"T": {"properties": {"kids": {"items": {"$ref": "#/$defs/T", "unevaluatedProperties": false}}}}}});
    assert!(
        !codes(&plain).iter().any(|(code, _)| *code == "unevaluated_in_cycle"),
        "{:?}",
        codes(&plain)
    );
}

#[test]
fn key_8_what_the_walk_cannot_read_is_reported_alone_and_all_at_once() {
    let schema = json!({"properties": {"a": {"properties": []}, "b": 5, "c": {"additionalProperties": "no", "allOf": {}}}, "then": {"$ref": 7}, "if": {}});
    assert_eq!(
        codes(&schema)
            .into_iter()
            .map(|(_, pointer)| pointer)
            .collect::<Vec<_>>(),
        [
            "/properties/a/properties",
            "/properties/b",
            "/properties/c/additionalProperties",
            "/properties/c/allOf",
            "/then/$ref"
        ]
    );
    assert!(
        offences(&schema)
            .iter()
            .all(|offence| offence.code() == "malformed_schema")
    );
    assert_eq!(check(&schema, &json!({"zz": 1})), None);
}

#[test]
fn key_10_the_words_show_both_spellings_and_name_the_pointers() {
    let schema = json!({"properties": {"p": {"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]}}});
    assert_eq!(
        offences(&schema)[0].to_string(),
        "/properties/p: schemas that apply together here name keys that no one of them owns (/properties/p/allOf/0/properties/a, \
         /properties/p/allOf/1/properties/b), so closing it would be a guess; at /properties/p write `\"unevaluatedProperties\": false` to \
         admit no other keys, or `\"unevaluatedProperties\": true` to leave it open (where no applicator or reference stands beside it, \
         `additionalProperties` says the same)"
    );
}

#[test]
fn key_9_the_words_name_the_key_and_the_two_ways_out() {
    let schema = json!({"properties": {"a": {"properties": {"x": {}}}}, "allOf": [{"properties": {"a": {"properties": {"y": {}}}}}]});
    assert_eq!(
        offences(&schema)[0].to_string(),
        "/allOf/0/properties/a/properties/y: names the key \"y\", which the schema that owns this place, /properties/a, does not know; \
         declare \"y\" in `properties` of /properties/a, or write `\"additionalProperties\": true` there to leave it open"
    );
}
