//! Asking the client something in the middle of a call (wire contract L19, L20).

use std::borrow::Cow;

use serde_json::Value;
use wymcp_bound::json::{depth_exceeds, dismantle};
use wymcp_bound::limits;

use crate::{Capability, Context, Object};

/// Levels of a message above `params`: the message.
const ABOVE_PARAMS: usize = 1;
/// The first revision whose servers send no requests: there a call ends with what it wants to know, and is made again.
const WITHOUT_REQUESTS: &str = "2026-07-28";

/// Why a client did not answer a request of the server; see [`Context::request`].
///
/// Its words are made for the model: passed on by `?`, they reach the caller (RUN-4).
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The call speaks a revision in which servers send no requests.
    #[error("protocol {0} lets no server ask its client in the middle of a call")]
    Revision(Cow<'static, str>),
    /// The client did not declare that it can answer this (wire contract L20).
    #[error("the client did not declare the capability `{0}`, which this call needs")]
    Undeclared(&'static str),
    /// What is asked for is no request of the protocol, or its params are no object, or nest too deep.
    #[error("{0}")]
    Malformed(&'static str),
    /// The call's words do not reach its client: it was made in process, its client keeps no session, or admits no stream.
    #[error("this client cannot be asked: its connection carries no requests of the server")]
    Unreachable,
    /// Too many requests of the server wait for this client's answers.
    #[error("the client has too many unanswered requests")]
    Crowded,
    /// The client answered with an error. The words are the client's own, bounded.
    #[error("the client answered with error {code}: {message}")]
    Refused {
        /// The JSON-RPC code.
        code: i64,
        /// What the client says of it, bounded.
        message: String,
    },
    /// The client did not answer in time (wire contract K6).
    #[error("the client did not answer in time")]
    TimedOut,
    /// The client's session ended before it answered.
    #[error("the client's session has ended")]
    Ended,
}

impl Context {
    /// Send a legacy client a request of your own and wait for its answer; [`ask`](Self::ask) asks clients of every revision.
    ///
    /// It is `sampling/createMessage`, `elicitation/create`, `roots/list` or `ping`.
    ///
    /// The request goes out on the call's own stream, so this needs a legacy client over stdio or in a session (wire contract L19). The
    /// answer is the result as the client gave it: unchecked, and a person who declines or cancels is an answer too
    /// (`{"action": "decline"}`). Giving up the wait tells the client so. The wait counts towards a time limit of the mount, where it has one.
    ///
    /// ```
    /// use serde_json::json;
    /// # use wymcp_callbacksurface as wymcp_router;
    /// use wymcp_router::{Context, Failure, Reply};
    ///
    /// async fn delete_all(ctx: Context) -> Result<Reply, Failure> {
    ///     let schema = json!({"type": "object", "properties": {"sure": {"type": "boolean"}}, "required": ["sure"]});
    ///     let answer = ctx.request("elicitation/create", json!({"message": "Delete all?", "requestedSchema": schema})).await?;
    ///     if answer["action"] != "accept" || answer["content"]["sure"] != true {
    ///         return Ok(Reply::new(json!({"deleted": 0})));
    ///     }
    ///     // … delete …
    ///     Ok(Reply::new(json!({"deleted": 17})))
    /// }
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let refused = delete_all(Context::new(Default::default(), "purge", None)).await.unwrap_err();
    /// assert!(refused.error().to_string().contains("`elicitation`"), "this client declared nothing");
    /// # });
    /// ```
    ///
    /// # Errors
    /// A [`RequestError`]: the revision has no such requests, the client did not declare the capability, cannot be reached, refused, or
    /// kept silent for too long.
    pub async fn request(&self, method: &str, params: impl Into<Value> + Send) -> Result<Value, RequestError> {
        let params = sendable(params.into())?;
        if self.protocol_version() >= WITHOUT_REQUESTS {
            return Err(RequestError::Revision(self.shared_version()));
        }
        if let Some(capability) = self.undeclared(method, &params)? {
            return Err(RequestError::Undeclared(capability));
        }
        let outlet = self.listener().cloned().ok_or(RequestError::Unreachable)?;
        outlet.request(method, params).await
    }

    /// Let go of the call's connection; the call goes on, and its client comes back for the rest (wire contract L15).
    ///
    /// For calls that take longer than connections live. It takes a client of 2025-11-25 in an HTTP session, which is told when to ask
    /// again; elsewhere this does nothing.
    pub fn close_stream(&self) {
        if let Some(outlet) = self.listener() {
            outlet.close_stream();
        }
    }

    /// The capability that a request needs and the client has not, as its revision knows it (wire contract D8, D9, L3a).
    fn undeclared(&self, method: &str, params: &Object) -> Result<Option<&'static str>, RequestError> {
        let needed = match method {
            "ping" => return Ok(None),
            "roots/list" => Capability::Roots,
            "sampling/createMessage" if params.contains_key("tools") || params.contains_key("toolChoice") => {
                Capability::ToolSampling
            }
            "sampling/createMessage" => Capability::Sampling,
            "elicitation/create" if params.get("mode").is_some_and(|mode| mode == "url") => Capability::UrlElicitation,
            "elicitation/create" => Capability::Elicitation,
            _ => return Err(RequestError::Malformed("servers send no such request to their clients")),
        };
        Ok((!self.declares(needed)).then(|| needed.name(self.client_capabilities())))
    }
}

fn sendable(params: Value) -> Result<Object, RequestError> {
    if depth_exceeds(&params, limits::MESSAGE_NESTING - ABOVE_PARAMS) {
        dismantle(params);
        return Err(RequestError::Malformed("the params of the request nest too deep"));
    }
    match params {
        Value::Object(params) => Ok(params),
        Value::Null => Ok(Object::new()),
        _ => Err(RequestError::Malformed("the params of a request are an object")),
    }
}
