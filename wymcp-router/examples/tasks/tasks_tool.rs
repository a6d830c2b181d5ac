//! The tool `tasks`: six actions on one name.

use std::error::Error;

use serde::Deserialize;
use serde_json::{Value, json};
use wymcp_router::{
    ActionSchema, Capability, Context, Data, Failure, Form, Hint, Object, Outcome, OutputSchema, Reply, Tool, actions,
};

use crate::model::{Assignee, Place, Status, Step, Task};
use crate::store::{Store, StoreError};

actions! {
    /// What a caller may do with tasks.
    pub(crate) enum TasksAction, TasksData {
        Complete = "complete",
        Create(Create) = "create",
        Get = "get",
        List = "list",
        Remove = "remove",
        Update = "update",
    }
}

/// The data of `create`: its schema comes from here.
#[derive(Debug, Deserialize, schemars::JsonSchema)]
pub(crate) struct Create {
    /// What has to be done.
    #[schemars(length(min = 1, max = 200))]
    title: String,
    /// The day by which it has to be done.
    #[schemars(extend("format" = "date"))]
    due: Option<String>,
    /// 1 is urgent, 5 can wait.
    #[serde(default = "normal")]
    #[schemars(range(min = 1, max = 5))]
    priority: u8,
    /// Words to find it by.
    #[serde(default)]
    #[schemars(length(max = 20), inner(length(min = 1, max = 40)))]
    tags: Vec<String>,
    /// The steps on the way.
    #[serde(default)]
    #[schemars(length(max = 50))]
    steps: Vec<Step>,
    /// Who does it.
    assignee: Option<Assignee>,
    /// The key of the project that it belongs to.
    project: Option<String>,
}

fn normal() -> u8 {
    3
}

/// Task management over a store.
pub(crate) struct Tasks {
    pub(crate) store: Store,
}

impl Tool for Tasks {
    type Action = TasksAction;

    fn name(&self) -> &str {
        "tasks"
    }

    fn title(&self) -> Option<&str> {
        Some("Task tracker")
    }

    fn description(&self) -> &str {
        "Keeps a list of tasks: create, find, change, complete and remove them."
    }

    fn schema(&self, action: TasksAction) -> ActionSchema {
        let id = || json!({"type": "string", "pattern": "^t-[0-9]+$", "description": "The task's id, e.g. t-7."});
        match action {
            TasksAction::Complete => ActionSchema::new("Mark a task as done").property("id", id()).required(["id"]).related(["list", "update"]),
            TasksAction::Create => ActionSchema::new("Create a task")
                .notes("The id is given by the store; with `project`, the task also gets a number within that project.")
                .related(["get", "update"])
                .example(json!({"title": "Write the report", "due": "2027-01-31", "priority": 2, "tags": ["office"]}))
                .example(json!({"title": "Fix the login", "assignee": {"email": "ann@example.com"}, "steps": [{"title": "Reproduce it"}]})),
            TasksAction::Get => ActionSchema::new("Read one task")
                .property("id", id())
                .property("project", json!({"type": "string", "description": "A project's key."}))
                .property("number", json!({"type": "integer", "minimum": 1, "description": "The task's number within the project."}))
                .required_one_of([vec!["id"], vec!["project", "number"]])
                .related(["list"])
                .example(json!({"project": "web", "number": 3})),
            TasksAction::List => ActionSchema::new("List tasks, oldest first")
                .property("status", json!({"type": "string", "enum": ["open", "done"], "description": "Only tasks of this status."}))
                .property("tag", json!({"type": "string", "description": "Only tasks with this tag."}))
                .property("limit", json!({"type": "integer", "minimum": 1, "maximum": 100, "description": "Tasks on a page."}))
                .property("cursor", json!({"type": ["string", "null"], "description": "`next_cursor` of the page before."}))
                .default_to("limit", 20)
                .related(["get"]),
            TasksAction::Remove => ActionSchema::new("Remove a task for good").property("id", id()).required(["id"]).related(["complete"]),
            TasksAction::Update => ActionSchema::new("Change a task")
                .property("id", id())
                .property("title", json!({"type": "string", "minLength": 1, "maxLength": 200, "description": "What has to be done."}))
                .property("due", json!({"type": ["string", "null"], "format": "date", "description": "null clears it."}))
                .property("priority", json!({"type": "integer", "minimum": 1, "maximum": 5, "description": "1 is urgent, 5 can wait."}))
                .property("tags", json!({
                    "type": "array",
                    "items": {"type": "string", "minLength": 1, "maxLength": 40},
                    "maxItems": 20,
                    "description": "Words to find it by.",
                }))
                .required(["id"])
                .notes("What is left out stays as it is; `tags` replaces the whole list.")
                .related(["get", "complete"]),
        }
    }

