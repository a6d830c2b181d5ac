//! Opening, using and ending a session.

use serde_json::json;

use super::client::{Client, POST, Response, initialize, serve};
use crate::support::{call, legacy, with_sessions};

#[tokio::test]
async fn l_4_l_5_initialize_gives_an_id_of_visible_ascii_and_each_another() {
    let server = serve(with_sessions().build().unwrap()).await;
    for revision in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        let one = Client::open(&server, revision, &json!({})).await;
        let other = Client::open(&server, revision, &json!({})).await;
        assert_ne!(one.id, other.id);
        assert!(one.id.len() >= 32 && one.id.bytes().all(|byte| (0x21..=0x7e).contains(&byte)));
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(one.post(&initialized).await.status, 202);
        assert_eq!(
            one.post(&legacy(1, "ping", json!({}))).await.json()["result"],
            json!({}),
            "G2"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn l_4_a_client_that_admits_streams_alone_gets_its_id_too() {
    let server = serve(with_sessions().build().unwrap()).await;
    let body = initialize("2025-11-25", &json!({})).to_string();
    let headers = [("Content-Type", "application/json"), ("Accept", "text/event-stream")];
    let answer = Response::of(server.send("POST", &headers, &body).await).await;
    assert_eq!(answer.header("mcp-session-id").unwrap().len(), 32);
    assert_eq!(answer.events()[0].message()["result"]["protocolVersion"], "2025-11-25");
    server.stop().await;
}

#[tokio::test]
async fn f_30_l_6_l_7_no_session_is_400_and_an_unknown_one_404_and_none_is_401() {
    let server = serve(with_sessions().build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let list = legacy(7, "tools/list", json!({})).to_string();
    let notification = json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string();
    let response = json!({"jsonrpc": "2.0", "id": 1, "result": {}}).to_string();
    let event_stream = ("Accept", "text/event-stream");
    for (method, body) in [
        ("POST", &list),
        ("POST", &notification),
        ("POST", &response),
        ("GET", &String::new()),
        ("DELETE", &String::new()),
    ] {
        for (id, status) in [("", 400), ("gone-0001", 404), ("0123456789abcdef0123456789abcdef", 404)] {
            let mut more = vec![("Mcp-Session-Id", id)];
            if method == "GET" {
                more.push(event_stream);
            }
            let answer = client.tell(method, &more, body).await;
            assert_eq!(
                (answer.status, &answer.json()["error"]["code"]),
                (status, &json!(-32600)),
                "{method} {body} {id}"
            );
        }
    }
    let unknown = client
        .with_id("gone-0001")
        .post(&legacy(7, "tools/list", json!({})))
        .await;
    assert_eq!(unknown.json()["id"], 7, "E1");
    assert_eq!(client.ping().await, 200, "the session itself is as it was");
    server.stop().await;
}

#[tokio::test]
async fn d_18_two_different_ids_are_400_and_the_same_twice_is_one() {
    let server = serve(with_sessions().build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let ping = legacy(1, "ping", json!({})).to_string();
    for (second, status) in [("gone-0001", 400), (client.id.as_str(), 200)] {
        let mut headers = POST.to_vec();
        headers.extend([("Mcp-Session-Id", client.id.as_str()), ("mcp-session-id", second)]);
        assert_eq!(
            Response::of(server.send("POST", &headers, &ping).await).await.status,
            status
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn l_8_delete_ends_a_session_and_then_everything_of_it_is_404() {
    let server = serve(with_sessions().build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let deleted = client.delete().await;
    assert_eq!((deleted.status, deleted.body.as_str()), (204, ""));
    assert_eq!(client.ping().await, 404);
    assert_eq!(client.delete().await.status, 404);
    assert_eq!(Response::of(client.stand().await).await.status, 404);
    assert_eq!(Response::of(client.resume("0-1").await).await.status, 404);
    server.stop().await;
}

#[tokio::test]
async fn l_9_initialize_in_a_session_opens_another_and_leaves_the_first() {
    let server = serve(with_sessions().build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    for id in [client.id.as_str(), "gone-0001"] {
        let again = client.with_id(id).post(&initialize("2025-11-25", &json!({}))).await;
        assert_eq!(again.status, 200);
        assert_ne!(again.header("mcp-session-id").unwrap(), client.id);
    }
    assert_eq!(client.ping().await, 200);
    server.stop().await;
}

#[tokio::test]
async fn a_15_a_16_the_version_header_is_the_sessions_or_absent() {
    let server = serve(with_sessions().build().unwrap()).await;
    for (revision, other) in [("2025-03-26", "2025-06-18"), ("2025-11-25", "2025-06-18")] {
        let client = Client::open(&server, revision, &json!({})).await;
        let whoami = legacy(1, "tools/call", call("whoami", json!({})));
        let speaks = |answer: &Response| {
            let text = answer.json()["result"]["content"][0]["text"]
                .as_str()
                .unwrap()
                .to_owned();
            serde_json::from_str::<serde_json::Value>(&text).unwrap()["version"].clone()
        };
        assert_eq!(speaks(&client.post(&whoami).await), revision);
        let without = client
            .tell("POST", &[("MCP-Protocol-Version", "")], &whoami.to_string())
            .await;
        assert_eq!(speaks(&without), revision, "A16: the session knows it");
        for wrong in [other, "banana"] {
            let answer = client
                .tell("POST", &[("MCP-Protocol-Version", wrong)], &whoami.to_string())
                .await;
            assert_eq!(answer.status, 400, "{wrong}");
            let answer = client.tell("DELETE", &[("MCP-Protocol-Version", wrong)], "").await;
            assert_eq!(answer.status, 400, "{wrong}");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn l_3_what_the_client_said_of_itself_reaches_the_tool() {
    let server = serve(with_sessions().build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &json!({"sampling": {"tools": {}}})).await;
    let answer = client
        .post(&legacy(1, "tools/call", call("whoami", json!({}))))
        .await
        .json();
    let known: serde_json::Value =
        serde_json::from_str(answer["result"]["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(known["capabilities"], json!({"sampling": {"tools": {}}}));
    assert_eq!(known["client"], json!({"name": "test", "version": "1"}));
    server.stop().await;
}

#[tokio::test]
async fn f_7_a_modern_request_knows_no_session() {
    let server = serve(with_sessions().build().unwrap()).await;
    let request = crate::support::modern(1, "tools/list", json!({}));
    let mut headers = POST.to_vec();
    headers.extend([
        ("MCP-Protocol-Version", "2026-07-28"),
        ("Mcp-Method", "tools/list"),
        ("Mcp-Session-Id", "gone-0001"),
        ("Last-Event-ID", "1-1"),
    ]);
    let answer = Response::of(server.send("POST", &headers, &request.to_string()).await).await;
    assert_eq!((answer.status, answer.header("mcp-session-id")), (200, None));
    for method in ["GET", "DELETE"] {
        let answer = Response::of(server.send(method, &headers[1..], "").await).await;
        assert_eq!(
            (answer.status, answer.header("allow")),
            (405, Some("get, post, delete")),
            "B3"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn l_16_without_sessions_a_legacy_message_stands_for_itself() {
    let server = serve(with_sessions().legacy_sessions(false).build().unwrap()).await;
    let opened = Response::of(
        server
            .send("POST", &POST, &initialize("2025-11-25", &json!({})).to_string())
            .await,
    )
    .await;
    assert_eq!((opened.status, opened.header("mcp-session-id")), (200, None));
    let list = legacy(1, "tools/list", json!({})).to_string();
    for id in [None, Some("gone-0001")] {
        let mut headers = POST.to_vec();
        headers.extend(id.map(|id| ("Mcp-Session-Id", id)));
        assert_eq!(
            Response::of(server.send("POST", &headers, &list).await).await.status,
            200
        );
        for method in ["GET", "DELETE"] {
            let answer = Response::of(server.send(method, &headers[1..], "").await).await;
            assert_eq!((answer.status, answer.header("allow")), (405, Some("post")));
        }
    }
    server.stop().await;
}
