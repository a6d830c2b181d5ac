//! One code, two eras: whatever a client answers, the call ends alike (INP-5).

use std::collections::{BTreeMap, VecDeque};

use proptest::prelude::*;
use serde_json::{Value, json};

use super::client::{Request, accepted, all};
use super::fixture::{Entered, builder};
use crate::stdio::client::Client as Pipes;
use crate::support::{call, legacy};

/// What a client answers to each question, in turn; it cancels what it has no more answers for.
#[derive(Debug, Clone)]
struct Script(BTreeMap<&'static str, VecDeque<Value>>);

impl Script {
    fn next(&mut self, kind: &str) -> Value {
        let answers = self
            .0
            .iter_mut()
            .find(|(known, _)| **known == kind)
            .map(|(_, answers)| answers);
        answers
            .and_then(VecDeque::pop_front)
            .unwrap_or_else(|| json!({"action": "cancel", "role": "user", "content": [], "model": "none", "roots": []}))
    }
}

/// Which question it is, whatever the era calls it.
fn kind(request: &Value) -> &'static str {
    match request["method"].as_str().unwrap() {
        "sampling/createMessage" => "capital",
        "roots/list" => "roots",
        _ if request["params"]["message"] == "And again?" => "again",
        _ => "name",
    }
}

fn answers() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(accepted(json!({"name": "Ann", "again": true}))),
        Just(accepted(json!({"name": "A"}))),
        Just(accepted(json!({}))),
        Just(json!({"action": "decline"})),
        Just(json!({"action": "cancel"})),
        Just(json!({"role": "assistant", "content": {"type": "text", "text": "Paris"}, "model": "m"})),
        Just(json!({"roots": [{"uri": "file:///a"}]})),
        Just(json!({"roots": "none"})),
        Just(json!({})),
        Just(json!(12345)),
    ]
}

fn scripts() -> impl Strategy<Value = Script> {
    let of = || prop::collection::vec(answers(), 0..5).prop_map(VecDeque::from);
    (of(), of(), of(), of()).prop_map(|(name, again, capital, roots)| {
        Script(BTreeMap::from([
            ("name", name),
            ("again", again),
            ("capital", capital),
            ("roots", roots),
        ]))
    })
}

async fn modern(tool: &str, mut script: Script) -> (Value, usize) {
    let entered = Entered::default();
    let mount = builder(&entered).rounds(3).build().unwrap();
    let mut result = Request::call(tool, json!({}))
        .settled(&mount, |_, request| Some(script.next(kind(request))))
        .await;
    result.as_object_mut().unwrap().remove("resultType");
    (result, entered.take())
}

async fn old(tool: &str, mut script: Script) -> (Value, usize) {
    let entered = Entered::default();
    let mut client = Pipes::of(builder(&entered).rounds(3).build().unwrap());
    let hello =
        json!({"protocolVersion": "2025-11-25", "capabilities": all(), "clientInfo": {"name": "t", "version": "1"}});
    client.send(&legacy(0, "initialize", hello)).await;
    client.next().await;
    client.send(&legacy("call", "tools/call", call(tool, json!({})))).await;
    let result = loop {
        let message = client.next().await;
        if message["id"] == "call" {
            break message["result"].clone();
        }
        let answer = script.next(kind(&message));
        client
            .send(&json!({"jsonrpc": "2.0", "id": message["id"], "result": answer}))
            .await;
    };
    assert!(client.close().await.is_empty());
    (result, entered.take())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn inp_5_a_call_ends_alike_in_both_eras(script in scripts()) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        for tool in ["greet", "survey", "steps"] {
            let new = runtime.block_on(modern(tool, script.clone()));
            let old = runtime.block_on(old(tool, script.clone()));
            prop_assert_eq!(new, old, "{}", tool);
        }
    }
}
