//! The program that the design promises, as it stands there: a user depends on this crate alone.

#![expect(clippy::default_constructed_unit_structs, reason = "written as the design writes it")]

use serde_json::json;
use wymcp_router::schemars::{self, JsonSchema};
use wymcp_router::{ActionSchema, Context, Failure, Mount, Reply, Tool, actions, check_tool};

#[derive(serde::Deserialize, JsonSchema)]
struct Create {
    title: String,
}

#[derive(Default)]
struct Tasks;

actions! {
    /// What a caller may do with tasks. `TasksData` is what the handler receives; names alone (`pub enum TasksAction { … }`) hand it plain `Data`.
    pub enum TasksAction, TasksData { Create(Create) = "create", List = "list" }
}

impl Tool for Tasks {
    type Action = TasksAction;
    fn name(&self) -> &str {
        "tasks"
    }
    fn description(&self) -> &str {
        "Task management"
    }
    fn schema(&self, action: TasksAction) -> ActionSchema {
        match action {
            TasksAction::Create => ActionSchema::new("Create a task").notes("…"), // properties come from `Create`
            TasksAction::List => ActionSchema::new("List tasks").property("status", json!({"type": "string"})),
        }
    }
    async fn run_action(&self, _: TasksAction, data: TasksData, ctx: &Context) -> Result<Reply, Failure> {
        assert_eq!(ctx.tool(), "tasks");
        Ok(match data {
            TasksData::Create(Create { title }) => Reply::new(json!({"title": title})),
            TasksData::List(data) => Reply::new(json!({"status": data.get("status")})),
        })
    }
}
check_tool!(tasks_is_well_formed, Tasks::default());

#[tokio::test]
async fn the_public_face_serves_what_it_declares() -> Result<(), Box<dyn std::error::Error>> {
    let mount = Mount::builder("task-server", "1.0.0").tool(Tasks::default()).build()?;
    let answer = mount
        .call("tasks", json!({"action": "create", "data": {"title": "a"}}))
        .await?;
    assert_eq!(answer.json(), json!({"title": "a"}));
    assert_eq!(
        mount
            .call("tasks", json!({"action": "list", "data": {"status": "open"}}))
            .await?
            .json(),
        json!({"status": "open"})
    );
    assert_eq!(serde_json::to_value(&answer)?["resultType"], "complete");
    Ok(())
}

/// Compiled, not run: the three ways to serve.
#[expect(dead_code, reason = "it is enough that it compiles")]
async fn the_three_ways_to_serve(mount: Mount) -> std::io::Result<()> {
    let _app: axum::Router = axum::Router::new().route_service("/mcp", mount.clone().into_service());
    mount.clone().serve("127.0.0.1:0").await?;
    mount.serve_stdio().await
}

/// What a reply of [`Tasks`] could be described by.
#[derive(serde::Serialize, JsonSchema)]
struct Counted {
    open: u8,
    share: Option<f64>,
}

#[derive(serde::Serialize, JsonSchema)]
struct TooWide {
    count: u128,
}

fn counting(output: wymcp_router::OutputSchema) -> Result<Mount, wymcp_router::Offences> {
    let count = wymcp_router::PlainTool::builder("count")
        .description("Counts")
        .output_schema(output)
        .handler_without_arguments(|_| async { Ok(Reply::new(json!({"open": 3, "share": null}))) });
    Mount::builder("counting", "1.0.0").tool(count).build()
}

#[tokio::test]
async fn def_5_a_type_describes_what_a_tool_answers() -> Result<(), Box<dyn std::error::Error>> {
    use wymcp_router::OutputSchema;
    let mount = counting(OutputSchema::of::<Counted>())?;
    let answer = mount.call("count", json!({})).await?;
    assert_eq!(answer.structured(), Some(&json!({"open": 3, "share": null})));

    let refused = counting(OutputSchema::of::<TooWide>()).map(drop).unwrap_err();
    insta::assert_snapshot!(refused.to_string().split(", declared at").next().unwrap_or_default());
    Ok(())
}
