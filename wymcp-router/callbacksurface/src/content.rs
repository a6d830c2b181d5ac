//! Content blocks of a result (RUN-7).

use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Map, Value, json};
use wymcp_bound::limits;

use crate::Object;

/// One content block of a tool's answer, as MCP defines them (`server/tools`, Tool Result).
///
/// Binary content is given as bytes and travels as Base64.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::Content;
///
/// let block = Content::image(&[0x89, b'P'], "image/png").audience(["user"]).priority(0.5);
/// assert_eq!(block.to_value()["data"], "iVA=");
/// assert_eq!(block.to_value()["annotations"]["audience"][0], "user");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Content {
    block: Block,
}

/// Most answers are one text block: it needs no map.
#[derive(Debug, Clone, PartialEq)]
enum Block {
    Text(String),
    Members(Object),
    /// A value that cannot be sent; the call ends in a fault (RUN-5).
    Unsendable,
}

impl Content {
    /// Plain text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            block: Block::Text(text.into()),
        }
    }

    /// A JSON value, sent as its compact text.
    ///
    /// The value nests at most [`limits::OUTPUT_NESTING`] levels; what is deeper ends the call in a fault (`invalid_reply`).
    #[must_use]
    pub fn json(value: &Value) -> Self {
        if wymcp_bound::json::depth_exceeds(value, limits::OUTPUT_NESTING) {
            return Self {
                block: Block::Unsendable,
            };
        }
        Self::text(wymcp_bound::json::to_string(value))
    }

    /// An image.
    #[must_use]
    pub fn image(bytes: &[u8], mime_type: impl Into<String>) -> Self {
        Self::of(
            "image",
            [("data", base64(bytes)), ("mimeType", Value::String(mime_type.into()))],
        )
    }

    /// A sound.
    #[must_use]
    pub fn audio(bytes: &[u8], mime_type: impl Into<String>) -> Self {
        Self::of(
            "audio",
            [("data", base64(bytes)), ("mimeType", Value::String(mime_type.into()))],
        )
    }

    /// A link to a resource that the client can read.
    ///
    /// Clients of the revision `2025-03-26` do not know this block; they get its address as text (wire contract L3a).
    #[must_use]
    pub fn resource_link(uri: impl Into<String>, name: impl Into<String>) -> Self {
        Self::of(
            "resource_link",
            [("uri", Value::String(uri.into())), ("name", Value::String(name.into()))],
        )
    }

    /// A text resource, embedded whole.
    #[must_use]
    pub fn embedded_text(uri: impl Into<String>, mime_type: impl Into<String>, text: impl Into<String>) -> Self {
        let (uri, mime, text) = (uri.into(), mime_type.into(), text.into());
        Self::of(
            "resource",
            [("resource", json!({"uri": uri, "mimeType": mime, "text": text}))],
        )
    }

    /// A binary resource, embedded whole.
    #[must_use]
    pub fn embedded_bytes(uri: impl Into<String>, mime_type: impl Into<String>, bytes: &[u8]) -> Self {
        let (uri, mime) = (uri.into(), mime_type.into());
        Self::of(
            "resource",
            [("resource", json!({"uri": uri, "mimeType": mime, "blob": base64(bytes)}))],
        )
    }

    /// For whom the block is meant: `user`, `assistant`, or both.
    #[must_use]
    pub fn audience<S: Into<String>>(self, roles: impl IntoIterator<Item = S>) -> Self {
        let roles: Vec<Value> = roles.into_iter().map(|role| Value::String(role.into())).collect();
        self.annotated("audience", Value::Array(roles))
    }

    /// How important the block is, from 0 to 1; what is no number counts as 0.
    #[must_use]
    pub fn priority(self, priority: f64) -> Self {
        // JSON has no NaN: it would become a null, which is no priority.
        let priority = if priority.is_nan() {
            0.0
        } else {
            priority.clamp(0.0, 1.0)
        };
        self.annotated("priority", json!(priority))
    }

    /// When the content last changed, as an ISO 8601 timestamp.
    #[must_use]
    pub fn last_modified(self, timestamp: impl Into<String>) -> Self {
        self.annotated("lastModified", Value::String(timestamp.into()))
    }

    /// The block's text, when it is a text block.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match &self.block {
            Block::Text(text) => Some(text),
            Block::Members(members) => members.get("text").and_then(Value::as_str),
            Block::Unsendable => None,
        }
    }

    /// The MCP type of the block: `text`, `image`, `audio`, `resource_link` or `resource`.
    #[must_use]
    pub fn kind(&self) -> &str {
        match &self.block {
            Block::Text(_) | Block::Unsendable => "text",
            Block::Members(members) => members.get("type").and_then(Value::as_str).unwrap_or_default(),
        }
    }

    /// The block as it travels.
    #[must_use]
    pub fn to_value(&self) -> Value {
        Value::Object(match &self.block {
            Block::Text(text) => text_members(text.clone()),
            Block::Members(members) => members.clone(),
            Block::Unsendable => text_members(String::new()),
        })
    }

    /// Append the block's compact JSON, keys in code point order (LST-2).
    pub fn write(&self, out: &mut String) {
        match &self.block {
            Block::Members(members) => wymcp_bound::json::write_object(out, members),
            Block::Text(_) | Block::Unsendable => {
                out.push_str("{\"text\":");
                wymcp_bound::json::write_str(out, self.as_text().unwrap_or_default());
                out.push_str(",\"type\":\"text\"}");
            }
        }
    }

    pub(crate) const fn is_unsendable(&self) -> bool {
        matches!(self.block, Block::Unsendable)
    }

    fn of<const N: usize>(kind: &str, members: [(&str, Value); N]) -> Self {
        let mut block = Map::new();
        block.insert("type".to_owned(), Value::String(kind.to_owned()));
        block.extend(members.map(|(key, value)| (key.to_owned(), value)));
        Self {
            block: Block::Members(block),
        }
    }

    fn annotated(self, key: &str, value: Value) -> Self {
        let mut members = match self.block {
            Block::Text(text) => text_members(text),
            Block::Members(members) => members,
            Block::Unsendable => return self,
        };
        let annotations = members
            .entry("annotations")
            .or_insert_with(|| Value::Object(Map::new()));
        if let Value::Object(annotations) = annotations {
            annotations.insert(key.to_owned(), value);
        }
        Self {
            block: Block::Members(members),
        }
    }
}

