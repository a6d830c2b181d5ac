//! The tool `projects`: names alone, so its handler reads plain data.

use serde_json::{Value, json};
use wymcp_router::{ActionSchema, Context, Data, Failure, Reply, Tool, actions};

use crate::model::Status;
use crate::store::{Counts, Store};
use crate::tasks_tool::told;

actions! {
    /// What a caller may do with projects.
    pub(crate) enum ProjectsAction {
        Create = "create",
        List = "list",
        Summary = "summary",
    }
}

/// Projects, which number their tasks.
pub(crate) struct Projects {
    pub(crate) store: Store,
}

impl Tool for Projects {
    type Action = ProjectsAction;

    fn name(&self) -> &str {
        "projects"
    }

    fn description(&self) -> &str {
        "Groups tasks into projects, each with numbers of its own."
    }

    fn schema(&self, action: ProjectsAction) -> ActionSchema {
        let key = || json!({"type": "string", "pattern": "^[a-z][a-z0-9-]{0,30}$", "description": "Short and lower-case, e.g. web."});
        match action {
            ProjectsAction::Create => ActionSchema::new("Create a project")
                .property("key", key())
                .property(
                    "name",
                    json!({"type": "string", "minLength": 1, "maxLength": 100, "description": "What people call it."}),
                )
                .required(["key", "name"])
                .example(json!({"key": "web", "name": "The web site"})),
            ProjectsAction::List => ActionSchema::new("List all projects"),
            ProjectsAction::Summary => ActionSchema::new("Count the open and done tasks of a project")
                .property("key", key())
                .required(["key"]),
        }
    }

    async fn run_action(&self, action: ProjectsAction, data: Data, _: &Context) -> Result<Reply, Failure> {
        let text = |name: &str| data.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        match action {
            ProjectsAction::Create => {
                let project = self
                    .store
                    .create_project(text("key"), text("name"))
                    .await
                    .map_err(told)?;
                Ok(Reply::new(json!({"key": project.key, "name": project.name})))
            }
            ProjectsAction::List => {
                let projects = self.store.projects().await.map_err(told)?;
                let shown: Vec<Value> = projects
                    .iter()
                    .map(|project| json!({"key": project.key, "name": project.name}))
                    .collect();
                Ok(Reply::new(json!({"projects": shown})))
            }
            ProjectsAction::Summary => {
                let key = text("key");
                let mut counts = Counts::default();
                for task in self.store.all().await.map_err(told)? {
                    match task.status {
                        _ if task.place.as_ref().is_none_or(|place| place.project != key) => {}
                        Status::Open => counts.open += 1,
                        Status::Done => counts.done += 1,
                    }
                }
                Ok(Reply::of(&counts))
            }
        }
    }
}
