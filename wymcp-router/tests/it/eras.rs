//! Two eras at one endpoint: which message is whose, and that none is remembered (wire contract A).

use serde_json::{Value, json};
use wymcp_router::{Capability, Context, Facts, Mount, PlainTool, Reply};

use crate::support::{VERSION, ask, call, error_of, headers, legacy, mirrored, modern, mount, over_http, said};

const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const META_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

fn is_modern((status, answer): &(u16, Value)) -> bool {
    assert_eq!(*status, 200, "{answer}");
    answer["result"]["resultType"] == "complete"
}

#[tokio::test]
async fn a_2_a_3_a_7_a_8_the_body_of_each_message_says_its_era() {
    let mount = mount();
    let list = |id: i64| legacy(id, "tools/list", json!({}));
    let introduction =
        json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "n", "version": "1"}});
    for _ in 0..2 {
        assert!(is_modern(&ask(&mount, &modern(1, "tools/list", json!({}))).await));
        assert!(!is_modern(&over_http(&mount, &headers(&[]), &list(2)).await));
        let agreed = over_http(&mount, &headers(&[]), &legacy(3, "initialize", introduction.clone())).await;
        assert_eq!(agreed.1["result"]["protocolVersion"], "2025-06-18");
    }
}

#[tokio::test]
async fn a_5_a_6_headers_cross_check_and_do_not_decide() {
    let mount = mount();
    let mirrored = headers(&[("mcp-method", "tools/list"), ("mcp-name", "notes")]);
    assert!(
        !is_modern(&over_http(&mount, &mirrored, &legacy(1, "tools/list", json!({}))).await),
        "A6"
    );
    let modern_header = headers(&[("mcp-protocol-version", VERSION), ("mcp-method", "tools/list")]);
    let refused = over_http(&mount, &modern_header, &legacy(2, "tools/list", json!({}))).await;
    assert_eq!(error_of(&refused), (400, -32_602, Some(json!(2))), "A5");
    // A notification has no metadata of its own, so for it the header decides: a modern one need not belong to anything.
    let cancelled = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    assert_eq!(
        over_http(&mount, &modern_header_for("notifications/cancelled"), &cancelled)
            .await
            .0,
        202
    );
}

fn modern_header_for(method: &str) -> http::HeaderMap {
    headers(&[("mcp-protocol-version", VERSION), ("mcp-method", method)])
}

#[tokio::test]
async fn a_11_a_12_metadata_reaches_no_legacy_revision() {
    let mount = mount();
    let discovered = ask(&mount, &modern(0, "server/discover", json!({}))).await.1;
    for version in ["2025-11-25", "2025-06-18", "2025-03-26"] {
        let mut request = modern(1, "tools/list", json!({}));
        request["params"]["_meta"][META_VERSION] = json!(version);
        let headers = headers(&[("mcp-protocol-version", version), ("mcp-method", "tools/list")]);
        let refused = over_http(&mount, &headers, &request).await;
        assert_eq!(error_of(&refused), (400, -32_022, Some(json!(1))), "{version}");
        let data = &refused.1["error"]["data"];
        assert_eq!(data["requested"], version);
        assert_eq!(data["supported"], discovered["result"]["supportedVersions"], "A12");
    }
}

#[tokio::test]
async fn a_17_initialize_may_name_another_legacy_revision_in_its_header() {
    let mount = mount();
    let introduction =
        json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "n", "version": "1"}});
    for header in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        let headers = headers(&[("mcp-protocol-version", header)]);
        let agreed = over_http(&mount, &headers, &legacy(1, "initialize", introduction.clone())).await;
        assert_eq!(agreed.1["result"]["protocolVersion"], "2025-11-25", "{header}");
    }
}

#[tokio::test]
async fn a_19_a_20_a_21_h_4_every_request_stands_for_itself() {
    let can_be_asked = PlainTool::builder("can_be_asked")
        .description("Whether its client declared elicitation")
        .handler_without_arguments(|ctx: Context| async move {
            Ok(Reply::new(json!(ctx.declares(Capability::Elicitation))))
        });
    let mount = Mount::builder("stateless", "1.0.0").tool(can_be_asked).build().unwrap();
    let mut declaring = modern(1, "tools/call", call("can_be_asked", json!({})));
    let silent = declaring.clone();
    declaring["params"]["_meta"][META_CAPABILITIES] = json!({"elicitation": {}});
    // The first one was never discovered; none leaves anything behind for the next.
    for (request, can) in [
        (&silent, "false"),
        (&declaring, "true"),
        (&silent, "false"),
        (&declaring, "true"),
    ] {
        let answer = ask(&mount, request).await.1;
        assert_eq!(answer["result"]["content"][0]["text"], can);
    }
}

#[tokio::test]
async fn a_22_d_6_an_extension_that_is_not_known_changes_nothing() {
    let mount = mount();
    let plain = modern(1, "tools/list", json!({}));
    let mut extended = plain.clone();
    extended["params"]["_meta"][META_CAPABILITIES] =
        json!({"extensions": {"com.example/tasks": {"list": true}}, "experimental": {"x": {}}, "com.example/y": 1});
    extended["params"]["_meta"]["com.example/z"] = json!({"deep": [1]});
    extended["params"]["task"] = json!({"ttl": 1});
    assert_eq!(ask(&mount, &extended).await, ask(&mount, &plain).await);
    let call = legacy(2, "tools/call", call("notes", json!({"action": "read"})));
    let mut with_task = call.clone();
    with_task["params"]["task"] = json!({"ttl": 60_000});
    let none = headers(&[]);
    assert_eq!(
        over_http(&mount, &none, &with_task).await,
        over_http(&mount, &none, &call).await,
        "L24"
    );
}

#[tokio::test]
async fn c_1_messages_are_utf_8() {
    let request = modern(
        1,
        "tools/call",
        call("notes", json!({"action": "add", "data": {"text": "é"}})),
    );
    let utf_8 = request.to_string();
    let latin_1: Vec<u8> = utf_8.bytes().filter(|byte| *byte != 0xc3).collect();
    let headers = mirrored(&request);
    assert_eq!(
        said(&mount().handle(utf_8.as_bytes(), Facts::http(&headers)).await).0,
        200
    );
    let refused = said(&mount().handle(&latin_1, Facts::http(&headers)).await);
    assert_eq!(error_of(&refused), (400, -32_700, None));
}
