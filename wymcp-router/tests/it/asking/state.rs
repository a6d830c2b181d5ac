//! Sealed state (INP-2, wire contract I5 to I8).

use std::time::Duration;

use proptest::prelude::*;
use serde_json::{Value, json};
use wymcp_router::{Mount, StateKey};

use super::client::{Request, accepted, text};
use super::fixture::{Entered, KEY, builder, mount, with_key};

fn purge(id: i64) -> Request {
    Request::call("notes", json!({"action": "purge", "data": {"id": id}}))
}

fn sure() -> Value {
    json!({"sure": accepted(json!({"sure": true}))})
}

/// What a state that does not open is answered.
async fn refused(request: Request, mount: &Mount) -> String {
    let (status, error) = request.answering(sure()).error(mount).await;
    assert_eq!((status, &error["code"]), (200, &json!(-32602)), "{error}");
    error.to_string()
}

#[tokio::test]
async fn inp_2_the_state_comes_back_to_the_tool_as_it_was() {
    let mount = mount();
    let state = purge(7).state(&mount).await;
    let result = purge(7).answering(sure()).with_state(state).result(&mount).await;
    assert_eq!(text(&result), r#"{"id":7,"sure":true}"#);
}

#[tokio::test]
async fn inp_2_i_7_a_state_is_good_for_its_own_call_alone() {
    let mount = mount();
    let state = purge(7).by("ann").state(&mount).await;
    let with_state = |request: Request| request.with_state(state.clone());
    let own = with_state(purge(7).by("ann")).answering(sure()).result(&mount).await;
    assert_eq!(own["resultType"], "complete");
    let foreign = [
        purge(8).by("ann"),
        purge(7).by("bob"),
        purge(7),
        Request::call("notes", json!({"action": "merge", "data": {"id": 7}})).by("ann"),
        Request::call("notes", json!({"action": "purge", "data": {"id": 7, "by": "nobody"}})).by("ann"),
        Request::call("greet", json!({})).by("ann"),
        Request::call("help", json!({})).by("ann"),
    ];
    let words = refused(with_state(purge(8).by("ann")), &mount).await;
    for request in foreign {
        assert_eq!(refused(with_state(request), &mount).await, words, "told alike");
    }
    insta::assert_snapshot!(words, @r#"{"code":-32602,"message":"`requestState` is none that this server gave out for this call: send back exactly what came with the questions, with the same arguments, or leave it out and begin anew"}"#);
}

#[tokio::test]
async fn i_5_the_order_of_keys_is_not_what_a_call_is() {
    let mount = mount();
    let ask = |body: &str| Request::call("notes", serde_json::from_str::<Value>(body).unwrap());
    let state = ask(r#"{"action":"purge","data":{"id":7,"by":"ann"}}"#)
        .state(&mount)
        .await;
    let again = ask(r#"{"data":{"by":"ann","id":7},"action":"purge"}"#)
        .answering(sure())
        .with_state(state);
    assert_eq!(again.result(&mount).await["resultType"], "complete");
}

#[tokio::test]
async fn inp_2_what_is_no_state_of_this_server() {
    let mount = mount();
    let state = purge(7).state(&mount).await;
    let words = refused(purge(7).with_state("-TAMPERED"), &mount).await;
    for wrong in [
        format!("{state}-TAMPERED"),
        format!("{state}="),
        format!("{state}A"),
        format!(" {state}"),
        state[1..].to_owned(),
        state[..state.len() - 1].to_owned(),
        state.to_uppercase(),
        String::new(),
        "A".repeat(1_000_000),
        "ü".to_owned(),
    ] {
        assert_eq!(refused(purge(7).with_state(wrong), &mount).await, words);
    }
    for wrong in [json!(1), json!({}), json!([state])] {
        assert_eq!(refused(purge(7).with_state(wrong), &mount).await, words);
    }
    let nothing = purge(7).answering(sure()).with_state(json!(null)).result(&mount).await;
    assert_eq!(nothing["resultType"], "complete", "null is as good as absent");
}

#[tokio::test]
async fn inp_2_a_stale_state_is_told_apart() {
    let brief = builder(&Entered::default())
        .state_lifetime(Duration::from_nanos(1))
        .build()
        .unwrap();
    let state = purge(7).state(&brief).await;
    insta::assert_snapshot!(refused(purge(7).with_state(state), &brief).await, @r#"{"code":-32602,"message":"`requestState` has expired: make the call again without it"}"#);
}

#[tokio::test]
async fn inp_2_any_node_with_the_key_goes_on_and_keys_rotate() {
    let (one, other) = (mount(), mount());
    let state = purge(7).state(&one).await;
    let go_on = |state: &str| purge(7).answering(sure()).with_state(state.to_owned());
    assert_eq!(go_on(&state).result(&other).await["resultType"], "complete");
    refused(purge(7).with_state(state.clone()), &with_key([8; 32])).await;
    let rotated = builder(&Entered::default()).state_keys([[8; 32], KEY]).build().unwrap();
    assert_eq!(
        go_on(&state).result(&rotated).await["resultType"],
        "complete",
        "the old key opens"
    );
    let new = purge(7).state(&rotated).await;
    refused(purge(7).with_state(new.clone()), &one).await;
    assert_eq!(
        go_on(&new).result(&with_key([8; 32])).await["resultType"],
        "complete",
        "the first key seals"
    );
    let own = || wymcp_router::Mount::builder("own", "1.0.0").build().unwrap();
    refused(Request::call("help", json!({})).with_state(state), &own()).await;
}

#[tokio::test]
async fn inp_2_i_8_a_state_is_not_used_up() {
    let mount = mount();
    let state = purge(7).state(&mount).await;
    for _ in 0..2 {
        let again = purge(7)
            .answering(sure())
            .with_state(state.clone())
            .result(&mount)
            .await;
        assert_eq!(
            again["resultType"], "complete",
            "documented: who needs it once sees to it"
        );
    }
}

#[tokio::test]
async fn gat_10_a_gate_speaks_before_the_state_is_looked_at() {
    let mount = mount();
    let wrong = Request::call("notes", json!({"action": "purge", "data": {}})).with_state("none");
    let result = wrong.result(&mount).await;
    let refusal: Value = serde_json::from_str(text(&result)).unwrap();
    assert_eq!(
        (&result["isError"], &refusal["error"]),
        (&json!(true), &json!("missing_required_fields"))
    );
}

#[test]
fn a_mount_that_cannot_seal_or_ask_is_no_mount() {
    let offences = builder(&Entered::default())
        .state_keys(Vec::<StateKey>::new())
        .state_lifetime(Duration::ZERO)
        .rounds(0)
        .build()
        .unwrap_err();
    let found: Vec<_> = offences
        .iter()
        .map(|offence| (offence.code(), offence.pointer()))
        .collect();
    assert_eq!(
        found,
        [
            ("invalid_limit", "/state_lifetime"),
            ("invalid_limit", "/rounds"),
            ("missing_key", "/state_keys")
        ]
    );
    assert!(
        offences.iter().all(|offence| offence.to_string().contains("state.rs")),
        "{offences}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn inp_2_no_text_is_mistaken_for_a_state(text in "\\PC{0,120}", encoded in "[A-Za-z0-9_-]{40,160}") {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let mount = mount();
        for state in [text, format!("A{encoded}"), encoded] {
            let (_, error) = runtime.block_on(purge(7).with_state(state).error(&mount));
            prop_assert_eq!(&error["code"], &json!(-32602));
        }
    }
}
