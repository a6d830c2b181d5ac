//! What reading a resource gives.

use base64::Engine as _;
use serde_json::Value;
use wymcp_bound::json::{self, depth_exceeds, dismantle};
use wymcp_bound::limits;

/// The contents of a resource: text or bytes, and perhaps more than one of them.
///
/// The address and the media type are those of the resource that was read, unless the contents say otherwise. There is always at
/// least one: what does not exist is `None` (N1).
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::Contents;
///
/// let page = Contents::text("# Title").mime_type("text/markdown");
/// let folder = Contents::text("a").uri("file:///d/a").and(Contents::bytes(&[1, 2]).uri("file:///d/b"));
/// # let _ = (page, folder);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Contents {
    parts: Vec<Part>,
}

#[derive(Debug, Clone, PartialEq, Default)]
struct Part {
    uri: Option<String>,
    mime_type: Option<String>,
    text: Option<String>,
    blob: Option<String>,
    meta: Option<Value>,
    is_unsendable: bool,
}

impl Contents {
    /// Text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self {
            parts: vec![Part {
                text: Some(text.into()),
                ..Part::default()
            }],
        }
    }

    /// Bytes; they travel as Base64.
    #[must_use]
    pub fn bytes(bytes: &[u8]) -> Self {
        Self {
            parts: vec![Part {
                blob: Some(base64::engine::general_purpose::STANDARD.encode(bytes)),
                ..Part::default()
            }],
        }
    }

    /// The media type of the last part.
    #[must_use]
    pub fn mime_type(self, mime_type: impl Into<String>) -> Self {
        self.last(|part| part.mime_type = Some(mime_type.into()))
    }

    /// The address of the last part, where it is not the one that was read: a file of a folder that was read, for instance.
    #[must_use]
    pub fn uri(self, uri: impl Into<String>) -> Self {
        self.last(|part| part.uri = Some(uri.into()))
    }

    /// `_meta` of the last part, an object that nests no deeper than an answer may; anything else ends the read in a fault (RUN-5).
    #[must_use]
    pub fn meta(self, meta: impl Into<Value>) -> Self {
        let meta = meta.into();
        let is_sendable = meta.is_object() && !depth_exceeds(&meta, limits::OUTPUT_NESTING - 2);
        self.last(|part| {
            if is_sendable {
                part.meta = Some(meta);
            } else {
                dismantle(meta);
                part.is_unsendable = true;
            }
        })
    }

    /// Further parts.
    #[must_use]
    pub fn and(mut self, more: Self) -> Self {
        self.parts.extend(more.parts);
        self
    }

    fn last(mut self, change: impl FnOnce(&mut Part)) -> Self {
        if let Some(part) = self.parts.last_mut() {
            change(part);
        }
        self
    }

    pub(super) fn is_unsendable(&self) -> bool {
        self.parts.iter().any(|part| part.is_unsendable)
    }

    /// The array `contents`, for a resource of this address and media type.
    pub(super) fn to_json(&self, uri: &str, mime_type: Option<&str>) -> String {
        let mut out = String::from("[");
        for (index, part) in self.parts.iter().enumerate() {
            out.push_str(if index > 0 { ",{" } else { "{" });
            if let Some(meta) = &part.meta {
                out.push_str("\"_meta\":");
                json::write(&mut out, meta);
                out.push(',');
            }
            let mut put = |key: &str, text: Option<&str>| {
                if let Some(text) = text {
                    out.push_str(key);
                    json::write_str(&mut out, text);
                    out.push(',');
                }
            };
            put("\"blob\":", part.blob.as_deref());
            put("\"mimeType\":", part.mime_type.as_deref().or(mime_type));
            put("\"text\":", part.text.as_deref());
            out.push_str("\"uri\":");
            json::write_str(&mut out, part.uri.as_deref().unwrap_or(uri));
            out.push('}');
        }
        out.push(']');
        out
    }
}
