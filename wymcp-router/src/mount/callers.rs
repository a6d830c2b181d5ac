//! Who may see what, and who may do what (VIS-1, DEF-4).

use std::panic::Location;
use std::sync::Arc;

use wymcp_callbacksurface::{Decision, Policy, PolicyCall, Principal};

use super::MountBuilder;

/// Who may see what, and who may do what.
impl MountBuilder {
    /// Show tools and actions to some callers only (VIS-1).
    ///
    /// The filter is asked with the caller, the tool, and the action where it is about one; a tool is seen only if the filter shows it
    /// and, if it has actions, one of them. What is hidden from a caller behaves exactly as what does not exist: in the list and in help,
    /// in suggestions and refusals, in hints and `related`, and when it is called. Only the author's own free words (a description, a
    /// note) are shown as they are. `help` cannot be hidden. Resources and prompts are not asked about.
    ///
    /// It is asked many times for one request, so it looks at what the caller's [`Principal`] holds and waits for nothing; a filter that
    /// panics hides what it was asked about. Lists become private to the caller, whatever [`cache`](Self::cache) says. Who may see a
    /// tool may call it: to judge calls, there is [`policy`](Self::policy).
    ///
    /// ```
    /// use serde_json::json;
    /// use wymcp_router::{ActionSchema, ActionTool, Mount, Principal, Reply};
    ///
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let users = ActionTool::builder("users", "Who may sign in")
    ///     .action("list", ActionSchema::new("List users"), async |_, _| Ok(Reply::new(json!(["ann", "bob"]))))
    ///     .action("remove", ActionSchema::new("Remove a user"), async |_, _| Ok(Reply::new(json!("removed"))));
    /// let mount = Mount::builder("directory", "1.0.0")
    ///     .tool(users)
    ///     .visible(|caller, tool, action| match (tool, action) {
    ///         ("users", Some("remove")) => caller.is_some_and(|caller| caller.claims::<&str>() == Some(&"admin")),
    ///         _ => true,
    ///     })
    ///     .build()
    ///     .unwrap();
    ///
    /// let refused = mount.call("users", json!({"action": "remove"})).await.unwrap();
    /// assert_eq!(refused.json()["valid_actions"], json!(["list"]));
    ///
    /// let admin = Principal::with_claims("ann", "admin");
    /// let removed = mount.call("users", json!({"action": "remove"})).principal(admin).await.unwrap();
    /// assert_eq!(removed.json(), "removed");
    /// # });
    /// ```
    pub fn visible(
        mut self,
        filter: impl Fn(Option<&Principal>, &str, Option<&str>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.filter = Some(Arc::new(filter));
        self
    }

    /// Judge every call of a sensitive tool or action (DEF-4). One that has to wait for something is an
    /// [`async_policy`](Self::async_policy). Of several, the last counts. Without one, what is sensitive is called as everything else.
    ///
    /// A tool is sensitive where it says so or its annotations have `destructiveHint: true` or `sensitive: true`; an action, where its
    /// tool is, or the tool says so of it; and what [`sensitive_tool`](Self::sensitive_tool) and
    /// [`sensitive_action`](Self::sensitive_action) name is as well. Nothing takes it back.
    ///
    /// The policy is asked after the gates and the tool's own `validate_data`, before the time limit begins. A denied call is answered
    /// in the gates' dialect with the error `denied_by_policy`, and nothing of the action runs. A policy that panics denies (RUN-5).
    ///
    /// ```
    /// use serde_json::json;
    /// use wymcp_router::{ActionSchema, ActionTool, Decision, Mount, Principal, Reply};
    ///
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let files = ActionTool::builder("files", "Keeps files")
    ///     .action("list", ActionSchema::new("List files"), async |_, _| Ok(Reply::new(json!([]))))
    ///     .action("purge", ActionSchema::new("Remove all files"), async |_, _| Ok(Reply::new(json!("purged"))))
    ///     .sensitive_action();
    /// let mount = Mount::builder("archive", "1.0.0")
    ///     .tool(files)
    ///     .policy(|call| match call.principal() {
    ///         Some(caller) if caller.id() == "ann" => Decision::Allow,
    ///         _ => Decision::deny("only the archivist may do this; ask Ann"),
    ///     })
    ///     .build()
    ///     .unwrap();
    ///
    /// let denied = mount.call("files", json!({"action": "purge"})).await.unwrap();
    /// assert_eq!(denied.json()["error"], "denied_by_policy");
    ///
    /// let purged = mount.call("files", json!({"action": "purge"})).principal(Principal::new("ann")).await.unwrap();
    /// assert_eq!(purged.json(), "purged");
    /// # });
    /// ```
    pub fn policy(self, policy: impl Fn(&PolicyCall<'_>) -> Decision + Send + Sync + 'static) -> Self {
        self.async_policy(policy)
    }

    /// A [`policy`](Self::policy) that may wait: for a database, another service, its own turn. [`Policy`] has an example.
    pub fn async_policy(mut self, policy: impl Policy) -> Self {
        self.rules.set_policy(policy);
        self
    }

    /// Hold a tool, all of its actions, to the [`policy`](Self::policy), whatever the tool says itself (DEF-4). A name that no tool of
    /// this mount has is an offence.
    #[track_caller]
    pub fn sensitive_tool(mut self, tool: impl Into<String>) -> Self {
        self.rules.add_sensitive(tool.into(), None, Location::caller());
        self
    }

    /// Hold one action to the [`policy`](Self::policy), whatever its tool says itself (DEF-4). A name that no action of the tool has is
    /// an offence.
    #[track_caller]
    pub fn sensitive_action(mut self, tool: impl Into<String>, action: impl Into<String>) -> Self {
        self.rules
            .add_sensitive(tool.into(), Some(action.into()), Location::caller());
        self
    }
}
