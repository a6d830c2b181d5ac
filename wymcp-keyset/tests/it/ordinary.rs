//! Shapes that authors and derives write every day register as they are (KEY-9, KEY-10).

use serde_json::{Value, json};
use wymcp_keyset::{check, close, offences};

/// It registers, admits `good`, and refuses `bad` at the paths given.
fn registers(schema: &Value, good: &[Value], bad: &[(Value, &[&str])]) {
    assert_eq!(offences(schema), [], "{schema}");
    let published = jsonschema::draft202012::new(&close(schema)).unwrap();
    for data in good {
        assert_eq!(check(schema, data), None, "{data}");
        assert!(published.is_valid(data), "{data}");
    }
    for (data, paths) in bad {
        assert_eq!(check(schema, data).unwrap().unknown(), *paths, "{data}");
        assert!(!published.is_valid(data), "{data}");
    }
}

#[test]
fn key_9_option_of_a_struct() {
    registers(
        &json!({"properties": {"who": {"anyOf": [{"$ref": "#/$defs/Who"}, {"type": "null"}]}},
            "$defs": {"Who": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}}}),
        &[json!({"who": {"name": "x"}}), json!({"who": null}), json!({})],
        &[(json!({"who": {"name": "x", "zz": 1}}), &["/who/zz"])],
    );
}

#[test]
fn key_9_all_of_one_reference_with_a_description_beside() {
    registers(
        &json!({"properties": {"who": {"description": "the one", "default": {"name": "x"}, "allOf": [{"$ref": "#/$defs/Who"}]}},
            "$defs": {"Who": {"type": "object", "properties": {"name": {"type": "string"}}}}}),
        &[json!({"who": {"name": "x"}})],
        &[(json!({"who": {"zz": 1}}), &["/who/zz"])],
    );
}

#[test]
fn key_9_externally_tagged_enum() {
    registers(
        &json!({"oneOf": [
            {"type": "string", "enum": ["None"]},
            {"type": "object", "properties": {"Circle": {"type": "object", "properties": {"r": {}}, "required": ["r"]}}, "required": ["Circle"], "additionalProperties": false},
            {"type": "object", "properties": {"Named": {"$ref": "#/$defs/Named"}}, "required": ["Named"], "additionalProperties": false}],
            "$defs": {"Named": {"type": "object", "properties": {"n": {}}}}}),
        &[json!({"Circle": {"r": 1}}), json!({"Named": {}}), json!("None")],
        &[
            (json!({"Circle": {"r": 1, "zz": 1}}), &["/Circle/zz"]),
            (json!({"Square": {}}), &["/Square"]),
        ],
    );
}

#[test]
fn key_9_internally_tagged_enum_of_structs() {
    registers(
        &json!({"oneOf": [
            {"type": "object", "properties": {"t": {"type": "string", "const": "a"}, "x": {}}, "required": ["t"]},
            {"type": "object", "properties": {"t": {"type": "string", "const": "b"}, "y": {"properties": {"z": {}}}}, "required": ["t"]}]}),
        &[json!({"t": "a", "x": 1}), json!({"t": "b", "y": {"z": 1}})],
        &[
            (json!({"t": "b", "y": {"q": 1}}), &["/y/q"]),
            (json!({"t": "a", "w": 1}), &["/w"]),
        ],
    );
}

