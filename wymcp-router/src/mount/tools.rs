//! Tools added, replaced and removed while they are served (DEF-6, SRF-7).

use wymcp_callbacksurface::{Offences, Served, ToolChanges};

use super::Mount;

impl Mount {
    /// The tools of the mount, to be changed while it serves them.
    ///
    /// Each change passes the same checks as [`build`](crate::MountBuilder::build) makes; for several changes that belong together
    /// there is [`update`](Self::update).
    ///
    /// ```
    /// use serde_json::json;
    /// use wymcp_router::{Context, Mount, PlainTool, Reply};
    ///
    /// # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
    /// let mount = Mount::builder("plugin-host", "1.0.0").build()?;
    /// // … serve `mount.clone()`, and when a plugin comes:
    /// mount.tools().add(
    ///     PlainTool::builder("shout")
    ///         .description("Say it louder")
    ///         .handler_without_arguments(|_: Context| async { Ok(Reply::new(json!("HEY"))) }),
    /// )?;
    /// assert_eq!(mount.call("shout", json!({})).await?.text(), "\"HEY\"");
    ///
    /// mount.tools().remove("shout")?;
    /// assert!(mount.call("shout", json!({})).await.is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(()) })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn tools(&self) -> MountedTools<'_> {
        MountedTools { mount: self }
    }

    /// Change several tools at once: every caller finds all of the changes or none (DEF-6). Listeners are told once.
    ///
    /// Calls that run already go on with the tools that they began with. Callbacks are asked before anything is locked; calls take no lock at
    /// all. Lists, pages of help and suggestions are written anew, of all tools, so a change costs time in proportion to them.
    ///
    /// ```
    /// use wymcp_router::{Context, Mount, PlainTool, Reply};
    ///
    /// # fn plugin(name: &str) -> wymcp_router::PlainToolBuilder {
    /// #     PlainTool::builder(name).description("A plugin").handler_without_arguments(|_: Context| async { Ok(Reply::new("")) })
    /// # }
    /// # fn main() -> Result<(), wymcp_router::Offences> {
    /// let mount = Mount::builder("plugin-host", "1.0.0").tool(plugin("first")).build()?;
    /// mount.update(|tools| {
    ///     tools.remove("first").add(plugin("second")).add(plugin("third"));
    /// })?;
    /// assert_eq!(mount.tools().names(), ["second", "third", "help"]);
    ///
    /// // One offence, and nothing changes.
    /// let refused = mount.update(|tools| {
    ///     tools.add(plugin("fourth")).remove("first");
    /// });
    /// assert_eq!(refused.unwrap_err().iter().next().unwrap().code(), "unknown_tool");
    /// assert_eq!(mount.tools().names(), ["second", "third", "help"]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Every offence of every change at once, and nothing has changed: what `build` would find, a tool to be replaced or removed that is
    /// not there (`unknown_tool`), and a callback that panicked (`callback_panicked`, SRF-7).
    pub fn update(&self, change: impl FnOnce(&mut ToolChanges)) -> Result<(), Offences> {
        let mut changes = ToolChanges::default();
        change(&mut changes);
        self.core.change_tools(changes)
    }
}

/// The tools of a mount, to be changed while it serves them; made by [`Mount::tools`] (DEF-6).
#[derive(Debug, Clone, Copy)]
pub struct MountedTools<'m> {
    mount: &'m Mount,
}

impl MountedTools<'_> {
    /// Serve one more tool.
    ///
    /// # Errors
    /// Every offence of the tool, one of its name being served already among them (`duplicate_tool`).
    #[track_caller]
    pub fn add(&self, tool: impl Served) -> Result<(), Offences> {
        let mut changes = ToolChanges::default();
        changes.add(tool);
        self.mount.core.change_tools(changes)
    }

    /// Serve a tool instead of the one that has its name.
    ///
    /// # Errors
    /// Every offence of the tool, its name being nobody's among them (`unknown_tool`).
    #[track_caller]
    pub fn replace(&self, tool: impl Served) -> Result<(), Offences> {
        let mut changes = ToolChanges::default();
        changes.replace(tool);
        self.mount.core.change_tools(changes)
    }

    /// Serve a tool no longer.
    ///
    /// # Errors
    /// No tool has the name (`unknown_tool`), or it is help (`reserved_name`).
    #[track_caller]
    pub fn remove(&self, name: impl Into<String>) -> Result<(), Offences> {
        let mut changes = ToolChanges::default();
        changes.remove(name);
        self.mount.core.change_tools(changes)
    }

    /// The names of what is served now, in the order of listing, help last.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.mount.core.tools().names().map(str::to_owned).collect()
    }
}
