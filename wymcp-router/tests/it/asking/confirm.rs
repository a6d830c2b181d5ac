//! What a policy wants confirmed is asked of the caller's user (DEF-4, INP).

use serde_json::{Value, json};
use wymcp_router::{Context, Decision, Field, Form, Mount, PlainTool, PolicyCall, Reply};

use super::client::{Request, accepted, stateless, text};

/// Wipes the disk, once a policy and the tool itself have asked.
fn mount() -> Mount {
    let wipe = PlainTool::builder("wipe")
        .description("Wipe the disk")
        .annotations(json!({"destructiveHint": true}))
        .handler_without_arguments(|ctx: Context| async move {
            let form = Form::new("why", "Why?").field(Field::text("why"));
            let why = ctx.ask(form)?.accepted().map(|form| form["why"].clone());
            Ok(Reply::new(json!({"wiped": why})))
        });
    Mount::builder("disk", "1.0.0")
        .tool(wipe)
        .policy(|call: &PolicyCall<'_>| Decision::confirm(format!("Really let `{}` go on?", call.tool())))
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
    let nobody = wipe().declaring(json!({"roots": {}})).result(&mount).await;
    assert!(denied(&nobody).ends_with("yours cannot be asked here"));
}

#[tokio::test]
async fn def_4_a_yes_that_nobody_was_asked_for_is_none() {
    let mount = mount();
    let result = wipe().answering(confirm(true)).result(&mount).await;
    assert_eq!(result["resultType"], "input_required");
    assert!(result["inputRequests"]["wymcp/confirm"].is_object());
}
