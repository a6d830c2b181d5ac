//! Calls side by side, and cancellation (O5, K1; F28).

use serde_json::{Value, json};

use super::client::Client;
use crate::gate::Gate;
use crate::support::{self, call, modern};

fn cancel(id: impl Into<Value>) -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id.into(), "reason": "enough"}})
}

#[tokio::test]
async fn o_5_a_cancelled_call_stops_and_is_never_answered_f28() {
    let gate = Gate::default();
    let mut client = Client::of(support::builder().tool(gate.tool()).build().unwrap());
    client.send(&modern(7, "tools/call", call("wait", json!({})))).await;
    gate.inner.begun.notified().await;
    client
        .send(&modern(8, "tools/call", call("notes", json!({"action": "read"}))))
        .await;
    assert_eq!(client.next().await["id"], json!(8), "a slow call holds up nobody");
    client.send(&cancel(99)).await;
    client.send(&cancel("7")).await;
    client
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled"}))
        .await;
    client.send(&cancel(7)).await;
    gate.inner.was_dropped.notified().await;
    assert_eq!(gate.finished(), 0);
    client
        .send(&modern(9, "tools/call", call("notes", json!({"action": "read"}))))
        .await;
    let rest = client.close().await;
    assert_eq!(rest.iter().map(|answer| &answer["id"]).collect::<Vec<_>>(), [&json!(9)]);
}

#[tokio::test]
async fn o_6_at_the_end_of_the_input_running_calls_are_answered() {
    let gate = Gate::default();
    let mut client = Client::of(support::builder().tool(gate.tool()).build().unwrap());
    client.send(&modern(1, "tools/call", call("wait", json!({})))).await;
    gate.inner.begun.notified().await;
    let go = std::sync::Arc::clone(&gate.inner);
    drop(client.input.take());
    go.go.notify_one();
    let rest = client.close().await;
    assert_eq!(rest[0]["result"]["content"][0]["text"], "\"waited\"");
}

#[tokio::test(start_paused = true)]
async fn o_6_a_call_that_never_ends_is_stopped_some_time_after_the_end_of_the_input() {
    let gate = Gate::default();
    let mut client = Client::of(support::builder().tool(gate.tool()).build().unwrap());
    client.send(&modern(1, "tools/call", call("wait", json!({})))).await;
    gate.inner.begun.notified().await;
    assert!(client.close().await.is_empty());
    gate.inner.was_dropped.notified().await;
}

#[tokio::test]
async fn o_6_a_client_that_vanishes_ends_the_process_without_an_error() {
    let gate = Gate::default();
    let mut client = Client::of(support::builder().tool(gate.tool()).build().unwrap());
    client.send(&modern(1, "tools/call", call("wait", json!({})))).await;
    gate.inner.begun.notified().await;
    gate.inner.go.notify_one();
    client.vanish().await;
}
