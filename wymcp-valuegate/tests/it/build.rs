//! What does not build, and what it is told (VAL-1).

use std::fmt::Write as _;

use serde_json::{Value, json};
use wymcp_valuegate::ValueGate;

fn offences(schema: &Value) -> Vec<(String, &'static str)> {
    match ValueGate::build(schema) {
        Ok(_) => Vec::new(),
        Err(offences) => offences
            .iter()
            .map(|offence| (offence.pointer().to_owned(), offence.code()))
            .collect(),
    }
}

/// The one offence of a schema.
fn offence(schema: &Value) -> (String, &'static str) {
    let mut all = offences(schema);
    assert_eq!(all.len(), 1, "{schema}: {all:?}");
    all.remove(0)
}

#[test]
fn val_1_every_offence_comes_at_once_and_says_how_to_mend_it() {
    let schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "properties": {
            "anchors": {"items": [{"$anchor": "x"}], "allOf": [{"$anchor": "y"}, {"$anchor": "y"}]},
            "cycle": {"$ref": "#/$defs/a"},
            "dependencies": {"dependencies": {"a": ["b"]}},
            "format": {"type": "integer", "format": "uint64"},
            "id": {"$id": "https://example.com/x"},
            "lookahead": {"pattern": "^(?!x)"},
            "minimum": {"minimum": "1"},
            "nested": {"$schema": "https://json-schema.org/draft/2020-12/schema"},
            "null": null,
            "pattern": {"patternProperties": {"(": true}},
            "ref": {"$ref": "#/$defs/nope"},
            "remote": {"$ref": "https://example.com/s.json"},
            "required": {"required": ["a", "a"]},
            "type": {"type": "strng"},
            "types": {"type": ["string", "int"]},
        },
        "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}},
    });
    let mut told = String::new();
    for offence in ValueGate::build(&schema).unwrap_err() {
        writeln!(told, "{}\n    {offence}", offence.code()).unwrap();
    }
    insta::with_settings!({omit_expression => true}, { insta::assert_snapshot!(told) });
}

#[test]
fn val_1_every_subschema_is_judged_also_one_that_no_value_reaches() {
    let bad = [
        (json!({"format": "banana"}), "/format", "unknown_format"),
        (json!({"pattern": "("}), "/pattern", "invalid_pattern"),
        (json!({"type": "banana"}), "/type", "unknown_type"),
        (json!({"$ref": "#/nope"}), "/$ref", "unresolved_reference"),
        (json!({"$ref": "file:///etc/hosts"}), "/$ref", "remote_reference"),
        (json!({"minLength": -1}), "/minLength", "malformed_schema"),
    ];
    for (part, below, code) in bad {
        for (schema, place) in [
            (json!({"$defs": {"a b/c": part}}), "/$defs/a b~1c"),
            (json!({"$defs": {"x": {"$defs": {"y": part}}}}), "/$defs/x/$defs/y"),
            (json!({"definitions": {"x": part}}), "/definitions/x"),
            (json!({"if": part}), "/if"),
            (json!({"then": part}), "/then"),
            (json!({"contentSchema": part}), "/contentSchema"),
            (json!({"contains": part, "minContains": 0}), "/contains"),
            (json!({"not": {"not": part}}), "/not/not"),
            (json!({"properties": {"properties": part}}), "/properties/properties"),
            (
                json!({"prefixItems": [true, part], "unevaluatedItems": part.clone()}),
                "/prefixItems/1",
            ),
        ] {
            let found = offences(&schema);
            assert!(
                found.contains(&(format!("{place}{below}"), code)),
                "{schema}: {found:?}"
            );
        }
    }
}

#[test]
fn val_1_what_is_no_schema_is_not_judged() {
    for schema in [
        json!({"enum": [{"$ref": "https://example.com/s"}, {"type": "banana"}]}),
        json!({"default": {"format": "banana"}, "examples": [{"$schema": "x"}]}),
        json!({"const": {"$id": "x"}}),
        json!({"x-anything": {"type": "banana"}, "nullable": true, "discriminator": {"propertyName": "a"}}),
        json!({"properties": {"$ref": {"type": "string"}, "format": {"type": "string"}, "dependencies": {}, "$id": {}}}),
        json!({"type": "object", "deprecated": true, "readOnly": true, "contentEncoding": "anything"}),
        json!({"minimum": 5, "maximum": 1}),
        json!(true),
        json!(false),
        json!({}),
    ] {
        assert_eq!(offences(&schema), [], "{schema}");
    }
    assert_eq!(offence(&json!([])).1, "malformed_schema");
}