impl From<&str> for Content {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

impl From<String> for Content {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

impl Serialize for Content {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.block {
            Block::Members(members) => members.serialize(serializer),
            Block::Text(_) | Block::Unsendable => {
                let mut map = serializer.serialize_map(Some(2))?;
                map.serialize_entry("text", self.as_text().unwrap_or_default())?;
                map.serialize_entry("type", "text")?;
                map.end()
            }
        }
    }
}

fn text_members(text: String) -> Object {
    Map::from_iter([
        ("text".to_owned(), Value::String(text)),
        ("type".to_owned(), Value::String("text".to_owned())),
    ])
}

fn base64(bytes: &[u8]) -> Value {
    use base64::Engine as _;
    Value::String(base64::engine::general_purpose::STANDARD.encode(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn run_7_every_builder_writes_the_block_that_mcp_defines() {
        let blocks = [
            Content::text("a"),
            Content::text("a").priority(2.0).audience(["user", "assistant"]),
            Content::json(&json!({"b": 1, "a": [true]})),
            Content::image(&[1], "image/png"),
            Content::audio(&[1], "audio/wav").last_modified("2026-01-01T00:00:00Z"),
            Content::resource_link("file:///a", "a"),
            Content::embedded_text("file:///a", "text/plain", "A"),
            Content::embedded_bytes("file:///b", "application/octet-stream", &[1, 2]).priority(f64::NAN),
        ];
        let mut text = String::new();
        for block in &blocks {
            let from = text.len();
            block.write(&mut text);
            assert_eq!(serde_json::from_str::<Value>(&text[from..]).unwrap(), block.to_value());
            assert_eq!(serde_json::to_value(block).unwrap(), block.to_value());
            assert_eq!(block.to_value()["type"], block.kind());
            text.push('\n');
        }
        insta::assert_snapshot!(text);
    }

    #[test]
    fn run_5_a_block_that_nests_too_deep_is_known_as_unsendable() {
        let nested = |levels| (0..levels).fold(json!(1), |below, _| json!([below]));
        assert!(!Content::json(&nested(127)).is_unsendable());
        let block = Content::json(&nested(128)).priority(1.0);
        assert!(block.is_unsendable() && block.as_text().is_none());
    }
}
