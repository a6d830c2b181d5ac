//! Round after round (INP-5, wire contract I10).

use serde_json::{Value, json};

use super::client::{Request, accepted, text};
use super::fixture::{Entered, builder, mount};

fn script(id: &str, _: &Value) -> Option<Value> {
    Some(match id {
        "name" => accepted(json!({"name": "Ann"})),
        "again" => accepted(json!({"again": true})),
        _ => accepted(json!({})),
    })
}

#[tokio::test]
async fn inp_5_the_code_is_entered_from_the_top_with_all_answers_and_the_last_state() {
    let entered = Entered::default();
    let mount = builder(&entered).build().unwrap();
    let result = Request::call("steps", json!({})).settled(&mount, script).await;
    assert_eq!(text(&result), r#"{"again":true,"name":"Ann","state":101}"#);
    assert_eq!(entered.take(), 3);
}

#[tokio::test]
async fn inp_5_each_round_has_a_state_of_its_own() {
    let mount = mount();
    let steps = || Request::call("steps", json!({}));
    let first = steps().state(&mount).await;
    let name = json!({"name": accepted(json!({"name": "Ann"}))});
    let second = steps().answering(name).with_state(first.clone()).state(&mount).await;
    assert_ne!(first, second);
}

#[tokio::test]
async fn inp_5_a_later_answer_stands_over_an_earlier_one() {
    let mount = mount();
    let steps = || Request::call("steps", json!({}));
    let name = |name: &str| accepted(json!({"name": name}));
    let first = steps().state(&mount).await;
    let second = steps()
        .answering(json!({"name": name("Ann")}))
        .with_state(first)
        .state(&mount)
        .await;
    let both = json!({"name": name("Bob"), "again": accepted(json!({"again": false}))});
    let result = steps().answering(both).with_state(second).result(&mount).await;
    assert_eq!(text(&result), r#"{"again":false,"name":"Bob","state":101}"#);
}

#[tokio::test]
async fn inp_5_no_call_asks_for_ever() {
    let endless = || Request::call("endless", json!({}));
    let result = endless().settled(&mount(), script).await;
    assert_eq!(result["isError"], true);
    insta::assert_snapshot!(text(&result), @"the call asked 8 times, as often as it may, and still lacks an answer to `q8`: answer what is asked, or make the call anew");
    let once = builder(&Entered::default()).rounds(1).build().unwrap();
    let result = endless().settled(&once, script).await;
    assert!(text(&result).starts_with("the call asked 1 times"), "{result}");
}

#[tokio::test]
async fn i_10_nothing_waits_for_a_client_that_does_not_answer() {
    let entered = Entered::default();
    let mount = builder(&entered).build().unwrap();
    for _ in 0..100 {
        Request::call("greet", json!({})).state(&mount).await;
    }
    assert_eq!(entered.take(), 100, "each call has ended with its questions");
}

#[tokio::test]
async fn inp_2_what_is_kept_is_bounded() {
    let mount = mount();
    let survey = || Request::call("survey", json!({}));
    let state = survey().state(&mount).await;
    let long = json!({"capital": {"role": "assistant", "content": {"type": "text", "text": "x".repeat(70_000)}, "model": "m"}});
    let result = survey().answering(long).with_state(state).result(&mount).await;
    assert_eq!(result["isError"], true);
    insta::assert_snapshot!(text(&result), @"the answers so far are longer than what a call keeps until the next one (65536 bytes): answer more briefly");
}

#[tokio::test]
async fn inp_1_a_call_without_a_transport_asks_like_a_modern_one() {
    let mount = mount();
    let call = || mount.call("greet", json!({})).capabilities(json!({"elicitation": {}}));
    let asked = call().await.unwrap();
    assert!(!asked.is_error() && asked.content().is_empty());
    let wire = serde_json::to_value(&asked).unwrap();
    let asked = asked.input_required().unwrap();
    assert_eq!(wire["resultType"], "input_required");
    assert_eq!(
        (&wire["requestState"], &wire["inputRequests"]["name"]["method"]),
        (&json!(asked.state()), &json!("elicitation/create"))
    );
    let name = json!({"name": accepted(json!({"name": "Ann"}))});
    let answer = call().answers(name).state(asked.state()).await.unwrap();
    assert_eq!(answer.json(), "Hello, \"Ann\"");
    let lacking = mount.call("greet", json!({})).await.unwrap_err();
    assert_eq!(lacking.code(), wymcp_router::rpc::code::MISSING_CAPABILITY);
    let foreign = call().state("none").await.unwrap_err();
    assert_eq!(foreign.code(), wymcp_router::rpc::code::INVALID_PARAMS);
}