    fn output_schema(&self, action: TasksAction) -> Option<OutputSchema> {
        let task = task_schema();
        let schema = match action {
            TasksAction::List => json!({
                "type": "object",
                "properties": {"tasks": {"type": "array", "items": task}, "next_cursor": {"type": "string"}},
                "required": ["tasks"],
            }),
            TasksAction::Remove => {
                json!({"type": "object", "properties": {"removed": {"type": "string"}}, "required": ["removed"]})
            }
            _ => json!({"type": "object", "properties": {"task": task}, "required": ["task"]}),
        };
        Some(schema.into())
    }

    async fn run_action(&self, action: TasksAction, data: TasksData, ctx: &Context) -> Result<Reply, Failure> {
        match data {
            TasksData::Create(create) => {
                let task = self.store.insert(create.into_task()).await.map_err(told)?;
                let hint = json!(task.id);
                Ok(task_reply(&task)?.with_hints([("id", hint)]))
            }
            TasksData::Get(data) => task_reply(&self.found(&data).await?),
            TasksData::List(data) => self.page(&data).await,
            TasksData::Complete(data) => {
                let task = self
                    .store
                    .change(text(&data, "id"), |task| task.status = Status::Done)
                    .await;
                task_reply(&task.map_err(told).hinting([("id", data["id"].clone())])?)
            }
            TasksData::Update(data) => {
                let id = text(&data, "id");
                let task = self.store.change(id, move |task| apply(task, &data)).await;
                task_reply(&task.map_err(told).hinting([("action", json!(action_name(action)))])?)
            }
            TasksData::Remove(data) => {
                let id = text(&data, "id");
                // Who can be asked is asked first; what stands before a question happens again when it is answered.
                if ctx.declares(Capability::Elicitation) {
                    let task = self.store.get(id.clone()).await.map_err(told)?;
                    let sure = Form::new("sure", format!("Remove “{}” for good?", task.title));
                    if ctx.ask(sure)?.accepted().is_none() {
                        return Err(Failure::caller("the user did not agree: the task stays"));
                    }
                }
                self.store.remove(id.clone()).await.map_err(told)?;
                Ok(Reply::new(json!({"removed": id})))
            }
        }
    }

    fn hints(&self, action: TasksAction, context: &Object, _: &Context) -> Vec<Hint> {
        match (action, context.get("id")) {
            (TasksAction::Create, Some(id)) => vec![
                Hint::new("update", "Change the task").data([("id", id.clone())]),
                Hint::new("complete", "Mark the task as done").data([("id", id.clone())]),
            ],
            _ => vec![Hint::new("list", "See which tasks there are")],
        }
    }

    async fn action_context(&self, _: TasksAction, _: &Context) -> Option<Object> {
        let counts = self.store.counts().await.ok()?;
        Some(Object::from_iter([
            ("open".to_owned(), json!(counts.open)),
            ("done".to_owned(), json!(counts.done)),
        ]))
    }
}

