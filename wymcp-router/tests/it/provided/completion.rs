//! `completion/complete`.

use serde_json::{Value, json};
use wymcp_router::{
    Completion, CompletionRequest, Context, Mount, Prompt, PromptArgument, PromptArguments, PromptReply,
};

use super::fixture::{everywhere, legacy_says, modern_says, mount};
use crate::support::error_of;

fn of_prompt(name: &str, argument: &str, value: &str) -> Value {
    json!({"ref": {"type": "ref/prompt", "name": name}, "argument": {"name": argument, "value": value}})
}

fn of_template(uri: &str, argument: &str, value: &str) -> Value {
    json!({"ref": {"type": "ref/resource", "uri": uri}, "argument": {"name": argument, "value": value}})
}

#[tokio::test]
async fn n_5_values_are_completed_in_both_eras() {
    let mount = mount();
    for (params, values) in [
        (of_prompt("review", "language", "ru"), json!(["Rust", "Ruby"])),
        (of_prompt("review", "code", "x"), json!([])),
        (of_prompt("hello", "whom", "An"), json!(["hello-An"])),
        (
            of_template("test://template/{id}/data", "id", "12"),
            json!(["123", "124"]),
        ),
        (of_template("row://{row}", "row", "4"), json!(["4"])),
        (of_template("test://static-text", "any", ""), json!([])),
    ] {
        let answers = everywhere(&mount, "completion/complete", params.clone()).await;
        let completion = json!({"hasMore": false, "values": values});
        for (_, body) in &answers[1..] {
            assert_eq!(body["result"], json!({"completion": completion}), "{params}");
        }
        assert_eq!(answers[0].1["result"]["completion"], completion, "{params}");
        assert_eq!(answers[0].1["result"]["resultType"], "complete");
    }
}

#[tokio::test]
async fn n_5_at_most_a_hundred_values_are_sent_and_the_rest_is_counted() {
    let prompt = Prompt::new("p", "P")
        .argument(
            PromptArgument::new("n").complete(|request: CompletionRequest, _: Context| async move {
                assert_eq!(request.other("other"), Some("set"));
                Ok(Completion::new((0..250).map(|n| format!("{}{n}", request.value()))))
            }),
        )
        .handler(|_: PromptArguments, _: Context| async { Ok(PromptReply::user("p")) });
    let mount = Mount::builder("m", "1").prompt(prompt).build().unwrap();
    let mut params = of_prompt("p", "n", "x");
    params["context"] = json!({"arguments": {"other": "set"}});
    let (_, body) = modern_says(&mount, "completion/complete", params).await;
    let completion = &body["result"]["completion"];
    assert_eq!(completion["values"].as_array().unwrap().len(), 100);
    assert_eq!(
        (&completion["total"], &completion["hasMore"]),
        (&json!(250), &json!(true))
    );
}

#[tokio::test]
async fn n_5_what_is_not_there_is_not_completed() {
    let mount = mount();
    for (params, message) in [
        (
            of_prompt("revue", "code", ""),
            "unknown prompt `revue`; did you mean `review`?",
        ),
        (of_prompt("review", "cod", ""), "`cod` is none of its arguments"),
        (of_template("line://{x}", "x", ""), "no resource template has this text"),
        (
            of_template("row://{x}", "x", ""),
            "no resource template has this text; did you mean `row://{row}`?",
        ),
        (of_template("row://{row}", "x", ""), "`x` is none of its arguments"),
        (json!({}), "`completion/complete` needs `ref`, an object"),
        (
            json!({"ref": {"type": "ref/tool"}}),
            "`ref.type` must be `ref/prompt` or `ref/resource`, got `ref/tool`",
        ),
        (
            json!({"ref": {"type": "ref/prompt"}}),
            "`completion/complete` needs `ref.name`, a string",
        ),
        (
            json!({"ref": {"type": "ref/prompt", "name": "review"}, "argument": {"name": "code", "value": 1}}),
            "`argument.value` must be a string, got number",
        ),
    ] {
        for answer in everywhere(&mount, "completion/complete", params.clone()).await {
            assert_eq!(error_of(&answer), (200, -32602, Some(json!(1))), "{params}");
            assert_eq!(answer.1["error"]["message"], message, "{params}");
        }
    }
    let long = legacy_says(
        &mount,
        "2025-06-18",
        "completion/complete",
        of_template(&"x".repeat(100_000), "x", ""),
    )
    .await;
    assert!(long.1.to_string().len() < 300);
}
