//! More calls than there are places (back-pressure).

use std::collections::BTreeSet;

use serde_json::json;

use super::client::Client;
use crate::gate::Gate;
use crate::support::{self, call, modern};

#[tokio::test]
async fn many_calls_through_narrow_pipes_are_all_answered_once() {
    let mut client = Client::with_pipes(support::mount(), 64);
    let mut input = client.input.take().unwrap();
    let sender = tokio::spawn(async move {
        use tokio::io::AsyncWriteExt as _;
        for id in 0..500 {
            let line = format!(
                "{}\n",
                modern(id, "tools/call", call("notes", json!({"action": "read"})))
            );
            input.write_all(line.as_bytes()).await.unwrap();
        }
    });
    let mut ids = BTreeSet::new();
    for _ in 0..500 {
        assert!(ids.insert(client.next().await["id"].as_i64().unwrap()));
    }
    sender.await.unwrap();
    assert_eq!(ids.len(), 500);
    assert!(client.close().await.is_empty());
}

#[tokio::test]
async fn a_cancellation_is_seen_behind_calls_that_fill_every_place() {
    let gate = Gate::default();
    let mut client = Client::of(support::builder().tool(gate.tool()).build().unwrap());
    // More than run at once: some wait for a place.
    for id in 0..100 {
        client.send(&modern(id, "tools/call", call("wait", json!({})))).await;
    }
    for id in 0..100 {
        client
            .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}))
            .await;
    }
    client
        .send(&modern("last", "tools/call", call("notes", json!({"action": "read"}))))
        .await;
    let rest = client.close().await;
    assert_eq!(
        rest.iter().map(|answer| &answer["id"]).collect::<Vec<_>>(),
        [&json!("last")]
    );
    assert_eq!(gate.finished(), 0);
}

#[tokio::test]
async fn calls_that_waited_for_a_place_are_answered_in_the_end() {
    let gate = Gate::default();
    let mut client = Client::of(support::builder().tool(gate.tool()).build().unwrap());
    for id in 0..100 {
        client.send(&modern(id, "tools/call", call("wait", json!({})))).await;
    }
    let go = std::sync::Arc::clone(&gate.inner);
    let opener = tokio::spawn(async move {
        loop {
            go.go.notify_one();
            tokio::task::yield_now().await;
        }
    });
    assert_eq!(client.close().await.len(), 100);
    opener.abort();
    assert_eq!(gate.finished(), 100);
}
