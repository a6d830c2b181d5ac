//! F04, F10, F25, F31, F32 on the wire.

use serde_json::{Value, json};
use wymcp_conformance::official::Official;

use crate::support::http::{Response, Served, meta, modern};
use crate::support::stdio::Stdio;
use crate::support::{block_on, mount, say};

/// The calls of F01 to F09 and F11 to F13 that are refused, and those that pass.
fn calls() -> Vec<(&'static str, Value)> {
    vec![
        (
            "tasks",
            json!({"action": "get", "data": {"project": "p", "number": "12"}}),
        ),
        ("tasks", json!({"action": "create", "data": "{\"title\":\"a\"}"})),
        (
            "tasks",
            json!({"action": "create", "data": {"title": "a", "due": null}}),
        ),
        ("tasks", json!({})),
        ("tasks", json!({"action": "list", "limt": 5})),
        ("tasks", json!({"action": "create", "title": "a"})),
        ("tasks", json!({"action": "Create", "data": {"title": "a"}})),
        ("tasks", json!({"action": "delete"})),
        ("tasks", json!({"action": "create"})),
        ("tasks", json!({"action": "get", "data": {"project": "p"}})),
        (
            "tasks",
            json!({"action": "create", "data": {"title": "a", "titel": "b", "x\u{202e}y": 1}}),
        ),
        ("tasks", json!({"action": "list", "_meta": {"progressToken": 1}})),
        (
            "orders",
            json!({"action": "place", "data": {"customer": "", "lines": [{"sku": 1}], "address": {}}}),
        ),
        ("help", json!({"action": "create"})),
        ("help", json!({"tool": "taskz"})),
        ("help", json!({"tool": "tasks", "action": "creat"})),
        ("help", json!({"tool": 1, "zz": 2})),
    ]
}

fn text(message: &Value) -> &str {
    message["result"]["content"][0]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("no text in {message}"))
}

#[test]
fn f10_gat_1_a_refusal_is_an_error_result_of_the_same_bytes_in_both_eras_on_both_transports() {
    block_on(async {
        let served = Served::start(mount()).await;
        let mut pipe = Stdio::start();
        let mut legacy_pipe = Stdio::start();
        legacy_pipe.send(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}));
        assert_eq!(legacy_pipe.next()["result"]["protocolVersion"], "2025-11-25");
        legacy_pipe.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        for (tool, arguments) in calls() {
            let wanted = mount().call(tool, arguments.clone()).await.unwrap();
            assert!(wanted.is_error(), "passed: {arguments}");
            let params = json!({"name": tool, "arguments": arguments});
            pipe.call(json!(1), tool, &arguments);
            legacy_pipe.send(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}));
            let mut answers = vec![
                served.modern("tools/call", Some(tool), &params).await.json(),
                pipe.next(),
                legacy_pipe.next(),
            ];
            for revision in ["2025-11-25", "2025-06-18", "2025-03-26"] {
                answers.push(served.legacy(revision, "tools/call", &params).await.json());
            }
            for answer in &answers {
                assert!(answer.get("error").is_none(), "{answer}");
                assert_eq!(answer["result"]["isError"], true, "{answer}");
                assert!(answer["result"].get("structuredContent").is_none(), "{answer}");
                assert_eq!(text(answer), wanted.text());
            }
        }
    });
}

#[test]
fn f10_an_unknown_tool_is_a_protocol_error_on_the_wire() {
    block_on(async {
        let served = Served::start(mount()).await;
        let answer = served.call("taskz", &json!({"action": "list"})).await.json();
        assert_eq!(answer["error"]["code"], -32602);
        assert!(answer.get("result").is_none());
        let legacy = served
            .legacy("2025-11-25", "tools/call", &json!({"name": "taskz", "arguments": {}}))
            .await;
        assert_eq!((legacy.status, &legacy.json()["error"]["code"]), (200, &json!(-32602)));
    });
}

