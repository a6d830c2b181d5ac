//! The result of a call, before a transport writes it.

use std::collections::BTreeMap;

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value, json};
use wymcp_bound::Listed;

use crate::{Content, InputRequired};

/// Who is behind a result with `isError: true` (OBS-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A gate refused the call; nothing of the tool has run.
    Dispatch,
    /// The tool failed, or broke a promise of its own.
    Tool,
}

impl ErrorKind {
    /// The word of the event field `error_kind`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dispatch => "dispatch",
            Self::Tool => "tool",
        }
    }
}

/// What `tools/call` answers: content blocks, structured content when the action has an output schema, and whether it is an error (RUN-2).
///
/// [`Serialize`] gives the modern wire form of the result, without the server's identity, which is the mount's to add.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::CallResult;
///
/// // As `mount.call("tasks", json!({…})).await?` gives one.
/// let result = CallResult::of_text(r#"{"id":7}"#, None);
/// assert!(!result.is_error());
/// assert_eq!(result.json()["id"], 7);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct CallResult {
    pub(crate) content: Vec<Content>,
    pub(crate) structured: Option<Value>,
    pub(crate) error: Option<ErrorKind>,
    /// Boxed: hardly any result has it, and every result is moved.
    pub(crate) asked: Option<Box<InputRequired>>,
    /// Data paths.
    pub(crate) repaired: Listed<String>,
}

impl CallResult {
    /// A result of one text block.
    #[must_use]
    pub fn of_text(text: impl Into<String>, error: Option<ErrorKind>) -> Self {
        Self::new(vec![Content::text(text)], None, error)
    }

    pub(crate) const fn new(content: Vec<Content>, structured: Option<Value>, error: Option<ErrorKind>) -> Self {
        Self {
            content,
            structured,
            error,
            asked: None,
            repaired: Listed::new(),
        }
    }

    pub(crate) fn asking(asked: InputRequired) -> Self {
        Self {
            asked: Some(Box::new(asked)),
            ..Self::new(Vec::new(), None, None)
        }
    }

    /// What the caller has to answer before there is a result, if it has to (INP-1); such a result has no content.
    #[must_use]
    pub fn input_required(&self) -> Option<&InputRequired> {
        self.asked.as_deref()
    }

    /// Whether the call was refused, failed or faulted.
    #[must_use]
    pub const fn is_error(&self) -> bool {
        self.error.is_some()
    }

    /// Who is behind the error, if it is one.
    #[must_use]
    pub const fn error_kind(&self) -> Option<ErrorKind> {
        self.error
    }

    /// The content blocks.
    #[must_use]
    pub fn content(&self) -> &[Content] {
        &self.content
    }

    /// The text of the first text block; `""` when there is none.
    #[must_use]
    pub fn text(&self) -> &str {
        self.content.iter().find_map(Content::as_text).unwrap_or_default()
    }

    /// The first text block, read as JSON; null when it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_str(self.text()).unwrap_or_default()
    }

    /// Data paths of what was not taken as it was sent, the first ten in order: only under a mount that repairs (GAT-9). `""` is the
    /// data as a whole; for a plain tool and for help the paths begin in `arguments`.
    #[must_use]
    pub fn repaired(&self) -> &[String] {
        self.repaired.first()
    }

    /// What `_meta` of the result says of repair: nothing, where nothing was repaired.
    #[doc(hidden)]
    #[must_use]
    pub fn repaired_meta(&self) -> Option<[(&'static str, Value); 2]> {
        (!self.repaired.is_empty()).then(|| {
            [
                ("wymcp/repaired", json!(self.repaired.first())),
                ("wymcp/repaired_count", json!(self.repaired.count())),
            ]
        })
    }

    /// The structured content, when the action has an output schema.
    #[must_use]
    pub const fn structured(&self) -> Option<&Value> {
        self.structured.as_ref()
    }
}

impl Serialize for CallResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(asked) = &self.asked {
            map.serialize_entry("inputRequests", asked.requests())?;
            map.serialize_entry("requestState", asked.state())?;
            map.serialize_entry("resultType", "input_required")?;
            return map.end();
        }
        if let Some(repaired) = self.repaired_meta() {
            map.serialize_entry("_meta", &BTreeMap::from(repaired))?;
        }
        map.serialize_entry("content", &self.content)?;
        if self.is_error() {
            map.serialize_entry("isError", &true)?;
        }
        map.serialize_entry("resultType", "complete")?;
        if let Some(structured) = &self.structured {
            map.serialize_entry("structuredContent", structured)?;
        }
        map.end()
    }
}
