//! Suggested next calls (RUN-3).

use serde_json::Value;

use crate::Object;

/// A suggested next call, returned beside a result.
///
/// It names the tool that gives it unless told otherwise.
///
/// ```
/// use serde_json::json;
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::Hint;
///
/// let hint = Hint::new("get", "Read the task that was created").data([("id", json!(7))]);
/// assert_eq!(hint.action(), "get");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Hint {
    tool: Option<String>,
    action: String,
    description: String,
    data: Option<Object>,
}

impl Hint {
    /// Suggest an action of the same tool.
    #[must_use]
    pub fn new(action: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            tool: None,
            action: action.into(),
            description: description.into(),
            data: None,
        }
    }

    /// Suggest an action of another tool.
    #[must_use]
    pub fn on(mut self, tool: impl Into<String>) -> Self {
        self.tool = Some(tool.into());
        self
    }

    /// Give the data that the call would carry.
    #[must_use]
    pub fn data<K: Into<String>>(mut self, data: impl IntoIterator<Item = (K, Value)>) -> Self {
        self.data = Some(data.into_iter().map(|(key, value)| (key.into(), value)).collect());
        self
    }

    /// The tool that the hint names, if it is not the one that gives it.
    #[must_use]
    pub fn tool(&self) -> Option<&str> {
        self.tool.as_deref()
    }

    /// The action that the hint names.
    #[must_use]
    pub fn action(&self) -> &str {
        &self.action
    }

    /// The hint as it is sent. Nothing of it is walked here, for its data may nest deeper than can be sent.
    pub(crate) fn into_value(self, own_tool: &str) -> Value {
        let mut hint = Object::new();
        hint.insert("action".to_owned(), Value::String(self.action));
        if let Some(data) = self.data {
            hint.insert("data".to_owned(), Value::Object(data));
        }
        hint.insert("description".to_owned(), Value::String(self.description));
        hint.insert(
            "tool".to_owned(),
            Value::String(self.tool.unwrap_or_else(|| own_tool.to_owned())),
        );
        Value::Object(hint)
    }
}
