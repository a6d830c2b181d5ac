//! Tools whose schemas are what is looked at.

use serde_json::{Value, json};
use wymcp_router::{Content, Context, Data, PlainTool, PlainToolBuilder, Reply};

pub(super) fn tools() -> Vec<PlainToolBuilder> {
    vec![
        PlainTool::builder("json_schema_2020_12_tool")
            .description("Takes arguments of a schema that uses what JSON Schema 2020-12 has")
            .input_schema(of_2020_12())
            .allow_root_composition()
            .handler(|arguments: Data, _: Context| async move { Ok(echoed(arguments)) }),
        PlainTool::builder("test_x_mcp_header")
            .description("Takes an argument that is mirrored in a header")
            .input_schema(json!({
                "type": "object",
                "properties": {
                    "region": {"type": "string", "description": "Where to look", "x-mcp-header": "Region"},
                },
            }))
            .handler(|arguments: Data, _: Context| async move { Ok(echoed(arguments)) }),
    ]
}

fn echoed(arguments: Data) -> Reply {
    Reply::content([Content::json(&Value::Object(arguments.into_inner()))])
}

/// As the suite wants it listed, member for member (SEP-1613, SEP-2106).
fn of_2020_12() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
            },
        },
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": false,
    })
}
