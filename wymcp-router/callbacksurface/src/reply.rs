//! What a tool gives back when all went well (RUN-2).

use serde::Serialize;
use serde_json::Value;
use wymcp_bound::json::dismantle;

use crate::{Content, Object};

/// A tool's answer: a JSON value, content blocks, or both; with or without a hint context.
///
/// A value is sent as one text block, its compact JSON; with an output schema it is validated first and sent as
/// `structuredContent` too (RUN-6). Blocks are sent as they are (RUN-7); where the action has an output schema, give the value as
/// well: `Reply::new(value).with_content([…])`.
///
/// ```
/// use serde_json::json;
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Content, Reply};
///
/// let plain = Reply::new(json!({"id": 7}));
/// let hinted = Reply::new(json!({"id": 7})).with_hints([("id", json!(7))]);
/// let blocks = Reply::content([Content::text("done"), Content::image(&[1, 2], "image/png")]);
/// # let _ = (plain, hinted, blocks);
/// ```
#[derive(Debug)]
pub struct Reply {
    /// The value, or why there is none.
    pub(crate) value: Option<Result<Value, String>>,
    pub(crate) content: Vec<Content>,
    pub(crate) hints: Option<Object>,
}

impl Reply {
    /// Answer with a JSON value. It nests at most 127 levels, else the call ends in a fault, `invalid_reply` (RUN-5).
    #[must_use]
    pub fn new(value: impl Into<Value>) -> Self {
        Self {
            value: Some(Ok(value.into())),
            content: Vec::new(),
            hints: None,
        }
    }

    /// Answer with any value that serialises.
    ///
    /// What JSON cannot carry (a NaN, an integer beyond 64 bits, a key that is no string) is no silent null: the call ends in a
    /// fault, `invalid_reply` (ACT-13, RUN-5).
    ///
    /// ```
    /// # use wymcp_callbacksurface as wymcp_router;
    /// use wymcp_router::Reply;
    ///
    /// #[derive(serde::Serialize)]
    /// struct Created { id: u32 }
    /// let reply = Reply::of(&Created { id: 7 });
    /// # let _ = reply;
    /// ```
    #[must_use]
    pub fn of(value: &(impl Serialize + ?Sized)) -> Self {
        let value = wymcp_actions::checked_value(value).map_err(|error| error.to_string());
        Self {
            value: Some(value),
            content: Vec::new(),
            hints: None,
        }
    }

    /// Answer with content blocks alone.
    #[must_use]
    pub fn content(blocks: impl IntoIterator<Item = Content>) -> Self {
        Self {
            value: None,
            content: blocks.into_iter().collect(),
            hints: None,
        }
    }

    /// Add content blocks behind the value's text block.
    #[must_use]
    pub fn with_content(mut self, blocks: impl IntoIterator<Item = Content>) -> Self {
        self.content.extend(blocks);
        self
    }

    /// Add a hint context: the framework then asks the tool's `hints` for next calls (RUN-3).
    #[must_use]
    pub fn with_hints<K: Into<String>>(mut self, context: impl IntoIterator<Item = (K, Value)>) -> Self {
        self.hints = Some(context.into_iter().map(|(key, value)| (key.into(), value)).collect());
        self
    }
}

impl Drop for Reply {
    /// Whatever nobody took is dropped here, however deep it nests.
    fn drop(&mut self) {
        if let Some(Ok(value)) = self.value.take() {
            dismantle(value);
        }
        if let Some(hints) = self.hints.take() {
            dismantle(Value::Object(hints));
        }
    }
}

impl From<Value> for Reply {
    fn from(value: Value) -> Self {
        Self::new(value)
    }
}
