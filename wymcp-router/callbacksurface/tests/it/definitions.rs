//! Entries of `tools/list` (LST, SRF-6).

use std::sync::Arc;

use serde_json::{Value, json};
use wymcp_callbacksurface::{
    ActionSchema, ActionSurface, Era, PlainSurface, Registration, Surface, SurfaceKind, ToolSet, View,
};

use crate::fixture::{Made, Tasks, action, action_surface, plain_surface, registered, tasks};

#[test]
fn lst_1_an_action_tool() {
    let tasks = tasks();
    insta::assert_snapshot!(tasks.definition(Era::Modern, &View::everything()));
    assert_eq!(
        tasks.definition(Era::Legacy, &View::everything()),
        tasks.definition(Era::Modern, &View::everything())
    );
}

#[test]
fn lst_3_what_was_given_is_listed_and_sorted_by_code_point() {
    let surface = Surface {
        title: Some("Converter".to_owned()),
        annotations: Some(json!({"readOnlyHint": true, "title": "C", "custom": [1]})),
        icons: Some(
            json!([{"src": "https://a.example/i.png", "sizes": ["48x48"], "theme": "dark", "mimeType": "image/png"}]),
        ),
        meta: Some(json!({"com.example/x": {"b": 1, "a": 2}})),
        kind: SurfaceKind::Plain(PlainSurface {
            input_schema: Some(json!({"type": "object", "properties": {}})),
            output_schema: Some(json!({"type": "object", "properties": {"any": true}}).into()),
            has_handler: true,
            ..PlainSurface::default()
        }),
        ..plain_surface(Value::Null)
    };
    let registration = registered(surface);
    let both = [Era::Modern, Era::Legacy].map(|era| registration.definition(era, &View::everything()).into_owned());
    insta::assert_snapshot!(both.join("\n"));
}

fn with_output(name: &str, output: Value) -> ActionSurface {
    ActionSurface {
        output_schema: Some(output.into()),
        ..action(name, ActionSchema::new("Does it"))
    }
}

#[test]
fn run_6_equal_output_schemas_are_listed_as_written_and_different_ones_as_alternatives() {
    let task = json!({"type": "object", "properties": {"next": {"$ref": "#"}}});
    let other =
        json!({"type": "object", "$defs": {"n": {"type": "integer"}}, "properties": {"n": {"$ref": "#/$defs/n"}}});
    let listed = |surface| -> Value {
        serde_json::from_str(&registered(surface).definition(Era::Modern, &View::everything())).unwrap()
    };
    let equal = action_surface([with_output("b", task.clone()), with_output("a", task.clone())]);
    assert_eq!(listed(equal)["outputSchema"], task);
    let different = action_surface([
        with_output("b", task.clone()),
        with_output("a", other),
        with_output("c", task),
    ]);
    assert_eq!(
        listed(different)["outputSchema"],
        json!({"type": "object", "anyOf": [
            {"type": "object", "$defs": {"n": {"type": "integer"}}, "properties": {"n": {"$ref": "#/anyOf/0/$defs/n"}}},
            {"type": "object", "properties": {"next": {"$ref": "#/anyOf/1"}}},
        ]})
    );
}

#[test]
fn m6_an_output_that_is_no_object_is_not_listed_towards_legacy_clients() {
    let registration = registered(action_surface([with_output("a", json!({"type": "array"}))]));
    let listed = |era| serde_json::from_str::<Value>(&registration.definition(era, &View::everything())).unwrap();
    assert_eq!(listed(Era::Modern)["outputSchema"], json!({"type": "array"}));
    assert_eq!(listed(Era::Legacy).get("outputSchema"), None);
    assert!(registration.lists_output(Era::Modern, &View::everything()));
    assert!(!registration.lists_output(Era::Legacy, &View::everything()));
}

#[test]
fn f67_tools_come_in_the_order_of_their_names_and_of_mounting() {
    let made = |name: &str| {
        Arc::new(Made {
            surface: Surface {
                name: Some(name.to_owned()),
                ..plain_surface(json!({"type": "object"}))
            },
            ..Made::default()
        })
    };
    let set = ToolSet::build(vec![
        (made("zeta"), None),
        (Arc::new(Tasks), None),
        (made("alpha"), None),
    ])
    .unwrap();
    assert_eq!(
        set.iter().map(|tool| tool.name().to_string()).collect::<Vec<_>>(),
        ["alpha", "tasks", "zeta"]
    );
    assert_eq!(
        set.declared()
            .iter()
            .map(|tool| tool.name().to_string())
            .collect::<Vec<_>>(),
        ["zeta", "tasks", "alpha"]
    );
    assert!(set.get("tasks").is_some() && set.get("Tasks").is_none());
}

#[test]
fn hlp_3_the_page_of_an_action() {
    let tasks = tasks();
    let pages: Vec<&str> = tasks.actions().unwrap().iter().map(|action| action.page()).collect();
    insta::assert_snapshot!(pages.join("\n"));
}

/// A schema of so many levels of JSON.
fn nesting(levels: usize) -> Value {
    let mut below = json!(1);
    for _ in 1..levels {
        below = json!({ "k": below });
    }
    json!({"type": "object", "properties": {}, "x-note": below})
}

#[test]
fn siz_what_registers_is_listed_in_a_message_that_can_be_parsed() {
    let plain = |input: Value, output: Option<Value>| Surface {
        kind: SurfaceKind::Plain(PlainSurface {
            input_schema: Some(input),
            output_schema: output.map(Into::into),
            has_handler: true,
            ..PlainSurface::default()
        }),
        ..plain_surface(Value::Null)
    };
    for levels in 100..130 {
        let deep = || nesting(levels);
        let other = json!({"type": "object", "title": "another"});
        for (what, surface) in [
            ("input", plain(deep(), None)),
            ("output", plain(nesting(2), Some(deep()))),
            (
                "outputs",
                action_surface([with_output("a", deep()), with_output("b", other)]),
            ),
        ] {
            let made = Made {
                surface,
                ..Made::default()
            };
            match Registration::build(Arc::new(made), None) {
                Ok(tool) => {
                    let entry = tool.definition(Era::Modern, &View::everything()).into_owned();
                    let message = format!(r#"{{"result":{{"tools":[{entry}]}}}}"#);
                    let parsed = serde_json::from_str::<Value>(&message);
                    assert!(parsed.is_ok() && levels <= 121, "{what} of {levels} levels");
                }
                Err(offences) => {
                    assert!(levels > 121, "{what} of {levels} levels: {offences:?}");
                    assert_eq!(offences.len(), 1, "{what} of {levels} levels: {offences:?}");
                }
            }
        }
    }
}
