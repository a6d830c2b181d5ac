//! What a type declares is what stands there when it is written by hand: through every door one registration, byte for byte (DEF-5,
//! SRF-5, SRF-6, LST-2).

use serde::Deserialize;
use serde_json::{Value, json};
use wymcp_router::schemars::{self, JsonSchema};
use wymcp_router::{
    ActionSchema, ActionTool, Context, Data, Era, Failure, Manifest, Mount, PlainTool, Reply, Served, Tool, actions,
};

/// Create a task
#[derive(Deserialize, JsonSchema)]
struct Create {
    /// What has to be done.
    #[schemars(length(min = 1, max = 80))]
    title: String,
    /// 1 is urgent.
    #[serde(default = "normal")]
    #[schemars(range(min = 1, max = 5))]
    priority: u8,
    /// Who does it.
    owner: Option<Owner>,
}

/// A person.
#[derive(Deserialize, JsonSchema)]
struct Owner {
    /// Where they are written to.
    #[schemars(extend("format" = "email"))]
    email: String,
}

fn normal() -> u8 {
    3
}

actions! { enum TypedAction, TypedData { Create(Create) = "create" } }

struct Tasks;

impl Tool for Tasks {
    type Action = TypedAction;

    fn name(&self) -> &str {
        "tasks"
    }

    fn description(&self) -> &str {
        "Keeps tasks"
    }

    fn schema(&self, _: TypedAction) -> ActionSchema {
        ActionSchema::of_payload()
    }

    async fn run_action(&self, _: TypedAction, data: TypedData, _: &Context) -> Result<Reply, Failure> {
        let TypedData::Create(create) = data;
        Ok(reply(create))
    }
}

fn reply(create: Create) -> Reply {
    let owner = create.owner.map(|owner| owner.email);
    Reply::new(json!({"title": create.title, "priority": create.priority, "owner": owner}))
}

/// The same without a type: what the handler reads is what the gates let pass.
async fn by_hand(data: Data, _: Context) -> Result<Reply, Failure> {
    Ok(Reply::new(json!({
        "title": data["title"],
        "priority": data.get("priority").unwrap_or(&json!(3)),
        "owner": data.get("owner").and_then(|owner| owner.get("email")),
    })))
}

/// What the type says of its fields, by hand.
fn properties() -> Value {
    json!({
        "title": {"type": "string", "minLength": 1, "maxLength": 80, "description": "What has to be done."},
        "priority": {"type": "integer", "minimum": 1, "maximum": 5, "default": 3, "description": "1 is urgent."},
    })
}

/// The definition of the type inside.
fn owner() -> Value {
    json!({
        "type": "object",
        "description": "A person.",
        "properties": {"email": {"type": "string", "format": "email", "description": "Where they are written to."}},
        "required": ["email"],
    })
}

/// The action, as JSON of the eight keys.
fn action() -> Value {
    let mut properties = properties();
    properties["owner"] = json!({
        "$defs": {"Owner": owner()},
        "anyOf": [{"$ref": "#/$defs/Owner"}, {"type": "null"}],
        "description": "Who does it.",
    });
    json!({
        "description": "Create a task",
        "properties": properties,
        "required": ["title"],
        "defaults": {"priority": 3},
    })
}

fn built() -> ActionSchema {
    let declared = action();
    ["title", "priority", "owner"]
        .into_iter()
        .fold(ActionSchema::new("Create a task"), |schema, name| {
            schema.property(name, declared["properties"][name].clone())
        })
        .required(["title"])
        .default_to("priority", 3)
}

/// The same, checked by the compiler.
#[cfg(feature = "literal")]
fn literal() -> ActionSchema {
    wymcp_router::action_schema!({
        "description": "Create a task",
        "properties": {
            "title": {"type": "string", "minLength": 1, "maxLength": 80, "description": "What has to be done."},
            "priority": {"type": "integer", "minimum": 1, "maximum": 5, "default": 3, "description": "1 is urgent."},
            "owner": {
                "$defs": {"Owner": {
                    "type": "object",
                    "description": "A person.",
                    "properties": {"email": {"type": "string", "format": "email", "description": "Where they are written to."}},
                    "required": ["email"],
                }},
                "anyOf": [{"$ref": "#/$defs/Owner"}, {"type": "null"}],
                "description": "Who does it.",
            },
        },
        "required": ["title"],
        "defaults": {"priority": 3},
    })
}

