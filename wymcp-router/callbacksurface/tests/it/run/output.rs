//! Output schemas (RUN-6, RUN-7, VAL-7, F24).

use std::sync::Arc;

use serde_json::{Value, json};
use wymcp_callbacksurface::{
    ActionSchema, ActionTool, Content, ErrorKind, Hint, Object, PlainTool, Registration, Reply, Served,
};

use crate::support::{Capture, called, registered};

fn schema() -> Value {
    json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"], "additionalProperties": false})
}

fn replying(reply: impl Fn() -> Reply + Send + Sync + 'static) -> impl Served {
    PlainTool::builder("tool")
        .description("Answers")
        .output_schema(schema())
        .handler_without_arguments(move |_| std::future::ready(Ok(reply())))
}

#[tokio::test]
async fn run_6_a_value_that_fits_is_structured_content_and_first_block() {
    let tool = registered(replying(|| {
        Reply::new(json!({"n": 1})).with_content([Content::text("block")])
    }));
    let result = called(&tool, json!({})).await;
    assert_eq!(result.structured(), Some(&json!({"n": 1})));
    assert_eq!(result.content(), [Content::text(r#"{"n":1}"#), Content::text("block")]);
    assert_eq!(
        serde_json::to_value(&result).unwrap(),
        json!({
            "content": [{"type": "text", "text": "{\"n\":1}"}, {"type": "text", "text": "block"}],
            "resultType": "complete", "structuredContent": {"n": 1},
        })
    );
}

#[tokio::test]
async fn run_6_hints_and_context_follow_as_a_second_block() {
    let tool = ActionTool::builder("tool", "Answers")
        .action("act", ActionSchema::new("Answer"), |_, _| async {
            Ok(Reply::new(json!({"n": 1})).with_hints([("id", json!(1))]))
        })
        .output_schema(schema())
        .hints(|_, _, _| vec![Hint::new("act", "Again")])
        .action_context(|_| async { Some(Object::from_iter([("open".to_owned(), json!(3))])) });
    let result = called(&registered(tool), json!({"action": "act"})).await;
    assert_eq!(result.structured(), Some(&json!({"n": 1})));
    let texts: Vec<_> = result.content().iter().map(|block| block.as_text().unwrap()).collect();
    assert_eq!(
        texts,
        [
            r#"{"n":1}"#,
            r#"{"context":{"open":3},"hints":[{"action":"act","description":"Again","tool":"tool"}]}"#
        ]
    );
}

#[tokio::test]
async fn f24_output_that_breaks_its_schema_is_the_servers_fault_and_nothing_of_it_is_sent() {
    let capture = Capture::start();
    let tool = registered(replying(|| Reply::new(json!({"n": "1"}))));
    let result = called(&tool, json!({})).await;
    assert_eq!(
        (result.structured(), result.error_kind()),
        (None, Some(ErrorKind::Tool))
    );
    insta::assert_snapshot!(result.text());
    let logged = &capture.named("tool.error")[0];
    assert_eq!(logged.get("exception"), Some("invalid_output"));
    assert!(logged.get("message").unwrap().contains(r#""path":"/n""#), "{logged:?}");
}

#[tokio::test]
async fn val_7_an_output_schema_is_enforced_as_written_with_its_formats() {
    let dated = |value: Value| {
        let tool = PlainTool::builder("tool")
            .description("Answers")
            .output_schema(json!({"type": "object", "properties": {"day": {"type": "string", "format": "date"}}}))
            .handler_without_arguments(move |_| std::future::ready(Ok(Reply::new(value.clone()))));
        registered(tool)
    };
    let fits = called(&dated(json!({"day": "2024-02-29", "more": 1})), json!({})).await;
    assert_eq!(
        fits.structured(),
        Some(&json!({"day": "2024-02-29", "more": 1})),
        "it is not closed"
    );
    let breaks = called(&dated(json!({"day": "2026-02-30"})), json!({})).await;
    assert_eq!(breaks.json()["exception"], "invalid_output");
}

#[test]
fn val_7_an_output_schema_is_built_at_registration_by_the_rules_of_inputs() {
    for wrong in [
        json!({"type": "object", "properties": {"n": {"type": "integer", "format": "uint64"}}}),
        json!({"type": "object", "properties": {"n": {"$ref": "http://127.0.0.1:9/x.json"}}}),
        json!({"type": "object", "properties": {"n": {"type": "string", "pattern": "("}}}),
    ] {
        let tool = PlainTool::builder("tool")
            .description("Answers")
            .output_schema(wrong.clone())
            .handler_without_arguments(|_| std::future::ready(Ok(Reply::new(json!({})))));
        let offences = Registration::build(Arc::new(tool), None).unwrap_err();
        let pointers: Vec<_> = offences.iter().map(|offence| offence.pointer().to_owned()).collect();
        assert_eq!(pointers.len(), 1, "{wrong}: {offences:?}");
        assert!(pointers[0].contains("/properties/n"), "{wrong}: {pointers:?}");
    }
}

#[tokio::test]
async fn run_7_blocks_without_the_value_are_a_fault() {
    let tool = registered(replying(|| Reply::content([Content::text("block")])));
    let result = called(&tool, json!({})).await;
    assert_eq!(result.json()["exception"], "invalid_reply");
    insta::assert_snapshot!(result.text());
}

#[tokio::test]
async fn run_6_each_action_is_checked_against_its_own_schema() {
    let reply = |value: Value| move |_, _| std::future::ready(Ok(Reply::new(value.clone())));
    let of = |kind: &str| json!({"type": "object", "properties": {"n": {"type": kind}}});
    let tool = ActionTool::builder("tool", "Answers")
        .action("number", ActionSchema::new("A number"), reply(json!({"n": 1})))
        .output_schema(of("integer"))
        .action("text", ActionSchema::new("A text"), reply(json!({"n": 1})))
        .output_schema(of("string"));
    let tool = registered(tool);
    assert!(!called(&tool, json!({"action": "number"})).await.is_error());
    assert_eq!(
        called(&tool, json!({"action": "text"})).await.json()["exception"],
        "invalid_output"
    );
}
