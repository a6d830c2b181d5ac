//! Cancelling in a session (K1, K2, K4).

use serde_json::{Value, json};

use super::client::{Client, messages, serve};
use crate::streams::puppet::{Puppet, legacy_call, with_token};

fn cancelled(id: impl Into<Value>) -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id.into()}})
}

#[tokio::test]
async fn k_2_k_4_a_cancelled_call_is_dropped_and_says_nothing_more() {
    let puppet = Puppet::new();
    let server = serve(puppet.builder().legacy_sessions(true).build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let silent = client.stream(&legacy_call(json!({}))).await;
    puppet.begun().await;
    assert_eq!(client.post(&cancelled(1)).await.status, 202);
    puppet.ended().await;
    assert_eq!((puppet.fate(), puppet.was_dropped_cancelled()), ((0, 1), true));
    let (head, body) = silent.rest().await;
    assert!(head.starts_with("http/1.1 202") && body.is_empty(), "{head}{body}");

    let mut heard = client.stream(&legacy_call(with_token())).await;
    puppet.begun().await;
    puppet.does(|ctx| ctx.progress(1.0, None, None)).await;
    heard.until("\"progress\":1").await;
    assert_eq!(client.post(&cancelled(1)).await.status, 202);
    puppet.ended().await;
    assert_eq!(
        messages(&heard.rest().await.1).len(),
        1,
        "the stream ends, and no answer"
    );
    server.stop().await;
}

#[tokio::test]
async fn k_1_what_is_unknown_over_malformed_or_anothers_is_left_alone() {
    let puppet = Puppet::new();
    let server = serve(puppet.builder().legacy_sessions(true).build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let other = Client::open(&server, "2025-11-25", &json!({})).await;
    let call = client.stream(&legacy_call(json!({}))).await;
    puppet.begun().await;
    for id in [json!(99), json!("1"), json!(null), json!([1])] {
        assert_eq!(client.post(&cancelled(id)).await.status, 202);
    }
    assert_eq!(other.post(&cancelled(1)).await.status, 202);
    puppet.finish();
    assert!(call.rest().await.1.contains("finished"));
    assert_eq!(client.post(&cancelled(1)).await.status, 202, "too late");
    assert_eq!(puppet.fate(), (1, 0));
    server.stop().await;
}
