//! Targets that do not exist (HLP-4, BND).

use serde_json::{Value, json};
use wymcp_callbacksurface::ErrorKind;

use crate::fixture::asked;

async fn unknown(arguments: Value) -> String {
    let answer = asked(arguments).await;
    assert_eq!(
        (answer.error_kind(), answer.content().len()),
        (Some(ErrorKind::Tool), 1)
    );
    answer.text().to_owned()
}

#[tokio::test]
async fn hlp_4_an_action_without_its_tool() {
    insta::assert_snapshot!(unknown(json!({"action": "create"})).await);
}

#[tokio::test]
async fn hlp_4_an_unknown_tool_is_answered_before_its_action() {
    let answers = [
        unknown(json!({"tool": "task"})).await,
        unknown(json!({"tool": "task", "action": "nothing"})).await,
        unknown(json!({"tool": "hlep"})).await,
        unknown(json!({"tool": ""})).await,
    ];
    insta::assert_snapshot!(answers.join("\n"));
}

#[tokio::test]
async fn hlp_4_an_unknown_action_of_each_kind_of_tool() {
    let answers = [
        unknown(json!({"tool": "tasks", "action": "Create"})).await,
        unknown(json!({"tool": "tasks", "action": "zzz"})).await,
        unknown(json!({"tool": "ping", "action": "create"})).await,
        unknown(json!({"tool": "help", "action": "create"})).await,
    ];
    insta::assert_snapshot!(answers.join("\n"));
}

#[tokio::test]
async fn bnd_2_an_answer_does_not_grow_with_what_was_sent() {
    let hostile = |length: usize| "\u{202e}x".repeat(length);
    for of in [
        |name: String| json!({"tool": name}),
        |name: String| json!({"tool": name.clone(), "action": name}),
        |name: String| json!({"tool": "tasks", "action": name}),
        |name: String| json!({"action": name}),
    ] {
        let (short, long) = (unknown(of(hostile(100))).await, unknown(of(hostile(10_000))).await);
        assert!(short.len().abs_diff(long.len()) <= 64, "{short}\n{long}");
        assert!(!long.contains('\u{202e}') && long.contains(r"\u202e"));
    }
}
