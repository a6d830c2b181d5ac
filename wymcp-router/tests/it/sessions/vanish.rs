//! Clients that go away, at any point, and what they leave.

use serde_json::json;
use tokio::io::AsyncWriteExt as _;

use super::asking::{all, ask, asker};
use super::client::{Client, messages, serve};
use crate::streams::puppet::{Puppet, legacy_call, with_token};
use crate::support::{legacy, with_sessions};

#[tokio::test]
async fn f_10_a_request_cut_anywhere_leaves_its_session_as_it_was() {
    let server = serve(with_sessions().build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let body = legacy(1, "tools/list", json!({})).to_string();
    let request = format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nMcp-Session-Id: {}\r\nContent-Length: {}\r\n\r\n{body}",
        client.id,
        body.len()
    );
    // Deterministic, and different in every part of the request.
    for at in (0..=request.len()).step_by(17) {
        let mut socket = server.connect().await;
        socket.write_all(&request.as_bytes()[..at]).await.unwrap();
        drop(socket);
    }
    assert_eq!(client.ping().await, 200);
    server.stop().await;
}

#[tokio::test]
async fn l_11_a_reader_that_goes_without_a_word_leaves_the_stream_to_the_next() {
    let server = serve(with_sessions().build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    for _ in 0..20 {
        let mut stream = client.stand().await;
        stream.until("data: \n\n").await;
        drop(stream);
    }
    client.stand().await.until("data: \n\n").await;
    assert_eq!(client.delete().await.status, 204);
    server.stop().await;
}

#[tokio::test]
async fn l_19_a_client_that_was_cut_off_while_it_is_asked_comes_back_to_the_question() {
    let server = serve(asker().build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &all()).await;
    let mut stream = client.stream(&ask(9, "roots/list", &json!({}))).await;
    stream.until("data: \n\n").await;
    drop(stream);
    let mut again = client.resume("1-1").await;
    again.until("roots/list").await;
    let answer = json!({"jsonrpc": "2.0", "id": 1, "result": {"roots": []}});
    assert_eq!(client.post(&answer).await.status, 202);
    let said = messages(&again.rest().await.1);
    assert_eq!((&said[1]["id"], said.len()), (&json!(9), 2));
    server.stop().await;
}

#[tokio::test]
async fn l_8_a_session_that_ends_under_a_running_call_disturbs_neither_it_nor_another() {
    let puppet = Puppet::new();
    let server = serve(puppet.builder().legacy_sessions(true).build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let other = Client::open(&server, "2025-11-25", &json!({})).await;
    let mut stream = client.stream(&legacy_call(with_token())).await;
    puppet.begun().await;
    puppet.does(|ctx| ctx.progress(1.0, None, None)).await;
    stream.until("\"progress\":1").await;
    assert_eq!(client.delete().await.status, 204);
    puppet.does(|ctx| ctx.progress(2.0, None, None)).await;
    puppet.finish();
    assert_eq!(
        messages(&stream.rest().await.1).len(),
        3,
        "it is answered on its own connection"
    );
    assert_eq!(puppet.fate(), (1, 0));
    assert_eq!(other.ping().await, 200);
    server.stop().await;
}
