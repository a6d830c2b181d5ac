//! JSON-RPC errors.

use std::borrow::Cow;
use std::fmt;

use serde_json::Value;
use wymcp_bound::json;

/// Codes of JSON-RPC errors that this server answers (wire contract E).
pub mod code {
    /// The body is not JSON.
    pub const PARSE_ERROR: i64 = -32_700;
    /// The body is JSON, but no JSON-RPC message that may stand there.
    pub const INVALID_REQUEST: i64 = -32_600;
    /// The method is not served.
    pub const METHOD_NOT_FOUND: i64 = -32_601;
    /// The method's params do not fit; an unknown tool.
    pub const INVALID_PARAMS: i64 = -32_602;
    /// No resource has the URI, in the legacy revisions; modern ones say [`INVALID_PARAMS`] (N1).
    pub const RESOURCE_NOT_FOUND: i64 = -32_002;
    /// The server's own fault.
    pub const INTERNAL: i64 = -32_603;
    /// An HTTP header is missing, malformed, or contradicts the body.
    pub const HEADER_MISMATCH: i64 = -32_020;
    /// The client did not declare what the call needs of it; `data` has `requiredCapabilities` (INP-3).
    pub const MISSING_CAPABILITY: i64 = -32_021;
    /// The protocol version is not implemented; `data` has `supported` and `requested`.
    pub const UNSUPPORTED_VERSION: i64 = -32_022;
}

/// A JSON-RPC error: the envelope of a call was wrong, not its arguments.
///
/// What a gate refuses, a tool's failure and a fault are results with `isError: true` and never this (GAT-1, GAT-7). Message and
/// data are bounded: they quote a caller only through [`wymcp_bound::echo`] (BND-4).
///
/// ```
/// use wymcp_router::{Mount, rpc::code};
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let mount = Mount::builder("empty", "1.0.0").build().unwrap();
/// let error = mount.call("nobody", serde_json::json!({})).await.unwrap_err();
/// assert_eq!(error.code(), code::INVALID_PARAMS);
/// assert_eq!(error.to_string(), "unknown tool `nobody`");
/// # });
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct RpcError {
    code: i64,
    message: Cow<'static, str>,
    data: Option<Value>,
}

impl RpcError {
    pub(crate) fn new(code: i64, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            message: message.into(),
            data: None,
        }
    }

    pub(crate) fn with_data(self, data: Value) -> Self {
        Self {
            data: Some(data),
            ..self
        }
    }

    /// The code, one of [`code`].
    #[must_use]
    pub const fn code(&self) -> i64 {
        self.code
    }

    /// What is wrong, in words for whoever wrote the client.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What a machine can act on, where the protocol defines it.
    #[must_use]
    pub const fn data(&self) -> Option<&Value> {
        self.data.as_ref()
    }

    /// Append the error object.
    pub(crate) fn write(&self, out: &mut String) {
        out.push_str("{\"code\":");
        out.push_str(&self.code.to_string());
        if let Some(data) = &self.data {
            out.push_str(",\"data\":");
            json::write(out, data);
        }
        out.push_str(",\"message\":");
        json::write_str(out, &self.message);
        out.push('}');
    }
}

impl fmt::Display for RpcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&wymcp_bound::escape_invisible(&self.message))
    }
}

impl std::error::Error for RpcError {}
