//! Plain tools (DEF-1, DEF-2).

use std::fmt;
use std::panic::Location;
use std::sync::Arc;

use serde_json::{Value, json};

use super::declared::{Declared, checked};
use crate::offence::Offences;
use crate::served::{PlainSurface, Served, Surface, SurfaceKind, sealed};
use crate::{BoxFuture, Context, Data, DataRefusal, Failure, Object, Reply};

type ValidateData = dyn Fn(&mut Object, &Context) -> Result<(), DataRefusal> + Send + Sync;
type Handler = dyn Fn(Object, Context) -> BoxFuture<'static, Result<Reply, Failure>> + Send + Sync;

/// A tool without actions: a name, a description, an input schema and a handler.
///
/// ```
/// use serde_json::json;
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Context, Object, PlainTool, Reply};
///
/// let tool = PlainTool::builder("upper")
///     .description("Write a text in capitals")
///     .input_schema(json!({"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}))
///     .handler(|arguments: Object, _: Context| async move {
///         let text = arguments["text"].as_str().unwrap_or_default();
///         Ok(Reply::new(json!({"text": text.to_uppercase()})))
///     })
///     .build()?;
/// # let _ = tool;
/// # Ok::<(), wymcp_callbacksurface::Offences>(())
/// ```
#[derive(Debug, Clone)]
pub struct PlainTool {
    declared: PlainToolBuilder,
}

/// Declares a [`PlainTool`]; every mistake is found when it is built, by itself or by a mount.
#[derive(Clone)]
#[must_use = "a builder declares nothing until it is built or mounted"]
pub struct PlainToolBuilder {
    declared: Declared,
    plain: PlainSurface,
    handler: Option<Arc<Handler>>,
    validate_data: Option<Arc<ValidateData>>,
}

impl PlainTool {
    /// Begin a plain tool. The name is 1 to 128 of `A-Za-z0-9_.-` and not `help` (SRF-3).
    pub fn builder(name: impl Into<String>) -> PlainToolBuilder {
        PlainToolBuilder {
            declared: Declared::named(name.into()),
            plain: PlainSurface::default(),
            handler: None,
            validate_data: None,
        }
    }
}

impl PlainToolBuilder {
    /// What the tool is for, in words for a model. Required; newlines are legal (TXT-3).
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.declared.description = Some(description.into());
        self
    }

    /// A display title.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.declared.title = Some(title.into());
        self
    }

    /// MCP tool annotations, an object.
    pub fn annotations(mut self, annotations: impl Into<Value>) -> Self {
        self.declared.annotations = Some(annotations.into());
        self
    }

    /// Icons, an array of MCP icon objects.
    pub fn icons(mut self, icons: impl Into<Value>) -> Self {
        self.declared.icons = Some(icons.into());
        self
    }

    /// `_meta` of the definition, an object.
    pub fn meta(mut self, meta: impl Into<Value>) -> Self {
        self.declared.meta = Some(meta.into());
        self
    }

    /// The JSON Schema of the arguments; its root is `"type": "object"`. It is listed closed (KEY-4) and enforced as listed.
    pub fn input_schema(mut self, schema: impl Into<Value>) -> Self {
        self.plain.input_schema = Some(schema.into());
        self
    }

    /// The JSON Schema of the structured output; each reply is checked against it before it is sent (RUN-6).
    pub fn output_schema(mut self, schema: impl Into<Value>) -> Self {
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
        F: Fn(Object, Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Reply, Failure>> + Send + 'static,
    {
        self.handler = Some(Arc::new(move |arguments, ctx| Box::pin(handler(arguments, ctx))));
        self.plain.has_handler = true;
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
    /// use wymcp_router::{Context, DataRefusal, Object, PlainTool, Reply};
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
    ///     .handler(|arguments: Object, _: Context| async move { Ok(Reply::new(arguments["from"].clone())) });
    /// # assert!(between.build().is_ok());
    /// ```
    pub fn validate_data(
        mut self,
        validate: impl Fn(&mut Object, &Context) -> Result<(), DataRefusal> + Send + Sync + 'static,
    ) -> Self {
        self.validate_data = Some(Arc::new(validate));
        self
    }

    /// Hold every call to the mount's [`Policy`](crate::Policy) (DEF-4), as the annotations `destructiveHint: true` and
    /// `sensitive: true` do.
    pub const fn sensitive(mut self) -> Self {
        self.declared.sensitive = true;
        self
    }

    /// Check the tool by itself. A mount takes the builder as well, and reports its offences with all others.
    ///
    /// # Errors
    /// Every offence of the declaration at once (DEF-2).
    #[track_caller]
    pub fn build(self) -> Result<PlainTool, Offences> {
        checked(Arc::new(self.clone()), Location::caller())?;
        Ok(PlainTool { declared: self })
    }
}

impl fmt::Debug for PlainToolBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlainToolBuilder")
            .field("declared", &self.declared)
            .field("plain", &self.plain)
            .finish_non_exhaustive()
    }
}

impl sealed::Sealed for PlainToolBuilder {}

impl Served for PlainToolBuilder {
    fn surface(&self) -> Surface {
        self.declared.surface(SurfaceKind::Plain(self.plain.clone()))
    }

    fn run<'a>(&'a self, _: usize, arguments: Data, ctx: &'a Context) -> BoxFuture<'a, Result<Reply, Failure>> {
        match &self.handler {
            Some(handler) => handler(arguments.into_inner(), ctx.clone()),
            None => Box::pin(crate::served::no_such_action()),
        }
    }

    fn validate_data(&self, _: usize, arguments: &mut Object, ctx: &Context) -> Result<(), DataRefusal> {
        self.validate_data
            .as_ref()
            .map_or(Ok(()), |validate| validate(arguments, ctx))
    }
}

impl sealed::Sealed for PlainTool {}

impl Served for PlainTool {
    fn surface(&self) -> Surface {
        self.declared.surface()
    }

    fn run<'a>(&'a self, position: usize, arguments: Data, ctx: &'a Context) -> BoxFuture<'a, Result<Reply, Failure>> {
        self.declared.run(position, arguments, ctx)
    }

    fn validate_data(&self, position: usize, arguments: &mut Object, ctx: &Context) -> Result<(), DataRefusal> {
        Served::validate_data(&self.declared, position, arguments, ctx)
    }
}
