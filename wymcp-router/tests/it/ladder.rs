//! The decision ladder over HTTP, row by row: the first row that matches answers (wire contract A-table, rows 5 to 19).

use serde_json::{Value, json};
use wymcp_router::Facts;

use crate::support::{VERSION, ask, call, error_of, headers, legacy, mirrored, modern, mount, over_http, said};

const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

fn without(mut request: Value, key: &str) -> Value {
    request["params"]["_meta"].as_object_mut().unwrap().remove(key);
    request
}

fn with_version(mut request: Value, version: impl Into<Value>) -> Value {
    request["params"]["_meta"][META_VERSION] = version.into();
    request
}

fn discover(id: i64) -> Value {
    modern(id, "server/discover", json!({}))
}

#[tokio::test]
async fn rows_5_to_7_what_is_no_message() {
    let mount = mount();
    let modern_headers = mirrored(&discover(1));
    for (body, code, id) in [
        ("{", -32700, None),
        ("[]", -32600, None),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600, None),
        (r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600, None),
        (
            r#"{"jsonrpc":"1.0","id":"a","method":"ping"}"#,
            -32600,
            Some(json!("a")),
        ),
        (r#"{"jsonrpc":"2.0","id":3}"#, -32600, Some(json!(3))),
    ] {
        for headers in [headers(&[]), modern_headers.clone()] {
            let answer = said(&mount.handle(body.as_bytes(), Facts::http(&headers)).await);
            assert_eq!(error_of(&answer), (400, code, id.clone()), "{body}");
            assert!(answer.1.get("id").is_none_or(|id| !id.is_null()), "E2: never null");
        }
    }
}

#[tokio::test]
async fn row_8_initialize_opens_a_legacy_conversation_unless_a_header_contradicts() {
    let mount = mount();
    let initialize = legacy(
        1,
        "initialize",
        json!({"protocolVersion": "2025-11-25", "capabilities": {}}),
    );
    for header in [None, Some("2025-03-26"), Some("2025-11-25")] {
        let headers = headers(
            &header
                .map(|version| ("mcp-protocol-version", version))
                .into_iter()
                .collect::<Vec<_>>(),
        );
        let (status, body) = over_http(&mount, &headers, &initialize).await;
        assert_eq!(
            (status, &body["result"]["protocolVersion"]),
            (200, &json!("2025-11-25"))
        );
    }
    for newer in [VERSION, "2031-01-01"] {
        let answer = over_http(&mount, &headers(&[("mcp-protocol-version", newer)]), &initialize).await;
        assert_eq!(error_of(&answer), (400, -32020, Some(json!(1))));
    }
    let answer = over_http(&mount, &headers(&[("mcp-protocol-version", "banana")]), &initialize).await;
    assert_eq!(error_of(&answer), (400, -32600, Some(json!(1))));
}

#[tokio::test]
async fn a_4_a_complete_modern_meta_wins_over_the_name_initialize() {
    let mount = mount();
    assert_eq!(
        error_of(&ask(&mount, &modern(500, "initialize", json!({}))).await),
        (404, -32601, Some(json!(500)))
    );
    // One that names a legacy revision claims nothing modern, nor does an incomplete one.
    let claims_legacy = with_version(
        modern(1, "initialize", json!({"protocolVersion": "2025-06-18"})),
        "2025-06-18",
    );
    let (status, body) = over_http(&mount, &headers(&[]), &claims_legacy).await;
    assert_eq!(
        (status, &body["result"]["protocolVersion"]),
        (200, &json!("2025-06-18"))
    );
    let incomplete = without(
        modern(1, "initialize", json!({"protocolVersion": "2025-06-18"})),
        META_CAPABILITIES,
    );
    assert_eq!(over_http(&mount, &headers(&[]), &incomplete).await.0, 200);
}

