//! What legacy clients are answered, without a session (wire contract G2, L, M6; F25).

use serde_json::{Value, json};
use wymcp_router::Facts;

use crate::support::{self, call, error_of, headers, legacy, mount, over_http, said};

const REVISIONS: [&str; 3] = ["2025-03-26", "2025-06-18", "2025-11-25"];

async fn ask(version: &'static str, body: &Value) -> (u16, Value) {
    over_http(&mount(), &headers(&[("mcp-protocol-version", version)]), body).await
}

fn assert_no_modern_member(value: &Value) {
    let text = value.to_string();
    for member in ["resultType", "ttlMs", "cacheScope", "io.modelcontextprotocol"] {
        assert!(!text.contains(member), "{member} in {text}");
    }
}

#[tokio::test]
async fn a_13_a_14_initialize_agrees_or_offers_the_latest() {
    for (requested, agreed) in REVISIONS.map(|revision| (revision, revision)).into_iter().chain([
        ("2026-07-28", "2025-11-25"),
        ("2024-11-05", "2025-11-25"),
        ("x", "2025-11-25"),
    ]) {
        let request = legacy(
            0,
            "initialize",
            json!({"protocolVersion": requested, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}),
        );
        let (status, body) = over_http(&mount(), &headers(&[]), &request).await;
        assert_eq!((status, &body["result"]["protocolVersion"]), (200, &json!(agreed)));
        assert_no_modern_member(&body);
    }
    for params in [json!({}), json!({"protocolVersion": 5}), json!([])] {
        assert_eq!(
            error_of(&over_http(&mount(), &headers(&[]), &legacy(0, "initialize", params)).await),
            (200, -32602, Some(json!(0)))
        );
    }
}

#[tokio::test]
async fn l_1_initialize() {
    let mount = support::builder()
        .title("Notes")
        .instructions("Read before you write.")
        .build()
        .unwrap();
    let request = legacy(
        0,
        "initialize",
        json!({"protocolVersion": "2025-06-18", "capabilities": {}}),
    );
    let (_, body) = over_http(&mount, &headers(&[]), &request).await;
    insta::assert_snapshot!(serde_json::to_string_pretty(&body["result"]).unwrap());
}

#[tokio::test]
async fn g_2_nothing_of_the_modern_result_leaks_f25() {
    for version in REVISIONS {
        assert_eq!(
            ask(version, &legacy(1, "ping", json!({}))).await,
            (200, json!({"jsonrpc": "2.0", "id": 1, "result": {}}))
        );
        let (_, list) = ask(version, &legacy(2, "tools/list", json!({}))).await;
        assert_eq!(
            list["result"].as_object().unwrap().keys().collect::<Vec<_>>(),
            ["tools"]
        );
        assert_no_modern_member(&list);
        for tool in ["whoami", "link", "numbers", "point", "help"] {
            let (status, body) = ask(version, &legacy(3, "tools/call", call(tool, json!({})))).await;
            assert_eq!(status, 200);
            assert_no_modern_member(&body);
        }
    }
}

#[tokio::test]
async fn m_6_structured_content_is_an_object_or_absent() {
    for version in REVISIONS {
        let (_, body) = ask(version, &legacy(1, "tools/call", call("numbers", json!({})))).await;
        assert_eq!(body["result"], json!({"content": [{"type": "text", "text": "[1,2]"}]}));
        let (_, body) = ask(version, &legacy(1, "tools/call", call("point", json!({})))).await;
        assert_eq!(body["result"]["structuredContent"], json!({"x": 1}));
    }
}

#[tokio::test]
async fn l_3a_the_oldest_revision_gets_a_link_as_text() {
    for version in REVISIONS {
        let (_, body) = ask(version, &legacy(1, "tools/call", call("link", json!({})))).await;
        let second = &body["result"]["content"][1];
        if version == "2025-03-26" {
            assert_eq!(*second, json!({"type": "text", "text": "file:///a"}));
        } else {
            assert_eq!(
                *second,
                json!({"type": "resource_link", "uri": "file:///a", "name": "a"})
            );
        }
    }
}

#[tokio::test]
async fn a_16_without_a_header_the_first_revision_is_assumed() {
    let (_, body) = over_http(
        &mount(),
        &headers(&[]),
        &legacy(1, "tools/call", call("whoami", json!({}))),
    )
    .await;
    let known: Value = serde_json::from_str(body["result"]["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(known["version"], "2025-03-26");
}

#[tokio::test]
async fn e_7_errors_ride_on_200() {
    for (request, code) in [
        (legacy(1, "nope/x", json!({})), -32601),
        (legacy(1, "server/discover", json!({})), -32601),
        (legacy(1, "logging/setLevel", json!({"level": "loud"})), -32602),
        (legacy(1, "tools/call", json!({})), -32602),
        (legacy(1, "tools/call", call("nobody", json!({}))), -32602),
        (legacy(1, "tools/list", json!({"cursor": "x"})), -32602),
        (legacy(1, "tools/list", json!([])), -32602),
        (
            legacy(1, "tools/list", json!({"_meta": {"progressToken": "t".repeat(257)}})),
            -32602,
        ),
    ] {
        assert_eq!(
            error_of(&ask("2025-06-18", &request).await),
            (200, code, Some(json!(1))),
            "{request}"
        );
    }
}

#[tokio::test]
async fn gat_1_a_refusal_has_the_same_text_in_both_eras_f10() {
    let arguments = call("notes", json!({"action": "ad"}));
    let (_, old) = ask("2025-11-25", &legacy(1, "tools/call", arguments.clone())).await;
    let (_, new) = support::ask(&mount(), &support::modern(1, "tools/call", arguments)).await;
    assert_eq!(old["result"]["content"], new["result"]["content"]);
    assert_eq!(
        (&old["result"]["isError"], &new["result"]["isError"]),
        (&json!(true), &json!(true))
    );
}

#[tokio::test]
async fn o_8_without_headers_and_handshake_only_ping_is_answered_as_legacy() {
    let mount = mount();
    let answer = said(
        &mount
            .handle(legacy(1, "ping", json!({})).to_string().as_bytes(), Facts::bare())
            .await,
    );
    assert_eq!(answer, (200, json!({"jsonrpc": "2.0", "id": 1, "result": {}})));
    let answer = said(
        &mount
            .handle(legacy(1, "tools/list", json!({})).to_string().as_bytes(), Facts::bare())
            .await,
    );
    assert_eq!(error_of(&answer), (400, -32602, Some(json!(1))));
    assert!(
        answer.1["error"]["message"]
            .as_str()
            .unwrap()
            .contains("io.modelcontextprotocol/protocolVersion")
    );
}
