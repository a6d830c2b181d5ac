//! Calls without a transport.

use serde_json::{Value, json};
use wymcp_router::Principal;
use wymcp_router::rpc::code;

use crate::support::{self, Tenant};

#[tokio::test]
async fn run_1_principal_and_extensions_reach_the_tool() {
    let mount = support::mount();
    let answer = mount
        .call("whoami", json!({}))
        .principal(Principal::new("ann"))
        .extension(Tenant("acme"))
        .await
        .unwrap();
    assert_eq!(
        (&answer.json()["principal"], &answer.json()["tenant"]),
        (&json!("ann"), &json!("acme"))
    );
    assert_eq!(answer.json()["id"], Value::Null);
}

#[tokio::test]
async fn gat_7_an_unknown_tool_beats_malformed_arguments_and_null_reads_as_nothing() {
    let mount = support::mount();
    let error = mount.call("nobody", json!(5)).await.unwrap_err();
    assert_eq!(
        (error.code(), error.message()),
        (code::INVALID_PARAMS, "unknown tool `nobody`")
    );
    let error = mount.call("notes", json!([])).await.unwrap_err();
    assert_eq!(
        (error.code(), error.message()),
        (code::INVALID_PARAMS, "`arguments` must be an object, got array")
    );
    let refused = mount.call("notes", Value::Null).await.unwrap();
    assert_eq!(refused.json()["error"], "missing_action");
}

/// GAT-5, GAT-7.
#[tokio::test]
async fn m_10_an_unknown_tool_is_answered_with_near_names() {
    let mount = support::mount();
    let error = mount.call("note", json!({})).await.unwrap_err();
    assert_eq!(
        (error.code(), error.message()),
        (code::INVALID_PARAMS, "unknown tool `note`; did you mean `notes`?")
    );
    let error = mount.call("Help", json!({})).await.unwrap_err();
    assert_eq!(error.message(), "unknown tool `Help`; did you mean `help`?");
}

#[tokio::test]
async fn bnd_4_an_unknown_tool_is_named_in_bounds() {
    let error = support::mount().call("n".repeat(100_000), json!({})).await.unwrap_err();
    assert!(error.message().len() < 150, "{}", error.message().len());
}

#[tokio::test]
async fn siz_arguments_nest_as_deep_as_the_wire_lets_them_and_no_stack_overflows() {
    let mount = support::mount();
    // The parser's own limit stops at `params.arguments`, two levels below the root of a message.
    for (levels, is_message) in [(125, true), (126, false), (100_000, false)] {
        let value = (1..levels).fold(json!({}), |below, _| {
            Value::Object([("k".to_owned(), below)].into_iter().collect())
        });
        let outcome = mount.call("regional", value).await;
        assert_eq!(outcome.is_ok(), is_message, "{levels}");
        if let Err(error) = outcome {
            assert_eq!(error.code(), code::PARSE_ERROR);
        }
    }
}

#[tokio::test]
async fn run_5_a_panic_is_answered_and_the_next_call_is_served_f26() {
    let mount = support::mount();
    let fault = mount.call("notes", json!({"action": "boom"})).await.unwrap();
    assert!(fault.is_error());
    assert_eq!(
        (&fault.json()["errorType"], &fault.json()["exception"]),
        (&json!("tool_fault"), &json!("panic"))
    );
    assert!(!mount.call("notes", json!({"action": "read"})).await.unwrap().is_error());
}

#[tokio::test]
async fn srf_1_a_call_is_sent_to_a_task_like_any_future() {
    let mount = support::mount();
    let answer = tokio::spawn(mount.call("notes", json!({"action": "read"})).into_future())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(answer.json(), json!({"limit": null}));
}
