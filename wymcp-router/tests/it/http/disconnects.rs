//! Clients that go away (LNG-2; wire contract F9, F10).

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::client::{Server, mirrored};
use crate::gate::Gate;
use crate::support::{self, call, legacy, modern};

#[tokio::test]
async fn f_9_a_modern_call_stops_with_its_client() {
    let gate = Gate::default();
    let server = Server::start(support::builder().tool(gate.tool()).build().unwrap()).await;
    let request = modern(1, "tools/call", call("wait", json!({})));
    let mut connection = server.connect().await;
    connection
        .write_all(server.request(&mirrored(&request), &request.to_string()).as_bytes())
        .await
        .unwrap();
    gate.inner.begun.notified().await;
    drop(connection);
    gate.inner.was_dropped.notified().await;
    assert_eq!(gate.finished(), 0);
    server.stop().await;
}

#[tokio::test]
async fn f_10_a_legacy_call_goes_on_without_its_client() {
    let gate = Gate::default();
    let server = Server::start(support::builder().tool(gate.tool()).build().unwrap()).await;
    let request = legacy(1, "tools/call", call("wait", json!({})));
    let mut connection = server.connect().await;
    connection
        .write_all(
            server
                .request(&[("MCP-Protocol-Version", "2025-11-25")], &request.to_string())
                .as_bytes(),
        )
        .await
        .unwrap();
    gate.inner.begun.notified().await;
    drop(connection);
    // The server notices the end of the connection, and moves the call to a task of its own, before it is shut down.
    server.stop().await;
    gate.inner.go.notify_one();
    gate.inner.was_dropped.notified().await;
    assert_eq!(gate.finished(), 1);
}

#[tokio::test]
async fn f_10_a_legacy_cancel_without_a_session_changes_nothing() {
    let gate = Gate::default();
    let server = Server::start(support::builder().tool(gate.tool()).build().unwrap()).await;
    let request = legacy(1, "tools/call", call("wait", json!({})));
    let mut connection = server.connect().await;
    connection
        .write_all(server.request(&[], &request.to_string()).as_bytes())
        .await
        .unwrap();
    gate.inner.begun.notified().await;
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    assert_eq!(server.post(&[], &cancel.to_string()).await.status, 202);
    gate.inner.go.notify_one();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    assert!(answer.contains("waited"));
    server.stop().await;
}

#[tokio::test]
async fn a_request_that_is_never_finished_disturbs_nobody() {
    let server = Server::start(support::mount()).await;
    let mut half = server.connect().await;
    half.write_all(
        b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    )
    .await
    .unwrap();
    assert_eq!(
        server.post(&[], &legacy(1, "ping", json!({})).to_string()).await.status,
        200
    );
    drop(half);
    assert_eq!(
        server.post(&[], &legacy(1, "ping", json!({})).to_string()).await.status,
        200
    );
    server.stop().await;
}

#[tokio::test]
async fn a_slow_call_does_not_hold_up_another() {
    let gate = Gate::default();
    let server = Server::start(support::builder().tool(gate.tool()).build().unwrap()).await;
    let request = modern(1, "tools/call", call("wait", json!({})));
    let mut slow = server.connect().await;
    slow.write_all(server.request(&mirrored(&request), &request.to_string()).as_bytes())
        .await
        .unwrap();
    gate.inner.begun.notified().await;
    assert_eq!(
        server
            .ask(&modern(2, "tools/call", call("notes", json!({"action": "read"}))))
            .await
            .status,
        200
    );
    gate.inner.go.notify_one();
    let mut answer = String::new();
    slow.read_to_string(&mut answer).await.unwrap();
    assert!(answer.contains("waited"));
    server.stop().await;
}
