//! What a session's streams do not carry, and what is ignored (L2, L12, L24).

use serde_json::json;

use super::client::{Client, Response, messages, serve};
use crate::streams::puppet::{Puppet, legacy_call, with_token};
use crate::support::{call, legacy, with_sessions};

#[tokio::test]
async fn l_12_the_standing_stream_carries_nothing_of_a_call() {
    let puppet = Puppet::new();
    let server = serve(puppet.builder().legacy_sessions(true).build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let mut standing = client.stand().await;
    standing.until("data: \n\n").await;
    let stream = client.stream(&legacy_call(with_token())).await;
    puppet.begun().await;
    puppet.does(|ctx| ctx.progress(1.0, None, None)).await;
    puppet.finish();
    assert_eq!(messages(&stream.rest().await.1).len(), 2);
    assert_eq!(client.ping().await, 200);
    assert_eq!(client.delete().await.status, 204);
    assert_eq!(messages(&Response::of(standing).await.body), [json!(null); 0]);
    server.stop().await;
}

#[tokio::test]
async fn l_2_a_client_that_says_nothing_is_asked_nothing() {
    let server = serve(with_sessions().build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &json!({"roots": {}, "sampling": {}})).await;
    let mut standing = client.stand().await;
    standing.until("data: \n\n").await;
    assert_eq!(client.ping().await, 200, "it may ping");
    assert_eq!(client.delete().await.status, 204);
    let body = Response::of(standing).await.body;
    assert_eq!(messages(&body), [json!(null); 0]);
    server.stop().await;
}

#[tokio::test]
async fn l_24_metadata_of_tasks_is_ignored_and_the_call_answered() {
    let server = serve(with_sessions().build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let plain = call("notes", json!({"action": "read"}));
    let mut as_task = plain.clone();
    as_task["task"] = json!({"ttl": 60_000});
    as_task["_meta"] = json!({"io.modelcontextprotocol/related-task": {"taskId": "t-1"}});
    let answers = [
        client.post(&legacy(1, "tools/call", plain)).await.body,
        client.post(&legacy(1, "tools/call", as_task)).await.body,
    ];
    assert_eq!(answers[0], answers[1]);
    server.stop().await;
}
