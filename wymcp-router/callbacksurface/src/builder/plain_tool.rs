//! Plain tools (DEF-1, DEF-2).

use std::fmt;
use std::panic::Location;
use std::sync::Arc;

use serde_json::{Value, json};
use wymcp_actions::OutputSchema;

use super::declared::{Declared, declares};
use super::handler::Handler;
use super::json::{self, Provenance};
use crate::manifest::Origin;
use crate::served::{PlainSurface, Served, Surface, SurfaceKind};
use crate::{BoxFuture, Context, Data, DataRefusal, Failure, Object, Reply};

type ValidateData = dyn Fn(&mut Object, &Context) -> Result<(), DataRefusal> + Send + Sync;

/// A tool without actions: a name, a description, an input schema and a handler.
///
/// ```
/// use serde_json::json;
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Context, Data, PlainTool, Reply};
///
/// let tool = PlainTool::builder("upper")
///     .description("Write a text in capitals")
///     .input_schema(json!({"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}))
///     .handler(|arguments: Data, _: Context| async move {
///         let text = arguments["text"].as_str().unwrap_or_default();
///         Ok(Reply::new(json!({"text": text.to_uppercase()})))
///     })
///     .build()?;
/// # let _ = tool;
/// # Ok::<(), wymcp_callbacksurface::Offences>(())
/// ```
///
/// Where the arguments are a type of your own, [`PlainToolBuilder::typed_handler`] takes the schema from there.
#[derive(Debug, Clone)]
pub struct PlainTool {
    declared: PlainToolBuilder,
}

/// Declares a [`PlainTool`]; every mistake is found when it is built, by itself or by a mount.
#[derive(Clone)]
#[must_use = "a builder declares nothing until it is built or mounted"]
pub struct PlainToolBuilder {
    pub(crate) declared: Declared,
    plain: PlainSurface,
    handler: Option<Handler>,
    validate_data: Option<Arc<ValidateData>>,
}

impl PlainTool {
    /// Begin a plain tool. The name is 1 to 128 of `A-Za-z0-9_.-` and not `help` (SRF-3).
    pub fn builder(name: impl Into<String>) -> PlainToolBuilder {
        PlainToolBuilder::of(Declared::named(name.into()), PlainSurface::default())
    }

    /// Begin a plain tool from its definition, a JSON object as `tools/list` shows it: `name`, `title`, `description`, `inputSchema`
    /// (or `input_schema`), `outputSchema` (or `output_schema`), `annotations`, `icons`, `_meta` (DEF-3); and `sensitive`, which is not listed (DEF-4). What is left to say is the
    /// handler.
    ///
    /// Nothing is judged here: an unknown key, two spellings of one member and values of a wrong type are offences that
    /// [`PlainToolBuilder::validate`], `build` and the mount tell together with all others.
    ///
    /// ```
    /// use serde_json::json;
    /// # use wymcp_callbacksurface as wymcp_router;
    /// use wymcp_router::{PlainTool, Reply};
    ///
    /// let definition = json!({
    ///     "name": "upper",
    ///     "description": "Write a text in capitals",
    ///     "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
    /// });
    /// let upper = PlainTool::from_json(&definition).handler(|arguments, _| async move {
    ///     Ok(Reply::new(arguments["text"].as_str().unwrap_or_default().to_uppercase()))
    /// });
    /// assert!(upper.validate().is_ok());
    ///
    /// let offences = PlainTool::from_json(&json!({"name": "upper", "descripton": "…"})).validate().unwrap_err();
    /// let codes: Vec<_> = offences.iter().map(|offence| offence.code()).collect();
    /// assert_eq!(codes, ["unknown_key", "missing_description", "missing_input_schema", "missing_handler"]);
    /// ```
    #[track_caller]
    pub fn from_json(definition: &Value) -> PlainToolBuilder {
        json::plain_tool(definition, Provenance::line(Location::caller()))
    }
}

impl PlainToolBuilder {
    pub(super) const fn of(declared: Declared, plain: PlainSurface) -> Self {
        Self {
            declared,
            plain,
            handler: None,
            validate_data: None,
        }
    }

    /// Take a handler for granted where none is given.
    pub(crate) fn assume_handler(&mut self) {
        self.plain.has_handler = true;
    }

    /// Whether a call would be answered.
    pub(crate) const fn has_handler(&self) -> bool {
        self.plain.has_handler
    }

