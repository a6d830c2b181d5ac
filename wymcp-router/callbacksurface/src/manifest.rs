//! Tools from a file: what they are is data, what runs them is bound by name (DEF-3).

mod bound;
mod document;
mod origin;
mod read;

use std::sync::Arc;

use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::offence::Offences;
use crate::toolset::ToolSet;
use crate::{ActionToolBuilder, Offence, PlainToolBuilder, Served};

use document::{Document, Fault};
pub(crate) use origin::ACTIONS_OUTPUT;
pub use origin::Origin;

/// Tools as data: `{"tools": [ … ]}`, each entry the definition of a plain tool ([`PlainTool::from_json`](crate::PlainTool::from_json)) or, with `actions`, of an
/// action tool ([`ActionTool::from_json`](crate::ActionTool::from_json)); handlers are bound by name (DEF-3).
///
/// Nothing of it fails on its own: text that does not parse, what has a wrong shape, a declared action without handler and a handler
/// without action are offences, told by the mount together with all others, each with its place in the file (ACT-11).
///
/// ```
/// use serde_json::json;
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Manifest, Reply};
///
/// let text = r#"{"tools": [{
///     "name": "echo",
///     "description": "Says things again",
///     "actions": {
///         "say": {"description": "Say it again", "properties": {"text": {"type": "string"}}, "required": ["text"]}
///     }
/// }, {
///     "name": "ping",
///     "description": "Answers",
///     "inputSchema": {"type": "object", "properties": {}}
/// }]}"#;
///
/// let manifest = Manifest::parse(text)
///     .in_file("tools.json")
///     .bind("echo", "say", |data, _| async move { Ok(Reply::new(data["text"].clone())) })
///     .bind_plain("ping", |_, _| async { Ok(Reply::new("pong")) });
/// assert!(manifest.validate().is_ok());
/// // Mount::builder("echo-server", "1.0.0").manifest(manifest).build()?
/// ```
///
/// # TOML and YAML
///
/// Any serde format is read by the same path: `toml::from_str::<Manifest>(text)?`. What JSON does not carry (a NaN, a date-time, a key
/// that is no string, a tag) is an offence and never a silent null (ACT-13); of two equal keys the second is one.
///
/// # Handlers
///
/// They take [`Data`](crate::Data) and a [`Context`](crate::Context), as those of the builders. A type of your own is one line away: `data.decode::<Create>()?`;
/// that it fits the schema in the file is yours to keep, and where it does not the call is answered with a fault.
#[derive(Debug, Clone)]
#[must_use = "a manifest declares nothing until it is mounted"]
pub struct Manifest {
    tools: Vec<Entry>,
    /// Of the manifest itself, and of no tool.
    offences: Vec<Offence>,
    file: Option<Arc<str>>,
}

/// A tool as begun by its entry.
#[derive(Debug, Clone)]
enum Entry {
    Actions(ActionToolBuilder),
    Plain(PlainToolBuilder),
}

/// How one is read. Nothing is judged before it is mounted or validated.
impl Manifest {
    /// Read JSON text. That it does not parse is an offence like any other, so it is told with all the rest.
    pub fn parse(text: &str) -> Self {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let document = Document::deserialize(&mut deserializer).and_then(|document| {
            deserializer.end()?;
            Ok(document)
        });
        Self::read(document.unwrap_or_else(|error| Document {
            value: Value::Null,
            faults: vec![Fault::not_json(
                "",
                format!("the text is no JSON: {error}"),
                "mend the text there",
            )],
        }))
    }

    /// Read a JSON value.
    pub fn from_json(value: &Value) -> Self {
        let document = Document::deserialize(value);
        Self::read(document.unwrap_or_default())
    }

    /// Name the file, for what offences say of their place.
    pub fn in_file(mut self, file: impl Into<Arc<str>>) -> Self {
        let file = file.into();
        for tool in &mut self.tools {
            tool.declared_mut().in_file(&file);
        }
        self.offences.iter_mut().for_each(|offence| offence.in_file(&file));
        self.file = Some(file);
        self
    }

    pub(crate) const fn file(&self) -> Option<&Arc<str>> {
        self.file.as_ref()
    }

    /// The names of its tools, as far as they can be read.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.tools.iter().filter_map(Entry::name)
    }
}

/// How one is checked and mounted.
impl Manifest {
    /// Check what the manifest declares; nothing is built, and no handler is missed.
    ///
    /// # Errors
    /// Every offence at once, in a stable order: of the manifest, then of its tools (ACT-11).
    pub fn validate(&self) -> Result<(), Offences> {
        let mut manifest = self.clone();
        manifest.tools.iter_mut().for_each(Entry::assume_handlers);
        let (tools, mut offences) = manifest.into_tools();
        let tools = tools.into_iter().map(|tool| (tool, None)).collect();
        if let Err(found) = ToolSet::build(tools) {
            offences.extend(found.into_vec());
        }
        if offences.is_empty() {
            Ok(())
        } else {
            Err(offences.into())
        }
    }

    /// The tools, and what is wrong with the manifest itself.
    #[doc(hidden)]
    #[must_use]
    pub fn into_tools(mut self) -> (Vec<Arc<dyn Served>>, Vec<Offence>) {
        let mut seen = Vec::new();
        for tool in &mut self.tools {
            let name = tool.name().map(str::to_owned);
            // To what has no name nothing can be bound, and of two with one name the first got the handlers: both are offences already.
            if name.is_none() || seen.contains(&name) {
                tool.assume_handlers();
            }
            seen.push(name);
        }
        (self.tools.into_iter().map(Entry::into_served).collect(), self.offences)
    }
}

/// Any serde format. An error is one of the format, a slip of its syntax; what the content is worth is told when it is mounted.
impl<'de> Deserialize<'de> for Manifest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Document::deserialize(deserializer).map(Self::read)
    }
}

impl Entry {
    fn declared_mut(&mut self) -> &mut crate::builder::Declared {
        match self {
            Self::Actions(builder) => &mut builder.declared,
            Self::Plain(builder) => &mut builder.declared,
        }
    }

    fn name(&self) -> Option<&str> {
        match self {
            Self::Actions(builder) => builder.declared.name.as_deref(),
            Self::Plain(builder) => builder.declared.name.as_deref(),
        }
    }

    fn assume_handlers(&mut self) {
        match self {
            Self::Actions(builder) => builder.assume_handlers(),
            Self::Plain(builder) => builder.assume_handler(),
        }
    }

    fn into_served(self) -> Arc<dyn Served> {
        match self {
            Self::Actions(builder) => Arc::new(builder),
            Self::Plain(builder) => Arc::new(builder),
        }
    }
}
