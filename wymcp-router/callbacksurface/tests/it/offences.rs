//! What is wrong with a tool, told at once (ACT-11).

use std::sync::Arc;

use serde_json::{Value, json};
use wymcp_callbacksurface::{ActionSchema, ActionSurface, CODES, PlainSurface, Served, Surface, SurfaceKind, ToolSet};

use crate::fixture::{Made, action, action_surface, offences, plain_surface};

fn lines(surface: Surface) -> String {
    // Where this file stands is no part of what is told.
    let line = |offence: &wymcp_callbacksurface::Offence| {
        let line = offence.to_string();
        line.split(", declared at ").next().unwrap_or_default().to_owned()
    };
    offences(surface).iter().map(line).collect::<Vec<_>>().join("\n")
}

fn codes(surface: Surface) -> Vec<&'static str> {
    offences(surface)
        .iter()
        .map(wymcp_callbacksurface::Offence::code)
        .collect()
}

#[test]
fn act_11_every_mistake_of_a_tool_is_told_at_once_in_the_order_of_the_callbacks() {
    let surface = Surface {
        name: Some("has space".to_owned()),
        description: Some(" \n".to_owned()),
        title: None,
        annotations: Some(json!({"destructiveHint": "true", "sensitive": 1, "title": null})),
        icons: Some(json!([{"src": "no scheme"}, {"mimeType": 1, "sizes": "48x48", "theme": "blue"}, 7])),
        meta: Some(json!({"bad key": 1})),
        sensitive: false,
        offences: Vec::new(),
        kind: SurfaceKind::Actions(vec![
            action("a", ActionSchema::new("")),
            action(
                "b",
                ActionSchema::new("Fine")
                    .property("n", json!({"type": "strng"}))
                    .required(["m"]),
            ),
            action("b", ActionSchema::new("Twice")),
            ActionSurface {
                has_handler: false,
                ..action("c", ActionSchema::new("No handler"))
            },
            ActionSurface {
                output_schema: Some(json!({"type": "objct"}).into()),
                ..action("d", ActionSchema::new("Output"))
            },
        ]),
    };
    insta::assert_snapshot!(lines(surface));
}

/// F22: each is refused with tool, action and pointer.
#[test]
fn f22_a_bad_schema_or_default_is_found_at_registration() {
    let number = || json!({"type": "integer", "maximum": 5});
    for (schema, code, pointer) in [
        (
            ActionSchema::new("x").property("n", json!({"type": "strng"})),
            "unknown_type",
            "/properties/n/type",
        ),
        (
            ActionSchema::new("x").property("n", number()).default_to("n", 9),
            "invalid_default",
            "/defaults/n",
        ),
        (
            ActionSchema::new("x")
                .property("n", number())
                .required(["n"])
                .default_to("n", 1),
            "default_for_required",
            "/defaults/n",
        ),
        (
            ActionSchema::new("x").required(["n"]),
            "undeclared_property",
            "/required/0",
        ),
        (
            ActionSchema::new("x")
                .property("n", number())
                .property("m", number())
                .required_group(["n"])
                .required_group(["n", "m"]),
            "redundant_group",
            "/required_one_of/1",
        ),
        (
            ActionSchema::new("x").property("n", json!({"type": "integer", "format": "uint64"})),
            "unknown_format",
            "/properties/n/format",
        ),
        (
            ActionSchema::new("x").property("n", json!({"$ref": "http://127.0.0.1:9/x.json"})),
            "remote_reference",
            "/properties/n/$ref",
        ),
    ] {
        let found = offences(action_surface([action("go", schema)]));
        assert_eq!(
            found
                .iter()
                .map(|offence| (offence.code(), offence.pointer()))
                .collect::<Vec<_>>(),
            [(code, pointer)],
            "{found:?}"
        );
        assert_eq!((found[0].tool(), found[0].action()), (Some("made"), Some("go")));
        assert!(
            found[0]
                .location()
                .is_some_and(|location| location.file().ends_with("offences.rs")),
            "{:?}",
            found[0]
        );
    }
}

#[test]
fn act_11_a_mistake_beside_another_is_judged_too() {
    let schema = ActionSchema::new("two\nlines")
        .property("n", json!({"type": "integer", "maximum": 5}))
        .default_to("n", 9);
    assert_eq!(
        codes(action_surface([action("go", schema)])),
        ["newline_in_description", "invalid_default"]
    );
}

