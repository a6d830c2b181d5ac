//! The plain way: one request, one answer.

use serde_json::json;

use super::client::Server;
use crate::support::{self, call, legacy, modern};

#[tokio::test]
async fn c_11_a_call_is_answered_with_one_json_object() {
    let server = Server::start(support::mount()).await;
    let answer = server
        .ask(&modern(
            7,
            "tools/call",
            call("notes", json!({"action": "add", "data": {"text": "hi"}})),
        ))
        .await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        (&answer.json()["id"], &answer.json()["result"]["resultType"]),
        (&json!(7), &json!("complete"))
    );
    assert_eq!(
        answer.json()["result"]["content"][0]["text"],
        r#"{"added":"hi","by":null}"#
    );
    assert!(!answer.body.contains('\n'));
    server.stop().await;
}

#[tokio::test]
async fn a_1_both_eras_are_served_at_one_endpoint() {
    let server = Server::start(support::mount()).await;
    let params =
        json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}});
    let answer = server.post(&[], &legacy(1, "initialize", params).to_string()).await;
    assert_eq!(
        (answer.status, &answer.json()["result"]["protocolVersion"]),
        (200, &json!("2025-11-25"))
    );
    assert_eq!(answer.header("mcp-session-id"), None);
    let answer = server
        .post(
            &[("MCP-Protocol-Version", "2025-11-25")],
            &legacy(2, "tools/list", json!({})).to_string(),
        )
        .await;
    assert!(answer.json()["result"]["tools"].is_array() && answer.json()["result"].get("resultType").is_none());
    let answer = server.ask(&modern("d", "server/discover", json!({}))).await;
    assert_eq!(answer.json()["result"]["supportedVersions"], json!(["2026-07-28"]));
    server.stop().await;
}

#[tokio::test]
async fn c_9_a_notification_is_answered_202_without_a_body() {
    let server = Server::start(support::mount()).await;
    for headers in [
        &[][..],
        &[("MCP-Protocol-Version", "2025-06-18")],
        &[("MCP-Protocol-Version", "2026-07-28")],
    ] {
        for method in [
            "notifications/initialized",
            "notifications/cancelled",
            "notifications/whatever",
        ] {
            let answer = server
                .post(headers, &json!({"jsonrpc": "2.0", "method": method}).to_string())
                .await;
            assert_eq!((answer.status, answer.body.as_str()), (202, ""));
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn e_6_statuses_of_errors_reach_the_client_with_json() {
    let server = Server::start(support::mount()).await;
    assert_eq!(server.ask(&modern(1, "nope/x", json!({}))).await.error(), (404, -32601));
    assert_eq!(server.post(&[], "not json").await.error(), (400, -32700));
    assert_eq!(server.post(&[], "[]").await.error(), (400, -32600));
    assert_eq!(
        server
            .post(&[], &legacy(1, "nope/x", json!({})).to_string())
            .await
            .error(),
        (200, -32601)
    );
    server.stop().await;
}
