//! The tool `tasks` of the field cases, and tools made of a surface.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use wymcp_callbacksurface::{
    ActionSchema, ActionSurface, BoxFuture, Context, Data, Failure, Object, PlainSurface, Registration, Reply, Served,
    Surface, SurfaceKind, Tool, View, actions, admit, sealed,
};

actions! {
    /// What a caller may do with tasks.
    pub enum TasksAction { Create = "create", Get = "get", List = "list", Remove = "remove" }
}

/// The conventions of the field cases: one tool, four actions.
#[derive(Debug, Default)]
pub(crate) struct Tasks;

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
            TasksAction::Create => ActionSchema::new("Create a task")
                .property("title", json!({"type": "string", "minLength": 1, "maxLength": 200}))
                .property("due", json!({"type": "string", "format": "date"}))
                .property("priority", json!({"type": "integer", "minimum": 1, "maximum": 5}))
                .property(
                    "tags",
                    json!({"type": "array", "items": {"type": "string"}, "maxItems": 20}),
                )
                .property(
                    "assignee",
                    json!({
                        "type": "object",
                        "properties": {"email": {"type": "string", "format": "email"}, "name": {"type": "string"}},
                        "required": ["email"],
                    }),
                )
                .required(["title"])
                .default_to("priority", 3)
                .related(["list", "remove"]),
            TasksAction::Get => ActionSchema::new("Read a task")
                .property("id", json!({"type": "string"}))
                .property("project", json!({"type": "string"}))
                .property("number", json!({"type": "integer", "minimum": 1}))
                .required_group(["id"])
                .required_group(["project", "number"]),
            TasksAction::List => ActionSchema::new("List tasks")
                .property("status", json!({"enum": ["open", "done"]}))
                .property("limit", json!({"type": "integer", "minimum": 1, "maximum": 100}))
                .property("cursor", json!({"type": ["string", "null"]}))
                .default_to("limit", 20),
            TasksAction::Remove => ActionSchema::new("Remove a task")
                .property("id", json!({"type": "string"}))
                .required(["id"]),
        }
    }

    async fn run_action(&self, _: TasksAction, data: Data, _: &Context) -> Result<Reply, Failure> {
        Ok(Reply::new(Value::Object(data.into_inner())))
    }
}

/// The registration of [`Tasks`].
pub(crate) fn tasks() -> Registration {
    Registration::build(Arc::new(Tasks), None).unwrap_or_else(|offences| panic!("{offences:?}"))
}

/// A tool that says what a surface says, and counts how often it was asked.
#[derive(Debug, Default)]
pub(crate) struct Made {
    pub(crate) surface: Surface,
    pub(crate) asked: AtomicUsize,
}

impl sealed::Sealed for Made {}

impl Served for Made {
    fn surface(&self) -> Surface {
        let asked = self.asked.fetch_add(1, Ordering::SeqCst);
        let mut surface = self.surface.clone();
        if asked > 0 {
            surface.description = Some("it changed its mind".to_owned());
        }
        surface
    }

    fn run<'a>(&'a self, _: usize, data: Data, _: &'a Context) -> BoxFuture<'a, Result<Reply, Failure>> {
        Box::pin(async { Ok(Reply::new(Value::Object(data.into_inner()))) })
    }
}

/// A plain tool with that input schema.
pub(crate) fn plain_surface(input_schema: Value) -> Surface {
    Surface {
        name: Some("convert".to_owned()),
        description: Some("Convert units".to_owned()),
        kind: SurfaceKind::Plain(PlainSurface {
            input_schema: Some(input_schema),
            has_handler: true,
            ..PlainSurface::default()
        }),
        ..Surface::default()
    }
}

/// A tool of actions.
pub(crate) fn action_surface(actions: impl IntoIterator<Item = ActionSurface>) -> Surface {
    Surface {
        name: Some("made".to_owned()),
        description: Some("Made of data".to_owned()),
        kind: SurfaceKind::Actions(actions.into_iter().collect()),
        ..Surface::default()
    }
}

/// One action without output schema.
pub(crate) fn action(name: &str, schema: ActionSchema) -> ActionSurface {
    ActionSurface {
        name: name.to_owned(),
        schema,
        payload: None,
        output_schema: None,
        has_handler: true,
        sensitive: false,
    }
}

/// The registration of a surface.
pub(crate) fn registered(surface: Surface) -> Registration {
    Registration::build(
        Arc::new(Made {
            surface,
            ..Made::default()
        }),
        None,
    )
    .unwrap_or_else(|offences| panic!("{offences:?}"))
}

/// The offences of a surface, a line each.
pub(crate) fn offences(surface: Surface) -> Vec<wymcp_callbacksurface::Offence> {
    match Registration::build(
        Arc::new(Made {
            surface,
            ..Made::default()
        }),
        None,
    ) {
        Ok(_) => Vec::new(),
        Err(offences) => offences,
    }
}

/// Arguments of a call.
pub(crate) fn arguments(value: Value) -> Object {
    match value {
        Value::Object(arguments) => arguments,
        other => panic!("arguments are an object: {other}"),
    }
}

/// The data that the handler gets, or the text of the refusal.
pub(crate) fn sent(registration: &Registration, call: Value) -> Result<Value, String> {
    match admit(registration, &View::everything(), arguments(call)) {
        Ok(admitted) => Ok(Value::Object(admitted.into_data(registration))),
        Err(refusal) => Err(refusal.text().to_owned()),
    }
}

/// The refusal of a call, parsed.
pub(crate) fn refused(registration: &Registration, call: Value) -> Value {
    let text = sent(registration, call).expect_err("the call passed");
    serde_json::from_str(&text).unwrap()
}

/// Calls and their answers, as a snapshot shows them.
pub(crate) fn dialogue(registration: &Registration, calls: impl IntoIterator<Item = Value>) -> String {
    let turn = |call: Value| {
        let shown = call.to_string();
        match sent(registration, call) {
            Ok(data) => format!("call    {shown}\npasses  {data}\n"),
            Err(text) => format!("call    {shown}\nrefused {text}\n"),
        }
    };
    calls.into_iter().map(turn).collect::<Vec<_>>().join("\n")
}
