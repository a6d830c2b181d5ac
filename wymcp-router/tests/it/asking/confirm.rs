//! What a policy wants confirmed is asked of the caller's user (DEF-4, INP).

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use wymcp_router::{Context, Decision, Field, Form, Mount, MountBuilder, PlainTool, PolicyCall, Reply};

use super::client::{Request, accepted, stateless, text};

/// Wipes the disk, once a policy and the tool itself have asked.
fn mount() -> Mount {
    builder().build().unwrap()
}

fn builder() -> MountBuilder {
    Mount::builder("disk", "1.0.0")
        .tool(wiper())
        .policy(|call| Decision::confirm(format!("Really let `{}` go on?", call.tool())))
}

fn wiper() -> PlainTool {
    PlainTool::builder("wipe")
        .description("Wipe the disk")
        .annotations(json!({"destructiveHint": true}))
        .handler_without_arguments(|ctx: Context| async move {
            let form = Form::new("why", "Why?").field(Field::text("why"));
            let why = ctx.ask(form)?.accepted().map(|form| form["why"].clone());
            Ok(Reply::new(json!({"wiped": why})))
        })
        .build()
        .unwrap()
}

fn wipe() -> Request {
    Request::call("wipe", json!({}))
}

fn confirm(is_sure: bool) -> Value {
    json!({"wymcp/confirm": accepted(json!({"confirm": is_sure}))})
}

fn denied(result: &Value) -> String {
    assert_eq!(result["isError"], true, "{result}");
    let refusal: Value = serde_json::from_str(text(result)).unwrap();
    assert_eq!(refusal["error"], "denied_by_policy");
    refusal["message"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn def_4_a_yes_lets_the_call_go_on_and_is_asked_once() {
    let mount = mount();
    let asked = wipe().result(&mount).await;
    let yes = wipe()
        .answering(confirm(true))
        .with_state(asked["requestState"].clone())
        .result(&mount)
        .await;
    insta::assert_snapshot!([stateless(asked), stateless(yes.clone())].join("\n"));
    let why = json!({"why": accepted(json!({"why": "it is full"}))});
    let result = wipe()
        .answering(why)
        .with_state(yes["requestState"].clone())
        .result(&mount)
        .await;
    assert_eq!(text(&result), r#"{"wiped":"it is full"}"#);
}

#[tokio::test]
async fn def_4_whatever_is_no_yes_denies() {
    let mount = mount();
    for answer in [
        confirm(false),
        json!({"wymcp/confirm": {"action": "decline"}}),
        json!({"wymcp/confirm": {"action": "cancel"}}),
    ] {
        let state = wipe().state(&mount).await;
        let result = wipe().answering(answer).with_state(state).result(&mount).await;
        assert!(denied(&result).ends_with("its user did not confirm it"));
    }
}

#[tokio::test]
async fn inp_3_a_client_that_cannot_ask_is_told_what_it_lacks() {
    let mount = mount();
    let (status, error) = wipe().declaring(json!({"roots": {}})).error(&mount).await;
    assert_eq!((status, &error["code"]), (400, &json!(-32021)));
    assert!(
        error["data"]["requiredCapabilities"]["elicitation"].is_object(),
        "{error}"
    );
    let in_process = mount.call("wipe", json!({})).await.unwrap_err();
    assert_eq!(in_process.code(), -32021);
}

/// GAT-9, INP-2: what the mount ignores is no part of what a state is bound to, for a host may send another value with each request.
#[tokio::test]
async fn inp_2_an_ignored_key_may_change_from_round_to_round() {
    let mount = builder().ignore_keys(["toolCallId"]).build().unwrap();
    let state = Request::call("wipe", json!({"toolCallId": 1})).state(&mount).await;
    let again = Request::call("wipe", json!({"toolCallId": 2}))
        .answering(confirm(false))
        .with_state(state);
    assert!(denied(&again.result(&mount).await).ends_with("its user did not confirm it"));
}

#[tokio::test]
async fn def_4_a_yes_that_nobody_was_asked_for_is_none() {
    let mount = mount();
    let result = wipe().answering(confirm(true)).result(&mount).await;
    assert_eq!(result["resultType"], "input_required");
    assert!(result["inputRequests"]["wymcp/confirm"].is_object());
}

/// A yes is one to the words that were asked: a policy that asks something else in a later round asks anew, and so does one that did
/// not ask before.
#[tokio::test]
async fn def_4_a_yes_to_other_words_is_none() {
    let words = Arc::new(Mutex::new(Some("Wipe one disk?")));
    let asked = Arc::clone(&words);
    let policy = move |_: &PolicyCall<'_>| asked.lock().unwrap().map_or(Decision::Allow, Decision::confirm);
    let mount = Mount::builder("disk", "1.0.0")
        .tool(wiper())
        .policy(policy)
        .build()
        .unwrap();

    let state = wipe().state(&mount).await;
    *words.lock().unwrap() = Some("Wipe all disks?");
    let other = wipe().answering(confirm(true)).with_state(state).result(&mount).await;
    let message = |result: &Value| result["inputRequests"]["wymcp/confirm"]["params"]["message"].clone();
    assert_eq!(message(&other), "Wipe all disks?");
    let state = other["requestState"].clone();
    let on = wipe().answering(confirm(true)).with_state(state).result(&mount).await;
    assert!(on["inputRequests"]["why"].is_object(), "{on}");

    *words.lock().unwrap() = None;
    let state = wipe().state(&mount).await;
    *words.lock().unwrap() = Some("Wipe one disk?");
    let mut answers = confirm(true);
    answers["why"] = accepted(json!({"why": "it is full"}));
    let result = wipe().answering(answers).with_state(state).result(&mount).await;
    assert_eq!(message(&result), "Wipe one disk?");
}
