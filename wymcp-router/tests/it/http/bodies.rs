//! Bodies of every size and shape (C16, F32).

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use wymcp_router::Mount;

use super::client::Server;
use crate::support::{self, call, legacy};

const LIMIT: usize = 4096;

fn mount() -> Mount {
    support::builder().body_limit(LIMIT).build().unwrap()
}

/// A ping of so many bytes.
fn ping(length: usize) -> String {
    let body = legacy(1, "ping", json!({"pad": ""})).to_string();
    let pad = "p".repeat(length - body.len());
    legacy(1, "ping", json!({"pad": pad})).to_string()
}

fn chunked(server: &Server, body: &str, chunk: usize) -> String {
    let mut text = server
        .request(&[], "")
        .replace("Content-Length: 0", "Transfer-Encoding: chunked");
    for part in body.as_bytes().chunks(chunk) {
        text.push_str(&format!(
            "{:x}\r\n{}\r\n",
            part.len(),
            std::str::from_utf8(part).unwrap()
        ));
    }
    text + "0\r\n\r\n"
}

#[tokio::test]
async fn f_32_the_limit_holds_with_and_without_a_length() {
    let server = Server::start(mount()).await;
    assert_eq!(server.post(&[], &ping(LIMIT)).await.status, 200);
    assert_eq!(server.post(&[], &ping(LIMIT + 1)).await.error(), (413, -32600));
    assert_eq!(server.post(&[], &ping(LIMIT * 50)).await.error(), (413, -32600));
    for chunk in [1, 1000, LIMIT + 1] {
        assert_eq!(
            server
                .exchange(chunked(&server, &ping(LIMIT), chunk).as_bytes())
                .await
                .status,
            200
        );
        assert_eq!(
            server
                .exchange(chunked(&server, &ping(LIMIT + 1), chunk).as_bytes())
                .await
                .error(),
            (413, -32600)
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn f_32_a_body_without_end_is_cut_off() {
    let server = Server::start(mount()).await;
    let mut connection = server.connect().await;
    let head = server
        .request(&[], "")
        .replace("Content-Length: 0", "Transfer-Encoding: chunked");
    connection.write_all(head.as_bytes()).await.unwrap();
    // Sends until the server stops listening; without a limit this would never end.
    let chunk = format!("1000\r\n{}\r\n", "x".repeat(0x1000));
    while connection.write_all(chunk.as_bytes()).await.is_ok() {}
    server.stop().await;
}

#[tokio::test]
async fn a_body_in_pieces_is_put_together() {
    let server = Server::start(support::mount()).await;
    let text = "é".repeat(10_000);
    let body = legacy(
        1,
        "tools/call",
        call("notes", json!({"action": "add", "data": {"text": text}})),
    )
    .to_string();
    let mut connection = server.connect().await;
    for piece in server
        .request(&[("MCP-Protocol-Version", "2025-11-25")], &body)
        .as_bytes()
        .chunks(777)
    {
        connection.write_all(piece).await.unwrap();
        connection.flush().await.unwrap();
    }
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains(&text[..100]));
    server.stop().await;
}

#[tokio::test]
async fn siz_hostile_bodies_are_answered_and_the_next_request_is_served() {
    let server = Server::start(support::mount()).await;
    for body in [
        "[".repeat(1_000_000),
        "{\"a\":".repeat(200_000),
        "\u{0}".to_owned(),
        "9".repeat(1_000_000),
        format!("\"{}", "\\".repeat(1_000_000)),
    ] {
        assert_eq!(server.post(&[], &body).await.error(), (400, -32700));
    }
    assert_eq!(
        server.post(&[], &legacy(1, "ping", json!({})).to_string()).await.status,
        200
    );
    server.stop().await;
}
