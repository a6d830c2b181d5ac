//! Both eras in one process (O7, O8).

use http::Extensions;
use serde_json::{Value, json};
use wymcp_router::Principal;

use super::client::Client;
use crate::support::{self, Tenant, call, legacy, modern};

fn initialize(version: &str) -> Value {
    legacy(
        0,
        "initialize",
        json!({"protocolVersion": version, "capabilities": {"roots": {}}, "clientInfo": {"name": "c", "version": "1"}}),
    )
}

fn known(answer: &Value) -> Value {
    serde_json::from_str(answer["result"]["content"][0]["text"].as_str().unwrap()).unwrap()
}

#[tokio::test]
async fn o_7_initialize_makes_the_process_legacy_and_modern_requests_stay_modern() {
    let mut client = Client::of(support::mount());
    client.send(&initialize("2025-06-18")).await;
    assert_eq!(client.next().await["result"]["protocolVersion"], "2025-06-18");
    client
        .send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
        .await;
    client.send(&legacy(1, "tools/call", call("whoami", json!({})))).await;
    let answer = client.next().await;
    assert_eq!(answer["result"].get("resultType"), None);
    assert_eq!(
        (&known(&answer)["version"], &known(&answer)["client"]["name"]),
        (&json!("2025-06-18"), &json!("c"))
    );
    assert_eq!(known(&answer)["capabilities"], json!({"roots": {}}));
    client.send(&modern(2, "tools/call", call("whoami", json!({})))).await;
    let answer = client.next().await;
    assert_eq!(answer["result"]["resultType"], "complete");
    assert_eq!(
        (&known(&answer)["version"], &known(&answer)["client"]),
        (&json!(support::VERSION), &Value::Null),
        "A19"
    );
    assert!(client.close().await.is_empty());
}

#[tokio::test]
async fn o_7_a_probe_is_answered_at_once_and_o_8_who_says_nothing_is_told_what_is_wanted() {
    let mut client = Client::of(support::mount());
    client.send(&modern("probe", "server/discover", json!({}))).await;
    assert_eq!(
        client.next().await["result"]["supportedVersions"],
        json!([support::VERSION])
    );
    client.send(&legacy(1, "ping", json!({}))).await;
    assert_eq!(client.next().await["result"], json!({}));
    for method in ["tools/list", "tools/call", "server/discover"] {
        client.send(&legacy(2, method, json!({}))).await;
        let answer = client.next().await;
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(-32602), &json!(2)));
        assert!(
            answer["error"]["message"]
                .as_str()
                .unwrap()
                .contains("clientCapabilities")
        );
    }
    client.send(&initialize("2025-03-26")).await;
    assert_eq!(client.next().await["result"]["protocolVersion"], "2025-03-26");
    client.send(&legacy(3, "tools/list", json!({}))).await;
    assert_eq!(client.next().await["result"].as_object().unwrap().len(), 1);
    assert!(client.close().await.is_empty());
}

#[tokio::test]
async fn o_3_modern_rules_apply_without_headers() {
    let mut client = Client::of(support::mount());
    let mut request = modern(1, "tools/list", json!({}));
    request["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("1900-01-01");
    client.send(&request).await;
    assert_eq!(
        client.next().await["error"]["data"],
        json!({"requested": "1900-01-01", "supported": [support::VERSION]})
    );
    client.send(&modern(2, "initialize", json!({}))).await;
    assert_eq!(client.next().await["error"]["code"], -32601);
    assert!(client.close().await.is_empty());
}

#[tokio::test]
async fn run_1_extensions_given_to_stdio_reach_every_call() {
    let mut extensions = Extensions::new();
    extensions.insert(Principal::new("ann"));
    extensions.insert(Tenant("acme"));
    let line = format!("{}\n", modern(1, "tools/call", call("whoami", json!({}))));
    let mut output = Vec::new();
    support::mount()
        .serve_lines_with(extensions, line.as_bytes(), &mut output)
        .await
        .unwrap();
    let answer: Value = serde_json::from_slice(&output).unwrap();
    assert_eq!(
        (&known(&answer)["principal"], &known(&answer)["tenant"]),
        (&json!("ann"), &json!("acme"))
    );
}
