//! Batches, for sessions of 2025-03-26 alone (C4 to C8).

use serde_json::{Value, json};

use super::asking::{all, ask, asker};
use super::client::{Client, initialize, messages, serve};
use crate::support::{call, legacy, modern, with_sessions};

#[tokio::test]
async fn c_4_c_7_requests_of_a_batch_are_answered_together_in_their_order() {
    let server = serve(with_sessions().build().unwrap()).await;
    let client = Client::open(&server, "2025-03-26", &json!({})).await;
    let batch = json!([
        legacy(1, "ping", json!({})),
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        legacy(2, "tools/call", call("notes", json!({"action": "read"}))),
        legacy(3, "nope", json!({})),
        legacy(4, "tools/call", call("notes", json!({"action": "boom"}))),
    ]);
    let answer = client.post(&batch).await;
    assert_eq!(answer.status, 200);
    let answers = answer.json();
    let ids: Vec<_> = answers
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| answer["id"].clone())
        .collect();
    assert_eq!(ids, [1, 2, 3, 4]);
    assert_eq!(
        (&answers[2]["error"]["code"], &answers[3]["result"]["isError"]),
        (&json!(-32601), &json!(true))
    );
    server.stop().await;
}

#[tokio::test]
async fn c_7_a_batch_without_requests_is_accepted_and_its_responses_arrive() {
    let server = serve(asker().build().unwrap()).await;
    let client = Client::open(&server, "2025-03-26", &all()).await;
    let mut stream = client.stream(&ask(9, "roots/list", &json!({}))).await;
    stream.until("roots/list").await;
    let batch = json!([
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 1, "result": {"roots": []}},
    ]);
    let accepted = client.post(&batch).await;
    assert_eq!((accepted.status, accepted.body.as_str()), (202, ""));
    assert_eq!(messages(&stream.rest().await.1).len(), 2);
    server.stop().await;
}

#[tokio::test]
async fn c_6_c_8_a_batch_with_something_wrong_in_it_is_refused_whole() {
    let server = serve(with_sessions().build().unwrap()).await;
    let client = Client::open(&server, "2025-03-26", &json!({})).await;
    let ping = || legacy(1, "ping", json!({}));
    let long: Vec<Value> = (0..101).map(|id| legacy(id, "ping", json!({}))).collect();
    for (batch, why) in [
        (json!([]), "empty"),
        (json!([ping(), initialize("2025-03-26", &json!({}))]), "C6"),
        (json!([ping(), modern(2, "tools/list", json!({}))]), "modern"),
        (json!([ping(), 5]), "no object"),
        (json!([ping(), [ping()]]), "nested"),
        (
            json!([ping(), {"jsonrpc": "2.0", "id": null, "method": "ping"}]),
            "invalid",
        ),
        (Value::Array(long), "too many"),
    ] {
        let answer = client.post(&batch).await;
        assert_eq!(
            (answer.status, &answer.json()["error"]["code"]),
            (400, &json!(-32600)),
            "{why}"
        );
    }
    assert_eq!(
        client
            .post(&json!(vec![ping(); 100]))
            .await
            .json()
            .as_array()
            .unwrap()
            .len(),
        100
    );
    server.stop().await;
}

#[tokio::test]
async fn c_2_c_5_nobody_else_has_batches() {
    let server = serve(with_sessions().build().unwrap()).await;
    let batch = json!([legacy(1, "ping", json!({}))]);
    for revision in ["2025-06-18", "2025-11-25"] {
        let client = Client::open(&server, revision, &json!({})).await;
        assert_eq!(client.post(&batch).await.status, 400, "{revision}");
    }
    let client = Client::open(&server, "2025-03-26", &json!({})).await;
    let modern = client
        .tell("POST", &[("MCP-Protocol-Version", "2026-07-28")], &batch.to_string())
        .await;
    assert_eq!((modern.status, &modern.json()["error"]["code"]), (400, &json!(-32600)));
    assert_eq!(client.with_id("gone-0001").post(&batch).await.status, 404);
    assert_eq!(client.with_id("").post(&batch).await.status, 400);
    server.stop().await;
}

#[cfg(feature = "stdio")]
mod lines {
    use super::*;
    use crate::stdio::client::Client as Pipes;

    #[tokio::test]
    async fn o_9_a_line_may_hold_a_batch_once_2025_03_26_was_agreed_on() {
        let mut client = Pipes::of(with_sessions().build().unwrap());
        let batch = json!([
            legacy(1, "ping", json!({})),
            legacy(2, "tools/call", call("notes", json!({"action": "read"})))
        ]);
        client.send(&batch).await;
        assert_eq!(client.next().await["error"]["code"], -32600);
        client.send(&initialize("2025-03-26", &json!({}))).await;
        client.next().await;
        client.send(&batch).await;
        let answers = client.next().await;
        assert_eq!((&answers[0]["id"], &answers[1]["id"]), (&json!(1), &json!(2)));
        client
            .send(&json!([{"jsonrpc": "2.0", "method": "notifications/initialized"}]))
            .await;
        client.send(&initialize("2025-06-18", &json!({}))).await;
        assert_eq!(client.next().await["result"]["protocolVersion"], "2025-06-18");
        client.send(&batch).await;
        assert_eq!(client.next().await["error"]["code"], -32600);
        assert!(client.close().await.is_empty());
    }
}
