//! What modern clients are answered (wire contract D to H).

use serde_json::{Value, json};
use wymcp_router::Facts;

use crate::support::{self, ask, call, error_of, mirrored, modern, mount, over_http};

fn pretty(answer: &(u16, Value)) -> String {
    assert_eq!(answer.0, 200);
    serde_json::to_string_pretty(&answer.1["result"]).unwrap()
}

#[tokio::test]
async fn h_2_discover() {
    let mount = support::builder()
        .title("Notes")
        .description("Keeps notes")
        .website("https://example.com/notes")
        .icons(json!([{"src": "https://example.com/i.png", "sizes": ["48x48"]}]))
        .instructions("Read before you write.\nWrite once.")
        .build()
        .unwrap();
    insta::assert_snapshot!(pretty(&ask(&mount, &modern(1, "server/discover", json!({}))).await));
}

#[tokio::test]
async fn g_1_g_3_a_call_is_complete_and_names_the_server() {
    let mount = mount();
    insta::assert_snapshot!(pretty(
        &ask(&mount, &modern(1, "tools/call", call("point", json!({})))).await
    ));
    let answer = ask(&mount, &modern(1, "tools/call", call("numbers", json!({})))).await;
    assert_eq!(answer.1["result"]["structuredContent"], json!([1, 2]), "M6: any JSON");
    let answer = ask(&mount, &modern(1, "tools/call", call("link", json!({})))).await;
    assert_eq!(answer.1["result"]["content"][1]["type"], "resource_link");
}

#[tokio::test]
async fn gat_1_m_10_a_refusal_is_a_result_f10() {
    let (status, body) = ask(
        &mount(),
        &modern(1, "tools/call", call("notes", json!({"action": "add"}))),
    )
    .await;
    assert_eq!(
        (status, &body["result"]["isError"], body.get("error")),
        (200, &json!(true), None)
    );
    let refusal: Value = serde_json::from_str(body["result"]["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(refusal["error"], "missing_required_fields");
}

#[tokio::test]
async fn m_11_arguments_may_be_absent_f04() {
    let mount = mount();
    let (_, body) = ask(&mount, &modern(1, "tools/call", json!({"name": "help"}))).await;
    assert_eq!(body["result"].get("isError"), None);
    let (_, body) = ask(&mount, &modern(1, "tools/call", json!({"name": "notes"}))).await;
    assert!(
        body["result"]["content"][0]["text"]
            .as_str()
            .unwrap()
            .contains("missing_action")
    );
}

#[tokio::test]
async fn run_1_what_a_tool_knows_of_a_modern_request() {
    let mut request = modern("i-1", "tools/call", call("whoami", json!({})));
    request["params"]["_meta"]["io.modelcontextprotocol/clientInfo"] = json!({"name": "c", "version": "1"});
    request["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] =
        json!({"roots": {"listChanged": true}, "future": 1});
    request["params"]["_meta"]["example.com/trace"] = json!("t");
    let (_, body) = ask(&mount(), &request).await;
    let known: Value = serde_json::from_str(body["result"]["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(known["id"], "i-1");
    assert_eq!(known["version"], support::VERSION);
    assert_eq!(known["client"], json!({"name": "c", "version": "1"}));
    assert_eq!(
        known["capabilities"],
        json!({"roots": {"listChanged": true}, "future": 1}),
        "D7a: read leniently"
    );
    assert_eq!(known["meta"], request["params"]["_meta"]);
}

#[tokio::test]
async fn c_14_a_13_digit_id_comes_back_as_the_number_it_was() {
    let mount = mount();
    let body = br#"{"jsonrpc":"2.0","id":1764489627123,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}"#;
    let answer = mount.handle(body, Facts::bare()).await;
    assert!(
        answer
            .body
            .unwrap()
            .starts_with(r#"{"id":1764489627123,"jsonrpc":"2.0","result":{"_meta":"#)
    );
}

#[tokio::test]
async fn d_26_to_d_29_mirrored_arguments_are_compared_before_the_tool_runs() {
    let mount = mount();
    let request = |arguments: Value| modern(1, "tools/call", call("regional", arguments));
    let with = |request: &Value, pairs: &[(&'static str, &str)]| {
        let mut headers = mirrored(request);
        headers.extend(support::headers(pairs));
        headers
    };
    for (arguments, sent, is_right) in [
        (json!({"region": "Hello"}), &[("mcp-param-region", "Hello")][..], true),
        (
            json!({"region": "Hello"}),
            &[("mcp-param-region", "=?base64?SGVsbG8=?=")],
            true,
        ),
        (
            json!({"region": "Hello"}),
            &[("mcp-param-region", "=?base64?SGVsbG8?=")],
            false,
        ),
        (
            json!({"region": "Hello"}),
            &[("mcp-param-region", "=?base64?SGVs!!!bG8=?=")],
            false,
        ),
        (json!({"region": "SGVsbG8="}), &[("mcp-param-region", "SGVsbG8=")], true),
        (
            json!({"region": "=?base64?SGVsbG8="}),
            &[("mcp-param-region", "=?base64?SGVsbG8=")],
            true,
        ),
        (json!({"region": "Hello"}), &[], false),
        (json!({}), &[("mcp-param-region", "Hello")], false),
        (json!({"region": null}), &[("mcp-param-region", "Hello")], false),
        (json!({"shard": 42}), &[("mcp-param-shard", "42.0")], true),
        (json!({"shard": 42}), &[("mcp-param-shard", "43")], false),
        (json!({"note": "x"}), &[("mcp-param-unknown", "y")], true),
    ] {
        let request = request(arguments);
        let answer = over_http(&mount, &with(&request, sent), &request).await;
        if is_right {
            assert_eq!(
                (answer.0, answer.1["result"].get("isError")),
                (200, None),
                "{request} {sent:?}"
            );
        } else {
            assert_eq!(error_of(&answer), (400, -32020, Some(json!(1))), "{request} {sent:?}");
        }
    }
    // A value that no header can mirror is the gates' to refuse; D31: without headers nothing is compared.
    let odd = request(json!({"region": ["Hello"]}));
    assert_eq!(
        over_http(&mount, &mirrored(&odd), &odd).await.1["result"]["isError"],
        json!(true)
    );
    let answer = mount
        .handle(
            request(json!({"region": "Hello"})).to_string().as_bytes(),
            Facts::bare(),
        )
        .await;
    assert!(answer.body.unwrap().contains("\"result\""));
}

#[tokio::test]
async fn bnd_4_errors_do_not_grow_with_what_was_sent() {
    let mount = mount();
    let mut lengths = Vec::new();
    for size in [1_000, 100_000] {
        let long = "x".repeat(size);
        let mut sizes = Vec::new();
        for request in [
            modern(1, "tools/call", call(&long, json!({}))),
            modern(1, &long, json!({})),
            {
                let mut request = modern(1, "tools/list", json!({}));
                request["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(long);
                request
            },
        ] {
            let answer = mount.handle(request.to_string().as_bytes(), Facts::bare()).await;
            assert!(answer.status.is_client_error() || answer.body.as_ref().unwrap().contains("-32602"));
            sizes.push(answer.body.unwrap().len());
        }
        lengths.push(sizes);
    }
    for (small, large) in lengths[0].iter().zip(&lengths[1]) {
        assert!(large.abs_diff(*small) < 64 && *large < 1024, "{small} {large}");
    }
}