#[tokio::test]
async fn row_10_a_modern_header_without_metadata_is_a_malformed_modern_request_and_never_legacy() {
    let mount = mount();
    for version in [VERSION, "2031-01-01"] {
        for params in [
            json!({}),
            json!({"_meta": {}}),
            json!({"_meta": 5}),
            json!([]),
            Value::Null,
        ] {
            let body = json!({"jsonrpc": "2.0", "id": 101, "method": "server/discover", "params": params});
            let answer = over_http(
                &mount,
                &headers(&[("mcp-protocol-version", version), ("mcp-method", "server/discover")]),
                &body,
            )
            .await;
            assert_eq!(error_of(&answer), (400, -32602, Some(json!(101))));
            let message = answer.1["error"]["message"].as_str().unwrap();
            assert!(
                message.contains(META_VERSION) && message.contains(META_CAPABILITIES),
                "{message}"
            );
        }
    }
    let without_version = without(discover(102), META_VERSION);
    let answer = over_http(&mount, &mirrored(&without_version), &without_version).await;
    assert_eq!(error_of(&answer), (400, -32602, Some(json!(102))));
    assert!(
        !answer.1["error"]["message"]
            .as_str()
            .unwrap()
            .contains(META_CAPABILITIES)
    );
}

#[tokio::test]
async fn a_15_a_legacy_header_that_nobody_knows_is_a_bad_request() {
    let mount = mount();
    for version in ["1900-01-01", "2024-11-05", "banana", "2026-01-01", ""] {
        let answer = over_http(
            &mount,
            &headers(&[("mcp-protocol-version", version)]),
            &legacy(1, "ping", json!({})),
        )
        .await;
        assert_eq!(error_of(&answer), (400, -32600, Some(json!(1))), "{version}");
    }
}

#[tokio::test]
async fn row_14_before_15_metadata_before_headers() {
    let mount = mount();
    for request in [
        without(discover(104), META_CAPABILITIES),
        with_version(discover(104), 7),
        {
            let mut wrong = discover(104);
            wrong["params"]["_meta"][META_CAPABILITIES] = json!([]);
            wrong
        },
    ] {
        let answer = over_http(&mount, &headers(&[("mcp-protocol-version", "2025-11-25")]), &request).await;
        assert_eq!(error_of(&answer), (400, -32602, Some(json!(104))));
    }
}

#[tokio::test]
async fn rows_15_16_a_mismatch_before_an_unknown_version_f31() {
    let mount = mount();
    let unknown = with_version(discover(302), "v999.0.0");
    assert_eq!(
        error_of(&over_http(&mount, &mirrored(&unknown), &unknown).await),
        (400, -32020, Some(json!(302)))
    );
    for version in ["v999.0.0", "1900-01-01", "2025-11-25", "2031-01-01"] {
        let request = with_version(discover(301), version);
        // Before the other headers are looked at.
        let answer = over_http(&mount, &headers(&[("mcp-protocol-version", version)]), &request).await;
        assert_eq!(error_of(&answer), (400, -32022, Some(json!(301))), "{version}");
        assert_eq!(
            answer.1["error"]["data"],
            json!({"requested": version, "supported": [VERSION]})
        );
    }
}

#[tokio::test]
async fn row_17_mirrored_headers_are_there_and_say_the_same_f31() {
    let mount = mount();
    let request = modern(1, "tools/call", call("notes", json!({"action": "read"})));
    let right = mirrored(&request);
    assert_eq!(over_http(&mount, &right, &request).await.0, 200);
    for name in ["mcp-protocol-version", "mcp-method", "mcp-name"] {
        let mut lacking = right.clone();
        lacking.remove(name);
        assert_eq!(
            error_of(&over_http(&mount, &lacking, &request).await),
            (400, -32020, Some(json!(1))),
            "{name}"
        );
        let mut wrong = right.clone();
        wrong.insert(name, "TOOLS/CALL".parse().unwrap());
        assert_eq!(
            error_of(&over_http(&mount, &wrong, &request).await),
            (400, -32020, Some(json!(1))),
            "{name}"
        );
        let mut twice = right.clone();
        twice.append(name, "other".parse().unwrap());
        assert_eq!(
            error_of(&over_http(&mount, &twice, &request).await),
            (400, -32020, Some(json!(1))),
            "D18 {name}"
        );
    }
}

