//! Answers that nest too deep: a fault, and no overflow (RUN-5, SIZ).

use serde_json::{Value, json};
use wymcp_callbacksurface::{ActionSchema, ActionTool, ActionToolBuilder, Content, Failure, Hint, Reply};

use crate::support::{called, nested, nested_object, registered};

/// Far beyond what a stack holds when each level takes a frame.
const FAR_TOO_DEEP: usize = 100_000;

fn acting(reply: impl Fn() -> Result<Reply, Failure> + Send + Sync + 'static) -> ActionToolBuilder {
    ActionTool::builder("tool", "Nests").action("act", ActionSchema::new("Nest"), move |_, _| {
        std::future::ready(reply())
    })
}

async fn answer(tool: ActionToolBuilder) -> Value {
    called(&registered(tool), json!({"action": "act"})).await.json()
}

async fn refused(tool: ActionToolBuilder, what: &str) {
    let fault = answer(tool).await;
    assert_eq!(fault["exception"], "invalid_reply");
    assert_eq!(
        fault["message"],
        format!("as it would be sent, {what} nests deeper than 127 levels")
    );
}

#[tokio::test]
async fn siz_a_reply_nests_127_levels_and_no_more() {
    assert_eq!(answer(acting(|| Ok(Reply::new(nested(127))))).await, nested(127));
    refused(acting(|| Ok(Reply::new(nested(128)))), "the reply").await;
    refused(acting(|| Ok(Reply::new(nested(FAR_TOO_DEEP)))), "the reply").await;
}

#[tokio::test]
async fn siz_a_value_that_serialises_nests_127_levels_and_no_more() {
    #[derive(serde::Serialize)]
    struct List(Option<Box<List>>);
    let list = |levels| (0..levels).fold(List(None), |below, _| List(Some(Box::new(below))));
    let fault = answer(acting(move || Ok(Reply::of(&[nested(126)])))).await;
    assert_eq!(fault, json!([nested(126)]));
    let fault = answer(acting(move || Ok(Reply::of(&[nested(127)])))).await;
    assert_eq!(fault["exception"], "invalid_reply");
    // Newtypes are no levels of JSON; what they hold is null.
    assert_eq!(answer(acting(move || Ok(Reply::of(&list(3))))).await, json!(null));
}

#[tokio::test]
async fn siz_hints_and_context_are_counted_from_the_root_of_the_answer() {
    let hinting = || acting(|| Ok(Reply::new(json!({})).with_hints([("id", json!(1))])));
    // The answer, its list of hints, and the hint itself are three levels above the data.
    let shallow = answer(hinting().hints(|_, _, _| vec![Hint::new("act", "Again").data(nested_object(124))])).await;
    assert_eq!(shallow["hints"][0]["data"], Value::Object(nested_object(124)));
    for levels in [125, FAR_TOO_DEEP] {
        let hints = move |_: &str, _: &_, _: &_| {
            vec![
                Hint::new("act", "Again").data(nested_object(levels)),
                Hint::new("act", "And again").data(nested_object(levels)),
            ]
        };
        refused(hinting().hints(hints), "a hint").await;
    }
    let shallow = answer(hinting().action_context(|_| async { Some(nested_object(126)) })).await;
    assert_eq!(shallow["context"], Value::Object(nested_object(126)));
    for levels in [127, FAR_TOO_DEEP] {
        refused(
            hinting().action_context(move |_| async move { Some(nested_object(levels)) }),
            "the action's context",
        )
        .await;
    }
}

#[tokio::test]
async fn siz_a_reply_that_is_wrapped_has_a_level_less() {
    let wrapped =
        |levels| acting(move || Ok(Reply::new(nested(levels)))).action_context(|_| async { Some(nested_object(1)) });
    assert_eq!(answer(wrapped(126)).await["result"], nested(126));
    refused(wrapped(127), "the reply").await;
}

#[tokio::test]
async fn siz_a_deep_hint_context_is_the_tools_own_and_dropped_without_overflow() {
    let reply = || Reply::new(json!(1)).with_hints([("deep", nested(FAR_TOO_DEEP))]);
    assert_eq!(answer(acting(move || Ok(reply()))).await, json!(1));
    drop(reply());
    let failure = || Failure::caller("no").with_hints([("deep", nested(FAR_TOO_DEEP))]);
    assert_eq!(answer(acting(move || Err(failure()))).await, json!({"error": "no"}));
    drop(failure());
}

#[tokio::test]
async fn siz_a_deep_block_is_a_fault_of_replies_and_failures() {
    let deep = || Content::json(&nested(128));
    refused(
        acting(move || Ok(Reply::content([Content::text("fine"), deep()]))),
        "a content block",
    )
    .await;
    refused(
        acting(move || Ok(Reply::new(json!(1)).with_content([deep()]))),
        "a content block",
    )
    .await;
    refused(acting(move || Err(Failure::content([deep()]))), "a content block").await;
}

#[tokio::test]
async fn siz_structured_content_is_counted_from_the_root_of_its_message() {
    let structured = |levels| acting(move || Ok(Reply::new(nested(levels)))).output_schema(json!({}));
    // The message and its result are two levels above it.
    assert_eq!(answer(structured(125)).await, nested(125));
    refused(structured(126), "the reply").await;
    refused(structured(FAR_TOO_DEEP), "the reply").await;
}
