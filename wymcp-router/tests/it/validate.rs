//! A tool's own look at gated data (DEF-7).

use std::time::Duration;

use serde_json::{Value, json};
use wymcp_router::{
    ActionSchema, ActionTool, Context, Data, DataRefusal, Decision, ErrorKind, Failure, Mount, MountBuilder, Object,
    PlainTool, Reply, Tool, actions,
};

actions! { pub enum RoomsAction { Book = "book", Free = "free" } }

struct Rooms;

impl Tool for Rooms {
    type Action = RoomsAction;

    fn name(&self) -> &str {
        "rooms"
    }

    fn description(&self) -> &str {
        "Books rooms"
    }

    fn schema(&self, action: RoomsAction) -> ActionSchema {
        let hour = || json!({"type": "integer", "minimum": 0, "maximum": 23});
        match action {
            RoomsAction::Book => ActionSchema::new("Book a room")
                .property("from", hour())
                .property("to", hour())
                .property("name", json!({"type": "string"}))
                .required(["from"])
                .default_to("to", 23.0),
            RoomsAction::Free => ActionSchema::new("Free a room"),
        }
    }

    fn validate_data(&self, action: RoomsAction, data: &mut Object, ctx: &Context) -> Result<(), DataRefusal> {
        assert_eq!(ctx.action(), Some(wymcp_router::Action::name(action)));
        if let Some(name) = data.get("name").and_then(Value::as_str) {
            let name = name.trim().to_owned();
            data.insert("name".to_owned(), name.into());
        }
        if action == RoomsAction::Book && data["to"].as_u64() <= data["from"].as_u64() {
            return Err(DataRefusal::new(
                "ends_before_it_begins",
                "`to` must be later than `from`",
            ));
        }
        Ok(())
    }

    fn sensitive(&self, _: RoomsAction) -> bool {
        true
    }

    async fn run_action(&self, _: RoomsAction, data: Data, _: &Context) -> Result<Reply, Failure> {
        Ok(Reply::new(Value::Object(data.into_inner())))
    }
}

fn builder() -> MountBuilder {
    Mount::builder("rooms-server", "1")
}

fn rooms() -> Mount {
    builder().tool(Rooms).build().unwrap()
}

async fn booked(mount: &Mount, data: Value) -> wymcp_router::CallResult {
    mount
        .call("rooms", json!({"action": "book", "data": data}))
        .await
        .unwrap()
}

