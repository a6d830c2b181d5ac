//! Content blocks of a result (RUN-7).

use serde_json::{Map, Value, json};

use crate::Object;

/// One content block of a tool's answer, as MCP defines them (`server/tools`, Tool Result).
///
/// Binary content is given as bytes and travels as Base64.
///
/// ```
/// use wymcp_callbacksurface::Content;
///
/// let block = Content::image(&[0x89, b'P'], "image/png").audience(["user"]).priority(0.5);
/// assert_eq!(block.to_value()["data"], "iVA=");
/// assert_eq!(block.to_value()["annotations"]["audience"][0], "user");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Content {
    block: Object,
}

impl Content {
    /// Plain text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::of("text", [("text", Value::String(text.into()))])
    }

    /// A JSON value, sent as its compact text.
    ///
    /// The value nests at most [`wymcp_bound::limits::OUTPUT_NESTING`] levels; what is deeper becomes a fault when it is sent.
    #[must_use]
    pub fn json(value: &Value) -> Self {
        if wymcp_bound::json::depth_exceeds(value, wymcp_bound::limits::OUTPUT_NESTING) {
            return Self::of("text", [("text", Value::Null)]);
        }
        Self::text(wymcp_bound::json::to_string(value))
    }

    /// An image.
    #[must_use]
    pub fn image(bytes: &[u8], mime_type: impl Into<String>) -> Self {
        Self::of("image", [("data", base64(bytes)), ("mimeType", Value::String(mime_type.into()))])
    }

    /// A sound.
    #[must_use]
    pub fn audio(bytes: &[u8], mime_type: impl Into<String>) -> Self {
        Self::of("audio", [("data", base64(bytes)), ("mimeType", Value::String(mime_type.into()))])
    }

    /// A link to a resource that the client can read.
    ///
    /// Clients of the revision `2025-03-26` do not know this block; they get its address as text (wire contract L3a).
    #[must_use]
    pub fn resource_link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self::of("resource_link", [("uri", Value::String(uri.into())), ("name", Value::String(name.into()))])
    }

    /// A text resource, embedded whole.
    #[must_use]
    pub fn embedded_text(uri: impl Into<String>, mime_type: impl Into<String>, text: impl Into<String>) -> Self {
        let (uri, mime, text) = (uri.into(), mime_type.into(), text.into());
        Self::of("resource", [("resource", json!({"uri": uri, "mimeType": mime, "text": text}))])
    }

    /// A binary resource, embedded whole.
    #[must_use]
    pub fn embedded_bytes(uri: impl Into<String>, mime_type: impl Into<String>, bytes: &[u8]) -> Self {
        let (uri, mime) = (uri.into(), mime_type.into());
        Self::of("resource", [("resource", json!({"uri": uri, "mimeType": mime, "blob": base64(bytes)}))])
    }

    /// For whom the block is meant: `user`, `assistant`, or both.
    #[must_use]
    pub fn audience<S: Into<String>>(self, roles: impl IntoIterator<Item = S>) -> Self {
        let roles: Vec<Value> = roles.into_iter().map(|role| Value::String(role.into())).collect();
        self.annotated("audience", Value::Array(roles))
    }

    /// How important the block is, from 0 to 1.
    #[must_use]
    pub fn priority(self, priority: f64) -> Self {
        self.annotated("priority", json!(priority.clamp(0.0, 1.0)))
    }

    /// When the content last changed, as an ISO 8601 timestamp.
    #[must_use]
    pub fn last_modified(self, timestamp: impl Into<String>) -> Self {
        self.annotated("lastModified", Value::String(timestamp.into()))
    }

    /// The block's text, when it is a text block.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        self.block.get("text").and_then(Value::as_str)
    }

    /// The MCP type of the block: `text`, `image`, `audio`, `resource_link` or `resource`.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.block.get("type").and_then(Value::as_str).unwrap_or_default()
    }

    /// The block as it travels.
    #[must_use]
    pub fn to_value(&self) -> Value {
        Value::Object(self.block.clone())
    }

    /// The block's members.
    #[must_use]
    pub const fn members(&self) -> &Object {
        &self.block
    }

    fn of<const N: usize>(kind: &str, members: [(&str, Value); N]) -> Self {
        let mut block = Map::new();
        block.insert("type".to_owned(), Value::String(kind.to_owned()));
        block.extend(members.map(|(key, value)| (key.to_owned(), value)));
        Self { block }
    }

    fn annotated(mut self, key: &str, value: Value) -> Self {
        let annotations = self.block.entry("annotations").or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(annotations) = annotations {
            annotations.insert(key.to_owned(), value);
        }
        self
    }
}

fn base64(bytes: &[u8]) -> Value {
    use base64::Engine as _;
    Value::String(base64::engine::general_purpose::STANDARD.encode(bytes))
}
