//! Answers against what was asked (INP-4, wire contract I9, I11, I12).

use serde_json::{Value, json};
use wymcp_router::{Context, Form, Mount, PlainTool, Reply};

use super::client::{Request, accepted, stateless, text};
use super::fixture::{Entered, builder, mount};

fn greet() -> Request {
    Request::call("greet", json!({}))
}

#[tokio::test]
async fn inp_1_i_2_i_3_a_call_that_asks_is_answered_with_its_questions() {
    let mount = mount();
    let mut shown = String::new();
    for request in [
        greet(),
        Request::call("survey", json!({})),
        Request::call("needs", json!({"what": "url"})),
    ] {
        let result = request.result(&mount).await;
        assert!(
            result.get("ttlMs").is_none() && result.get("cacheScope").is_none(),
            "G5"
        );
        shown += &format!("{}\n", stateless(result));
    }
    insta::assert_snapshot!(shown);
}

#[tokio::test]
async fn inp_4_i_11_what_a_person_does_reaches_the_tool() {
    let mount = mount();
    for (answer, words) in [
        (accepted(json!({"name": "Ann"})), r#"Hello, "Ann""#),
        (json!({"action": "decline"}), "no name, then"),
        (json!({"action": "cancel", "content": {"name": "Ann"}}), "another time"),
    ] {
        let state = greet().state(&mount).await;
        let result = greet()
            .answering(json!({"name": answer}))
            .with_state(state)
            .result(&mount)
            .await;
        assert_eq!(serde_json::from_str::<Value>(text(&result)).unwrap(), words);
        assert_eq!(result["resultType"], "complete");
    }
}

#[tokio::test]
async fn inp_4_i_9_an_answer_that_does_not_fit_is_no_answer() {
    let entered = Entered::default();
    let mount = builder(&entered).build().unwrap();
    for unfit in [
        json!({}),
        json!({"other": accepted(json!({"name": "Ann"}))}),
        json!({"name": null}),
        json!({"name": 12345}),
        json!({"name": "Ann"}),
        json!({"name": ["accept"]}),
        json!({"name": {"action": "agree", "content": {"name": "Ann"}}}),
        json!({"name": {"content": {"name": "Ann"}}}),
        json!({"name": {"action": "accept"}}),
        json!({"name": accepted(json!(null))}),
        json!({"name": accepted(json!({}))}),
        json!({"name": accepted(json!({"name": "A"}))}),
        json!({"name": accepted(json!({"name": "x".repeat(21)}))}),
        json!({"name": accepted(json!({"name": ["Ann"]}))}),
        json!({"name": {"roots": []}}),
    ] {
        let result = greet().answering(unfit.clone()).result(&mount).await;
        assert_eq!(result["resultType"], "input_required", "{unfit}");
        assert_eq!(result["inputRequests"].as_object().unwrap().len(), 1, "{unfit}");
        let state = greet().state(&mount).await;
        let again = greet().answering(unfit.clone()).with_state(state).result(&mount).await;
        assert_eq!(again["resultType"], "input_required", "{unfit}");
    }
    assert_eq!(entered.take(), 45, "asked from the top each time");
}

#[tokio::test]
async fn inp_4_who_is_asked_again_reads_why() {
    let mount = mount();
    let mut shown = String::new();
    for unfit in [
        json!({}),
        json!({"name": null}),
        json!({"name": 12345}),
        json!({"name": {"action": "agree", "content": {"name": "Ann"}}}),
        json!({"name": accepted(json!("Ann"))}),
        json!({"name": accepted(json!({}))}),
        json!({"name": accepted(json!({"name": "A"}))}),
        json!({"name": accepted(json!({"name": ["secret"]}))}),
    ] {
        let state = greet().state(&mount).await;
        let again = greet().answering(unfit.clone()).with_state(state).result(&mount).await;
        let message = &again["inputRequests"]["name"]["params"]["message"];
        shown += &format!("{unfit}\n  {message}\n");
    }
    insta::assert_snapshot!(shown);
}

#[tokio::test]
async fn bnd_2_the_reason_does_not_grow_with_the_answer() {
    let mount = mount();
    let reason = async |letters: usize| {
        let answer = accepted(json!({"name": vec!["x".repeat(letters); letters], "x".repeat(letters): 1}));
        let again = greet().answering(json!({"name": answer})).result(&mount).await;
        again["inputRequests"]["name"]["params"]["message"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let (short, long) = (reason(10).await, reason(1000).await);
    assert_eq!(short, long);
    assert!(!long.contains("xx"), "{long}");
}

#[tokio::test]
async fn inp_4_what_is_no_field_is_left_out_and_a_key_that_was_not_asked_is_ignored() {
    let answers = json!({"name": accepted(json!({"name": "Ann", "role": "admin"})), "other": 1, "more": null});
    let result = greet().answering(answers).result(&mount()).await;
    assert_eq!(text(&result), r#""Hello, \"Ann\"""#);
}

#[tokio::test]
async fn i_9_responses_that_are_none() {
    let mount = mount();
    for missing in [json!(null), json!({})] {
        let result = greet().answering(missing).result(&mount).await;
        assert_eq!(result["resultType"], "input_required");
    }
    let mut shown = String::new();
    for wrong in [json!([]), json!("name"), json!(1), json!(true)] {
        let (status, error) = greet().answering(wrong).error(&mount).await;
        assert_eq!((status, &error["code"]), (200, &json!(-32602)));
        shown = error.to_string();
    }
    insta::assert_snapshot!(shown, @r#"{"code":-32602,"message":"`inputResponses` must be an object: for each id that was asked, what was answered"}"#);
}

#[tokio::test]
async fn inp_4_of_several_only_the_missing_is_asked_again_and_the_answered_is_kept() {
    let mount = mount();
    let survey = || Request::call("survey", json!({}));
    let state = survey().state(&mount).await;
    let some = json!({
        "name": accepted(json!({"name": "Ann"})),
        "capital": {"role": "assistant", "content": {"type": "text", "text": "Paris"}},
    });
    let asked = survey().answering(some).with_state(state).result(&mount).await;
    let ids: Vec<_> = asked["inputRequests"].as_object().unwrap().keys().cloned().collect();
    assert_eq!(ids, ["capital", "roots"], "the model was not named");
    let rest = json!({
        "capital": {"role": "assistant", "content": [{"type": "text", "text": "Paris"}], "model": "m", "stopReason": "endTurn"},
        "roots": {"roots": [{"uri": "file:///a", "name": "a"}, {"uri": "file:///b"}]},
    });
    let result = survey()
        .answering(rest)
        .with_state(asked["requestState"].clone())
        .result(&mount)
        .await;
    insta::assert_snapshot!(text(&result), @r#"{"capital":"Paris","model":"m","name":"Ann","roots":[["file:///a","a"],["file:///b",null]],"stopped":"endTurn"}"#);
}

#[tokio::test]
async fn run_5_what_a_tool_cannot_ask_is_its_own_fault() {
    let mount = mount();
    let mut shown = String::new();
    for how in [
        "twice",
        "nested",
        "choiceless",
        "same field",
        "length of a number",
        "deep state",
        "state of NaN",
        "long state",
        "relative URL",
        "silent prompt",
    ] {
        let result = Request::call("broken", json!({"how": how})).result(&mount).await;
        assert_eq!(
            (&result["isError"], &result["resultType"]),
            (&json!(true), &json!("complete")),
            "{how}"
        );
        let fault: Value = serde_json::from_str(text(&result)).unwrap();
        assert_eq!(
            (&fault["errorType"], &fault["exception"]),
            (&json!("tool_fault"), &json!("invalid_reply"))
        );
        shown += &format!("{how}: {}\n", fault["message"].as_str().unwrap());
    }
    insta::assert_snapshot!(shown);
}

#[tokio::test]
async fn a_state_of_another_type_is_told_as_what_it_is() {
    let mount = mount();
    let broken = || Request::call("broken", json!({"how": "state of another type"}));
    let state = broken().state(&mount).await;
    let result = broken().with_state(state).result(&mount).await;
    assert_eq!(result["isError"], true);
    insta::assert_snapshot!(text(&result), @"this call was begun with another version of its tool: make it again without `requestState`");
}

/// What is never answered is a mistake of whoever asks, and is told; to ask it again and again would be told to nobody.
#[tokio::test]
async fn inp_4_i_13_a_form_that_no_answer_could_fit_is_a_fault_and_is_never_sent() {
    let field = |field: Value| json!({"type": "object", "properties": {"a": field}});
    let mut shown = String::new();
    for schema in [
        json!({"$schema": "http://json-schema.org/draft-07/schema#", "type": "object", "properties": {}}),
        json!({"$schema": 2020, "type": "object", "properties": {}}),
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a", "a"]}),
        field(json!({"type": "string", "enum": ["x", "x"]})),
        field(json!({"type": "string", "oneOf": [{"const": "x", "title": "X"}, {"const": "x", "title": "Y"}]})),
        field(json!({"type": "array", "items": {"type": "string", "enum": ["x", "y", "x"]}})),
        field(
            json!({"type": "array", "items": {"anyOf": [{"const": "x", "title": "X"}, {"const": "x", "title": "X"}]}}),
        ),
        field(json!({"type": "array", "items": {"type": "string", "enum": ["x"]}, "minItems": 2, "maxItems": 1})),
        field(json!({"type": "string", "minLength": 5, "maxLength": 4})),
        field(json!({"type": "number", "minimum": 0.5, "maximum": 0.25})),
    ] {
        let form = Form::of_schema("q", "?", schema.clone());
        let why = form.check().unwrap_err().to_owned();
        let asks = PlainTool::builder("asks")
            .description("Asks")
            .handler_without_arguments(move |ctx: Context| {
                let form = form.clone();
                async move { ctx.ask(form).map(|_| Reply::new("")) }
            });
        let mount = Mount::builder("forms", "1.0.0").tool(asks).build().unwrap();
        let answer = mount
            .call("asks", json!({}))
            .capabilities(json!({"elicitation": {}}))
            .await
            .unwrap();
        assert_eq!(answer.json()["exception"], "invalid_reply", "{schema}");
        shown += &format!("{why}\n");
    }
    insta::assert_snapshot!(shown);
    let named = json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "properties": {}});
    assert_eq!(Form::of_schema("q", "?", named).check(), Ok(()));
}
