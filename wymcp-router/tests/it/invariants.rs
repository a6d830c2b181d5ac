//! What holds of every answer, whatever came.

use http::HeaderMap;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use wymcp_router::{Facts, Mount};

use crate::support::{VERSION, mount, said};

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        "[a-z/\\PC]{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::btree_map("[a-z_]{0,8}", inner, 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn method() -> impl Strategy<Value = Value> {
    let known = [
        "initialize",
        "ping",
        "tools/list",
        "tools/call",
        "server/discover",
        "notifications/cancelled",
        "prompts/get",
        "x",
    ];
    prop_oneof![8 => proptest::sample::select(known.to_vec()).prop_map(Value::from), 1 => any_json()]
}

fn version() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(
        &[
            VERSION,
            VERSION,
            VERSION,
            "2025-11-25",
            "2025-03-26",
            "2031-01-01",
            "x",
            "",
        ][..],
    )
}

/// Metadata from none to complete.
fn meta() -> impl Strategy<Value = Option<Value>> {
    let complete = version().prop_map(|version| {
        Some(json!({"io.modelcontextprotocol/protocolVersion": version, "io.modelcontextprotocol/clientCapabilities": {}}))
    });
    prop_oneof![4 => complete, 2 => Just(None), 1 => any_json().prop_map(Some)]
}

fn params() -> impl Strategy<Value = Value> {
    let name = prop_oneof![
        proptest::sample::select(&["notes", "help", "point", "nobody"][..]).prop_map(Value::from),
        any_json()
    ];
    let whole = (
        proptest::option::of(name),
        proptest::option::of(any_json()),
        meta(),
        proptest::option::of(version()),
    )
        .prop_map(|(name, arguments, meta, version)| {
            let members = [
                ("name", name),
                ("arguments", arguments),
                ("_meta", meta),
                ("protocolVersion", version.map(Value::from)),
            ];
            Value::Object(
                members
                    .into_iter()
                    .filter_map(|(key, value)| Some((key.to_owned(), value?)))
                    .collect(),
            )
        });
    prop_oneof![8 => whole, 1 => any_json()]
}

fn message() -> impl Strategy<Value = Value> {
    let id =
        prop_oneof![4 => any::<i64>().prop_map(Value::from), 2 => "[a-z]{0,9}".prop_map(Value::from), 1 => any_json()];
    let members = (
        proptest::option::weighted(0.9, id),
        proptest::option::weighted(0.95, method()),
        proptest::option::weighted(0.9, params()),
    );
    let object = (members, proptest::bool::weighted(0.95)).prop_map(|((id, method, params), is_2_0)| {
        let members = [
            ("jsonrpc", Some(json!(if is_2_0 { "2.0" } else { "1.0" }))),
            ("id", id),
            ("method", method),
            ("params", params),
        ];
        Value::Object(
            members
                .into_iter()
                .filter_map(|(key, value)| Some((key.to_owned(), value?)))
                .collect::<Map<_, _>>(),
        )
    });
    prop_oneof![20 => object, 1 => any_json()]
}

fn header_map(request: &Value, version: Option<&str>, is_mirrored: bool) -> HeaderMap {
    let mut headers = HeaderMap::new();
    if let Some(version) = version.and_then(|version| version.parse().ok()) {
        headers.insert("mcp-protocol-version", version);
    }
    if is_mirrored {
        for (header, value) in [
            ("mcp-method", &request["method"]),
            ("mcp-name", &request["params"]["name"]),
        ] {
            if let Some(value) = value.as_str().and_then(|value| value.parse().ok()) {
                headers.insert(header, value);
            }
        }
    }
    headers
}

fn answer(mount: &Mount, body: &Value, facts: Facts<'_>) -> (u16, Value) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    said(&runtime.block_on(mount.handle(body.to_string().as_bytes(), facts)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn every_message_gets_one_well_formed_answer(request in message(), version in proptest::option::of(version()), is_mirrored in any::<bool>(), is_http in any::<bool>()) {
        let mount = shared();
        let headers = header_map(&request, version, is_mirrored);
        let (status, body) = answer(mount, &request, if is_http { Facts::http(&headers) } else { Facts::bare() });
        if body.is_null() {
            // C10: only what wants no answer gets none.
            prop_assert_eq!(status, 202);
            prop_assert!(request.get("id").is_none() || request.get("method").is_none());
            return Ok(());
        }
        prop_assert_eq!(&body["jsonrpc"], "2.0");
        prop_assert!(body.get("result").is_some() != body.get("error").is_some());
        // E1, E2: the id that came, or none.
        prop_assert!(body.get("id").is_none_or(|id| request.get("id") == Some(id)));
        if let Some(result) = body.get("result") {
            prop_assert!(body.get("id").is_some());
            prop_assert_eq!(status, 200);
            // G1, G2: the modern members go to who spoke modern, all of them or none.
            let is_modern = request["params"]["_meta"].get("io.modelcontextprotocol/protocolVersion") == Some(&json!(VERSION));
            prop_assert_eq!(result.get("resultType").is_some(), is_modern);
            prop_assert_eq!(result["_meta"].get("io.modelcontextprotocol/serverInfo").is_some(), is_modern);
        } else {
            prop_assert!(matches!(status, 200 | 400 | 404));
            let code = body["error"]["code"].as_i64().unwrap_or_default();
            prop_assert!([-32700, -32600, -32601, -32602, -32020, -32022].contains(&code), "{}", code);
            prop_assert!(body.to_string().len() < 1024);
        }
    }
}

/// One mount for all cases.
fn shared() -> &'static Mount {
    static MOUNT: std::sync::OnceLock<Mount> = std::sync::OnceLock::new();
    MOUNT.get_or_init(mount)
}
