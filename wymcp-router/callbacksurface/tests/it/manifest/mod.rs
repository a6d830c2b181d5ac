//! Tools from a file (DEF-3): their shapes, their handlers, their places, and what JSON does not carry.

mod bound;
mod carried;
mod shapes;

use serde_json::{Value, json};
use wymcp_callbacksurface::Manifest;

/// An action tool without a mistake.
fn action_tool() -> Value {
    json!({"name": "tasks", "description": "Tasks", "actions": {"list": {"description": "List tasks", "properties": {}}}})
}

/// A plain tool without a mistake.
fn plain_tool() -> Value {
    json!({"name": "ping", "description": "Answers", "inputSchema": {"type": "object", "properties": {}}})
}

fn manifest(tools: &[Value]) -> Manifest {
    Manifest::from_json(&json!({ "tools": tools })).in_file("tools.json")
}

/// What is told of what a manifest declares.
fn told(manifest: &Manifest) -> String {
    manifest
        .validate()
        .map_or_else(|offences| offences.to_string(), |()| "no offence".to_owned())
}