#[test]
fn val_1_the_root_may_name_its_dialect_and_no_other() {
    let built = |dialect: &str| offences(&json!({"$schema": dialect, "type": "object"}));
    assert_eq!(built("https://json-schema.org/draft/2020-12/schema"), []);
    assert_eq!(built("https://json-schema.org/draft/2020-12/schema#"), []);
    for other in [
        "http://json-schema.org/draft-07/schema#",
        "https://json-schema.org/draft/2019-09/schema",
        "https://example.com/mine",
    ] {
        assert_eq!(built(other), [("/$schema".to_owned(), "unsupported_dialect")]);
    }
}

#[test]
fn val_1_references_resolve_inside_their_document() {
    for schema in [
        json!({"$ref": "#/$defs/a%20b", "$defs": {"a b": true}}),
        json!({"$ref": "#/$defs/a~1b~0", "$defs": {"a/b~": true}}),
        json!({"$ref": "#here", "$defs": {"x": {"$anchor": "here"}}}),
        json!({"properties": {"child": {"$ref": "#"}}}),
        json!({"properties": {"child": {"$ref": ""}}}),
        json!({"properties": {"a": {"type": "integer"}, "b": {"$ref": "#/properties/a"}}}),
    ] {
        assert_eq!(offences(&schema), [], "{schema}");
    }
    for (reference, code) in [
        ("#/$defs/nope", "unresolved_reference"),
        ("#nope", "unresolved_reference"),
        ("#/enum/0", "unresolved_reference"),
        ("https://json-schema.org/draft/2020-12/schema", "remote_reference"),
        ("http://127.0.0.1:9/x.json", "remote_reference"),
        ("other.json#/a", "remote_reference"),
        ("urn:example:a", "remote_reference"),
    ] {
        let schema = json!({"enum": [{}], "properties": {"x/y": {"items": {"$ref": reference}}}});
        assert_eq!(offence(&schema), ("/properties/x~1y/items/$ref".to_owned(), code));
    }
    assert_eq!(
        offence(&json!({"$ref": "#/$defs/50%", "$defs": {"50%": true}})),
        ("/$ref".to_owned(), "unresolved_reference"),
        "a percent escape that is none"
    );
    assert_eq!(
        offence(&json!({"$dynamicRef": "#x", "$defs": {"x": {"$dynamicAnchor": "x"}}})).0,
        "/$dynamicRef"
    );
}

#[test]
fn val_6_definitions_that_multiply_the_looks_at_one_value_are_an_offence() {
    let diamonds = |keyword: &str, steps: usize| {
        let mut definitions = serde_json::Map::new();
        for step in 0..steps {
            let next = json!({"$ref": format!("#/$defs/d{}", step + 1)});
            definitions.insert(format!("d{step}"), json!({ keyword: [next, next] }));
        }
        definitions.insert(format!("d{steps}"), json!({"type": "string"}));
        json!({"properties": {"x": {"$ref": "#/$defs/d0"}}, "$defs": definitions})
    };
    for keyword in ["allOf", "anyOf", "oneOf"] {
        assert_eq!(offences(&diamonds(keyword, 8)), []);
        // d0 to d40: the innermost that is too much is told, once.
        assert_eq!(
            offence(&diamonds(keyword, 40)),
            ("/$defs/d28".to_owned(), "schema_too_intricate")
        );
    }
}

