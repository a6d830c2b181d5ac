//! Plain tools and the framework's own help (DEF-1, HLP-5).

use serde_json::{Value, json};
use wymcp_callbacksurface::{Era, HeaderType, PlainSurface, Surface, SurfaceKind, View};

use crate::fixture::{arguments, dialogue, offences, plain_surface, registered};

fn convert() -> Value {
    json!({
        "type": "object",
        "properties": {
            "amount": {"type": "number", "minimum": 0},
            "from": {"type": "object", "properties": {"unit": {"type": "string"}}},
            "anything": true,
        },
        "required": ["amount", "from"],
    })
}

#[test]
fn def_1_a_plain_tool_has_gates_5_7_and_8_on_its_arguments() {
    insta::assert_snapshot!(dialogue(
        &registered(plain_surface(convert())),
        [
            json!({"from": {}}),
            json!({}),
            json!({"amount": 1, "from": {"unti": "m"}, "action": "x"}),
            json!({"amount": "1", "from": []}),
            json!({"amount": 2.0, "from": {"unit": "m"}, "anything": [null]}),
        ]
    ));
}

#[test]
fn def_1_the_listed_schema_is_closed_and_has_no_boolean_property() {
    let registration = registered(plain_surface(convert()));
    insta::assert_snapshot!(registration.definition(Era::Modern, &View::everything()));
}

#[test]
fn hlp_5_gates_1_and_2_guard_help() {
    let help = Surface {
        name: Some("help".to_owned()),
        description: Some("Explains tools".to_owned()),
        kind: SurfaceKind::Plain(PlainSurface {
            input_schema: Some(json!({
                "type": "object",
                "properties": {"tool": {"type": "string"}, "action": {"type": "string"}},
                "additionalProperties": false,
            })),
            has_handler: true,
            framework: true,
            ..PlainSurface::default()
        }),
        ..Surface::default()
    };
    insta::assert_snapshot!(dialogue(
        &registered(help),
        [
            json!({"tol": "tasks"}),
            json!({"tool": 1, "action": null}),
            json!({"tool": "tasks"}),
            json!({})
        ]
    ));
}

#[test]
fn d_23_header_arguments_are_read_from_the_input_schema() {
    let registration = registered(plain_surface(json!({
        "type": "object",
        "properties": {
            "region": {"type": "string", "x-mcp-header": "Region"},
            "page": {"type": "object", "properties": {"size": {"type": "integer", "x-mcp-header": "Page-Size"}}},
            "x-mcp-header": {"type": "boolean", "x-mcp-header": "Flag"},
        },
    })));
    let found: Vec<_> = registration
        .header_arguments()
        .iter()
        .map(|argument| (argument.name(), argument.path().join("/"), argument.kind()))
        .collect();
    assert_eq!(
        found,
        [
            ("Flag", "x-mcp-header".to_owned(), HeaderType::Boolean),
            ("Page-Size", "page/size".to_owned(), HeaderType::Integer),
            ("Region", "region".to_owned(), HeaderType::String),
        ]
    );
    let size = &registration.header_arguments()[1];
    assert_eq!(size.header(), "Mcp-Param-Page-Size");
    assert_eq!(size.find(&arguments(json!({"page": {"size": 7}}))), Some(&json!(7)));
    assert_eq!(size.find(&arguments(json!({"page": 7}))), None);
}

#[test]
fn d_24_a_header_that_would_make_clients_drop_the_tool_is_an_offence() {
    let found = offences(plain_surface(json!({
        "type": "object",
        "x-mcp-header": "Root",
        "properties": {
            "a": {"type": "string", "x-mcp-header": ""},
            "b": {"type": "string", "x-mcp-header": "two words"},
            "c": {"type": "number", "x-mcp-header": "Number"},
            "d": {"type": "string", "x-mcp-header": "Same"},
            "e": {"type": "string", "x-mcp-header": "same"},
            "f": {"type": "array", "items": {"type": "string", "x-mcp-header": "Item"}},
            "g": {"x-mcp-header": "Untyped"},
            "h": {"type": "string", "x-mcp-header": 1},
            "i": {"const": {"x-mcp-header": "in data"}},
        },
    })));
    let lines: Vec<String> = found.iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(lines.join("\n"));
}
