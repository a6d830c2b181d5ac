//! Configuration mistakes, found at registration (ACT-11).

mod all;
pub(crate) mod code;
mod from;
mod source;

use std::borrow::Cow;
use std::fmt;
use std::panic::Location;

use serde_json::Value;

use crate::Callback;

pub use all::Offences;
pub use code::CODES;
pub(crate) use from::Findings;
pub use source::Source;

/// One configuration mistake: of a tool, or of an option of the mount (ACT-11).
///
/// Its [`fmt::Display`] is one line that says all of it: where, why, what was wanted and found, how to mend it, the code, and the
/// source line that declared it, or the place in the manifest.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::PlainTool;
///
/// let offences = PlainTool::builder("two words").description("Says nothing").validate().unwrap_err();
/// let first = offences.iter().next().unwrap();
/// assert_eq!((first.tool(), first.code()), (Some("two words"), "invalid_name"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offence {
    tool: Option<String>,
    callback: Option<Callback>,
    action: Option<String>,
    pointer: String,
    code: &'static str,
    wanted: Cow<'static, str>,
    found: Option<&'static str>,
    why: Cow<'static, str>,
    mend: Cow<'static, str>,
    location: Option<&'static Location<'static>>,
    source: Option<Source>,
}

/// What it says.
impl Offence {
    /// The tool; nothing for an option of the mount and for a tool that gave no name.
    #[must_use]
    pub fn tool(&self) -> Option<&str> {
        self.tool.as_deref()
    }

    /// The callback that said it; nothing for an option of the mount.
    #[must_use]
    pub const fn callback(&self) -> Option<Callback> {
        self.callback
    }

    /// The action, where the mistake is one action's.
    #[must_use]
    pub fn action(&self) -> Option<&str> {
        self.action.as_deref()
    }

    /// A JSON Pointer into what the callback said; `""` is the whole.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// Which mistake it is: stable, from a closed list.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// What was wanted there.
    #[must_use]
    pub fn wanted(&self) -> &str {
        &self.wanted
    }

    /// The JSON type that stands there, where a value does.
    #[must_use]
    pub const fn found(&self) -> Option<&str> {
        self.found
    }

    /// Why it is a mistake.
    #[must_use]
    pub fn why(&self) -> &str {
        &self.why
    }

    /// How to mend it.
    #[must_use]
    pub fn mend(&self) -> &str {
        &self.mend
    }

    /// The place in the manifest that declared it, if a manifest did.
    #[must_use]
    pub const fn source(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// The source line that declared it; of a manifest, the line that mounts it.
    #[must_use]
    pub const fn location(&self) -> Option<&'static Location<'static>> {
        self.location
    }
}

/// How the framework's crates write one.
#[doc(hidden)]
impl Offence {
    #[must_use]
    pub fn new(code: &'static str, why: impl Into<Cow<'static, str>>) -> Self {
        Self {
            tool: None,
            callback: None,
            action: None,
            pointer: String::new(),
            code,
            wanted: Cow::Borrowed(""),
            found: None,
            why: why.into(),
            mend: Cow::Borrowed(""),
            location: None,
            source: None,
        }
    }

    #[must_use]
    pub fn of_tool(self, tool: impl Into<String>) -> Self {
        Self {
            tool: Some(tool.into()),
            ..self
        }
    }

    #[must_use]
    pub fn of_action(self, action: impl Into<String>) -> Self {
        Self {
            action: Some(action.into()),
            ..self
        }
    }

    #[must_use]
    pub fn said_by(self, callback: Callback) -> Self {
        Self {
            callback: Some(callback),
            ..self
        }
    }

    #[must_use]
    pub fn at(self, pointer: impl Into<String>) -> Self {
        Self {
            pointer: pointer.into(),
            ..self
        }
    }

    #[must_use]
    pub fn wants(self, wanted: impl Into<Cow<'static, str>>) -> Self {
        Self {
            wanted: wanted.into(),
            ..self
        }
    }

    #[must_use]
    pub fn finds(self, value: &Value) -> Self {
        self.finds_type(wymcp_bound::json_type(value))
    }

    #[must_use]
    pub fn finds_type(self, json_type: &'static str) -> Self {
        Self {
            found: Some(json_type),
            ..self
        }
    }

    #[must_use]
    pub fn mended_by(self, mend: impl Into<Cow<'static, str>>) -> Self {
        Self {
            mend: mend.into(),
            ..self
        }
    }

    pub(crate) fn in_file(&mut self, file: &std::sync::Arc<str>) {
        if let Some(source) = &mut self.source {
            source.file = Some(std::sync::Arc::clone(file));
        }
    }

    #[must_use]
    pub fn of_source(self, source: Source) -> Self {
        Self {
            source: Some(source),
            ..self
        }
    }

    /// Where it was declared; a place that is known already is the nearer one and stays.
    #[must_use]
    pub fn declared_at(self, location: Option<&'static Location<'static>>) -> Self {
        Self {
            location: self.location.or(location),
            ..self
        }
    }
}

impl fmt::Display for Offence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // An author's name may hold anything; the line stays one line.
        f.write_str(&wymcp_bound::escape_invisible(&self.place()))?;
        f.write_str(&wymcp_bound::escape_invisible(&self.why))?;
        match (self.wanted.is_empty(), self.found) {
            (true, None) => {}
            (true, Some(found)) => write!(f, "; found {found}")?,
            (false, None) => write!(f, "; wanted {}", wymcp_bound::escape_invisible(&self.wanted))?,
            (false, Some(found)) => write!(
                f,
                "; wanted {}, found {found}",
                wymcp_bound::escape_invisible(&self.wanted)
            )?,
        }
        if !self.mend.is_empty() {
            write!(f, "; {}", wymcp_bound::escape_invisible(&self.mend))?;
        }
        write!(f, " [{}]", self.code)?;
        match (&self.source, self.location) {
            (Some(source), _) => write!(f, ", declared in {source}"),
            (None, Some(location)) => write!(f, ", declared at {location}"),
            (None, None) => Ok(()),
        }
    }
}

impl Offence {
    /// `tool "tasks", schema of "create", /properties/due: `
    fn place(&self) -> String {
        let mut parts = Vec::new();
        match (&self.tool, self.callback) {
            (Some(tool), _) => parts.push(format!("tool `{tool}`")),
            (None, Some(_)) => parts.push("a tool without a name".to_owned()),
            (None, None) => {}
        }
        match (self.callback, &self.action) {
            (Some(callback), Some(action)) => parts.push(format!("{} of `{action}`", callback.name())),
            (Some(callback), None) => parts.push(callback.name().to_owned()),
            (None, Some(action)) => parts.push(format!("action `{action}`")),
            (None, None) => {}
        }
        if !self.pointer.is_empty() {
            parts.push(self.pointer.clone());
        }
        if parts.is_empty() {
            String::new()
        } else {
            format!("{}: ", parts.join(", "))
        }
    }
}