#[test]
fn f04_a_call_without_arguments_is_served_on_the_wire() {
    block_on(async {
        let served = Served::start(mount()).await;
        for params in [json!({"name": "help"}), json!({"name": "help", "arguments": null})] {
            let help = served.modern("tools/call", Some("help"), &params).await.json();
            let index: Value = serde_json::from_str(text(&help)).unwrap();
            assert_eq!(index["tools"].as_array().unwrap().len(), 5, "{index}");
        }
        let tasks = served
            .modern("tools/call", Some("tasks"), &json!({"name": "tasks"}))
            .await
            .json();
        assert_eq!(tasks["result"]["isError"], true);
        assert!(text(&tasks).contains("missing_action"));
    });
}

/// Words of the modern era that a legacy client must never read.
fn leaks(message: &Value) -> Vec<&'static str> {
    let text = message.to_string();
    [
        "resultType",
        "ttlMs",
        "cacheScope",
        "io.modelcontextprotocol/serverInfo",
    ]
    .into_iter()
    .filter(|word| text.contains(word))
    .collect()
}

#[test]
fn f25_nothing_modern_leaks_to_a_legacy_client() {
    block_on(async {
        let served = Served::start(mount()).await;
        for revision in ["2025-11-25", "2025-06-18", "2025-03-26"] {
            for answer in legacy_answers(&served, revision).await {
                assert_eq!(
                    leaks(&answer.1),
                    Vec::<&str>::new(),
                    "{revision} {}: {}",
                    answer.0,
                    answer.1
                );
            }
            let ping = served.legacy(revision, "ping", &json!({})).await.json();
            assert_eq!(ping["result"], json!({}), "{revision}");
        }
        let modern = served.modern("tools/list", None, &json!({})).await.json();
        for member in ["resultType", "ttlMs", "cacheScope"] {
            assert!(modern["result"].get(member).is_some(), "{member} in {modern}");
        }
        assert_eq!(
            modern["result"]["_meta"]["io.modelcontextprotocol/serverInfo"]["name"],
            "fixtures"
        );
    });
}

