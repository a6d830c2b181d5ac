//! What code adds to a manifest: handlers, and what only code can say of a tool.

use std::borrow::Cow;
use std::panic::Location;

use super::{Entry, Manifest};
use crate::builder::Handler;
use crate::offence::code;
use crate::{ActionToolBuilder, Callback, Context, Data, Failure, Offence, PlainToolBuilder, Reply};

/// What code adds.
impl Manifest {
    /// Bind what runs an action of a tool. A name that is not declared, and a second handler for one action, are offences.
    #[track_caller]
    pub fn bind<F, R>(mut self, tool: &str, action: &str, handler: F) -> Self
    where
        F: Fn(Data, Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Reply, Failure>> + Send + 'static,
    {
        let here = Location::caller();
        match self.entry(tool) {
            Some(Entry::Actions(builder)) => builder.bind(action.to_owned(), Handler::new(handler), here),
            Some(Entry::Plain(_)) => self.misbound(
                tool,
                Some(action),
                "a tool without actions",
                "`bind_plain` binds its handler",
                here,
            ),
            None => self.unbound(tool, Some(action), here),
        }
        self
    }

    /// Bind what answers a plain tool.
    #[track_caller]
    pub fn bind_plain<F, R>(mut self, tool: &str, handler: F) -> Self
    where
        F: Fn(Data, Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Reply, Failure>> + Send + 'static,
    {
        let here = Location::caller();
        match self.entry(tool) {
            Some(Entry::Plain(builder)) if builder.has_handler() => {
                let offence = Offence::new(
                    code::DECLARED_TWICE,
                    "two handlers answer this tool, and one of the two would be lost",
                )
                .said_by(Callback::Run)
                .wants("one handler for each tool")
                .mended_by("remove one of the two")
                .declared_at(Some(here));
                builder.declared.offences.push(offence);
            }
            Some(Entry::Plain(builder)) => *builder = builder.clone().handler(handler),
            Some(Entry::Actions(_)) => self.misbound(
                tool,
                None,
                "a tool of actions",
                "`bind` binds a handler to each action",
                here,
            ),
            None => self.unbound(tool, None, here),
        }
        self
    }

    /// Say of an action tool what only code can say: hints, the words of failures, run-time context.
    ///
    /// ```
    /// use serde_json::json;
    /// # use wymcp_callbacksurface as wymcp_router;
    /// use wymcp_router::{Hint, Manifest};
    ///
    /// # let value = json!({"tools": [{"name": "tasks", "description": "Tasks", "actions": {"list": {"description": "List", "properties": {}}}}]});
    /// let manifest = Manifest::from_json(&value)
    ///     .action_tool("tasks", |tasks| tasks.hints(|_, _, _| vec![Hint::new("list", "see all of them")]));
    /// assert!(manifest.validate().is_ok());
    /// ```
    #[track_caller]
    pub fn action_tool(mut self, tool: &str, more: impl FnOnce(ActionToolBuilder) -> ActionToolBuilder) -> Self {
        let here = Location::caller();
        match self.entry(tool) {
            Some(Entry::Actions(builder)) => *builder = more(builder.clone()),
            Some(Entry::Plain(_)) => {
                self.misbound(tool, None, "a tool without actions", "`plain_tool` adds to it", here)
            }
            None => self.unbound(tool, None, here),
        }
        self
    }

    /// Say of a plain tool what only code can say.
    #[track_caller]
    pub fn plain_tool(mut self, tool: &str, more: impl FnOnce(PlainToolBuilder) -> PlainToolBuilder) -> Self {
        let here = Location::caller();
        match self.entry(tool) {
            Some(Entry::Plain(builder)) => *builder = more(builder.clone()),
            Some(Entry::Actions(_)) => self.misbound(tool, None, "a tool of actions", "`action_tool` adds to it", here),
            None => self.unbound(tool, None, here),
        }
        self
    }

    fn entry(&mut self, tool: &str) -> Option<&mut Entry> {
        self.tools.iter_mut().find(|entry| entry.name() == Some(tool))
    }

    fn misbound(
        &mut self,
        tool: &str,
        action: Option<&str>,
        what: &str,
        mend: &'static str,
        here: &'static Location<'static>,
    ) {
        let why = format!("the manifest declares it as {what}");
        self.offences.push(undeclared(tool, action, why, mend, here));
    }

    fn unbound(&mut self, tool: &str, action: Option<&str>, here: &'static Location<'static>) {
        let names: Vec<_> = self.tools.iter().map(Entry::name).collect();
        // Where a name cannot be read, or nothing can, that is the mistake.
        let Some(names) = names
            .into_iter()
            .collect::<Option<Vec<_>>>()
            .filter(|names| !names.is_empty())
        else {
            return;
        };
        let offence = undeclared(
            tool,
            action,
            "the manifest declares no such tool",
            "declare it, or correct the name",
            here,
        );
        let offence = offence.wants(format!("one of {}", names.join(", ")));
        self.offences.push(offence);
    }
}

fn undeclared(
    tool: &str,
    action: Option<&str>,
    why: impl Into<Cow<'static, str>>,
    mend: &'static str,
    here: &'static Location<'static>,
) -> Offence {
    let offence = Offence::new(code::UNDECLARED_ACTION, why)
        .of_tool(tool)
        .said_by(if action.is_some() {
            Callback::RunAction
        } else {
            Callback::Run
        })
        .mended_by(mend)
        .declared_at(Some(here));
    match action {
        Some(action) => offence.of_action(action),
        None => offence,
    }
}
