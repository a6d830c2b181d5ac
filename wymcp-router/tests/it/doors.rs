//! One declaration through each door is one registration, byte for byte: definition, help pages, digests (issue of the doors; DEF-3,
//! SRF-5, SRF-6, LST-2).

use serde_json::{Value, json};
use wymcp_router::{
    ActionSchema, ActionTool, Context, Data, Era, Failure, Manifest, Mount, Object, OutputSchema, PlainTool, Reply,
    Served, Tool, actions,
};

/// The declaration, as a manifest has it.
fn declaration() -> Value {
    json!({
        "name": "tasks",
        "title": "Tasks",
        "description": "Keeps tasks.\nOne list.",
        "annotations": {"destructiveHint": false, "title": "Tasks"},
        "icons": [{"src": "https://example.com/tasks.png", "sizes": ["48x48"]}],
        "_meta": {"com.example/team": "ann"},
        "actions": {
            "create": {
                "description": "Create a task",
                "properties": {
                    "title": {"type": "string", "minLength": 1},
                    "due": {"type": "string", "format": "date"},
                    "owner": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
                    "priority": {"type": "integer", "minimum": 1, "maximum": 5},
                },
                "required": ["title"],
                "defaults": {"priority": 3},
                "notes": "Titles need not be\ndistinct.",
                "related": ["find"],
                "examples": [{"title": "write", "priority": 1}],
            },
            "find": {
                "description": "Find tasks",
                "properties": {"title": {"type": "string"}, "number": {"type": "integer"}},
                "required_one_of": [["title"], ["number"]],
            },
        },
        "outputSchemas": {"create": {"type": "object"}, "find": {"type": "object", "properties": {"found": {}}}},
    })
}

