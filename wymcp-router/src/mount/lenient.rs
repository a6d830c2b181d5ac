//! What a mount forgives its callers (GAT-9).

use std::panic::Location;

use super::MountBuilder;

/// What it forgives its callers; nothing, unless it is told to.
impl MountBuilder {
    /// Take these keys out of the arguments of every call before anything looks at them (GAT-9): for hosts that add keys of their own to
    /// what the model sends, such as a session id.
    ///
    /// No tool ever sees them. They are listed as properties of every tool, help too, so that a host may send what the schema says; the
    /// schema stays closed, and any other unknown key is refused. `action`, `data` and `tool` cannot be ignored, and a plain tool that
    /// declares such a property is an offence: it would never get it.
    ///
    /// ```
    /// use serde_json::json;
    /// use wymcp_router::{Context, Mount, PlainTool, Reply};
    ///
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let ping = PlainTool::builder("ping")
    ///     .description("Answer")
    ///     .handler_without_arguments(|_: Context| async { Ok(Reply::new(json!("pong"))) });
    /// let mount = Mount::builder("pinging", "1.0.0").tool(ping).ignore_keys(["sessionId"]).build().unwrap();
    ///
    /// let answer = mount.call("ping", json!({"sessionId": "a1b2"})).await.unwrap();
    /// assert_eq!(answer.json(), "pong");
    /// let refused = mount.call("ping", json!({"session": "a1b2"})).await.unwrap();
    /// assert_eq!(refused.json()["error"], "unknown_params");
    /// # });
    /// ```
    #[track_caller]
    pub fn ignore_keys(mut self, keys: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let here = Location::caller();
        for key in keys {
            self.rules.add_ignored(key.into(), here);
        }
        self
    }

    /// Read a refused call as it may have been meant, and let it go on if it passes so as a whole (GAT-9): for models and hosts with
    /// habits that no refusal cures.
    ///
    /// Three habits are read, each only where the schema leaves no doubt, and never in a value that the schema admits:
    ///
    /// * JSON text where an object or an array is wanted, `data` itself included; texts in one another to a depth of four;
    /// * a quoted number where a number is wanted, if it is written as JSON writes numbers;
    /// * a null where none is admitted and the property, `data`, or an argument of help may be left out: it is left out, and a default
    ///   steps in.
    ///
    /// Doubt is where a string is admitted as well, or where several alternatives are left that the data does not tell apart. A call that
    /// does not pass as a whole is refused as it was sent. The result of a repaired call is the tool's own; its
    /// `_meta["wymcp/repaired"]` lists the data paths that were not taken as sent, the first ten, beside `wymcp/repaired_count`.
    /// `arguments` that are no object stay an error of the protocol (GAT-7).
    ///
    /// ```
    /// use serde_json::json;
    /// use wymcp_router::{ActionSchema, ActionTool, Mount, Reply};
    ///
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let tasks = ActionTool::builder("tasks", "Keeps tasks").action(
    ///     "list",
    ///     ActionSchema::new("List tasks")
    ///         .property("limit", json!({"type": "integer"}))
    ///         .property("status", json!({"enum": ["open", "done"]})),
    ///     async |data, _| Ok(Reply::new(json!(data.into_inner()))),
    /// );
    /// let mount = Mount::builder("task-server", "1.0.0").tool(tasks).repair().build().unwrap();
    ///
    /// let data = r#"{"limit": "20", "status": null}"#;
    /// let listed = mount.call("tasks", json!({"action": "list", "data": data})).await.unwrap();
    /// assert_eq!(listed.json(), json!({"limit": 20}));
    /// assert_eq!(listed.repaired(), ["", "/limit", "/status"]);
    /// # });
    /// ```
    pub const fn repair(mut self) -> Self {
        self.rules.set_repairs();
        self
    }
}
