//! `prompts/list`, `prompts/get`.

use serde_json::{Value, json};

use super::fixture::{everywhere, legacy_says, modern_says, mount};
use crate::support::error_of;

fn pretty((status, body): &(u16, Value)) -> String {
    format!("{status} {}\n", serde_json::to_string_pretty(body).unwrap())
}

#[tokio::test]
async fn n_3_prompts_are_listed_in_both_eras_g_2_g_4() {
    let answers = everywhere(&mount(), "prompts/list", json!({})).await;
    insta::assert_snapshot!(pretty(&answers[0]));
    insta::assert_snapshot!(pretty(&answers[1]));
    assert!(answers[2..].iter().all(|answer| *answer == answers[1]));
}

#[tokio::test]
async fn n_3_a_prompt_is_filled_in_in_both_eras() {
    let arguments = json!({"code": "fn main() {}", "language": "Rust"});
    let answers = everywhere(
        &mount(),
        "prompts/get",
        json!({"name": "review", "arguments": arguments}),
    )
    .await;
    insta::assert_snapshot!(pretty(&answers[0]));
    insta::assert_snapshot!(pretty(&answers[1]));
    assert!(answers[2..].iter().all(|answer| *answer == answers[1]));
    let answer = modern_says(
        &mount(),
        "prompts/get",
        json!({"name": "bye", "arguments": {"whom": "Ann"}}),
    )
    .await;
    assert_eq!(answer.1["result"]["messages"][0]["content"]["text"], "bye, Ann");
    assert_eq!(answer.1["result"]["description"], "Say bye");
}

#[tokio::test]
async fn l_3a_the_oldest_revision_gets_no_links() {
    let mount = mount();
    let kinds = |(_, body): (u16, Value)| {
        let messages = body["result"]["messages"].as_array().unwrap().clone();
        messages
            .iter()
            .map(|message| message["content"]["type"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let ask = json!({"name": "media"});
    let newest = modern_says(&mount, "prompts/get", ask.clone()).await;
    assert_eq!(newest.1["result"]["description"], "Made for you");
    assert_eq!(kinds(newest), ["image", "resource", "resource_link"]);
    let oldest = legacy_says(&mount, "2025-03-26", "prompts/get", ask).await;
    assert_eq!(
        oldest.1["result"]["messages"][2]["content"],
        json!({"type": "text", "text": "test://static-text"})
    );
    assert_eq!(kinds(oldest), ["image", "resource", "text"]);
}

#[tokio::test]
async fn n_4_unknown_prompts_and_arguments_that_do_not_fit_are_invalid_params() {
    let mount = mount();
    for (params, message, data) in [
        (json!({"name": "nobody"}), "unknown prompt `nobody`", json!(null)),
        (
            json!({"name": "revue"}),
            "unknown prompt `revue`; did you mean `review`?",
            json!(null),
        ),
        (json!({}), "the method needs `name`, a string", json!(null)),
        (json!({"name": 1}), "`name` must be a string, got number", json!(null)),
        (
            json!({"name": "review"}),
            "the prompt `review` needs `code`",
            json!({"missing": ["code"]}),
        ),
        (
            json!({"name": "hello", "arguments": null}),
            "the prompt `hello` needs `whom`",
            json!({"missing": ["whom"]}),
        ),
        (
            json!({"name": "review", "arguments": {"cod": "x"}}),
            "the prompt `review` needs `code` and does not take `cod`",
            json!({"missing": ["code"], "unknown": ["cod"], "unknown_count": 1, "allowed": ["code", "language"]}),
        ),
        (
            json!({"name": "review", "arguments": {"code": 1}}),
            "`arguments` must be an object of strings: `code` is of type number",
            json!(null),
        ),
        (
            json!({"name": "review", "arguments": []}),
            "`arguments` must be an object of strings, got array",
            json!(null),
        ),
    ] {
        for answer in everywhere(&mount, "prompts/get", params.clone()).await {
            assert_eq!(error_of(&answer), (200, -32602, Some(json!(1))), "{params}");
            assert_eq!(
                (&answer.1["error"]["message"], &answer.1["error"]["data"]),
                (&json!(message), &data),
                "{params}"
            );
        }
    }
}

#[tokio::test]
async fn bnd_2_hostile_prompt_requests_are_answered_in_bounds() {
    let mount = mount();
    let long = |length| "n\u{202e}".repeat(length);
    let many = |count| {
        (0..count)
            .map(|n| (format!("k{n}"), json!("v")))
            .collect::<serde_json::Map<_, _>>()
    };
    let mut sizes = Vec::new();
    for factor in [1, 100] {
        for params in [
            json!({"name": long(200 * factor)}),
            json!({"name": "review", "arguments": {"code": "", long(200 * factor): ""}}),
            json!({"name": "review", "arguments": {long(200 * factor): 1}}),
            json!({"name": "review", "arguments": many(20 * factor)}),
        ] {
            let request = crate::support::legacy(1, "prompts/get", params);
            let headers = crate::support::headers(&[("mcp-protocol-version", "2025-11-25")]);
            let answer = mount
                .handle(request.to_string().as_bytes(), wymcp_router::Facts::http(&headers))
                .await;
            let body = answer.body.unwrap();
            assert!(!body.contains('\u{202e}'), "BND-1");
            sizes.push(body.len());
        }
    }
    let (small, large) = sizes.split_at(4);
    assert!(
        small.iter().zip(large).all(|(small, large)| large - small <= 64),
        "{sizes:?}"
    );
}
