//! Methods, media types, hostile headers (rows 2 to 4, C11 to C13, F32).

use serde_json::json;

use super::client::{Server, mirrored};
use crate::support::{self, call, legacy, modern};

fn ping() -> String {
    legacy(1, "ping", json!({})).to_string()
}

#[tokio::test]
async fn b_3_b_10_only_post_is_served() {
    let server = Server::start(support::mount()).await;
    for method in ["GET", "DELETE", "PUT", "OPTIONS", "HEAD", "PATCH", "BREW"] {
        let request = format!(
            "{method} /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nMcp-Session-Id: x\r\nConnection: close\r\n\r\n"
        );
        let answer = server.exchange(request.as_bytes()).await;
        assert_eq!((answer.status, answer.header("allow")), (405, Some("POST")), "{method}");
    }
    let elsewhere = server
        .exchange(b"GET /mcp/x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .await;
    assert_eq!(elsewhere.status, 404);
    server.stop().await;
}

#[tokio::test]
async fn c_12_media_types() {
    let server = Server::start(support::mount()).await;
    assert_eq!(
        server.post(&[("Content-Type", "text/plain")], &ping()).await.error(),
        (415, -32600)
    );
    assert_eq!(
        server
            .post(&[("Content-Type", "application/json; charset=utf-8")], &ping())
            .await
            .status,
        200
    );
    assert_eq!(
        server.post(&[("Accept", "text/html")], &ping()).await.error(),
        (406, -32600)
    );
    for accept in [
        "*/*",
        "application/json",
        "text/event-stream, application/json",
        "application/json, text/event-stream",
    ] {
        assert_eq!(
            server.post(&[("Accept", accept)], &ping()).await.json()["result"],
            json!({}),
            "{accept}"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn row_4_who_admits_event_streams_alone_gets_one_event_and_errors_as_json() {
    let server = Server::start(support::mount()).await;
    let request = modern(1, "tools/call", call("notes", json!({"action": "read"})));
    let mut headers = mirrored(&request);
    headers.push(("Accept", "text/event-stream"));
    let answer = server.post(&headers, &request.to_string()).await;
    assert_eq!(
        (
            answer.status,
            answer.header("content-type"),
            answer.header("x-accel-buffering")
        ),
        (200, Some("text/event-stream"), Some("no"))
    );
    let data = answer
        .body
        .strip_prefix("event: message\ndata: ")
        .and_then(|rest| rest.strip_suffix("\n\n"))
        .unwrap();
    assert_eq!(serde_json::from_str::<serde_json::Value>(data).unwrap()["id"], 1);
    let unknown = modern(1, "nope", json!({}));
    let mut headers = mirrored(&unknown);
    headers.push(("Accept", "text/event-stream"));
    assert_eq!(server.post(&headers, &unknown.to_string()).await.error(), (404, -32601));
    server.stop().await;
}

#[tokio::test]
async fn d_14_d_15_header_names_in_any_case_and_values_with_space_around() {
    let server = Server::start(support::mount()).await;
    let request = modern(1, "tools/call", call("notes", json!({"action": "read"})));
    for method in ["mcp-method", "MCP-METHOD", "Mcp-Method"] {
        let headers = [
            ("mcp-PROTOCOL-version", support::VERSION),
            (method, "tools/call"),
            ("MCP-NAME", "  notes  "),
        ];
        assert_eq!(
            server.post(&headers, &request.to_string()).await.status,
            200,
            "{method}"
        );
    }
    let headers = [
        ("Mcp-Protocol-Version", support::VERSION),
        ("Mcp-Method", "TOOLS/CALL"),
        ("Mcp-Name", "notes"),
    ];
    assert_eq!(server.post(&headers, &request.to_string()).await.error(), (400, -32020));
    let headers = [
        ("Mcp-Protocol-Version", support::VERSION),
        ("Mcp-Method", "tools/call"),
        ("Mcp-Name", "nötes"),
    ];
    assert_eq!(
        server.post(&headers, &request.to_string()).await.error(),
        (400, -32020),
        "D16"
    );
    server.stop().await;
}

#[tokio::test]
async fn many_requests_share_a_connection() {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let server = Server::start(support::mount()).await;
    let mut connection = server.connect().await;
    let request = server.request(&[], &ping()).replace("Connection: close\r\n", "");
    for _ in 0..20 {
        connection.write_all(request.as_bytes()).await.unwrap();
        let mut answer = vec![0; 1024];
        let length = connection.read(&mut answer).await.unwrap();
        assert!(
            answer.starts_with(b"HTTP/1.1 200")
                && answer[..length].ends_with(b"{\"id\":1,\"jsonrpc\":\"2.0\",\"result\":{}}")
        );
    }
    drop(connection);
    server.stop().await;
}
