//! The four outcomes and what is asked beside them (RUN-1 to RUN-4).

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use wymcp_callbacksurface::{
    ActionSchema, ActionTool, CallFacts, CallResult, Client, Content, Context, Data, ErrorKind, Failure, Hint, Object,
    Outcome, PlainTool, Principal, Registration, Reply, View, call,
};

use crate::support::{called, object, registered};

/// A tool whose one action answers as the caller says, and which keeps what it was asked.
fn answering(asked: &Arc<Mutex<Vec<String>>>) -> Arc<Registration> {
    let note = |asked: &Arc<Mutex<Vec<String>>>| {
        let asked = Arc::clone(asked);
        move |what: &str| asked.lock().unwrap().push(what.to_owned())
    };
    let (on_hints, on_context, on_error) = (note(asked), note(asked), note(asked));
    let tool = ActionTool::builder("tool", "Answers as told")
        .action(
            "act",
            ActionSchema::new("Answer").property("as", json!({"type": "string"})),
            |data: Data, _: Context| async move {
                let id = [("id", json!(7))];
                match data["as"].as_str().unwrap() {
                    "value" => Ok(Reply::new(json!({"b": 1, "a": "é"}))),
                    "hinted" => Ok(Reply::new(json!([1])).with_hints(id)),
                    "blocks" => Ok(Reply::content([
                        Content::text("one"),
                        Content::image(&[1], "image/png"),
                    ])),
                    "internal" => Err(Failure::from(std::io::Error::other("password is swordfish"))),
                    "caller" => Err(Failure::caller("no task has that id")),
                    "caller, hinted" => "x"
                        .parse::<u8>()
                        .map(|_| Reply::new(json!(null)))
                        .for_caller()
                        .hinting(id),
                    "failure of blocks" => Err(Failure::content([Content::text("no"), Content::text("way")])),
                    other => Err(Failure::caller(other)),
                }
            },
        )
        .hints(move |action, hint_context, ctx| {
            on_hints(&format!(
                "hints {action} {} {:?}",
                json!(hint_context),
                ctx.principal().map(Principal::id)
            ));
            vec![
                Hint::new("act", "Do it again").data([("id", hint_context["id"].clone())]),
                Hint::new("look", "Elsewhere").on("other"),
            ]
        })
        .action_context(move |ctx: Context| {
            on_context(&format!(
                "context {:?} {:?}",
                ctx.action(),
                ctx.principal().map(Principal::id)
            ));
            async { None }
        })
        .handle_error(move |failure| {
            on_error("handle_error");
            if failure.is_for_caller() {
                format!("sorry: {}", failure.error())
            } else {
                "sorry".to_owned()
            }
        });
    registered(tool)
}

async fn answer(how: &str) -> (CallResult, Vec<String>) {
    let asked = Arc::default();
    let tool = answering(&asked);
    let mut facts = CallFacts::default();
    facts.principal = Some(Principal::new("ann"));
    let result = call(
        tool,
        View::everything(),
        object(json!({"action": "act", "data": {"as": how}})),
        facts,
    )
    .await
    .unwrap();
    let asked = asked.lock().unwrap().clone();
    (result, asked)
}

