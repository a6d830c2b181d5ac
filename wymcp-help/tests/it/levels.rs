//! The three levels, and help about help (HLP-1 to HLP-3, HLP-5, HLP-7).

use serde_json::{Value, json};
use wymcp_callbacksurface::{Era, Kind, View};

use crate::fixture::{asked, asked_of, tools};

#[tokio::test]
async fn hlp_2_the_index_lists_every_tool_with_the_summaries_of_its_actions() {
    let index = asked(json!({})).await;
    assert!(!index.is_error());
    insta::assert_snapshot!(index.text());
}

#[tokio::test]
async fn hlp_2_a_tool_is_shown_whole() {
    insta::assert_snapshot!(asked(json!({"tool": "tasks"})).await.text());
}

#[tokio::test]
async fn hlp_2_a_plain_tool_shows_its_schemas() {
    insta::assert_snapshot!(asked(json!({"tool": "ping"})).await.text());
}

#[tokio::test]
async fn hlp_2_an_action_is_shown_alone() {
    insta::assert_snapshot!(asked(json!({"tool": "tasks", "action": "create"})).await.text());
}

#[tokio::test]
async fn hlp_2_an_action_shows_its_context_when_the_tool_gives_one() {
    insta::assert_snapshot!(asked(json!({"tool": "tasks", "action": "get"})).await.text());
}

#[tokio::test]
async fn hlp_3_an_action_page_is_the_entry_at_tool_level_with_its_target() {
    let tool = asked(json!({"tool": "tasks"})).await.json();
    for action in ["create", "get"] {
        let mut page = asked(json!({"tool": "tasks", "action": action})).await.json();
        let members = page.as_object_mut().unwrap();
        assert_eq!(members.remove("tool"), Some(json!("tasks")));
        assert_eq!(members.remove("action"), Some(json!(action)));
        members.remove("context");
        assert_eq!(page, tool["actions"][action]);
        assert_eq!(page["type"], "object");
        assert!(page["required"].is_array());
    }
}

#[tokio::test]
async fn hlp_2_help_describes_itself_as_it_is_listed() {
    let own = asked(json!({"tool": "help"})).await;
    insta::assert_snapshot!(own.text());
    let registered = wymcp_help::register(tools(false)).unwrap();
    let Kind::Plain(plain) = registered.kind() else {
        panic!("help has no actions")
    };
    assert_eq!(&own.json()["input_schema"], plain.input_schema());
    let listed: Value = serde_json::from_str(&registered.definition(Era::Modern, &View::everything())).unwrap();
    assert_eq!(own.json()["input_schema"], listed["inputSchema"]);
    assert_eq!(own.json()["description"], listed["description"]);
    insta::assert_snapshot!(listed.to_string());
}

#[tokio::test]
async fn f67_help_is_the_same_whatever_the_order_of_mounting() {
    for arguments in [json!({}), json!({"tool": "tasks"}), json!({"tool": "nothing"})] {
        let (one, other) = (tools(false), tools(true));
        let one = asked_of(one, View::everything(), arguments.clone()).await;
        assert_eq!(one, asked_of(other, View::everything(), arguments).await);
    }
}

#[tokio::test]
async fn run_5_a_fault_of_an_actions_context_names_the_target_and_not_help() {
    let fault = asked(json!({"tool": "tasks", "action": "remove"})).await;
    assert!(fault.is_error());
    insta::assert_snapshot!(fault.text());
}

#[tokio::test]
async fn hlp_5_its_own_arguments_are_guarded_by_gates_1_and_2() {
    let mut answers = String::new();
    for arguments in [
        json!({"tol": "tasks", "tool": 7}),
        json!({"tool": 7, "action": null}),
        json!({"tool": null}),
    ] {
        let refusal = asked(arguments).await;
        assert_eq!(refusal.error_kind().map(|kind| kind.name()), Some("dispatch"));
        answers.push_str(refusal.text());
        answers.push('\n');
    }
    insta::assert_snapshot!(answers);
}
