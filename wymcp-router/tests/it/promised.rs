//! What is declared is answered, and listed as it was written (wire contract E, G, H, I, M).

use std::collections::BTreeSet;

use serde_json::{Value, json};
use wymcp_router::{
    CacheScope, Content, Context, Data, Mount, PlainTool, PlainToolBuilder, Prompt, PromptArguments, PromptReply,
    Reply, Resource, Visit,
};

use crate::support::{ask, call, error_of, modern, mount};

fn plain(name: &str) -> PlainToolBuilder {
    PlainTool::builder(name).description("A tool")
}

#[tokio::test]
async fn e_3_e_4_modern_errors_have_codes_that_the_revision_defines() {
    let mount = mount();
    let mut codes = BTreeSet::new();
    let requests = [
        modern(1, "nope", json!({})),
        modern(1, "initialize", json!({})),
        modern(1, "resources/read", json!({"uri": "a://b"})),
        modern(1, "tools/call", json!({})),
        modern(1, "tools/call", call("nobody", json!({}))),
        modern(1, "tools/call", call("notes", json!([]))),
        modern("x".repeat(300), "tools/list", json!({})),
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}),
        json!({"jsonrpc": "1.0", "id": 1, "method": "tools/list"}),
    ];
    for request in &requests {
        codes.insert(error_of(&ask(&mount, request).await).1);
    }
    let mut newer = modern(1, "tools/list", json!({}));
    newer["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("2030-01-01");
    codes.insert(error_of(&ask(&mount, &newer).await).1);
    assert_eq!(codes, BTreeSet::from([-32_602, -32_601, -32_600, -32_020]));
    let reserved = |code: &i64| (-32_019..=-32_000).contains(code) || *code == -32_042;
    assert!(!codes.iter().any(reserved), "E3, E4");
}

/// A mount with more resources and prompts than a page holds.
fn paged() -> Mount {
    let mut builder = Mount::builder("paged", "1.0.0")
        .cache(9, CacheScope::Public)
        .page_size(2);
    for number in 0..5 {
        let (uri, name) = (format!("note://{number}"), format!("note {number}"));
        let prompt = Prompt::new(format!("p{number}"), "A prompt");
        builder = builder
            .resource(Resource::text(uri, name, "text/plain", "…"))
            .prompt(prompt.handler(|_: PromptArguments, _: Context| async { Ok(PromptReply::user("hi")) }));
    }
    builder.build().unwrap()
}

#[tokio::test]
async fn g_6_all_pages_of_a_list_say_the_same_of_who_may_keep_them() {
    let mount = paged();
    for method in ["resources/list", "prompts/list"] {
        let (mut cursor, mut pages) = (json!({}), Vec::new());
        loop {
            let result = ask(&mount, &modern(1, method, cursor)).await.1["result"].take();
            pages.push((result["cacheScope"].clone(), result["ttlMs"].clone()));
            match result.get("nextCursor") {
                Some(next) => cursor = json!({"cursor": next}),
                None => break,
            }
        }
        assert_eq!(pages, vec![(json!("public"), json!(9)); 3], "{method}");
    }
}

#[tokio::test]
async fn h_1_h_3_m_1_what_is_declared_is_answered_and_what_is_not_is_no_method() {
    for (mount, served) in [(paged(), true), (mount(), false)] {
        let discovered = ask(&mount, &modern(0, "server/discover", json!({}))).await.1;
        let capabilities = &discovered["result"]["capabilities"];
        assert!(capabilities["tools"].is_object(), "M1");
        for (capability, method) in [
            ("tools", "tools/list"),
            ("resources", "resources/list"),
            ("resources", "resources/templates/list"),
            ("prompts", "prompts/list"),
        ] {
            let answer = ask(&mount, &modern(1, method, json!({}))).await;
            assert_eq!(
                capabilities.get(capability).is_some(),
                served || capability == "tools",
                "{capability}"
            );
            if capabilities.get(capability).is_some() {
                assert_eq!(answer.0, 200, "{method}");
            } else {
                assert_eq!(error_of(&answer), (404, -32_601, Some(json!(1))), "{method}");
            }
        }
    }
}