#[test]
fn def_2_a_plain_tool() {
    let plain = |plain: PlainSurface| Surface {
        kind: SurfaceKind::Plain(plain),
        ..plain_surface(Value::Null)
    };
    assert_eq!(
        codes(Surface {
            kind: SurfaceKind::Plain(PlainSurface::default()),
            ..Surface::default()
        }),
        [
            "missing_name",
            "missing_description",
            "missing_input_schema",
            "missing_handler",
        ]
    );
    for (schema, expected) in [
        (json!({"properties": {}}), vec!["invalid_input_schema"]),
        (json!({"type": "array"}), vec!["invalid_input_schema"]),
        (json!(true), vec!["invalid_input_schema"]),
        (json!({"type": "strng"}), vec!["invalid_input_schema"]),
        (
            json!({"type": "object", "oneOf": [{"properties": {"a": {}}}], "$ref": "#/$defs/x", "$defs": {"x": {}}}),
            vec!["root_composition", "root_composition"],
        ),
        (
            json!({"type": "object", "properties": {"a": {}}, "required": ["b"]}),
            vec!["undeclared_property"],
        ),
        (json!({"type": "object", "required": ["b"]}), vec![]),
        (
            json!({"type": "object", "properties": {"a": {"format": "uint64"}}}),
            vec!["unknown_format"],
        ),
        (
            json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"}),
            vec!["unsupported_dialect"],
        ),
    ] {
        assert_eq!(codes(plain_surface(schema.clone())), expected, "{schema}");
    }
    let allowed = PlainSurface {
        input_schema: Some(
            json!({"type": "object", "anyOf": [{"type": "object", "properties": {"a": {}}}, {"type": "object", "properties": {"b": {}}}]}),
        ),
        has_handler: true,
        allows_root_composition: true,
        ..PlainSurface::default()
    };
    assert_eq!(codes(plain(allowed)), Vec::<&str>::new());
}

#[test]
fn run_6_output_schemas_are_given_by_all_actions_or_by_none() {
    let with = |name: &str, output: Option<Value>| ActionSurface {
        output_schema: output.map(Into::into),
        ..action(name, ActionSchema::new("Does it"))
    };
    let text = json!({"type": "string"});
    assert_eq!(
        codes(action_surface([with("a", Some(text.clone())), with("b", None)])),
        ["mixed_output_schemas"]
    );
    assert_eq!(
        codes(action_surface([
            with("a", Some(text.clone())),
            with("b", Some(text.clone()))
        ])),
        Vec::<&str>::new()
    );
    assert_eq!(
        codes(action_surface([
            with("a", Some(text)),
            with("b", Some(json!({"type": "object"})))
        ])),
        ["invalid_output_schema"]
    );
    let draft_7 = json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object"});
    assert_eq!(
        codes(action_surface([with("a", Some(draft_7))])),
        ["unsupported_dialect"]
    );
    assert_eq!(
        codes(action_surface([with("a", Some(json!(true)))])),
        ["invalid_output_schema"]
    );
}

#[test]
fn srf_3_names_are_checked() {
    let named = |name: &str| {
        codes(Surface {
            name: Some(name.to_owned()),
            ..plain_surface(json!({"type": "object"}))
        })
    };
    for good in ["a", "A-z_0.9", &"n".repeat(128)] {
        assert_eq!(named(good), Vec::<&str>::new(), "{good}");
    }
    for (bad, code) in [
        ("", "missing_name"),
        (" ", "missing_name"),
        ("a b", "invalid_name"),
        ("ä", "invalid_name"),
        ("help", "reserved_name"),
    ] {
        assert_eq!(named(bad), [code], "{bad}");
    }
    assert_eq!(named(&"n".repeat(129)), ["invalid_name"]);
    assert_eq!(codes(action_surface([])), ["no_actions"]);
}

#[test]
fn act_11_all_tools_are_reported_at_once_and_a_duplicate_is_told_once() {
    let tool = |surface| -> (Arc<dyn Served>, _) {
        (
            Arc::new(Made {
                surface,
                ..Made::default()
            }),
            None,
        )
    };
    let set = ToolSet::build(vec![
        tool(plain_surface(json!({"type": "object"}))),
        tool(Surface {
            description: None,
            ..plain_surface(json!({"type": "object"}))
        }),
        tool(action_surface([])),
    ]);
    let offences = set.unwrap_err();
    insta::assert_snapshot!(offences);
    assert_eq!(offences.len(), 3);
}

#[test]
fn act_11_a_value_that_nests_too_deeply_is_told_once() {
    let deep = |levels: usize| (0..levels).fold(json!({}), |inner, _| json!({"properties": {"p": inner}}));
    let mut schema = deep(400);
    schema["type"] = json!("object");
    assert_eq!(offences(plain_surface(schema)).len(), 1);
    let found = codes(Surface {
        icons: Some(json!([{"src": "data:,", "x": deep(400)}])),
        ..plain_surface(json!({"type": "object"}))
    });
    assert_eq!(found, ["invalid_icons"]);
}

#[test]
fn def_2_the_codes_are_distinct() {
    let distinct: std::collections::BTreeSet<_> = CODES.iter().collect();
    assert_eq!(distinct.len(), CODES.len());
}