/// F31: whoever reads the answer knows which header to send, and with what.
#[tokio::test]
async fn row_17_the_answer_says_what_to_send_f31() {
    let mount = mount();
    let request = modern(1, "tools/call", call("notes", json!({"action": "read"})));
    let right = mirrored(&request);
    let mut told = Vec::new();
    for name in ["mcp-protocol-version", "mcp-method", "mcp-name"] {
        for values in [vec![], vec!["other"], vec!["one", "two"]] {
            let mut headers = right.clone();
            headers.remove(name);
            for value in values {
                headers.append(name, value.parse().unwrap());
            }
            let (_, answer) = over_http(&mount, &headers, &request).await;
            told.push(answer["error"]["message"].as_str().unwrap().to_owned());
        }
    }
    insta::assert_snapshot!(told.join("\n"));
}

#[tokio::test]
async fn d_12_d_19_a_name_may_come_in_base64_and_is_wanted_only_where_it_is_mirrored() {
    let mount = mount();
    let request = modern(1, "tools/call", call("notes", json!({"action": "read"})));
    for (name, status) in [
        ("=?base64?bm90ZXM=?=", 200),
        ("  notes\t", 200),
        ("=?base64?bm90ZXM?=", 400),
        ("Notes", 400),
    ] {
        let mut headers = mirrored(&request);
        headers.insert("mcp-name", name.parse().unwrap());
        assert_eq!(over_http(&mount, &headers, &request).await.0, status, "{name}");
    }
    let list = modern(1, "tools/list", json!({}));
    let mut headers = mirrored(&list);
    headers.insert("mcp-name", "whatever".parse().unwrap());
    assert_eq!(over_http(&mount, &headers, &list).await.0, 200);
    // D22: no sentinel in the method's header.
    headers.insert("mcp-method", "=?base64?dG9vbHMvbGlzdA==?=".parse().unwrap());
    assert_eq!(error_of(&over_http(&mount, &headers, &list).await).1, -32020);
}