#[tokio::test]
async fn i_14_a_page_to_visit_is_a_page_of_the_web() {
    for (url, is_sent) in [
        ("https://bank.example/connect", true),
        ("http://127.0.0.1:8787/x?y#z", true),
        ("javascript:alert(1)", false),
        ("file:///etc/passwd", false),
        ("data:text/html,x", false),
        ("https:", false),
        ("//bank.example/", false),
        ("/connect", false),
        ("https://bank.example/a b", false),
        ("", false),
    ] {
        let asks = plain("asks").handler_without_arguments(move |ctx: Context| async move {
            ctx.ask(Visit::new("visit", "Go there", url)).map(|_| Reply::new(""))
        });
        let mount = Mount::builder("visits", "1.0.0").tool(asks).build().unwrap();
        let declared = json!({"elicitation": {"url": {}}});
        let answer = mount.call("asks", json!({})).capabilities(declared).await.unwrap();
        assert_eq!(answer.input_required().is_some(), is_sent, "{url}");
        assert_eq!(answer.json()["exception"] == "invalid_reply", !is_sent, "{url}");
    }
}

#[tokio::test]
async fn m_3_m_4_m_5_tools_are_listed_in_one_order_by_good_names_with_their_schemas_as_written() {
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
        "properties": {"a": {"$ref": "#/$defs/n"}, "b": {"anyOf": [{"type": "string"}, {"$ref": "#named"}]}},
        "if": {"required": ["a"]}, "then": {"required": ["b"]}, "not": {"maxProperties": 0},
        "$defs": {"n": {"type": "integer"}, "m": {"$anchor": "named", "type": "boolean"}},
        "additionalProperties": false,
    });
    let tool = plain("Odd_name-1.x")
        .input_schema(schema.clone())
        .handler(|_: Data, _: Context| async { Ok(Reply::new("")) });
    let mount = Mount::builder("listed", "1.0.0").tool(tool).build().unwrap();
    let list = modern(1, "tools/list", json!({}));
    let answer = ask(&mount, &list).await;
    assert_eq!(ask(&mount, &list).await, answer, "M3");
    assert_eq!(answer.1["result"]["tools"][0]["inputSchema"], schema, "M5");
    for name in ["", "a b", "a/b", "é", &"n".repeat(129)] {
        let named = plain(name).handler_without_arguments(|_: Context| async { Ok(Reply::new("")) });
        assert!(
            Mount::builder("listed", "1.0.0").tool(named).build().is_err(),
            "M4: {name:?}"
        );
    }
}

#[test]
fn m_7_m_8_another_dialect_and_a_schema_that_lies_elsewhere_are_refused() {
    let codes = |schema: Value| -> Vec<&'static str> {
        let tool = plain("tool")
            .input_schema(schema)
            .handler(|_: Data, _: Context| async { Ok(Reply::new("")) });
        let offences = Mount::builder("listed", "1.0.0").tool(tool).build().unwrap_err();
        offences.iter().map(|offence| offence.code()).collect()
    };
    let draft_7 = json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {}});
    assert_eq!(codes(draft_7), ["unsupported_dialect"], "M7");
    let remote = json!({"type": "object", "properties": {"a": {"$ref": "https://example.com/a.json"}}});
    assert_eq!(codes(remote), ["remote_reference"], "M8");
}

#[tokio::test]
async fn m_9_m_13_m_14_results_conform_and_a_bad_action_is_one() {
    let mount = mount();
    let point = ask(&mount, &modern(1, "tools/call", call("point", json!({})))).await.1["result"].take();
    let text = point["content"][0]["text"].as_str().unwrap();
    assert_eq!(
        serde_json::from_str::<Value>(text).unwrap(),
        point["structuredContent"],
        "M9"
    );
    let unknown = ask(
        &mount,
        &modern(1, "tools/call", call("notes", json!({"action": "burn"}))),
    )
    .await
    .1;
    assert_eq!(unknown["result"]["isError"], true, "M14");
    assert!(
        unknown["result"]["content"][0]["text"]
            .as_str()
            .unwrap()
            .contains("valid_actions"),
        "M14"
    );

    let blocks = plain("blocks").handler_without_arguments(|_: Context| async {
        Ok(Reply::content([
            Content::text("words"),
            Content::image(&[1, 2], "image/png"),
            Content::audio(&[3], "audio/wav"),
            Content::resource_link("note://1", "one"),
            Content::embedded_text("note://1", "text/plain", "text"),
        ]))
    });
    let mount = Mount::builder("blocks", "1.0.0").tool(blocks).build().unwrap();
    let content = ask(&mount, &modern(1, "tools/call", call("blocks", json!({})))).await.1["result"]["content"].take();
    let kinds: Vec<_> = content
        .as_array()
        .unwrap()
        .iter()
        .map(|block| block["type"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["text", "image", "audio", "resource_link", "resource"], "M13");
    assert_eq!(
        (&content[1]["data"], &content[2]["data"]),
        (&json!("AQI="), &json!("Aw==")),
        "M13"
    );
}
