//! `resources/list`, `resources/templates/list`, `resources/read`.

use serde_json::{Value, json};
use wymcp_router::{CacheScope, Mount};

use super::fixture::{self, everywhere, legacy_says, modern_says, mount};
use crate::support::{self, error_of, modern, over_http};

fn pretty(answers: &[(u16, Value)]) -> String {
    answers
        .iter()
        .map(|(status, body)| format!("{status} {}\n", serde_json::to_string_pretty(body).unwrap()))
        .collect()
}

#[tokio::test]
async fn n_3_lists_in_both_eras_g_2_g_4() {
    let mount = fixture::builder().build().unwrap();
    for (name, method) in [
        ("resources", "resources/list"),
        ("templates", "resources/templates/list"),
    ] {
        let answers = everywhere(&mount, method, json!({})).await;
        insta::assert_snapshot!(format!("n_3_{name}"), pretty(&answers[..2]));
        assert!(answers[2..].iter().all(|answer| *answer == answers[1]));
    }
}

#[tokio::test]
async fn n_3_reads_in_both_eras_g_2_g_4() {
    let mount = mount();
    for (name, uri) in [
        ("text", "test://static-text"),
        ("bytes", "test://static-binary"),
        ("handler", "test://counted"),
        ("template", "test://template/123/data"),
        ("provider", "row://4"),
    ] {
        let answers = everywhere(&mount, "resources/read", json!({"uri": uri})).await;
        insta::assert_snapshot!(format!("n_3_read_{name}"), pretty(&answers[..2]));
        assert!(answers[2..].iter().all(|answer| *answer == answers[1]));
    }
}

#[tokio::test]
async fn n_1_a_missing_resource_is_told_by_era_and_never_empty() {
    let mount = mount();
    for uri in [
        "test://nonexistent-resource-for-conformance-testing",
        "test://gone",
        "test://template/404/data",
        "test://template/1/2/data",
        "row://5",
        "TEST://static-text",
    ] {
        let answers = everywhere(&mount, "resources/read", json!({"uri": uri})).await;
        assert_eq!(error_of(&answers[0]), (200, -32602, Some(json!(1))), "{uri}");
        for answer in &answers[1..] {
            assert_eq!(error_of(answer), (200, -32002, Some(json!(1))), "{uri}");
        }
        assert!(
            answers
                .iter()
                .all(|(_, body)| body["error"]["data"] == json!({"uri": uri}))
        );
    }
}

#[tokio::test]
async fn n_1_a_uri_that_is_near_to_a_mounted_one_is_answered_with_it() {
    let answers = everywhere(&mount(), "resources/read", json!({"uri": "test://static-txt"})).await;
    for (_, body) in answers {
        assert_eq!(
            (&body["error"]["message"], &body["error"]["data"]),
            (
                &json!("no resource has this URI; did you mean `test://static-text` or `test://static-binary`?"),
                &json!({"uri": "test://static-txt"})
            )
        );
    }
}

#[tokio::test]
async fn n_2_what_is_no_uri_or_climbs_reaches_no_provider() {
    let mount = mount();
    for uri in [
        "",
        "row",
        "row://a b",
        "row://panic/../panic",
        "row://%2e%2e/panic",
        "row:..\\panic",
    ] {
        let answer = legacy_says(&mount, "2025-11-25", "resources/read", json!({"uri": uri})).await;
        assert_eq!(error_of(&answer), (200, -32602, Some(json!(1))), "{uri}");
        assert!(
            answer.1["error"]["message"]
                .as_str()
                .unwrap()
                .starts_with("`uri` is no address")
        );
    }
    for uri in [json!(null), json!(5), json!(["row://1"])] {
        let answer = modern_says(&mount, "resources/read", json!({"uri": uri})).await;
        assert_eq!(error_of(&answer), (200, -32602, Some(json!(1))));
    }
}

#[tokio::test]
async fn bnd_2_a_uri_of_a_hundred_thousand_characters_is_answered_in_bounds() {
    let mount = mount();
    let mut sizes = Vec::new();
    for length in [1_000, 100_000] {
        let uri = format!("row://{}", "x".repeat(length));
        for (_, body) in everywhere(&mount, "resources/read", json!({"uri": uri})).await {
            sizes.push(body.to_string().len());
        }
    }
    assert!(sizes.iter().all(|size| *size < 300), "{sizes:?}");
}

