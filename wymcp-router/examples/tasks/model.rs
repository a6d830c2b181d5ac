//! What the tracker keeps.

use serde::{Deserialize, Serialize};

/// A task, as it is stored and as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Task {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) status: Status,
    pub(crate) priority: u8,
    pub(crate) tags: Vec<String>,
    pub(crate) steps: Vec<Step>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) due: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) assignee: Option<Assignee>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<Place>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Open,
    Done,
}

/// Where a task stands in its project: `{"project": "web", "number": 3}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place {
    pub(crate) project: String,
    pub(crate) number: u64,
}

/// Who does it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub(crate) struct Assignee {
    /// Where they are written to.
    #[schemars(extend("format" = "email"))]
    pub(crate) email: String,
    /// What they are called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
}

/// One step of a task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub(crate) struct Step {
    /// What has to be done.
    #[schemars(length(min = 1, max = 200))]
    pub(crate) title: String,
    /// Whether it is done already.
    #[serde(default)]
    pub(crate) done: bool,
}

/// A project, by its key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Project {
    pub(crate) key: String,
    pub(crate) name: String,
    /// The number that the next task of the project gets.
    pub next_number: u64,
}