impl Tasks {
    async fn found(&self, data: &Data) -> Result<Task, Failure> {
        let found = match data.get("id") {
            Some(_) => self.store.get(text(data, "id")).await,
            None => {
                let place = Place {
                    project: text(data, "project"),
                    number: data.get("number").and_then(Value::as_u64).unwrap_or_default(),
                };
                self.store.find(place).await
            }
        };
        found.map_err(told).hinting([("looked_for", json!("a task"))])
    }

    async fn page(&self, data: &Data) -> Result<Reply, Failure> {
        let limit = data.get("limit").and_then(Value::as_u64).unwrap_or(20) as usize;
        let start = match data.get("cursor").and_then(Value::as_str) {
            None => 0,
            Some(cursor) => cursor
                .parse::<usize>()
                .map_err(|_| Failure::caller("this cursor is none of ours; leave it out to start anew"))?,
        };
        let all = self.store.all().await.map_err(told)?;
        let status = data.get("status").and_then(Value::as_str);
        let tag = data.get("tag").and_then(Value::as_str);
        let chosen: Vec<Task> = all
            .into_iter()
            .filter(|task| status.is_none_or(|status| (status == "done") == (task.status == Status::Done)))
            .filter(|task| tag.is_none_or(|tag| task.tags.iter().any(|own| own == tag)))
            .collect();
        let shown: Vec<&Task> = chosen.iter().skip(start).take(limit).collect();
        let mut page = json!({"tasks": shown});
        if start.saturating_add(limit) < chosen.len() {
            page["next_cursor"] = json!((start + limit).to_string());
        }
        Ok(Reply::new(page))
    }
}

impl Create {
    fn into_task(self) -> Task {
        Task {
            id: String::new(),
            title: self.title,
            status: Status::Open,
            priority: self.priority,
            tags: self.tags,
            steps: self.steps,
            due: self.due,
            assignee: self.assignee,
            place: self.project.map(|project| Place { project, number: 0 }),
        }
    }
}

/// What the gates let pass: a property that is there has the type that the schema says.
fn text(data: &Data, name: &str) -> String {
    data.get(name).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn apply(task: &mut Task, data: &Data) {
    if data.contains_key("title") {
        task.title = text(data, "title");
    }
    if let Some(due) = data.get("due") {
        task.due = due.as_str().map(str::to_owned);
    }
    if let Some(priority) = data.get("priority").and_then(Value::as_u64) {
        task.priority = u8::try_from(priority).unwrap_or(task.priority);
    }
    if let Some(tags) = data.get("tags").and_then(Value::as_array) {
        task.tags = tags.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    }
}

fn task_reply(task: &Task) -> Result<Reply, Failure> {
    Ok(Reply::new(json!({"task": serde_json::to_value(task)?})))
}

/// A caller may read what a caller can mend; the rest is the log's.
pub(crate) fn told(error: StoreError) -> Failure {
    let for_caller = error.is_for_caller();
    let cause = error.source().map(ToString::to_string);
    let failure = Failure::from(error);
    match (for_caller, cause) {
        (true, _) => failure.for_caller(),
        (false, Some(cause)) => {
            tracing::error!(cause, "the store failed");
            failure
        }
        (false, None) => failure,
    }
}

fn action_name(action: TasksAction) -> &'static str {
    wymcp_router::Action::name(action)
}

fn task_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "title": {"type": "string"},
            "status": {"enum": ["open", "done"]},
            "priority": {"type": "integer", "minimum": 1, "maximum": 5},
            "tags": {"type": "array", "items": {"type": "string"}},
            "steps": {"type": "array", "items": {
                "type": "object",
                "properties": {"title": {"type": "string"}, "done": {"type": "boolean"}},
                "required": ["title", "done"],
            }},
            "due": {"type": "string", "format": "date"},
            "assignee": {"type": "object", "properties": {"email": {"type": "string"}, "name": {"type": "string"}}, "required": ["email"]},
            "place": {"type": "object", "properties": {"project": {"type": "string"}, "number": {"type": "integer"}}, "required": ["project", "number"]},
        },
        "required": ["id", "title", "status", "priority", "tags", "steps"],
    })
}