fn create() -> ActionSchema {
    ActionSchema::new("Create a task")
        .property("title", json!({"type": "string", "minLength": 1}))
        .property("due", json!({"type": "string", "format": "date"}))
        .property(
            "owner",
            json!({"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}),
        )
        .property("priority", json!({"type": "integer", "minimum": 1, "maximum": 5}))
        .required(["title"])
        .default_to("priority", 3)
        .notes("Titles need not be\ndistinct.")
        .related(["find"])
        .example(json!({"title": "write", "priority": 1}))
}

fn find() -> ActionSchema {
    ActionSchema::new("Find tasks")
        .property("title", json!({"type": "string"}))
        .property("number", json!({"type": "integer"}))
        .required_one_of([["title"], ["number"]])
}

/// The same two, checked by the compiler.
#[cfg(feature = "literal")]
mod literal {
    use wymcp_router::{ActionSchema, action_schema};

    pub(super) fn create() -> ActionSchema {
        action_schema!({
            "description": "Create a task",
            "properties": {
                "title": {"type": "string", "minLength": 1},
                "due": {"type": "string", "format": "date"},
                "owner": {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]},
                "priority": {"type": "integer", "minimum": 1, "maximum": 5},
            },
            "required": ["title"],
            "defaults": {"priority": 3},
            "notes": "Titles need not be\ndistinct.",
            "related": ["find"],
            "examples": [{"title": "write", "priority": 1}],
        })
    }

    pub(super) fn find() -> ActionSchema {
        action_schema!({
            "description": "Find tasks",
            "properties": {"title": {"type": "string"}, "number": {"type": "integer"}},
            "required_one_of": [["title"], ["number"]],
        })
    }
}

actions! { enum TasksAction { Find = "find", Create = "create" } }

/// The trait, with the schemas of either door.
struct Tasks {
    create: fn() -> ActionSchema,
    find: fn() -> ActionSchema,
}

impl Tool for Tasks {
    type Action = TasksAction;
    fn name(&self) -> &str {
        "tasks"
    }
    fn description(&self) -> &str {
        "Keeps tasks.\nOne list."
    }
    fn title(&self) -> Option<&str> {
        Some("Tasks")
    }
    fn annotations(&self) -> Option<Object> {
        declaration()["annotations"].as_object().cloned()
    }
    fn icons(&self) -> Option<Value> {
        Some(declaration()["icons"].clone())
    }
    fn meta(&self) -> Option<Object> {
        declaration()["_meta"].as_object().cloned()
    }
    fn schema(&self, action: TasksAction) -> ActionSchema {
        match action {
            TasksAction::Create => (self.create)(),
            TasksAction::Find => (self.find)(),
        }
    }
    fn output_schema(&self, action: TasksAction) -> Option<OutputSchema> {
        Some(output(match action {
            TasksAction::Create => "create",
            TasksAction::Find => "find",
        }))
    }
    async fn run_action(&self, _: TasksAction, data: Data, _: &Context) -> Result<Reply, Failure> {
        Ok(Reply::new(Value::Object(data.into_inner())))
    }
}

fn output(action: &str) -> OutputSchema {
    declaration()["outputSchemas"][action].clone().into()
}

async fn echo(data: Data, _: Context) -> Result<Reply, Failure> {
    Ok(Reply::new(Value::Object(data.into_inner())))
}

fn built(create: ActionSchema, find: ActionSchema) -> wymcp_router::ActionToolBuilder {
    let declaration = declaration();
    ActionTool::builder("tasks", "Keeps tasks.\nOne list.")
        .title("Tasks")
        .annotations(declaration["annotations"].clone())
        .icons(declaration["icons"].clone())
        .meta(declaration["_meta"].clone())
        .action("create", create, echo)
        .output_schema(output("create"))
        .action("find", find, echo)
        .output_schema(output("find"))
}

fn mounted(tool: impl Served) -> Mount {
    Mount::builder("doors", "1.0.0").tool(tool).build().unwrap()
}

fn from_manifest(manifest: Manifest) -> Mount {
    let manifest = manifest.bind("tasks", "create", echo).bind("tasks", "find", echo);
    Mount::builder("doors", "1.0.0").manifest(manifest).build().unwrap()
}

/// All that anyone may see of a registration: its definition in both eras, its pages, its digests, and what a call gives.
async fn seen(mount: &Mount) -> Vec<String> {
    let mut seen = vec![mount.list(Era::Modern), mount.list(Era::Legacy)];
    let calls = [
        ("help", json!({})),
        ("help", json!({"tool": "tasks"})),
        ("help", json!({"tool": "tasks", "action": "create"})),
        ("help", json!({"tool": "tasks", "action": "find"})),
        ("tasks", json!({"action": "create"})),
        ("tasks", json!({"action": "find"})),
        (
            "tasks",
            json!({"action": "create", "data": {"title": "", "owner": {"nam": 1}}}),
        ),
        ("tasks", json!({"action": "create", "data": {"title": "write"}})),
    ];
    for (tool, arguments) in calls {
        let answer = mount.call(tool, arguments).await.unwrap();
        seen.push(serde_json::to_string(&answer).unwrap());
    }
    seen
}

#[tokio::test]
async fn one_action_tool_through_each_door_is_one_registration() {
    let by_trait = seen(&mounted(Tasks { create, find })).await;
    assert_eq!(seen(&mounted(built(create(), find()))).await, by_trait, "builder");
    let of_json = |key: &str| ActionSchema::from_json(&declaration()["actions"][key]).unwrap();
    assert_eq!(
        seen(&mounted(built(of_json("create"), of_json("find")))).await,
        by_trait,
        "action schemas as JSON"
    );
    let definition = ActionTool::from_json(&declaration())
        .handler("find", echo)
        .handler("create", echo);
    assert_eq!(seen(&mounted(definition)).await, by_trait, "a definition");
    let value = json!({"tools": [declaration()]});
    assert_eq!(
        seen(&from_manifest(Manifest::from_json(&value))).await,
        by_trait,
        "a manifest as a value"
    );
    assert_eq!(
        seen(&from_manifest(Manifest::parse(&value.to_string()))).await,
        by_trait,
        "a manifest as text"
    );
    #[cfg(feature = "literal")]
    {
        let of_literal = Tasks {
            create: literal::create,
            find: literal::find,
        };
        assert_eq!(seen(&mounted(of_literal)).await, by_trait, "literals in the trait");
        assert_eq!(
            seen(&mounted(built(literal::create(), literal::find()))).await,
            by_trait,
            "literals in the builder"
        );
    }
}

#[tokio::test]
async fn one_plain_tool_through_each_door_is_one_registration() {
    let definition = json!({
        "name": "tasks",
        "description": "Counts tasks",
        "inputSchema": {"type": "object", "properties": {"open": true, "day": {"type": "string", "format": "date"}}, "required": ["day"]},
        "outputSchema": {"type": "object"},
    });
    let built = PlainTool::builder("tasks")
        .description("Counts tasks")
        .input_schema(definition["inputSchema"].clone())
        .output_schema(definition["outputSchema"].clone())
        .handler(echo);
    let by_builder = seen(&mounted(built)).await;
    assert_eq!(
        seen(&mounted(PlainTool::from_json(&definition).handler(echo))).await,
        by_builder,
        "a definition"
    );
    let manifest = Manifest::from_json(&json!({"tools": [definition]})).bind_plain("tasks", echo);
    let mount = Mount::builder("doors", "1.0.0").manifest(manifest).build().unwrap();
    assert_eq!(seen(&mount).await, by_builder, "a manifest");
}

#[test]
fn act_11_offences_of_a_manifest_come_with_those_of_the_rest_of_the_mount() {
    let manifest =
        Manifest::parse(r#"{"tools": [{"name": "tasks", "actions": {"find": {"description": "Find"}}}], "tool": 1}"#)
            .in_file("tools.json");
    let offences = Mount::builder("", "1.0.0")
        .manifest(manifest)
        .tool(
            PlainTool::builder("tasks")
                .description("Again")
                .handler_without_arguments(async |_| Ok(Reply::new(1))),
        )
        .build()
        .unwrap_err();
    let told: Vec<String> = offences
        .iter()
        .map(|offence| match offence.source() {
            Some(source) => format!("{} in {source}", offence.code()),
            None => offence.code().to_owned(),
        })
        .collect();
    insta::assert_snapshot!(told.join("\n"));
}
