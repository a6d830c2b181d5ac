//! Action tools whose actions are known at run time only.

use std::fmt;
use std::sync::Arc;

use wymcp_actions::OutputSchema;

use super::declared::{Declared, declares};
use super::handler::Handler;
use crate::served::{ActionSurface, Served, Surface, SurfaceKind};
use crate::tool::default_words;
use crate::{ActionSchema, BoxFuture, Context, Data, Failure, Hint, Object, Payload, Reply};

type Hints = dyn Fn(&str, &Object, &Context) -> Vec<Hint> + Send + Sync;
type HandleError = dyn Fn(&Failure) -> String + Send + Sync;
type ActionContext = dyn Fn(Context) -> BoxFuture<'static, Option<Object>> + Send + Sync;

/// A tool of actions that are put together at run time; where they are known when you compile, implement
/// [`Tool`](crate::Tool) and let the compiler keep them in step.
///
/// ```
/// use serde_json::json;
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{ActionSchema, ActionTool, Context, Data, Reply};
///
/// let tool = ActionTool::builder("echo", "Says things again")
///     .action(
///         "say",
///         ActionSchema::new("Say it again").property("text", json!({"type": "string"})).required(["text"]),
///         |data: Data, _: Context| async move { Ok(Reply::new(data["text"].clone())) },
///     )
///     .build()?;
/// # let _ = tool;
/// # Ok::<(), wymcp_callbacksurface::Offences>(())
/// ```
#[derive(Debug, Clone)]
pub struct ActionTool {
    declared: ActionToolBuilder,
}

/// Declares an [`ActionTool`]; every mistake is found when it is built, by itself or by a mount.
#[derive(Clone)]
#[must_use = "a builder declares nothing until it is built or mounted"]
pub struct ActionToolBuilder {
    declared: Declared,
    actions: Vec<DeclaredAction>,
    hints: Option<Arc<Hints>>,
    handle_error: Option<Arc<HandleError>>,
    action_context: Option<Arc<ActionContext>>,
}

#[derive(Clone)]
struct DeclaredAction {
    name: String,
    schema: ActionSchema,
    payload: Option<Payload>,
    output_schema: Option<OutputSchema>,
    handler: Handler,
}

impl ActionTool {
    /// Begin an action tool. The name is 1 to 128 of `A-Za-z0-9_.-` and not `help` (SRF-3).
    pub fn builder(name: impl Into<String>, description: impl Into<String>) -> ActionToolBuilder {
        ActionToolBuilder {
            declared: Declared {
                description: Some(description.into()),
                ..Declared::named(name.into())
            },
            actions: Vec::new(),
            hints: None,
            handle_error: None,
            action_context: None,
        }
    }
}

