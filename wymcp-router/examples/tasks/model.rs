//! What the tracker keeps.

use serde::{Deserialize, Serialize};

/// A task, as it is stored and as it is shown.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Task {
    pub id: String,
    pub title: String,
    pub status: Status,
    pub priority: u8,
    pub tags: Vec<String>,
    pub steps: Vec<Step>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub due: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub assignee: Option<Assignee>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Open,
    Done,
}

/// Where a task stands in its project: `{"project": "web", "number": 3}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub project: String,
    pub number: u64,
}

/// Who does it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Assignee {
    #[schemars(extend("format" = "email"))]
    pub email: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// One step of a task.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Step {
    #[schemars(length(min = 1, max = 200))]
    pub title: String,
    #[serde(default)]
    pub done: bool,
}

/// A project, by its key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Project {
    pub key: String,
    pub name: String,
    /// The number that the next task of the project gets.
    pub next_number: u64,
}
