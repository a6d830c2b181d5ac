//! The callback-shape invariant of tools from data (SRF-2): one offence for each wrong shape, for every callback of the closed list.

use serde_json::{Value, json};
use wymcp_callbacksurface::{Callback, Manifest};

use super::{action_tool, manifest, plain_tool, told};

/// A value of each JSON type.
fn kinds() -> [(&'static str, Value); 6] {
    [
        ("null", json!(null)),
        ("boolean", json!(true)),
        ("number", json!(7)),
        ("string", json!("text")),
        ("array", json!([["a"]])),
        ("object", json!({})),
    ]
}

/// Where a manifest says what a callback would, with the JSON type that belongs there. A callback that is added to the list does not
/// compile here until it has a place or is said to be code's.
fn places(callback: Callback) -> Vec<(Value, &'static str, &'static [&'static str])> {
    let action_tool = || {
        let mut tool = action_tool();
        tool["outputSchemas"] = json!({"list": {}});
        tool
    };
    match callback {
        Callback::Name => vec![
            (plain_tool(), "/name", &["string"]),
            (action_tool(), "/name", &["string"]),
        ],
        Callback::Description => vec![(plain_tool(), "/description", &["string"])],
        Callback::Title => vec![(plain_tool(), "/title", &["string"])],
        Callback::Annotations => vec![(plain_tool(), "/annotations", &["object"])],
        Callback::Icons => vec![(plain_tool(), "/icons", &["array"])],
        Callback::Meta => vec![(plain_tool(), "/_meta", &["object"])],
        Callback::Actions => vec![(action_tool(), "/actions", &["object"])],
        Callback::Schema => vec![(action_tool(), "/actions/list", &["object"])],
        Callback::OutputSchema => vec![
            (plain_tool(), "/outputSchema", &["object"]),
            (action_tool(), "/outputSchemas", &["object"]),
            (action_tool(), "/outputSchemas/list", &["object"]),
        ],
        Callback::InputSchema => vec![(plain_tool(), "/inputSchema", &["object"])],
        Callback::Sensitive => vec![
            (plain_tool(), "/sensitive", &["boolean"]),
            (action_tool(), "/sensitive", &["boolean", "array"]),
        ],
        // What a request brings only code can answer.
        Callback::RunAction
        | Callback::Hints
        | Callback::HandleError
        | Callback::ActionContext
        | Callback::ValidateData
        | Callback::Run => {
            vec![]
        }
    }
}

fn put(tool: &Value, pointer: &str, value: Value) -> Value {
    let mut tool = tool.clone();
    let (above, key) = pointer.rsplit_once('/').unwrap();
    tool.pointer_mut(above).unwrap()[key] = value;
    tool
}

#[test]
fn srf_2_every_wrong_shape_is_one_offence_with_its_place_in_the_file() {
    for &callback in Callback::ALL {
        let mut text = String::new();
        for (tool, pointer, right) in places(callback) {
            for (kind, value) in kinds().into_iter().filter(|(kind, _)| !right.contains(kind)) {
                let manifest = manifest(&[put(&tool, pointer, value)]);
                let offences = manifest.validate().unwrap_err();
                assert_eq!(offences.len(), 1, "{pointer}, {kind}: {offences}");
                let offence = offences.iter().next().unwrap();
                assert_eq!(offence.callback(), Some(callback), "{offence}");
                assert_eq!(offence.found(), Some(kind), "{offence}");
                let source = offence.source().unwrap();
                assert_eq!(
                    (source.file(), source.pointer()),
                    (Some("tools.json"), &*format!("/tools/0{pointer}"))
                );
                text.push_str(&format!("{offence}\n"));
            }
        }
        match callback.key() {
            Some(_) => insta::assert_snapshot!(format!("shape_of_{}", callback.name()), text),
            None => assert_eq!(text, "", "{callback:?} is said by code and has no place"),
        }
    }
}

#[test]
fn def_3_the_shape_of_the_manifest_itself() {
    let of = |value: Value| told(&Manifest::from_json(&value));
    insta::assert_snapshot!(
        [
            of(json!(["tools"])),
            of(json!({})),
            of(json!({"tools": {"tasks": {}}})),
            of(json!({"tools": [], "toolz": 1})),
            of(json!({"tools": ["tasks", 1]})),
            of(json!({"tools": []})),
        ]
        .join("\n")
    );
}

#[test]
fn act_11_all_offences_of_a_manifest_come_at_once_with_their_places() {
    let tools = [
        json!({
            "name": "tasks",
            "actions": {
                "create": {
                    "description": "Create a task",
                    "properties": {"title": {"type": "strng"}, "a/b": {"$ref": "#/no"}},
                    "required": ["titel"],
                    "defaults": {"title": 5},
                    "require": [],
                },
                "list\n": {"description": "List tasks"},
            },
            "output_schemas": {"create": {"type": "objekt"}, "delete": {}},
            "annotations": {"destructiveHint": "true"},
        }),
        json!({"name": "tasks", "description": "Again", "input_schema": {"type": "object", "properties": {"a": 5}}, "inputs": 1}),
    ];
    insta::assert_snapshot!(told(&manifest(&tools)));
}

#[test]
fn def_4_what_is_called_sensitive_exists() {
    let mut tool = action_tool();
    tool["sensitive"] = json!(["list", "delete", 7]);
    insta::assert_snapshot!(told(&manifest(&[tool])));
}