/// What a legacy client meets, each with the definition that its result follows.
async fn legacy_answers(served: &Served, revision: &str) -> Vec<(&'static str, Value)> {
    let hello = json!({"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}});
    let passing = json!({"name": "tasks", "arguments": {"action": "list"}});
    let refused = json!({"name": "tasks", "arguments": {}});
    let fault = json!({"name": "odd", "arguments": {"action": "boom"}});
    vec![
        (
            "InitializeResult",
            served.legacy(revision, "initialize", &hello).await.json(),
        ),
        (
            "ListToolsResult",
            served.legacy(revision, "tools/list", &json!({})).await.json(),
        ),
        (
            "CallToolResult",
            served.legacy(revision, "tools/call", &passing).await.json(),
        ),
        (
            "CallToolResult",
            served.legacy(revision, "tools/call", &refused).await.json(),
        ),
        (
            "CallToolResult",
            served.legacy(revision, "tools/call", &fault).await.json(),
        ),
        ("EmptyResult", served.legacy(revision, "ping", &json!({})).await.json()),
    ]
}

#[test]
fn f25_every_answer_follows_the_official_schema_of_its_revision() {
    let official = match Official::read() {
        Ok(official) => official,
        Err(not_run) => return say(&format!("f25: {not_run}")),
    };
    block_on(async {
        let served = Served::start(mount()).await;
        for revision in ["2025-11-25", "2025-06-18", "2025-03-26"] {
            let (response, error) = if revision == "2025-11-25" {
                ("JSONRPCResultResponse", "JSONRPCErrorResponse")
            } else {
                ("JSONRPCResponse", "JSONRPCError")
            };
            for (definition, answer) in legacy_answers(&served, revision).await {
                official.judge(revision, response, &answer).unwrap();
                official.judge(revision, definition, &answer["result"]).unwrap();
            }
            let unknown = served.legacy(revision, "nope/x", &json!({})).await.json();
            official.judge(revision, error, &unknown).unwrap();
        }
        for (definition, method, name, params) in [
            ("DiscoverResult", "server/discover", None, json!({})),
            ("ListToolsResult", "tools/list", None, json!({})),
            (
                "CallToolResult",
                "tools/call",
                Some("tasks"),
                json!({"name": "tasks", "arguments": {"action": "list"}}),
            ),
            (
                "CallToolResult",
                "tools/call",
                Some("tasks"),
                json!({"name": "tasks", "arguments": {}}),
            ),
            (
                "CallToolResult",
                "tools/call",
                Some("odd"),
                json!({"name": "odd", "arguments": {"action": "boom"}}),
            ),
            (
                "CallToolResult",
                "tools/call",
                Some("help"),
                json!({"name": "help", "arguments": {}}),
            ),
        ] {
            let answer = served.modern(method, name, &params).await.json();
            official.judge("2026-07-28", "JSONRPCResultResponse", &answer).unwrap();
            official.judge("2026-07-28", definition, &answer["result"]).unwrap();
        }
        let nope = served.modern("nope/x", None, &json!({})).await.json();
        official.judge("2026-07-28", "JSONRPCErrorResponse", &nope).unwrap();
    });
}

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

#[test]
fn f31_the_modern_headers_mirror_the_body() {
    block_on(async {
        let served = Served::start(mount()).await;
        let body = modern(
            json!(1),
            "tools/call",
            &json!({"name": "tasks", "arguments": {"action": "list"}}),
        );
        let version = ("MCP-Protocol-Version", "2026-07-28");

        let no_method = with_headers(&served, &body, &[version, ("Mcp-Name", "tasks")]).await;
        assert_eq!(
            (no_method.status, &no_method.json()["error"]["code"]),
            (400, &json!(-32020)),
            "(a)"
        );

        let boom = modern(
            json!(1),
            "tools/call",
            &json!({"name": "odd", "arguments": {"action": "boom"}}),
        );
        let other = with_headers(
            &served,
            &boom,
            &[version, ("Mcp-Method", "tools/call"), ("Mcp-Name", "other")],
        )
        .await;
        assert_eq!(
            (other.status, &other.json()["error"]["code"]),
            (400, &json!(-32020)),
            "(b)"
        );
        assert!(other.json().get("result").is_none());

        let mut old = body.clone();
        old["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("1900-01-01");
        let old = with_headers(
            &served,
            &old,
            &[
                ("MCP-Protocol-Version", "1900-01-01"),
                ("Mcp-Method", "tools/call"),
                ("Mcp-Name", "tasks"),
            ],
        )
        .await;
        assert_eq!(
            (old.status, &old.json()["error"]["code"]),
            (400, &json!(-32022)),
            "(c) {old:?}"
        );
        assert_eq!(old.json()["error"]["data"]["requested"], "1900-01-01");

        let discovered = served.modern("server/discover", None, &json!({})).await.json();
        assert_eq!(
            discovered["result"]["supportedVersions"],
            old.json()["error"]["data"]["supported"],
            "(d)"
        );

        let nope = served.modern("nope/x", None, &json!({})).await;
        assert_eq!(
            (nope.status, &nope.json()["error"]["code"]),
            (404, &json!(-32601)),
            "(e)"
        );

        let mut incomplete = body.clone();
        incomplete["params"]["_meta"]
            .as_object_mut()
            .unwrap()
            .remove("io.modelcontextprotocol/clientCapabilities");
        let incomplete = with_headers(
            &served,
            &incomplete,
            &[version, ("Mcp-Method", "tools/call"), ("Mcp-Name", "tasks")],
        )
        .await;
        assert_eq!(
            (incomplete.status, &incomplete.json()["error"]["code"]),
            (400, &json!(-32602)),
            "(f)"
        );
        assert!(meta().get("io.modelcontextprotocol/clientCapabilities").is_some());
    });
}

#[test]
fn f32_accept_is_read_kindly_and_a_page_is_not_json() {
    block_on(async {
        let served = Served::start(mount()).await;
        let body = modern(
            json!(1),
            "tools/call",
            &json!({"name": "tasks", "arguments": {"action": "list"}}),
        )
        .to_string();
        let send = async |accept: Option<&str>| {
            let mut headers = vec![
                ("Content-Type", "application/json"),
                ("MCP-Protocol-Version", "2026-07-28"),
                ("Mcp-Method", "tools/call"),
                ("Mcp-Name", "tasks"),
            ];
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
            ("MCP-Protocol-Version", "2026-07-28"),
            ("Mcp-Method", "tools/call"),
            ("Mcp-Name", "tasks"),
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