#[tokio::test]
async fn def_7_the_data_is_what_the_handler_gets_and_may_be_rewritten() {
    let answer = booked(&rooms(), json!({"from": 3.0, "name": "  Ann "})).await;
    assert_eq!(answer.text(), r#"{"from":3,"name":"Ann","to":23}"#);
}

#[tokio::test]
async fn def_7_a_refusal_is_of_the_gates_dialect() {
    let refused = booked(&rooms(), json!({"from": 4, "to": 4})).await;
    assert_eq!(refused.error_kind(), Some(ErrorKind::Dispatch));
    insta::assert_snapshot!(refused.text());
}

#[tokio::test]
async fn def_7_it_never_replaces_a_gate_and_speaks_before_the_policy() {
    let denying = builder().tool(Rooms).policy(|_| Decision::deny("no")).build().unwrap();
    for (data, error) in [
        (json!({"from": 4, "to": 99}), "invalid_values"),
        (json!({"to": 1}), "missing_required_fields"),
        (json!({"from": 4, "to": 4}), "ends_before_it_begins"),
        (json!({"from": 4, "to": 5}), "denied_by_policy"),
    ] {
        assert_eq!(booked(&denying, data.clone()).await.json()["error"], error, "{data}");
    }
}

#[tokio::test]
async fn def_7_builders_have_it_too() {
    let plain = PlainTool::builder("between")
        .description("Between two numbers")
        .input_schema(json!({"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}))
        .validate_data(|arguments, ctx| {
            assert_eq!((ctx.tool(), ctx.action()), ("between", None));
            match arguments["a"].as_i64() < arguments["b"].as_i64() {
                true => Ok(()),
                false => Err(DataRefusal::new("swapped", "`a` must be less than `b`")),
            }
        })
        .handler(async |arguments, _| Ok(Reply::new(Value::Object(arguments.into_inner()))));
    let made = ActionTool::builder("made", "Made at run time")
        .action("a", ActionSchema::new("A"), async |data, _| {
            Ok(Reply::new(Value::Object(data.into_inner())))
        })
        .action("b", ActionSchema::new("B"), async |_, _| Ok(Reply::new(json!("b"))))
        .validate_data(|action, data, _| {
            data.insert("by".to_owned(), action.into());
            match action {
                "b" => Err(DataRefusal::new("never_b", "use `a`")),
                _ => Ok(()),
            }
        });
    let mount = builder().tool(plain).tool(made.build().unwrap()).build().unwrap();
    let swapped = mount.call("between", json!({"a": 2, "b": 1})).await.unwrap();
    insta::assert_snapshot!(swapped.text());
    assert!(!mount.call("between", json!({"a": 1, "b": 2})).await.unwrap().is_error());
    assert_eq!(
        mount.call("made", json!({"action": "a"})).await.unwrap().json(),
        json!({"by": "a"})
    );
    assert_eq!(
        mount.call("made", json!({"action": "b"})).await.unwrap().json()["error"],
        "never_b"
    );
}

/// A tool that refuses everything with that code and words.
fn refusing(code: &str, words: String) -> Mount {
    let code = code.to_owned();
    let tool = ActionTool::builder("strict", "Refuses")
        .action("act", ActionSchema::new("Act"), async |_, _| Ok(Reply::new(json!(1))))
        .validate_data(move |_, _, _| Err(DataRefusal::new(code.clone(), words.clone())));
    builder().tool(tool).build().unwrap()
}

#[tokio::test]
async fn def_7_a_code_that_is_none_or_the_frameworks_own_is_a_fault() {
    let too_long = "a".repeat(65);
    for code in [
        "",
        "Big",
        "two words",
        "9lives",
        "_",
        "naïve",
        "a\n",
        &too_long,
        "unknown_arguments",
        "invalid_argument_type",
        "missing_action",
        "unknown_action",
        "missing_required_fields",
        "missing_required_group",
        "unknown_params",
        "invalid_values",
        "denied_by_policy",
        "unknown_tool",
        "missing_tool",
    ] {
        let fault = refusing(code, "words".to_owned())
            .call("strict", json!({"action": "act"}))
            .await
            .unwrap();
        let told = fault.json();
        assert_eq!(
            (&told["errorType"], &told["exception"], fault.error_kind()),
            (&json!("tool_fault"), &json!("invalid_reply"), Some(ErrorKind::Tool)),
            "{code:?}"
        );
    }
    let fine = refusing(&"a".repeat(64), "words".to_owned())
        .call("strict", json!({"action": "act"}))
        .await
        .unwrap();
    assert_eq!(fine.error_kind(), Some(ErrorKind::Dispatch));
}

#[tokio::test]
async fn bnd_4_the_words_of_a_refusal_are_bounded() {
    let refused = refusing("too_much", "x\u{202e}".repeat(100_000))
        .call("strict", json!({"action": "act"}))
        .await;
    let refused = refused.unwrap();
    assert!(refused.text().len() < 4_000 && !refused.text().contains('\u{202e}'));
}

#[tokio::test]
async fn run_5_a_panic_is_a_fault_of_the_tool() {
    let tool = ActionTool::builder("brittle", "Breaks")
        .action("act", ActionSchema::new("Act"), async |_, _| Ok(Reply::new(json!(1))))
        .validate_data(|_, _, _| panic!("boom"));
    let fault = builder()
        .tool(tool)
        .build()
        .unwrap()
        .call("brittle", json!({"action": "act"}))
        .await
        .unwrap();
    assert_eq!(
        fault.json(),
        json!({"errorType": "tool_fault", "tool": "brittle", "action": "act", "exception": "panic", "message": "boom"})
    );
}

/// GAT-10: the time limit begins with the action. One that has passed when it begins stops no refusal.
#[tokio::test(start_paused = true)]
async fn gat_10_the_time_limit_is_not_there_yet() {
    let mount = builder()
        .tool(Rooms)
        .time_limit(Duration::from_nanos(1))
        .build()
        .unwrap();
    let refused = booked(&mount, json!({"from": 4, "to": 4})).await;
    assert_eq!(refused.json()["error"], "ends_before_it_begins");
}
