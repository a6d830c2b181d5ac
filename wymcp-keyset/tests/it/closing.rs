//! KEY-4 and KEY-5, by name.

use serde_json::{Value, json};
use wymcp_keyset::{close, offences};

/// Closing gives `expected`, and changes nothing the second time.
fn closes_to(schema: &Value, expected: &Value) {
    let closed = close(schema);
    assert_eq!(&closed, expected);
    assert_eq!(close(&closed), closed);
}

#[test]
fn key_4_targets_and_branches_are_closed_and_nothing_else() {
    closes_to(
        &json!({
            "description": "kept", "properties": {
                "a": {"$ref": "#/$defs/A", "description": "kept"},
                "b": {"anyOf": [{"properties": {"x": {}}}, {"type": "null"}]},
                "c": {"type": "object"},
                "d": {"properties": {}, "additionalProperties": true},
                "e": {"items": {"properties": {"y": {}}}},
            },
            "if": {"properties": {"a": {"properties": {"q": {}}}}}, "$defs": {"A": {"properties": {"z": {}}}, "Unused": {"properties": {}}},
        }),
        &json!({
            "description": "kept", "additionalProperties": false, "properties": {
                "a": {"$ref": "#/$defs/A", "description": "kept"},
                "b": {"anyOf": [{"properties": {"x": {}}, "additionalProperties": false}, {"type": "null"}]},
                "c": {"type": "object"},
                "d": {"properties": {}, "additionalProperties": true},
                "e": {"items": {"properties": {"y": {}}, "additionalProperties": false}},
            },
            "if": {"properties": {"a": {"properties": {"q": {}}}}}, "$defs": {"A": {"properties": {"z": {}}, "additionalProperties": false}, "Unused": {"properties": {}}},
        }),
    );
}

#[test]
fn key_4_a_definition_used_in_two_ways_is_published_twice() {
    closes_to(
        &json!({
            "properties": {"base": {"$ref": "#/$defs/Base"}, "derived": {"$ref": "#/$defs/Derived"}},
            "$defs": {
                "Base": {"$anchor": "base", "properties": {"id": {}}},
                "Derived": {"allOf": [{"$ref": "#base"}, {"properties": {"name": {}}}], "unevaluatedProperties": false},
            },
        }),
        &json!({
            "additionalProperties": false,
            "properties": {"base": {"$ref": "#/$defs/Base"}, "derived": {"$ref": "#/$defs/Derived"}},
            "$defs": {
                "Base": {"$anchor": "base", "properties": {"id": {}}, "additionalProperties": false},
                "Base_as_written": {"properties": {"id": {}}},
                "Derived": {"allOf": [{"$ref": "#/$defs/Base_as_written"}, {"properties": {"name": {}}}], "unevaluatedProperties": false},
            },
        }),
    );
}

#[test]
fn key_4_a_second_publication_takes_no_name_that_is_taken() {
    let schema = json!({
        "properties": {"a": {"$ref": "#/$defs/A b"}, "c": {"properties": {"n": {}}, "$ref": "#/$defs/A%20b"}},
        "$defs": {"A b": {"properties": {"n": {}}}, "A b_as_written": {"type": "string"}},
    });
    let closed = close(&schema);
    // The first reference is not one: a space has to be percent-encoded, but validators read it all the same.
    assert_eq!(closed["properties"]["c"]["$ref"], "#/$defs/A%20b_as_written_2");
    assert_eq!(closed["$defs"]["A b_as_written_2"], json!({"properties": {"n": {}}}));
    assert_eq!(closed["$defs"]["A b_as_written"], json!({"type": "string"}));
    assert_eq!(close(&closed), closed);
}

#[test]
fn key_4_a_recursive_property_schema_used_in_two_ways_keeps_its_copy_inside() {
    // What the root of an action looks like once references are rewritten: no `$defs` may appear beside `properties`.
    let schema = json!({"type": "object", "additionalProperties": false, "properties": {"x": {
        "properties": {"a": {}, "c": {}}, "allOf": [{"properties": {"c": {"$ref": "#/properties/x"}}}]}}});
    let closed = close(&schema);
    assert_eq!(offences(&schema), []);
    assert_eq!(
        closed.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["additionalProperties", "properties", "type"]
    );
    let x = &closed["properties"]["x"];
    assert_eq!(x["additionalProperties"], false);
    assert_eq!(
        x["allOf"][0]["properties"]["c"]["$ref"],
        "#/properties/x/$defs/as_written"
    );
    let copy = &x["$defs"]["as_written"];
    assert_eq!(copy.get("additionalProperties"), None);
    assert_eq!(
        copy["allOf"][0]["properties"]["c"]["$ref"],
        "#/properties/x/$defs/as_written"
    );
    assert_eq!(close(&closed), closed);
}

#[test]
fn key_4_a_use_that_would_add_nothing_is_no_second_use() {
    let schema = json!({
        "properties": {"a": {"$ref": "#/$defs/Id"}, "b": {"properties": {"id": {}}, "allOf": [{"properties": {"id": {"$ref": "#/$defs/Id"}}}]}},
        "$defs": {"Id": {"type": "object", "additionalProperties": {"type": "string"}}},
    });
    assert_eq!(close(&schema)["$defs"], schema["$defs"]);
}

#[test]
fn key_4_a_definition_that_nothing_reaches_stays_and_its_reference_does_not_dangle() {
    let schema = json!({
        "properties": {"a": {"$ref": "#/$defs/A"}},
        "$defs": {"A": {"properties": {}}, "Unreached": {"properties": {"a": {"$ref": "#/$defs/A"}}}},
    });
    let closed = close(&schema);
    assert_eq!(closed["$defs"]["Unreached"], schema["$defs"]["Unreached"]);
    assert_eq!(closed["$defs"]["A"]["additionalProperties"], false);
}

#[test]
fn key_4_a_branch_that_the_walk_enters_by_reference_alone_is_closed_in_a_copy() {
    let schema = json!({"properties": {
        "x": {"properties": {"k": {}}, "allOf": [{"properties": {"k": {}}}]},
        "y": {"$ref": "#/properties/x/allOf/0"}}});
    let closed = close(&schema);
    assert_eq!(closed["properties"]["x"]["allOf"][0]["properties"], json!({"k": {}}));
    assert_eq!(closed["properties"]["x"]["allOf"][0].get("additionalProperties"), None);
    let reference = closed["properties"]["y"]["$ref"].as_str().unwrap();
    assert_eq!(
        closed.pointer(&reference[1..]).unwrap(),
        &json!({"properties": {"k": {}}, "additionalProperties": false})
    );
    assert_eq!(close(&closed), closed);
}

#[test]
fn key_5_the_one_of_exception_is_as_the_contract_says() {
    // An inner union becomes unambiguous, so the outer one no longer is.
    let schema = json!({"oneOf": [{"oneOf": [{}, {"properties": {}}]}, {}]});
    let closed = close(&schema);
    assert_eq!(
        closed["oneOf"][0]["oneOf"][1],
        json!({"properties": {}, "additionalProperties": false})
    );
    let accepts = |schema: &Value| jsonschema::draft202012::new(schema).unwrap().is_valid(&json!({"c": 1}));
    assert!(accepts(&schema) && !accepts(&closed));
    assert!(wymcp_keyset::check(&schema, &json!({"c": 1})).is_none());
}

#[test]
fn key_8_what_cannot_be_read_comes_back_as_it_is() {
    for schema in [
        json!("no schema"),
        json!({"properties": []}),
        json!({"properties": {"a": {"allOf": {}}}}),
    ] {
        assert_eq!(close(&schema), schema);
    }
}
