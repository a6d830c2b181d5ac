//! What goes back for one message.

use http::StatusCode;

use super::{Id, RpcError};

/// The answer to one message: an HTTP status and, unless it was a notification, one JSON object on one line.
///
/// A transport without statuses sends the body and leaves the status out.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answer {
    /// The HTTP status (wire contract E).
    pub status: StatusCode,
    /// The JSON-RPC response; nothing for what is not answered.
    pub body: Option<String>,
}

impl Answer {
    /// A notification was taken (C9).
    pub(crate) const ACCEPTED: Self = Self {
        status: StatusCode::ACCEPTED,
        body: None,
    };

    /// A result; `write` appends the result object.
    pub(crate) fn result(id: &Id, write: impl FnOnce(&mut String)) -> Self {
        let mut out = String::with_capacity(256);
        out.push_str("{\"id\":");
        id.write(&mut out);
        out.push_str(",\"jsonrpc\":\"2.0\",\"result\":");
        write(&mut out);
        out.push('}');
        Self {
            status: StatusCode::OK,
            body: Some(out),
        }
    }

    /// An error; without an id where none could be read (E2).
    pub(crate) fn error(status: StatusCode, id: Option<&Id>, error: &RpcError) -> Self {
        let mut out = String::with_capacity(128);
        out.push_str("{\"error\":");
        error.write(&mut out);
        if let Some(id) = id {
            out.push_str(",\"id\":");
            id.write(&mut out);
        }
        out.push_str(",\"jsonrpc\":\"2.0\"}");
        Self {
            status,
            body: Some(out),
        }
    }
}
