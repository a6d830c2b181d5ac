//! Action tools whose actions are known at run time only.

mod bound;
mod run;

use std::fmt;
use std::panic::Location;
use std::sync::Arc;

use serde_json::Value;
use wymcp_actions::OutputSchema;

use super::declared::{Declared, declares};
use super::handler::Handler;
use super::json::{self, Provenance};
use crate::offence::code;
use crate::{
    ActionSchema, BoxFuture, Callback, Context, Data, DataRefusal, Failure, Hint, Object, Offence, Payload, Reply,
};

type Hints = dyn Fn(&str, &Object, &Context) -> Vec<Hint> + Send + Sync;
type HandleError = dyn Fn(&Failure) -> String + Send + Sync;
type ValidateData = dyn Fn(&str, &mut Object, &Context) -> Result<(), DataRefusal> + Send + Sync;
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
    pub(crate) declared: Declared,
    actions: Vec<DeclaredAction>,
    hints: Option<Arc<Hints>>,
    handle_error: Option<Arc<HandleError>>,
    action_context: Option<Arc<ActionContext>>,
    validate_data: Option<Arc<ValidateData>>,
}

#[derive(Clone)]
struct DeclaredAction {
    name: String,
    schema: ActionSchema,
    payload: Option<Payload>,
    output_schema: Option<OutputSchema>,
    sensitive: bool,
    handler: Option<Handler>,
}

impl ActionTool {
    /// Begin an action tool. The name is 1 to 128 of `A-Za-z0-9_.-` and not `help` (SRF-3).
    pub fn builder(name: impl Into<String>, description: impl Into<String>) -> ActionToolBuilder {
        ActionToolBuilder::of(Declared {
            description: Some(description.into()),
            ..Declared::named(name.into())
        })
    }

    /// Begin an action tool from its definition, a JSON object: `name`, `title`, `description`, `actions` (an object from names to
    /// action schemas), `outputSchemas` (from names to schemas), `annotations`, `icons`, `_meta`, and `sensitive` (true, or a list of actions) (DEF-3). What is left to say is
    /// what runs each action: [`ActionToolBuilder::handler`].
    ///
    /// Nothing is judged here: what is wrong is told by [`ActionToolBuilder::validate`], `build` and the mount, all of it at once. A
    /// file of many tools is a [`Manifest`](crate::Manifest).
    ///
    /// ```
    /// use serde_json::json;
    /// # use wymcp_callbacksurface as wymcp_router;
    /// use wymcp_router::{ActionTool, Reply};
    ///
    /// let definition = json!({
    ///     "name": "echo",
    ///     "description": "Says things again",
    ///     "actions": {
    ///         "say": {"description": "Say it again", "properties": {"text": {"type": "string"}}, "required": ["text"]},
    ///         "shout": {"description": "Say it louder", "properties": {"text": {"type": "string"}}},
    ///     },
    /// });
    /// let echo = ActionTool::from_json(&definition).handler("say", |data, _| async move { Ok(Reply::new(data["text"].clone())) });
    ///
    /// // One of the two is still missing.
    /// let offences = echo.validate().unwrap_err();
    /// let missing = offences.iter().next().unwrap();
    /// assert_eq!((missing.code(), missing.action()), ("missing_handler", Some("shout")));
    /// ```
    #[track_caller]
    pub fn from_json(definition: &Value) -> ActionToolBuilder {
        json::action_tool(definition, Provenance::line(Location::caller()))
    }
}

impl ActionToolBuilder {
    pub(super) const fn of(declared: Declared) -> Self {
        Self {
            declared,
            actions: Vec::new(),
            hints: None,
            handle_error: None,
            action_context: None,
            validate_data: None,
        }
    }

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
            sensitive: false,
            handler: Some(Handler::new(handler)),
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
            sensitive: false,
            handler: Some(Handler::typed(handler)),
        });
        self
    }

    /// The schema of the structured output of the action that was declared last. All actions give one, or none does (RUN-6).
    ///
    /// Before the first action there is nothing that it could belong to, which is an offence.
    #[track_caller]
    pub fn output_schema(mut self, schema: impl Into<OutputSchema>) -> Self {
        if let Some(action) = self.actions.last_mut() {
            action.output_schema = Some(schema.into());
        } else {
            self.declared.offences.push(
                Offence::new(
                    code::UNDECLARED_ACTION,
                    "an output schema is that of the action before it, and there is none yet",
                )
                .said_by(Callback::OutputSchema)
                .wants("an action before it")
                .mended_by("write `output_schema` behind the action whose answers it describes")
                .declared_at(Some(Location::caller())),
            );
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

    /// A look of your own at data that passed the gates, by action, before the handler gets it; it may change it, or refuse the call
    /// (DEF-7). See [`Tool::validate_data`](crate::Tool::validate_data).
    ///
    /// ```
    /// # use wymcp_callbacksurface as wymcp_router;
    /// use serde_json::json;
    /// use wymcp_router::{ActionSchema, ActionTool, Reply};
    ///
    /// let tool = ActionTool::builder("names", "Keeps names")
    ///     .action(
    ///         "add",
    ///         ActionSchema::new("Add a name").property("name", json!({"type": "string"})).required(["name"]),
    ///         async |data, _| Ok(Reply::new(data["name"].clone())),
    ///     )
    ///     .validate_data(|_, data, _| {
    ///         if let Some(name) = data["name"].as_str().map(|name| name.trim().to_owned()) {
    ///             data["name"] = json!(name);
    ///         }
    ///         Ok(())
    ///     });
    /// # assert!(tool.build().is_ok());
    /// ```
    pub fn validate_data(
        mut self,
        validate: impl Fn(&str, &mut Object, &Context) -> Result<(), DataRefusal> + Send + Sync + 'static,
    ) -> Self {
        self.validate_data = Some(Arc::new(validate));
        self
    }

    /// Hold calls of the action that was declared last to the mount's [`Policy`](crate::Policy) (DEF-4). Before the first action it is
    /// the whole tool that is held to it.
    pub fn sensitive_action(mut self) -> Self {
        match self.actions.last_mut() {
            Some(action) => action.sensitive = true,
            None => self.declared.sensitive = true,
        }
        self
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