#[test]
fn val_1_a_circle_without_a_step_into_the_data_is_one_offence() {
    for (schema, pointer) in [
        (json!({"$ref": "#"}), "/$ref"),
        (json!({"not": {"$ref": "#"}}), "/not/$ref"),
        (
            json!({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}),
            "/$defs/a/$ref",
        ),
        (
            json!({"allOf": [{"anyOf": [{"if": true, "then": {"$ref": "#/allOf/0"}}]}]}),
            "/allOf/0/anyOf/0/then/$ref",
        ),
        (
            json!({"dependentSchemas": {"a": {"oneOf": [{"$ref": "#"}]}}}),
            "/dependentSchemas/a/oneOf/0/$ref",
        ),
    ] {
        assert_eq!(offence(&schema), (pointer.to_owned(), "reference_cycle"), "{schema}");
    }
    let two = json!({"$defs": {"a": {"$ref": "#/$defs/a"}, "b": {"$ref": "#/$defs/b"}}});
    assert_eq!(offences(&two).len(), 2);
    for legal in [
        json!({"properties": {"children": {"items": {"$ref": "#"}}}}),
        json!({"additionalProperties": {"$ref": "#"}, "propertyNames": {"$ref": "#"}, "contains": {"$ref": "#"}}),
        json!({"unevaluatedProperties": {"$ref": "#"}}),
    ] {
        assert_eq!(offences(&legal), [], "{legal}");
    }
}

#[test]
fn val_1_nesting_is_bounded_before_anything_else_reads_the_schema() {
    let nest = |levels: usize| (0..levels).fold(json!({"type": "integer"}), |inner, _| json!({"items": inner}));
    assert_eq!(offences(&nest(64)), []);
    let (pointer, code) = offence(&nest(65));
    assert_eq!((pointer, code), ("/items".repeat(65), "schema_nesting"));
    let hostile = nest(3_000);
    assert_eq!(offence(&hostile).1, "schema_nesting");
    let value = (0..3_000).fold(json!(1), |inner, _| json!([inner]));
    assert_eq!(offence(&json!({"default": value})).1, "schema_nesting");
}

#[test]
fn val_1_a_pattern_that_needs_backtracking_is_told_so() {
    for pattern in ["^(?!.*--)[a-z-]+$", r"(?=.*\d)", "(?<!a)b", r"(a)\1", r"(?<n>a)\k<n>"] {
        assert_eq!(
            offence(&json!({"pattern": pattern})),
            ("/pattern".to_owned(), "backtracking_pattern")
        );
    }
    for pattern in ["(", "[z-a]", r"(?:[\p{L}]{1000}){1000}"] {
        assert_eq!(
            offence(&json!({"pattern": pattern})),
            ("/pattern".to_owned(), "invalid_pattern")
        );
    }
    let gate = ValueGate::build(&json!({"pattern": "^(a+)+$"})).unwrap();
    assert!(!gate.is_valid(&json!(format!("{}!", "a".repeat(100_000)))));
}

#[test]
fn val_1_formats_are_asserted() {
    for (format, good, bad) in [
        ("date", "2024-02-29", "2026-02-30"),
        ("date-time", "2024-02-29T10:00:00Z", "2024-02-29"),
        ("time", "10:00:00Z", "10:00:00"),
        ("duration", "P1DT2H", "P1W2D"),
        ("email", "a@b.example", "not-an-address"),
        ("hostname", "a.example", "a_b"),
        ("ipv4", "127.0.0.1", "127.0.0.256"),
        ("ipv6", "::1", "::1%eth0"),
        ("uri", "https://a.example/x", "/x"),
        ("uri-reference", "/x", "\\x"),
        ("uri-template", "/{x}", "/{x"),
        ("iri", "https://ä.example/", "/ä"),
        ("iri-reference", "/ä", "\\ä"),
        ("uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d16380", "2eb8aa08"),
        ("json-pointer", "/a~1b", "a"),
        ("relative-json-pointer", "1/a", "/a"),
        ("regex", "^a$", "("),
    ] {
        let gate = ValueGate::build(&json!({"format": format})).unwrap();
        assert!(gate.is_valid(&json!(good)), "{format} {good}");
        assert!(!gate.is_valid(&json!(bad)), "{format} {bad}");
        assert!(gate.is_valid(&json!(1)), "{format} looks at strings alone");
    }
    for unknown in ["uint64", "int32", "DATE", "float", "binary", "unknown", "idn-email", ""] {
        assert_eq!(
            offence(&json!({"format": unknown})),
            ("/format".to_owned(), "unknown_format")
        );
    }
}
