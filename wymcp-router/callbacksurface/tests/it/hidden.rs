//! A hidden action behaves exactly as one that does not exist (VIS-1).

use std::borrow::Cow;
use std::sync::Arc;

use proptest::prelude::*;
use serde_json::{Value, json};
use wymcp_callbacksurface::{
    ActionSchema, ActionSurface, ActionTable, Era, RegisteredAction, Registration, ToolSet, View, admit,
};

use crate::fixture::{action, action_surface, arguments, registered, tasks};

/// Two actions; the same tool without the second.
fn pair() -> (Registration, Registration) {
    let shown = || {
        action(
            "create",
            ActionSchema::new("Create")
                .property("title", json!({"type": "string"}))
                .required(["title"])
                .related(["remove"]),
        )
    };
    let alone = || {
        action(
            "create",
            ActionSchema::new("Create")
                .property("title", json!({"type": "string"}))
                .required(["title"]),
        )
    };
    let hidden = action(
        "remove",
        ActionSchema::new("Remove")
            .property("id", json!({"type": "string"}))
            .required(["id"]),
    );
    (
        registered(action_surface([shown(), hidden])),
        registered(action_surface([alone()])),
    )
}

fn page_of<'t>(table: &'t ActionTable, action: &'t RegisteredAction, view: &View) -> Cow<'t, str> {
    table.page(action, &ToolSet::default(), view)
}

fn without(name: &'static str) -> View {
    View::filtered(Arc::new(move |_, _, action| action != Some(name)), None)
}

#[test]
fn vis_1_no_listing_page_or_suggestion_knows_a_hidden_action() {
    let (filtered, alone) = pair();
    let view = without("remove");
    for era in [Era::Modern, Era::Legacy] {
        assert_eq!(
            filtered.definition(era, &view),
            alone.definition(era, &View::everything())
        );
    }
    let (full_table, table) = (filtered.actions().unwrap(), alone.actions().unwrap());
    let ((_, full_page), (_, page)) = (full_table.get("create").unwrap(), table.get("create").unwrap());
    assert_eq!(
        page_of(full_table, full_page, &view),
        page_of(table, page, &View::everything())
    );
    assert_ne!(
        page_of(full_table, full_page, &View::everything()),
        page_of(table, page, &View::everything())
    );
}

/// RUN-6: an output schema of a hidden action is not listed either.
#[test]
fn vis_1_the_output_schema_of_a_hidden_action_is_not_listed() {
    let with = |name: &str, output: Value| ActionSurface {
        output_schema: Some(output.into()),
        ..action(name, ActionSchema::new("Does it"))
    };
    let shown = || with("create", json!({"type": "object", "required": ["id"]}));
    let both = registered(action_surface([
        shown(),
        with("remove", json!({"type": "object", "required": ["gone"]})),
    ]));
    let one = registered(action_surface([shown()]));
    assert_eq!(
        both.definition(Era::Modern, &without("remove")),
        one.definition(Era::Modern, &View::everything())
    );
}

#[test]
fn vis_1_a_tool_without_a_visible_action_is_hidden() {
    let nothing = View::filtered(Arc::new(|_, _, action| action.is_none()), None);
    assert!(!tasks().is_visible(&nothing));
    assert!(tasks().is_visible(&without("create")));
    assert!(!tasks().is_visible(&View::filtered(Arc::new(|_, tool, _| tool != "tasks"), None)));
}

#[test]
fn run_5_a_filter_that_panics_hides_what_it_was_asked_about() {
    let view = View::filtered(
        Arc::new(|_, _, action| if action == Some("remove") { panic!("boom") } else { true }),
        None,
    );
    let refusal = admit(&tasks(), &view, arguments(json!({"action": "remove"}))).unwrap_err();
    let refusal: Value = serde_json::from_str(refusal.text()).unwrap();
    assert_eq!(
        (&refusal["error"], &refusal["valid_actions"]),
        (&json!("unknown_action"), &json!(["create", "get", "list"]))
    );
}

proptest! {
    #[test]
    fn vis_1_every_call_is_answered_as_if_the_hidden_action_did_not_exist(
        name in prop_oneof![Just(json!("remove")), Just(json!("remov")), Just(json!("create")), Just(json!(1)), Just(Value::Null)],
        key in prop_oneof![Just("id"), Just("title"), Just("data"), Just("x")],
        has_action: bool,
    ) {
        let (filtered, alone) = pair();
        let mut call = arguments(json!({ key: {"id": "a"} }));
        if has_action {
            call.insert("action".to_owned(), name);
        }
        prop_assert_eq!(admit(&filtered, &without("remove"), call.clone()), admit(&alone, &View::everything(), call));
    }
}