    /// What the tool is for, in words for a model. Required; newlines are legal (TXT-3).
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.declared.description = Some(description.into());
        self
    }

    /// The JSON Schema of the arguments; its root is `"type": "object"`. It is listed closed (KEY-4) and enforced as listed.
    pub fn input_schema(mut self, schema: impl Into<Value>) -> Self {
        self.plain.input_schema = Some(schema.into());
        self
    }

    /// The schema of the structured output; each reply is checked against it before it is sent (RUN-6).
    ///
    /// As JSON, or that of a type: `OutputSchema::of::<Created>()`.
    pub fn output_schema(mut self, schema: impl Into<OutputSchema>) -> Self {
        self.plain.output_schema = Some(schema.into());
        self
    }

    /// Allow unions and a reference at the root of the input schema, which some hosts choke on (DEF-2).
    pub const fn allow_root_composition(mut self) -> Self {
        self.plain.allows_root_composition = true;
        self
    }

    /// What answers a call: it receives the arguments after the gates, and the context.
    pub fn handler<F, R>(mut self, handler: F) -> Self
    where
        F: Fn(Data, Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Reply, Failure>> + Send + 'static,
    {
        self.handler = Some(Handler::new(handler));
        self.plain.has_handler = true;
        (self.plain.arguments, self.plain.answer) = (None, None);
        self
    }

    /// What answers a call, with arguments of a type, which describes the input schema: what passes the gates decodes (DEF-5).
    ///
    /// The answer is a [`Reply`], or a type as well: it is structured content then, and its schema is the output schema (RUN-6).
    /// Declaring beside a type what the type declares is an offence.
    ///
    #[cfg_attr(feature = "typed", doc = "```")]
    #[cfg_attr(not(feature = "typed"), doc = "```ignore")]
    /// use serde::{Deserialize, Serialize};
    /// # use wymcp_callbacksurface as wymcp_router;
    /// use wymcp_router::{Context, PlainTool, schemars::{self, JsonSchema}};
    ///
    /// #[derive(Deserialize, JsonSchema)]
    /// struct Repeat {
    ///     text: String,
    ///     #[schemars(range(min = 1, max = 10))]
    ///     times: u8,
    /// }
    ///
    /// #[derive(Serialize, JsonSchema)]
    /// struct Repeated { text: String }
    ///
    /// let repeat = PlainTool::builder("repeat")
    ///     .description("Say a text several times")
    ///     .typed_handler(|Repeat { text, times }: Repeat, _: Context| async move {
    ///         Ok(Repeated { text: text.repeat(times.into()) })
    ///     });
    /// assert!(repeat.validate().is_ok());
    /// ```
    #[cfg(feature = "typed")]
    pub fn typed_handler<T, F, R, A>(mut self, handler: F) -> Self
    where
        T: serde::de::DeserializeOwned + wymcp_actions::schemars::JsonSchema + 'static,
        F: Fn(T, Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<A, Failure>> + Send + 'static,
        A: crate::IntoReply + 'static,
    {
        self.handler = Some(Handler::typed(handler));
        self.plain.has_handler = true;
        self.plain.arguments = Some(wymcp_actions::typed::payload::<T>());
        self.plain.answer = A::output_schema();
        self
    }

    /// What answers a call that takes no arguments; unless an input schema is given, the tool is listed as admitting none.
    ///
    /// ```
    /// use serde_json::json;
    /// # use wymcp_callbacksurface as wymcp_router;
    /// use wymcp_router::{Context, PlainTool, Reply};
    ///
    /// let tool = PlainTool::builder("ping")
    ///     .description("Answer")
    ///     .handler_without_arguments(|_: Context| async { Ok(Reply::new(json!("pong"))) })
    ///     .build();
    /// assert!(tool.is_ok());
    /// ```
    pub fn handler_without_arguments<F, R>(mut self, handler: F) -> Self
    where
        F: Fn(Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Reply, Failure>> + Send + 'static,
    {
        self.plain
            .input_schema
            .get_or_insert_with(|| json!({"type": "object", "properties": {}, "additionalProperties": false}));
        self.handler(move |_, ctx| handler(ctx))
    }

    /// A look of your own at arguments that passed the gates, before the handler gets them; it may change them, or refuse the call
    /// (DEF-7). See [`Tool::validate_data`](crate::Tool::validate_data).
    ///
    /// ```
    /// use serde_json::json;
    /// # use wymcp_callbacksurface as wymcp_router;
    /// use wymcp_router::{Data, DataRefusal, PlainTool, Reply};
    ///
    /// let between = PlainTool::builder("between")
    ///     .description("Days between two dates")
    ///     .input_schema(json!({"type": "object", "required": ["from", "to"], "properties": {
    ///         "from": {"type": "string", "format": "date"},
    ///         "to": {"type": "string", "format": "date"},
    ///     }}))
    ///     .validate_data(|arguments, _| match arguments["from"].as_str() <= arguments["to"].as_str() {
    ///         true => Ok(()),
    ///         false => Err(DataRefusal::new("dates_swapped", "`from` must not be later than `to`")),
    ///     })
    ///     .handler(|arguments: Data, _| async move { Ok(Reply::new(arguments["from"].clone())) });
    /// # assert!(between.build().is_ok());
    /// ```
    pub fn validate_data(
        mut self,
        validate: impl Fn(&mut Object, &Context) -> Result<(), DataRefusal> + Send + Sync + 'static,
    ) -> Self {
        self.validate_data = Some(Arc::new(validate));
        self
    }
}

declares!(PlainToolBuilder builds PlainTool);

impl fmt::Debug for PlainToolBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlainToolBuilder")
            .field("declared", &self.declared)
            .field("plain", &self.plain)
            .finish_non_exhaustive()
    }
}

impl Served for PlainToolBuilder {
    fn surface(&self) -> Surface {
        self.declared.surface(SurfaceKind::Plain(self.plain.clone()))
    }

    fn origin(&self) -> Option<&Origin> {
        self.declared.origin.as_ref()
    }

    fn run<'a>(&'a self, _: usize, arguments: Data, ctx: &'a Context) -> BoxFuture<'a, Result<Reply, Failure>> {
        match &self.handler {
            Some(handler) => handler.run(arguments, ctx),
            None => Box::pin(crate::served::no_such_action()),
        }
    }

    fn validate_data(&self, _: usize, arguments: &mut Object, ctx: &Context) -> Result<(), DataRefusal> {
        self.validate_data
            .as_ref()
            .map_or(Ok(()), |validate| validate(arguments, ctx))
    }
}