fn tool() -> wymcp_router::ActionToolBuilder {
    ActionTool::builder("tasks", "Keeps tasks")
}

fn mounted(tool: impl Served) -> Mount {
    Mount::builder("doors", "1.0.0").tool(tool).build().unwrap()
}

/// All that anyone may see of a registration: its definition in both eras, its pages, its digest, and what calls give.
async fn seen(mount: &Mount, call: impl Fn(Value) -> Value) -> Vec<String> {
    let mut seen = vec![mount.list(Era::Modern), mount.list(Era::Legacy)];
    let calls = [
        ("help", json!({})),
        ("help", json!({"tool": "tasks"})),
        ("help", json!({"tool": "tasks", "action": "create"})),
        ("tasks", call(json!({}))),
        (
            "tasks",
            call(json!({"title": "", "priority": 9, "owner": {"email": "nobody"}})),
        ),
        (
            "tasks",
            call(json!({"title": "write", "owner": {"email": "ann@example.org"}})),
        ),
        ("tasks", call(json!({"title": "write", "priority": 1, "owner": null}))),
    ];
    for (tool, arguments) in calls {
        let answer = mount.call(tool, arguments).await.unwrap();
        seen.push(serde_json::to_string(&answer).unwrap());
    }
    seen
}

#[tokio::test]
async fn one_action_with_and_without_a_type_is_one_registration() {
    let call = |data: Value| json!({"action": "create", "data": data});
    let by_type = seen(&mounted(Tasks), call).await;
    assert!(
        by_type.last().is_some_and(|answer| answer.contains("write")),
        "{by_type:?}"
    );
    let typed_builder = tool().typed_action(
        "create",
        ActionSchema::of_payload(),
        async |data: Create, _: Context| Ok(reply(data)),
    );
    let definition = json!({"name": "tasks", "description": "Keeps tasks", "actions": {"create": action()}});
    let manifest = Manifest::parse(&json!({"tools": [definition]}).to_string()).bind("tasks", "create", by_hand);
    let mounts = [
        ("a typed action of a builder", mounted(typed_builder)),
        ("a builder", mounted(tool().action("create", built(), by_hand))),
        (
            "an action as JSON",
            mounted(tool().action("create", ActionSchema::from_json(&action()).unwrap(), by_hand)),
        ),
        (
            "a definition",
            mounted(ActionTool::from_json(&definition).handler("create", by_hand)),
        ),
        (
            "a manifest",
            Mount::builder("doors", "1.0.0").manifest(manifest).build().unwrap(),
        ),
        #[cfg(feature = "literal")]
        ("a literal", mounted(tool().action("create", literal(), by_hand))),
    ];
    for (door, mount) in mounts {
        assert_eq!(seen(&mount, call).await, by_type, "{door}");
    }
}

#[tokio::test]
async fn one_plain_tool_with_and_without_a_type_is_one_registration() {
    let typed = PlainTool::builder("tasks")
        .description("Keeps tasks")
        .typed_handler(async |data: Create, _: Context| Ok(reply(data)));
    let by_type = seen(&mounted(typed), |data| data).await;
    let mut properties = properties();
    properties["owner"] =
        json!({"anyOf": [{"$ref": "#/$defs/Owner"}, {"type": "null"}], "description": "Who does it."});
    let schema = json!({
        "$defs": {"Owner": owner()},
        "type": "object",
        "description": "Create a task",
        "properties": properties,
        "required": ["title"],
    });
    let definition = json!({"name": "tasks", "description": "Keeps tasks", "inputSchema": schema});
    let manifest = Manifest::from_json(&json!({"tools": [definition]})).bind_plain("tasks", by_hand);
    let by_builder = PlainTool::builder("tasks")
        .description("Keeps tasks")
        .input_schema(schema)
        .handler(by_hand);
    let mounts = [
        ("a builder", mounted(by_builder)),
        (
            "a definition",
            mounted(PlainTool::from_json(&definition).handler(by_hand)),
        ),
        (
            "a manifest",
            Mount::builder("doors", "1.0.0").manifest(manifest).build().unwrap(),
        ),
    ];
    for (door, mount) in mounts {
        assert_eq!(seen(&mount, |data| data).await, by_type, "{door}");
    }
}
