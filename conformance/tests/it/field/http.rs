//! F31, F32: headers, media types and sizes of a request over HTTP.

use serde_json::{Value, json};

use crate::support::http::{Response, Served, meta, modern};
use crate::support::{block_on, mount};

/// A call that every mount of these tests answers.
fn list() -> Value {
    modern(
        json!(1),
        "tools/call",
        &json!({"name": "tasks", "arguments": {"action": "list"}}),
    )
}

/// The headers that mirror it.
const VERSION: (&str, &str) = ("MCP-Protocol-Version", "2026-07-28");
const METHOD: (&str, &str) = ("Mcp-Method", "tools/call");
const NAME: (&str, &str) = ("Mcp-Name", "tasks");

/// A request whose headers a test writes itself.
async fn with_headers(served: &Served, body: &Value, headers: &[(&str, &str)]) -> Response {
    let headers: Vec<(&str, &str)> = [
        ("Content-Type", "application/json"),
        ("Accept", "application/json, text/event-stream"),
    ]
    .into_iter()
    .chain(headers.iter().copied())
    .collect();
    served.send("POST", &headers, body.to_string().as_bytes()).await
}

/// A protocol error of this status and code; `case` is the letter of the field case.
fn assert_refused(answer: &Response, status: u16, code: i64, case: &str) {
    assert_eq!(
        (answer.status, &answer.json()["error"]["code"]),
        (status, &json!(code)),
        "({case}) {answer:?}"
    );
}

#[test]
fn f31_the_modern_headers_mirror_the_body() {
    block_on(async {
        let served = Served::start(mount()).await;
        let body = list();

        let no_method = with_headers(&served, &body, &[VERSION, NAME]).await;
        assert_refused(&no_method, 400, -32020, "a");

        let boom = modern(
            json!(1),
            "tools/call",
            &json!({"name": "odd", "arguments": {"action": "boom"}}),
        );
        let other = with_headers(&served, &boom, &[VERSION, METHOD, ("Mcp-Name", "other")]).await;
        assert_refused(&other, 400, -32020, "b");
        assert!(other.json().get("result").is_none());

        let mut old = body.clone();
        old["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("1900-01-01");
        let old = with_headers(&served, &old, &[("MCP-Protocol-Version", "1900-01-01"), METHOD, NAME]).await;
        assert_refused(&old, 400, -32022, "c");
        assert_eq!(old.json()["error"]["data"]["requested"], "1900-01-01");

        let discovered = served.modern("server/discover", None, &json!({})).await.json();
        assert_eq!(
            discovered["result"]["supportedVersions"],
            old.json()["error"]["data"]["supported"],
            "(d)"
        );

        let nope = served.modern("nope/x", None, &json!({})).await;
        assert_refused(&nope, 404, -32601, "e");

        let mut incomplete = body.clone();
        incomplete["params"]["_meta"]
            .as_object_mut()
            .unwrap()
            .remove("io.modelcontextprotocol/clientCapabilities");
        let incomplete = with_headers(&served, &incomplete, &[VERSION, METHOD, NAME]).await;
        assert_refused(&incomplete, 400, -32602, "f");
        assert!(meta().get("io.modelcontextprotocol/clientCapabilities").is_some());
    });
}

#[test]
fn f32_accept_is_read_kindly_and_a_page_is_not_json() {
    block_on(async {
        let served = Served::start(mount()).await;
        let body = list().to_string();
        let send = async |accept: Option<&str>| {
            let mut headers = vec![("Content-Type", "application/json"), VERSION, METHOD, NAME];
            headers.extend(accept.map(|accept| ("Accept", accept)));
            served.send("POST", &headers, body.as_bytes()).await
        };
        for accept in [Some("*/*"), Some("application/json"), None] {
            let answer = send(accept).await;
            assert_eq!(answer.status, 200, "{accept:?} {answer:?}");
            assert!(
                answer.header("content-type").unwrap().starts_with("application/json"),
                "{answer:?}"
            );
            assert_eq!(answer.json()["id"], 1);
        }
        let page = send(Some("text/html")).await;
        assert_eq!(page.status, 406);
        assert!(page.body.len() < 1_000 && page.json().is_object(), "{page:?}");
    });
}

#[test]
fn f32_a_body_beyond_the_limit_is_refused_without_being_kept() {
    block_on(async {
        let limit = 100_000;
        let mount = wymcp_router::Mount::builder("small", "1")
            .tool(wymcp_conformance::fixtures::Tasks)
            .body_limit(limit)
            .build()
            .unwrap();
        let served = Served::start(mount).await;
        let padded = |bytes: usize| {
            let message = |pad: usize| {
                modern(
                    json!(1),
                    "tools/call",
                    &json!({"name": "tasks", "arguments": {"action": "create", "data": {"title": "p".repeat(pad)}}}),
                )
                .to_string()
            };
            message(bytes - message(0).len())
        };
        let headers = [
            ("Content-Type", "application/json"),
            ("Accept", "application/json"),
            VERSION,
            METHOD,
            NAME,
        ];
        let fits = padded(limit);
        assert_eq!(fits.len(), limit);
        let answer = served.send_chunked(&headers, fits.as_bytes()).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        let beyond = served.send_chunked(&headers, padded(limit + 1).as_bytes()).await;
        assert_eq!(beyond.status, 413, "{beyond:?}");
        assert!(beyond.body.len() < 1_000 && beyond.json().is_object(), "{beyond:?}");
    });
}