#[test]
fn key_9_adjacently_tagged_and_untagged_enums() {
    registers(
        &json!({"properties": {
            "adjacent": {"oneOf": [
                {"type": "object", "properties": {"t": {"const": "a"}, "c": {"$ref": "#/$defs/A"}}, "required": ["t", "c"]},
                {"type": "object", "properties": {"t": {"const": "b"}, "c": {"type": "integer"}}, "required": ["t", "c"]}]},
            "untagged": {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/A"}}]}},
            "$defs": {"A": {"type": "object", "properties": {"n": {}}}}}),
        &[
            json!({"adjacent": {"t": "a", "c": {"n": 1}}, "untagged": [{"n": 1}]}),
            json!({"untagged": "x"}),
        ],
        &[(
            json!({"adjacent": {"t": "a", "c": {"m": 1}}, "untagged": [{"m": 1}]}),
            &["/adjacent/c/m", "/untagged/0/m"],
        )],
    );
}

#[test]
fn key_9_recursive_trees_and_lists() {
    registers(
        &json!({"properties": {"tree": {"$ref": "#/$defs/Tree"}}, "$defs": {"Tree": {"type": "object",
            "properties": {"v": {}, "next": {"anyOf": [{"$ref": "#/$defs/Tree"}, {"type": "null"}]}, "kids": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}}}}}),
        &[json!({"tree": {"v": 1, "next": {"next": null}, "kids": [{"kids": []}]}})],
        &[(
            json!({"tree": {"next": {"w": 1}, "kids": [{"kids": [{"w": 1}]}]}}),
            &["/tree/kids/0/kids/0/w", "/tree/next/w"],
        )],
    );
}

#[test]
fn key_9_maps_tuples_and_nested_maps() {
    registers(
        &json!({"properties": {
            "map": {"type": "object", "additionalProperties": {"$ref": "#/$defs/A"}},
            "strings": {"type": "object", "additionalProperties": {"type": "string"}},
            "pair": {"type": "array", "prefixItems": [{"$ref": "#/$defs/A"}, {"type": "integer"}], "minItems": 2, "maxItems": 2}},
            "$defs": {"A": {"type": "object", "properties": {"n": {}}}}}),
        &[json!({"map": {"any": {"n": 1}}, "strings": {"k": "v"}, "pair": [{"n": 1}, 2]})],
        &[(
            json!({"map": {"any": {"m": 1}}, "pair": [{"m": 1}, 2]}),
            &["/map/any/m", "/pair/0/m"],
        )],
    );
}

#[test]
fn key_9_narrowings_that_demand_keys_and_restrict_values() {
    registers(
        &json!({"properties": {"kind": {"enum": ["a", "b"]}, "x": {"type": "integer"}, "cfg": {"properties": {"p": {}, "q": {}}}},
            "if": {"properties": {"kind": {"const": "a"}}},
            "then": {"required": ["x"], "properties": {"cfg": {"required": ["p"], "properties": {"p": {"type": "string"}}}}},
            "else": {"properties": {"x": {"minimum": 5}}},
            "anyOf": [{"required": ["x"]}, {"required": ["cfg"]}],
            "dependentSchemas": {"cfg": {"properties": {"kind": {"const": "a"}}}}}),
        &[json!({"kind": "a", "x": 1, "cfg": {"p": "s"}})],
        &[(json!({"kind": "a", "x": 1, "cfg": {"p": "s", "r": 1}}), &["/cfg/r"])],
    );
}

#[test]
fn key_9_a_member_that_knows_what_the_others_name_is_the_place() {
    registers(
        &json!({"allOf": [{"properties": {"a": {"const": 1}}}, {"$ref": "#/$defs/All"}, {"anyOf": [{"required": ["a"]}, {"properties": {"b": {"const": 2}}}]}],
            "$defs": {"All": {"properties": {"a": {}, "b": {}}}}}),
        &[json!({"a": 1, "b": 2})],
        &[(json!({"a": 1, "c": 1}), &["/c"])],
    );
    // Both know the key; one knows what is below it, too.
    registers(
        &json!({"allOf": [{"properties": {"a": {"properties": {"x": {}}}}}, {"properties": {"a": {"properties": {"x": {}, "y": {}}}}}]}),
        &[json!({"a": {"x": 1, "y": 1}})],
        &[(json!({"a": {"z": 1}}), &["/a/z"])],
    );
}

#[test]
fn key_9_narrowings_below_a_free_form_child_or_beside_an_open_owner() {
    registers(
        &json!({"properties": {"cfg": {"type": "object"}}, "if": true, "then": {"properties": {"cfg": {"properties": {"p": {}}}}}}),
        &[json!({"cfg": {"p": 1, "q": 1}})],
        &[],
    );
    registers(
        &json!({"properties": {"a": {}}, "additionalProperties": true, "allOf": [{"properties": {"b": {}}}]}),
        &[json!({"a": 1, "b": 1, "c": 1})],
        &[],
    );
}