#[tokio::test]
async fn d_12_the_name_header_mirrors_what_is_read_and_got() {
    let mount = mount();
    for (method, params, name) in [
        (
            "resources/read",
            json!({"uri": "test://static-text"}),
            "test://static-text",
        ),
        ("prompts/get", json!({"name": "media"}), "media"),
    ] {
        let request = modern(1, method, params);
        let mut headers = support::mirrored(&request);
        assert_eq!(headers["mcp-name"], name);
        assert_eq!(over_http(&mount, &headers, &request).await.0, 200);
        headers.insert("mcp-name", "other".parse().unwrap());
        assert_eq!(
            error_of(&over_http(&mount, &headers, &request).await),
            (400, -32020, Some(json!(1)))
        );
        headers.remove("mcp-name");
        assert_eq!(
            error_of(&over_http(&mount, &headers, &request).await),
            (400, -32020, Some(json!(1)))
        );
    }
}

#[tokio::test]
async fn h_3_what_is_declared_is_served_and_what_is_not_is_no_method() {
    let bare = Mount::builder("bare", "1").build().unwrap();
    let methods = [
        "resources/list",
        "resources/templates/list",
        "resources/read",
        "prompts/list",
        "prompts/get",
        "completion/complete",
    ];
    for method in methods {
        let answers = everywhere(&bare, method, json!({"uri": 1})).await;
        assert_eq!(error_of(&answers[0]), (404, -32601, Some(json!(1))), "{method}");
        assert!(
            answers[1..]
                .iter()
                .all(|answer| error_of(answer) == (200, -32601, Some(json!(1)))),
            "{method}"
        );
        for answer in everywhere(&mount(), method, json!({})).await {
            assert_ne!(answer.1["error"]["code"], -32601, "{method}");
        }
    }
    let declared = |mount: Mount| async move {
        let discovered = modern_says(&mount, "server/discover", json!({})).await;
        let asked =
            json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}});
        let agreed = legacy_says(&mount, "2025-11-25", "initialize", asked).await;
        assert_eq!(
            discovered.1["result"]["capabilities"],
            agreed.1["result"]["capabilities"]
        );
        agreed.1["result"]["capabilities"].to_string()
    };
    assert_eq!(declared(bare).await, r#"{"logging":{},"tools":{}}"#);
    assert_eq!(
        declared(mount()).await,
        r#"{"completions":{},"logging":{},"prompts":{},"resources":{},"tools":{}}"#
    );
    let text = wymcp_router::Resource::text("x://a", "a", "text/plain", "a");
    let only = Mount::builder("texts", "1").resource(text).build().unwrap();
    assert_eq!(
        declared(only.clone()).await,
        r#"{"logging":{},"resources":{},"tools":{}}"#
    );
    let templates = modern_says(&only, "resources/templates/list", json!({})).await;
    assert_eq!(templates.1["result"]["resourceTemplates"], json!([]), "N7");
}

#[tokio::test]
async fn g_4_g_7_the_mounts_hints_hold_for_what_stays_and_for_nothing_else() {
    let hints = |answer: (u16, Value)| {
        (
            answer.1["result"]["ttlMs"].clone(),
            answer.1["result"]["cacheScope"].clone(),
        )
    };
    let kept = (json!(60_000), json!("public"));
    let fresh = (json!(0), json!("private"));
    let fixed = fixture::builder().cache(60_000, CacheScope::Public).build().unwrap();
    for (method, params, wanted) in [
        ("resources/list", json!({}), &kept),
        ("resources/templates/list", json!({}), &kept),
        ("prompts/list", json!({}), &kept),
        ("resources/read", json!({"uri": "test://static-text"}), &kept),
        ("resources/read", json!({"uri": "test://counted"}), &fresh),
        ("resources/read", json!({"uri": "test://template/1/data"}), &fresh),
    ] {
        assert_eq!(hints(modern_says(&fixed, method, params).await), *wanted, "{method}");
    }
    let changing = fixture::builder()
        .cache(60_000, CacheScope::Public)
        .resources(fixture::Rows(1))
        .prompts(fixture::Greetings)
        .build()
        .unwrap();
    for method in ["resources/list", "prompts/list"] {
        assert_eq!(
            hints(modern_says(&changing, method, json!({})).await),
            fresh,
            "{method}"
        );
    }
}
