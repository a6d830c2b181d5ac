//! A message that no method gets to see, or that its method cannot read.

use std::borrow::Cow;

use http::StatusCode;

use crate::rpc::{Answer, Id, RpcError, code};

/// A JSON-RPC error and the HTTP status that it travels with (wire contract E).
#[derive(Debug)]
pub(crate) struct Rejection {
    pub(crate) status: StatusCode,
    pub(crate) error: RpcError,
}

impl Rejection {
    pub(crate) const fn bad_request(error: RpcError) -> Self {
        Self {
            status: StatusCode::BAD_REQUEST,
            error,
        }
    }

    /// A header contradicts the body, is missing, or cannot be read (D13).
    pub(crate) fn header(message: impl Into<Cow<'static, str>>) -> Self {
        Self::bad_request(RpcError::new(code::HEADER_MISMATCH, message))
    }

    /// The message may not stand where it came.
    pub(crate) fn invalid(message: impl Into<Cow<'static, str>>) -> Self {
        Self::bad_request(RpcError::new(code::INVALID_REQUEST, message))
    }

    /// A method cannot read its params (E8).
    pub(crate) fn params(message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            status: StatusCode::OK,
            error: RpcError::new(code::INVALID_PARAMS, message),
        }
    }

    /// Say it, to the client and to the log (OBS-1).
    pub(crate) fn answer(&self, id: Option<&Id>, method: Option<&str>) -> Answer {
        tracing::info!(
            name: "wire.reject",
            target: "wymcp",
            event = "wire.reject",
            code = self.error.code(),
            status = self.status.as_u16(),
            method = method.map(wymcp_bound::plain),
            message = %self.error,
        );
        Answer::error(self.status, id, &self.error)
    }
}