#[tokio::test]
async fn run_2_a_response_is_one_block_of_compact_json() {
    let (result, asked) = answer("value").await;
    assert_eq!(result.content(), [Content::text(r#"{"a":"é","b":1}"#)]);
    assert_eq!((result.is_error(), result.structured()), (false, None));
    assert_eq!(asked, [r#"context Some("act") Some("ann")"#]);
}

#[tokio::test]
async fn run_3_a_response_with_hint_context_is_asked_for_hints_with_the_same_context() {
    let (result, asked) = answer("hinted").await;
    let hints = json!([
        {"tool": "tool", "action": "act", "description": "Do it again", "data": {"id": 7}},
        {"tool": "other", "action": "look", "description": "Elsewhere"},
    ]);
    assert_eq!(result.json(), json!({"result": [1], "hints": hints}));
    assert_eq!(
        asked,
        [
            r#"hints act {"id":7} Some("ann")"#,
            r#"context Some("act") Some("ann")"#
        ]
    );
}

#[tokio::test]
async fn run_7_blocks_are_sent_as_they_are() {
    let (result, _) = answer("blocks").await;
    assert_eq!(
        result.content(),
        [Content::text("one"), Content::image(&[1], "image/png")]
    );
}

#[tokio::test]
async fn run_4_a_failure_goes_through_handle_error_and_nothing_else_is_asked() {
    let (result, asked) = answer("internal").await;
    assert_eq!((result.text(), result.error_kind()), ("sorry", Some(ErrorKind::Tool)));
    assert_eq!(asked, ["handle_error"]);
    assert_eq!(answer("caller").await.0.text(), "sorry: no task has that id");
}

#[tokio::test]
async fn run_4_a_failure_with_hint_context_is_json_with_hints() {
    let (result, asked) = answer("caller, hinted").await;
    assert_eq!(result.json()["error"], "sorry: invalid digit found in string");
    assert_eq!(result.json()["hints"].as_array().map(Vec::len), Some(2));
    assert!(result.is_error() && result.content().len() == 1);
    assert_eq!(
        asked,
        [
            "handle_error",
            r#"hints act {"id":7} Some("ann")"#,
            r#"context Some("act") Some("ann")"#
        ]
    );
}

#[tokio::test]
async fn run_4_a_failure_of_blocks_is_those_blocks() {
    let (result, _) = answer("failure of blocks").await;
    assert_eq!(result.content(), [Content::text("no"), Content::text("way")]);
    assert!(result.is_error());
}

#[tokio::test]
async fn run_4_an_internal_error_stays_in_the_log_by_default() {
    let tool = registered(
        PlainTool::builder("tool")
            .description("Fails")
            .handler_without_arguments(|_| async { Err(std::io::Error::other("password is swordfish").into()) }),
    );
    let result = called(&tool, json!({})).await;
    assert_eq!(result.text(), "the operation failed; the server's log has the detail");
}

#[tokio::test]
async fn vis_1_hints_that_name_what_the_caller_may_not_see_are_left_out() {
    for (hidden, left) in [
        (("other", None), 1),
        (("other", Some("look")), 1),
        (("nothing", None), 2),
    ] {
        let view = View::filtered(Arc::new(move |_, tool, action| (tool, action) != hidden), None);
        let tool = answering(&Arc::default());
        let result = call(
            tool,
            view,
            object(json!({"action": "act", "data": {"as": "hinted"}})),
            CallFacts::default(),
        )
        .await
        .unwrap();
        assert_eq!(
            result.json()["hints"].as_array().map(Vec::len),
            Some(left),
            "{hidden:?}"
        );
    }
}

#[tokio::test]
async fn run_3_hints_that_are_all_left_out_are_no_hints() {
    let only_here = |_: Option<&Principal>, tool: &str, _: Option<&str>| tool == "tool";
    let tool = registered(
        ActionTool::builder("tool", "Hints elsewhere")
            .action("act", ActionSchema::new("Answer"), |_, _| async {
                Ok(Reply::new(json!([1])).with_hints([("id", json!(1))]))
            })
            .hints(|_, _, _| vec![Hint::new("look", "Elsewhere").on("other")]),
    );
    let result = call(
        tool,
        View::filtered(Arc::new(only_here), None),
        object(json!({"action": "act"})),
        CallFacts::default(),
    )
    .await
    .unwrap();
    assert_eq!(result.text(), "[1]");
}

#[tokio::test]
async fn run_1_the_handler_knows_its_request() {
    let tool = registered(ActionTool::builder("tool", "Tells").action("act", ActionSchema::new("Tell"), |_, ctx: Context| async move {
        Ok(Reply::new(json!({
            "id": ctx.request_id(), "tool": ctx.tool(), "action": ctx.action(), "version": ctx.protocol_version(),
            "client": ctx.client_info(), "capabilities": ctx.client_capabilities(), "meta": ctx.meta(),
            "principal": ctx.principal().map(Principal::id), "extension": ctx.extension::<u8>(), "cancelled": ctx.is_cancelled(),
        })))
    }));
    let mut facts = CallFacts::default();
    facts.request_id = json!(1);
    facts.protocol_version = "2026-07-28".into();
    let mut client = Client::default();
    client.info = Some(json!({"name": "c"}));
    client.capabilities = object(json!({"elicitation": {}}));
    facts.client = Some(Arc::new(client));
    facts.meta = object(json!({"com.example/k": 1}));
    facts.principal = Some(Principal::new("ann"));
    facts.extensions.insert(7u8);
    let result = call(tool, View::everything(), object(json!({"action": "act"})), facts)
        .await
        .unwrap();
    insta::assert_snapshot!(result.text());
}

#[tokio::test]
async fn gat_10_refusals_come_before_the_tool_and_defaults_behind_the_gates() {
    let seen: Arc<Mutex<Vec<Value>>> = Arc::default();
    let kept = Arc::clone(&seen);
    let schema = ActionSchema::new("List")
        .property("limit", json!({"type": "integer"}))
        .default_to("limit", 20);
    let tool = registered(
        ActionTool::builder("tool", "Lists").action("list", schema, move |data: Data, _| {
            kept.lock().unwrap().push(Value::Object(data.into_inner()));
            async { Ok(Reply::new(Object::new())) }
        }),
    );
    assert_eq!(
        called(&tool, json!({"action": "lst"})).await.error_kind(),
        Some(ErrorKind::Dispatch)
    );
    called(&tool, json!({"action": "list"})).await;
    called(&tool, json!({"action": "list", "data": {"limit": 7.0}})).await;
    assert_eq!(*seen.lock().unwrap(), [json!({"limit": 20}), json!({"limit": 7})]);
}
