//! A small server, and callers of its help.

use std::sync::Arc;

use serde_json::{Value, json};
use wymcp_callbacksurface::{
    ActionSchema, ActionTool, CallFacts, CallResult, Context, Object, PlainTool, Reply, Served, ToolSet, View, call,
};

fn tasks() -> impl Served {
    let reply = |_, _| async { Ok(Reply::new(json!({"id": 1}))) };
    let output = || json!({"type": "object", "properties": {"id": {"type": "integer"}}});
    ActionTool::builder("tasks", "Keeps tasks.\nOne line each.")
        .action(
            "create",
            ActionSchema::new("Create a task")
                .property("title", json!({"type": "string", "minLength": 1}))
                .property("priority", json!({"type": "integer", "minimum": 1, "maximum": 5}))
                .property(
                    "owner",
                    json!({"type": "object", "properties": {"name": {"type": "string"}}}),
                )
                .required(["title"])
                .default_to("priority", 3)
                .notes("Titles are unique.\n\"Quoted\" ones too.")
                .related(["get", "remove"])
                .example(json!({"title": "Write tests"})),
            reply,
        )
        .output_schema(output())
        .action(
            "get",
            ActionSchema::new("Read one task")
                .property("id", json!({"type": "integer"}))
                .property("title", json!({"type": "string"}))
                .required_one_of([["id"], ["title"]]),
            reply,
        )
        .output_schema(output())
        .action(
            "remove",
            ActionSchema::new("Remove a task").property("id", json!({"type": "integer"})),
            reply,
        )
        .output_schema(output())
        .action_context(|ctx: Context| async move {
            match ctx.action() {
                Some("get") => Some(Object::from_iter([
                    ("open".to_owned(), json!(3)),
                    ("of".to_owned(), json!([ctx.tool(), ctx.action()])),
                ])),
                Some("remove") => panic!("no context today"),
                _ => None,
            }
        })
}

fn ping() -> impl Served {
    PlainTool::builder("ping")
        .description("Answer")
        .input_schema(json!({"type": "object", "properties": {"text": {"type": "string"}}}))
        .output_schema(json!({"type": "string"}))
        .handler(|_, _| async { Ok(Reply::new(json!("pong"))) })
}

/// The tools, whatever the order they are mounted in.
pub(crate) fn tools(reversed: bool) -> Arc<ToolSet> {
    let mut tools: Vec<(Arc<dyn Served>, _)> = vec![(Arc::new(tasks()), None), (Arc::new(ping()), None)];
    if reversed {
        tools.reverse();
    }
    Arc::new(ToolSet::build(tools).unwrap_or_else(|offences| panic!("{offences}")))
}

pub(crate) async fn asked_of(tools: Arc<ToolSet>, view: View, arguments: Value) -> CallResult {
    let help = wymcp_help::register(tools).unwrap_or_else(|offences| panic!("{offences:?}"));
    call(
        Arc::new(help),
        view,
        serde_json::from_value(arguments).unwrap(),
        CallFacts::default(),
    )
    .await
    .unwrap()
}

/// What a caller who sees everything is answered.
pub(crate) async fn asked(arguments: Value) -> CallResult {
    asked_of(tools(false), View::everything(), arguments).await
}

/// What a caller is answered from whom some tools and actions are hidden.
pub(crate) async fn asked_hiding(
    hidden: &'static [(&'static str, Option<&'static str>)],
    arguments: Value,
) -> CallResult {
    let filter = move |_: Option<&_>, tool: &str, action: Option<&str>| !hidden.contains(&(tool, action));
    asked_of(tools(false), View::filtered(Arc::new(filter), None), arguments).await
}
