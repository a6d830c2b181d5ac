//! What is hidden does not exist, and help is not hidden (VIS-1, HLP-1).

use std::sync::Arc;

use serde_json::json;
use wymcp_callbacksurface::View;

use crate::fixture::{asked, asked_hiding, asked_of, tools};

#[tokio::test]
async fn hlp_7_a_filter_that_hides_nothing_changes_no_byte() {
    for arguments in [
        json!({}),
        json!({"tool": "tasks"}),
        json!({"tool": "ping"}),
        json!({"tool": "help"}),
        json!({"tool": "tasks", "action": "create"}),
        json!({"tool": "tasks", "action": "get"}),
        json!({"tool": "tasks", "action": "zzz"}),
        json!({"tool": "zzz"}),
        json!({"action": "zzz"}),
    ] {
        assert_eq!(asked_hiding(&[], arguments.clone()).await, asked(arguments).await);
    }
}

#[tokio::test]
async fn vis_1_a_hidden_tool_is_answered_as_one_that_does_not_exist() {
    let hidden = &[("ping", None)];
    insta::assert_snapshot!(asked_hiding(hidden, json!({})).await.text());
    for (there, not_there) in [
        (json!({"tool": "ping"}), json!({"tool": "xxxx"})),
        (
            json!({"tool": "ping", "action": "a"}),
            json!({"tool": "xxxx", "action": "a"}),
        ),
    ] {
        let answer = asked_hiding(hidden, there).await.text().replace("ping", "xxxx");
        assert_eq!(answer, asked_hiding(hidden, not_there).await.text());
    }
    let suggested = asked_hiding(hidden, json!({"tool": "pin"})).await;
    assert!(!suggested.text().contains("ping"), "{}", suggested.text());
}

#[tokio::test]
async fn vis_1_a_hidden_action_is_on_no_page_and_no_list() {
    let hidden = &[("tasks", Some("remove"))];
    let mut pages = String::new();
    for arguments in [
        json!({}),
        json!({"tool": "tasks"}),
        json!({"tool": "tasks", "action": "create"}),
        json!({"tool": "tasks", "action": "get"}),
        json!({"tool": "tasks", "action": "zzz"}),
    ] {
        let answer = asked_hiding(hidden, arguments.clone()).await;
        assert!(!answer.text().contains("remove"), "{}", answer.text());
        pages.push_str(&format!("{arguments}\n{}\n\n", answer.text()));
    }
    insta::assert_snapshot!(pages);
    let answer = asked_hiding(hidden, json!({"tool": "tasks", "action": "remove"})).await;
    let absent = asked_hiding(hidden, json!({"tool": "tasks", "action": "xxxxxx"})).await;
    assert_eq!(answer.text().replace("remove", "xxxxxx"), absent.text());
}

#[tokio::test]
async fn vis_1_a_tool_with_no_visible_action_is_hidden() {
    let hidden = &[
        ("tasks", Some("create")),
        ("tasks", Some("get")),
        ("tasks", Some("remove")),
    ];
    let index = asked_hiding(hidden, json!({})).await.json();
    let names: Vec<_> = index["tools"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|tool| tool["tool"].as_str())
        .collect();
    assert_eq!(names, [Some("ping"), Some("help")]);
    assert_eq!(
        asked_hiding(hidden, json!({"tool": "tasks"})).await.json()["error"],
        "unknown_tool"
    );
}

#[tokio::test]
async fn hlp_1_help_cannot_be_hidden() {
    let nothing = View::filtered(Arc::new(|_, _, _| false), None);
    let index = asked_of(tools(false), nothing.clone(), json!({})).await;
    assert_eq!(index.json()["tools"].as_array().map(Vec::len), Some(1));
    assert_eq!(index.json()["tools"][0]["tool"], "help");
    let own = asked_of(tools(false), nothing, json!({"tool": "help"})).await;
    assert_eq!(own, asked(json!({"tool": "help"})).await);
}
