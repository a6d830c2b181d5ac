//! The object-safe face through which the framework serves every tool.

use serde_json::Value;

use crate::contain::BoxFuture;
use crate::manifest::Origin;
use crate::tool::{Tool, default_words};
use crate::{
    Action, ActionSchema, Context, Data, DataRefusal, Failure, Hint, Object, Offence, OutputSchema, Payload, Reply,
};

/// Keeps [`Served`] to the framework's own crates: it stops accidents, not intent.
#[doc(hidden)]
pub mod sealed {
    #[expect(missing_docs, reason = "a seal, no contract for users")]
    pub trait Sealed {}
}

/// What a mount can serve: anything that implements [`Tool`], and the tools that builders make (SRF-1). Nobody else implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    note = "implement `Tool` for it, or make one with `PlainTool::builder` or `ActionTool::builder`"
)]
pub trait Served: sealed::Sealed + Send + Sync + 'static {
    /// What the callbacks without request say; asked once, at registration (SRF-2).
    #[doc(hidden)]
    fn surface(&self) -> Surface;

    /// Run an action, by its position in the surface; 0 for a plain tool.
    #[doc(hidden)]
    fn run<'a>(&'a self, action: usize, data: Data, ctx: &'a Context) -> BoxFuture<'a, Result<Reply, Failure>>;

    /// Where its manifest declares it, if a manifest does.
    #[doc(hidden)]
    fn origin(&self) -> Option<&Origin> {
        None
    }

    #[doc(hidden)]
    fn hints(&self, action: usize, hint_context: &Object, ctx: &Context) -> Vec<Hint> {
        let _ = (action, hint_context, ctx);
        Vec::new()
    }

    #[doc(hidden)]
    fn handle_error(&self, failure: &Failure) -> String {
        default_words(failure)
    }

    #[doc(hidden)]
    fn action_context<'a>(&'a self, action: usize, ctx: &'a Context) -> BoxFuture<'a, Option<Object>> {
        let _ = (action, ctx);
        Box::pin(async { None })
    }

    #[doc(hidden)]
    fn validate_data(&self, action: usize, data: &mut Object, ctx: &Context) -> Result<(), DataRefusal> {
        let _ = (action, data, ctx);
        Ok(())
    }
}

/// What stands where a tool was.
pub(crate) struct Gone;

impl sealed::Sealed for Gone {}

impl Served for Gone {
    fn surface(&self) -> Surface {
        Surface::default()
    }

    fn run<'a>(&'a self, _: usize, _: Data, _: &'a Context) -> BoxFuture<'a, Result<Reply, Failure>> {
        Box::pin(async { Err(Failure::internal("the tool is gone")) })
    }
}

/// What a tool's callbacks said, unchecked.
#[doc(hidden)]
#[derive(Debug, Clone, Default)]
pub struct Surface {
    pub name: Option<String>,
    pub description: Option<String>,
    pub title: Option<String>,
    pub annotations: Option<Value>,
    pub icons: Option<Value>,
    pub meta: Option<Value>,
    /// The whole tool is (DEF-4).
    pub sensitive: bool,
    pub kind: SurfaceKind,
    /// What was wrong with the declaration before it could be asked.
    pub offences: Vec<Offence>,
}

/// The two kinds of tools.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub enum SurfaceKind {
    Actions(Vec<ActionSurface>),
    Plain(PlainSurface),
}

impl Default for SurfaceKind {
    fn default() -> Self {
        Self::Actions(Vec::new())
    }
}

/// One action as declared.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct ActionSurface {
    pub name: String,
    pub schema: ActionSchema,
    pub payload: Option<Payload>,
    pub output_schema: Option<OutputSchema>,
    pub has_handler: bool,
    pub sensitive: bool,
}

/// A plain tool as declared.
#[doc(hidden)]
#[derive(Debug, Clone, Default)]
pub struct PlainSurface {
    pub input_schema: Option<Value>,
    pub output_schema: Option<OutputSchema>,
    /// The type of a typed handler's arguments, which describes the input schema (DEF-5).
    pub arguments: Option<Payload>,
    /// What a typed handler's answer describes (RUN-6).
    pub answer: Option<OutputSchema>,
    pub has_handler: bool,
    /// The author allowed unions and references at the root of the input schema (DEF-2).
    pub allows_root_composition: bool,
    /// The framework's own help: gates 1 and 2 alone guard its arguments (HLP-5), and it cannot be hidden (HLP-1).
    pub framework: bool,
}

impl<T: Tool> sealed::Sealed for T {}

impl<T: Tool> Served for T {
    fn surface(&self) -> Surface {
        let actions = T::Action::ALL.iter().map(|&action| ActionSurface {
            name: action.name().to_owned(),
            schema: self.schema(action),
            payload: action.payload(),
            output_schema: self.output_schema(action),
            has_handler: true,
            sensitive: self.sensitive(action),
        });
        Surface {
            kind: SurfaceKind::Actions(actions.collect()),
            name: Some(Tool::name(self).to_owned()),
            description: Some(self.description().to_owned()),
            title: self.title().map(str::to_owned),
            annotations: self.annotations().map(Value::Object),
            icons: self.icons(),
            meta: self.meta().map(Value::Object),
            sensitive: false,
            offences: Vec::new(),
        }
    }

    fn run<'a>(&'a self, action: usize, data: Data, ctx: &'a Context) -> BoxFuture<'a, Result<Reply, Failure>> {
        let Some(&action) = T::Action::ALL.get(action) else {
            return Box::pin(no_such_action());
        };
        Box::pin(async move { self.run_action(action, action.decode(data)?, ctx).await })
    }

    fn hints(&self, action: usize, hint_context: &Object, ctx: &Context) -> Vec<Hint> {
        T::Action::ALL
            .get(action)
            .map(|&action| Tool::hints(self, action, hint_context, ctx))
            .unwrap_or_default()
    }

    fn handle_error(&self, failure: &Failure) -> String {
        Tool::handle_error(self, failure)
    }

    fn action_context<'a>(&'a self, action: usize, ctx: &'a Context) -> BoxFuture<'a, Option<Object>> {
        match T::Action::ALL.get(action) {
            Some(&action) => Box::pin(Tool::action_context(self, action, ctx)),
            None => Box::pin(async { None }),
        }
    }

    fn validate_data(&self, action: usize, data: &mut Object, ctx: &Context) -> Result<(), DataRefusal> {
        match T::Action::ALL.get(action) {
            Some(&action) => Tool::validate_data(self, action, data, ctx),
            None => Ok(()),
        }
    }
}

/// The framework numbers actions by the surface; a number beyond it is the framework's own mistake, answered and not panicked.
pub(crate) async fn no_such_action() -> Result<Reply, Failure> {
    Err(Failure::internal(
        "an action was run that the tool does not have; please report this as a bug of wymcp",
    ))
}
