//! `Host` and `Origin` at a socket (B4 to B6, the suite's `dns-rebinding-protection`).

use serde_json::json;

use super::client::{Server, mirrored};
use crate::support::{self, legacy, modern};

#[tokio::test]
async fn b_4_b_6_a_foreign_page_is_refused_before_its_body_is_read() {
    let server = Server::start(support::mount()).await;
    let evil = [("Host", "evil.example.com"), ("Origin", "http://evil.example.com")];
    assert_eq!(server.post(&evil, "not even json").await.error(), (403, -32600));
    assert_eq!(
        server
            .post(&[("Origin", "http://evil.example.com")], "{}")
            .await
            .error(),
        (403, -32600)
    );
    assert_eq!(server.post(&[("Origin", "null")], "{}").await.error(), (403, -32600));
    let get = server
        .exchange(b"GET /mcp HTTP/1.1\r\nHost: evil.example.com\r\nConnection: close\r\n\r\n")
        .await;
    assert_eq!(get.status, 403, "row 1 before row 2");
    server.stop().await;
}

#[tokio::test]
async fn b_6_the_servers_own_pages_are_served_whatever_the_port() {
    let server = Server::start(support::mount()).await;
    let own = server.address.to_string();
    let origin = format!("http://{own}");
    let initialize = legacy(
        1,
        "initialize",
        json!({"protocolVersion": "2025-11-25", "capabilities": {}}),
    )
    .to_string();
    let headers = [
        ("Host", own.as_str()),
        ("Origin", origin.as_str()),
        ("Mcp-Method", "initialize"),
        ("MCP-Protocol-Version", "2025-11-25"),
    ];
    assert_eq!(server.post(&headers, &initialize).await.status, 200);
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string();
    let headers = [
        ("Origin", origin.as_str()),
        ("Mcp-Method", "notifications/initialized"),
        ("MCP-Protocol-Version", "2025-11-25"),
    ];
    assert_eq!(server.post(&headers, &initialized).await.status, 202);
    let discover = modern(1, "server/discover", json!({}));
    let mut headers = mirrored(&discover);
    headers.push(("Origin", &origin));
    assert_eq!(server.post(&headers, &discover.to_string()).await.status, 200);
    server.stop().await;
}

#[tokio::test]
async fn b_9_an_operator_names_more_hosts_and_pages() {
    let mount = support::builder()
        .allow_host("mcp.example.com")
        .allow_origin("https://app.example.com")
        .build()
        .unwrap();
    let server = Server::start(mount).await;
    let ping = legacy(1, "ping", json!({})).to_string();
    let public = [("Host", "mcp.example.com"), ("Origin", "https://app.example.com")];
    assert_eq!(server.post(&public, &ping).await.status, 200);
    assert_eq!(
        server
            .post(
                &[("Host", "mcp.example.com"), ("Origin", "https://other.example.com")],
                &ping
            )
            .await
            .status,
        403
    );
    server.stop().await;
    let server = Server::start(support::builder().allow_any_host().allow_any_origin().build().unwrap()).await;
    assert_eq!(
        server
            .post(&[("Host", "evil.example.com"), ("Origin", "null")], &ping)
            .await
            .status,
        200
    );
    server.stop().await;
}