impl ActionToolBuilder {
    /// Declare an action and what runs it. Two actions of one name are an offence.
    pub fn action<F, R>(mut self, name: impl Into<String>, schema: ActionSchema, handler: F) -> Self
    where
        F: Fn(Data, Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Reply, Failure>> + Send + 'static,
    {
        self.actions.push(DeclaredAction {
            name: name.into(),
            schema,
            payload: None,
            output_schema: None,
            handler: Handler::new(handler),
        });
        self
    }

    /// Declare an action and what runs it, with data of a type, which describes the properties: what passes the gates decodes (DEF-5).
    ///
    /// The answer is a [`Reply`], or a type as well: it is structured content then, and its schema is the output schema of the
    /// action (RUN-6).
    ///
    #[cfg_attr(feature = "typed", doc = "```")]
    #[cfg_attr(not(feature = "typed"), doc = "```ignore")]
    /// # use wymcp_callbacksurface as wymcp_router;
    /// use wymcp_router::{ActionSchema, ActionTool, Context, Reply, schemars::{self, JsonSchema}};
    ///
    /// /// Add two numbers
    /// #[derive(serde::Deserialize, JsonSchema)]
    /// struct Add { left: i32, right: i32 }
    ///
    /// let sums = ActionTool::builder("sums", "Adds")
    ///     .typed_action("add", ActionSchema::of_payload(), |Add { left, right }: Add, _: Context| async move {
    ///         Ok(Reply::new(i64::from(left) + i64::from(right)))
    ///     });
    /// assert!(sums.validate().is_ok());
    /// ```
    #[cfg(feature = "typed")]
    pub fn typed_action<T, F, R, A>(mut self, name: impl Into<String>, schema: ActionSchema, handler: F) -> Self
    where
        T: serde::de::DeserializeOwned + wymcp_actions::schemars::JsonSchema + 'static,
        F: Fn(T, Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<A, Failure>> + Send + 'static,
        A: crate::IntoReply + 'static,
    {
        self.actions.push(DeclaredAction {
            name: name.into(),
            schema,
            payload: Some(wymcp_actions::typed::payload::<T>()),
            output_schema: A::output_schema(),
            handler: Handler::typed(handler),
        });
        self
    }

    /// The schema of the structured output of the action that was declared last. All actions give one, or none does (RUN-6).
    ///
    /// Before the first action there is nothing that it could belong to: it is dropped then.
    pub fn output_schema(mut self, schema: impl Into<OutputSchema>) -> Self {
        if let Some(action) = self.actions.last_mut() {
            action.output_schema = Some(schema.into());
        }
        self
    }

    /// Next calls to suggest, by action and hint context (RUN-3).
    pub fn hints(mut self, hints: impl Fn(&str, &Object, &Context) -> Vec<Hint> + Send + Sync + 'static) -> Self {
        self.hints = Some(Arc::new(hints));
        self
    }

    /// The words of a failure (RUN-4).
    pub fn handle_error(mut self, words: impl Fn(&Failure) -> String + Send + Sync + 'static) -> Self {
        self.handle_error = Some(Arc::new(words));
        self
    }

    /// Run-time context of an action, which [`Context::action`] names (RUN-3).
    pub fn action_context<F, R>(mut self, context: F) -> Self
    where
        F: Fn(Context) -> R + Send + Sync + 'static,
        R: Future<Output = Option<Object>> + Send + 'static,
    {
        self.action_context = Some(Arc::new(move |ctx| Box::pin(context(ctx))));
        self
    }

    fn action_name(&self, position: usize) -> &str {
        self.actions.get(position).map_or("", |action| &action.name)
    }
}

declares!(ActionToolBuilder builds ActionTool);

impl fmt::Debug for ActionToolBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let actions: Vec<_> = self.actions.iter().map(|action| &action.name).collect();
        f.debug_struct("ActionToolBuilder")
            .field("declared", &self.declared)
            .field("actions", &actions)
            .finish_non_exhaustive()
    }
}

impl Served for ActionToolBuilder {
    fn surface(&self) -> Surface {
        let actions = self.actions.iter().map(|action| ActionSurface {
            name: action.name.clone(),
            schema: action.schema.clone(),
            payload: action.payload,
            output_schema: action.output_schema.clone(),
            has_handler: true,
        });
        self.declared.surface(SurfaceKind::Actions(actions.collect()))
    }

    fn run<'a>(&'a self, position: usize, data: Data, ctx: &'a Context) -> BoxFuture<'a, Result<Reply, Failure>> {
        match self.actions.get(position) {
            Some(action) => action.handler.run(data, ctx),
            None => Box::pin(crate::served::no_such_action()),
        }
    }

    fn hints(&self, position: usize, hint_context: &Object, ctx: &Context) -> Vec<Hint> {
        self.hints
            .as_ref()
            .map(|hints| hints(self.action_name(position), hint_context, ctx))
            .unwrap_or_default()
    }

    fn handle_error(&self, failure: &Failure) -> String {
        self.handle_error
            .as_ref()
            .map_or_else(|| default_words(failure), |words| words(failure))
    }

    fn action_context<'a>(&'a self, _: usize, ctx: &'a Context) -> BoxFuture<'a, Option<Object>> {
        match &self.action_context {
            Some(context) => context(ctx.clone()),
            None => Box::pin(async { None }),
        }
    }
}