/// D13, F31: the same of mirrored arguments.
#[tokio::test]
async fn d_26_d_27_the_answer_says_what_to_send_for_an_argument() {
    let mount = mount();
    let there = modern(1, "tools/call", call("regional", json!({"region": "north"})));
    let nowhere = modern(1, "tools/call", call("regional", json!({})));
    let mut told = Vec::new();
    for (request, values) in [
        (&there, vec![]),
        (&there, vec!["south"]),
        (&there, vec!["north", "south"]),
        (&nowhere, vec!["north"]),
    ] {
        let mut headers = mirrored(request);
        headers.remove("mcp-param-region");
        for value in values {
            headers.append("mcp-param-region", value.parse().unwrap());
        }
        let answer = over_http(&mount, &headers, request).await;
        assert_eq!(error_of(&answer), (400, -32020, Some(json!(1))));
        told.push(answer.1["error"]["message"].as_str().unwrap().to_owned());
    }
    insta::assert_snapshot!(told.join("\n"), @r"
    the header `Mcp-Param-Region` is missing: send it with the value of `params.arguments/region`, and what is no visible ASCII as `=?base64?…?=`
    the header `Mcp-Param-Region` and `params.arguments/region` do not agree: send the same in both, and what is no visible ASCII as `=?base64?…?=`
    the header `Mcp-Param-Region` cannot be read, or was given twice with different values: send it once, and what is no visible ASCII as `=?base64?…?=`
    the header `Mcp-Param-Region` stands for `params.arguments/region`, which is absent or null: send both or none
    ");
}

#[tokio::test]
async fn row_18_before_19_the_method_before_its_params() {
    let mount = mount();
    for method in [
        "ping",
        "logging/setLevel",
        "resources/subscribe",
        "resources/unsubscribe",
        "unknown/method",
    ] {
        let mut request = modern(601, method, json!({"_meta": {}}));
        request["params"]["_meta"]["progressToken"] = json!([]);
        assert_eq!(
            error_of(&ask(&mount, &request).await),
            (404, -32601, Some(json!(601))),
            "{method}"
        );
    }
}

#[tokio::test]
async fn row_19_params_that_do_not_fit() {
    let mount = mount();
    for params in [
        json!({}),
        json!({"name": 5}),
        call("nobody", json!({})),
        call("notes", json!([])),
        call("nobody", json!([])),
    ] {
        assert_eq!(
            error_of(&ask(&mount, &modern(1, "tools/call", params.clone())).await),
            (200, -32602, Some(json!(1))),
            "{params}"
        );
    }
    for cursor in [json!("x"), json!(""), json!(5)] {
        let answer = ask(&mount, &modern(1, "tools/list", json!({"cursor": cursor}))).await;
        assert_eq!(error_of(&answer), (200, -32602, Some(json!(1))), "N6 {cursor}");
    }
    for (key, value, is_legal) in [
        ("progressToken", json!("t".repeat(256)), true),
        ("progressToken", json!(7), true),
        ("progressToken", json!("t".repeat(257)), false),
        ("progressToken", json!(1.5), false),
        ("progressToken", Value::Null, true),
        ("io.modelcontextprotocol/logLevel", json!("warning"), true),
        ("io.modelcontextprotocol/logLevel", json!("loud"), false),
        ("example.com/anything", json!([1]), true),
    ] {
        let mut request = modern(1, "tools/list", json!({}));
        request["params"]["_meta"][key] = value.clone();
        let answer = ask(&mount, &request).await;
        assert_eq!(
            answer.1.get("result").is_some(),
            is_legal,
            "D4, D6, BND-4: {key} {value}"
        );
        if !is_legal {
            assert_eq!(error_of(&answer), (200, -32602, Some(json!(1))));
        }
    }
}

#[tokio::test]
async fn rows_12_13_notifications_and_responses_go_by_their_header() {
    let mount = mount();
    let notification = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    let response = json!({"jsonrpc": "2.0", "id": 1, "result": {}});
    let at = |version: &'static str| headers(&[("mcp-protocol-version", version)]);
    for known in ["2025-03-26", "2025-11-25"] {
        assert_eq!(over_http(&mount, &at(known), &notification).await, (202, Value::Null));
        assert_eq!(over_http(&mount, &at(known), &response).await, (202, Value::Null));
    }
    assert_eq!(over_http(&mount, &at(VERSION), &notification).await, (202, Value::Null));
    assert_eq!(
        error_of(&over_http(&mount, &at(VERSION), &response).await),
        (400, -32600, None)
    );
    assert_eq!(
        error_of(&over_http(&mount, &at("2031-01-01"), &notification).await),
        (400, -32022, None)
    );
    assert_eq!(
        error_of(&over_http(&mount, &at("banana"), &notification).await),
        (400, -32600, None)
    );
    // C15: not wanted, but not contradicted either.
    let contradicting = headers(&[("mcp-protocol-version", VERSION), ("mcp-method", "tools/list")]);
    assert_eq!(
        error_of(&over_http(&mount, &contradicting, &notification).await),
        (400, -32020, None)
    );
}

#[tokio::test]
async fn d_17_legacy_requests_may_carry_modern_headers() {
    let headers = headers(&[
        ("mcp-protocol-version", "2025-11-25"),
        ("mcp-method", "nonsense"),
        ("mcp-name", "=?base64?!?="),
        ("mcp-session-id", "x"),
    ]);
    assert_eq!(
        over_http(&mount(), &headers, &legacy(1, "ping", json!({}))).await,
        (200, json!({"jsonrpc": "2.0", "id": 1, "result": {}}))
    );
}
