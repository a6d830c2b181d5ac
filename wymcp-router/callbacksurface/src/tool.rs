//! The tool that a user writes (SRF-1).

use serde_json::Value;

use crate::{Action, ActionSchema, Context, DataRefusal, Failure, Hint, Object, OutputSchema, Reply};

/// A tool of many actions.
///
/// The set of actions is an enum that [`actions!`](crate::actions) declares, so the compiler keeps names, schemas and handler in
/// step: a new action breaks both `match`es until it is handled. What the handler receives is `<Self::Action as Action>::Data`.
///
/// Callbacks that take nothing of a request are asked once, at registration, and what they said then is served (SRF-2): they are
/// synchronous and need no runtime. `input_schema` and `run` are the framework's and no methods here.
///
/// ```
/// use serde_json::json;
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{ActionSchema, Context, Data, Failure, Reply, Tool, actions};
///
/// actions! {
///     /// What a caller may do with the counter.
///     pub enum CounterAction { Add = "add" }
/// }
///
/// struct Counter(std::sync::atomic::AtomicI64);
///
/// impl Tool for Counter {
///     type Action = CounterAction;
///     fn name(&self) -> &str { "counter" }
///     fn description(&self) -> &str { "Counts" }
///     fn schema(&self, CounterAction::Add: CounterAction) -> ActionSchema {
///         ActionSchema::new("Add to the counter").property("by", json!({"type": "integer"})).required(["by"])
///     }
///     async fn run_action(&self, _: CounterAction, data: Data, _: &Context) -> Result<Reply, Failure> {
///         let by = data["by"].as_i64().unwrap_or_default();
///         Ok(Reply::new(json!({"was": self.0.fetch_add(by, std::sync::atomic::Ordering::SeqCst)})))
///     }
/// }
/// ```
pub trait Tool: Send + Sync + 'static {
    /// The closed set of actions.
    type Action: Action;

    /// The tool's name: 1 to 128 of `A-Za-z0-9_.-`, unique in its mount, not `help` (SRF-3).
    fn name(&self) -> &str;

    /// What the tool is for, in words for a model. Newlines are legal (TXT-3).
    fn description(&self) -> &str;

    /// The declaration of one action.
    ///
    /// Where the action has a payload type, properties, `required` and defaults come from the type; declaring them here too is an
    /// offence.
    fn schema(&self, action: Self::Action) -> ActionSchema;

    /// Run an action: its data has passed the gates, whole floats are integers, and defaults are filled in (RUN-1).
    fn run_action(
        &self,
        action: Self::Action,
        data: <Self::Action as Action>::Data,
        ctx: &Context,
    ) -> impl Future<Output = Result<Reply, Failure>> + Send;

    /// A display title.
    fn title(&self) -> Option<&str> {
        None
    }

    /// MCP tool annotations: `title`, `readOnlyHint`, `destructiveHint`, `idempotentHint`, `openWorldHint`; other keys pass through.
    fn annotations(&self) -> Option<Object> {
        None
    }

    /// Icons, an array of MCP icon objects.
    fn icons(&self) -> Option<Value> {
        None
    }

    /// `_meta` of the definition.
    fn meta(&self) -> Option<Object> {
        None
    }

    /// The schema of an action's structured output. All actions give one, or none does (RUN-6); `{}` admits any value.
    ///
    /// `Some(OutputSchema::of::<Created>())` is that of a type (feature `typed`), `Some(json!({…}).into())` one written as JSON.
    /// `schema_for!` of schemars gives none: its number formats (`uint8`, `double`) are none of JSON Schema, and an offence.
    fn output_schema(&self, action: Self::Action) -> Option<OutputSchema> {
        let _ = action;
        None
    }

    /// Next calls to suggest, asked on the outcomes that carry a hint context, which [`Reply::with_hints`] or
    /// [`Failure::with_hints`] gave them (RUN-3).
    fn hints(&self, action: Self::Action, hint_context: &Object, ctx: &Context) -> Vec<Hint> {
        let _ = (action, hint_context, ctx);
        Vec::new()
    }

    /// The words of a failure. By default an error that is marked for the caller speaks for itself, and any other is one generic
    /// line (RUN-4).
    fn handle_error(&self, failure: &Failure) -> String {
        default_words(failure)
    }

    /// Run-time context of an action, shown beside its results and in its help page (RUN-3).
    fn action_context(&self, action: Self::Action, ctx: &Context) -> impl Future<Output = Option<Object>> + Send {
        let _ = (action, ctx);
        async { None }
    }

    /// A look of your own at data that passed the gates, as the handler will get it: normalised, defaults filled in (DEF-7). It may
    /// change the data, and it may refuse the call; see [`DataRefusal`].
    ///
    /// It never takes a gate's place, and changed data is not shown to the gates again. It runs before the mount's policy and before
    /// the time limit, so it is synchronous: what has to wait for something belongs in the handler.
    ///
    /// # Errors
    /// A refusal with a code and words of the tool's own; nothing of the action runs.
    fn validate_data(&self, action: Self::Action, data: &mut Object, ctx: &Context) -> Result<(), DataRefusal> {
        let _ = (action, data, ctx);
        Ok(())
    }

    /// Whether an action does what the mount's [`Policy`](crate::Policy) should judge first (DEF-4).
    ///
    /// All actions are sensitive where [`annotations`](Self::annotations) say `destructiveHint: true` or `sensitive: true`. It goes one
    /// way only: false takes nothing back.
    fn sensitive(&self, action: Self::Action) -> bool {
        let _ = action;
        false
    }
}

/// The words of a failure where the tool has none of its own (RUN-4).
pub(crate) fn default_words(failure: &Failure) -> String {
    if failure.is_for_caller() {
        failure.error().to_string()
    } else {
        "the operation failed; the server's log has the detail".to_owned()
    }
}
