//! One JSON-RPC message.

use serde_json::{Map, Value};
use wymcp_bound::{json_type, limits};

use super::{Id, RpcError, code};
use crate::rpc::envelope::{Body, Envelope, Items};

type Object = Map<String, Value>;

/// What a body or a line holds.
#[derive(Debug)]
pub(crate) enum Message {
    Request(Request),
    Notification(Notification),
    /// An answer of the peer to a request of ours.
    Response(Response),
    /// A batch, not looked into: see [`parse_batch`].
    Array,
}

#[derive(Debug)]
#[cfg_attr(
    not(any(feature = "http", feature = "stdio")),
    expect(dead_code, reason = "without a transport nobody is asked anything")
)]
pub(crate) struct Response {
    /// Nothing where it is none that this server gives out.
    pub(crate) id: Option<Id>,
    /// The result, or the error as it came.
    pub(crate) outcome: Result<Value, Value>,
}

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) id: Id,
    pub(crate) method: String,
    pub(crate) params: Params,
}

#[derive(Debug)]
pub(crate) struct Notification {
    pub(crate) method: String,
    pub(crate) params: Params,
}

/// The params of a message; absent and null read as empty.
#[derive(Debug)]
pub(crate) enum Params {
    Object(Object),
    /// Something else, by its JSON type.
    Malformed(&'static str),
}

/// Why a body is no message: the error, and the id if it can be read.
#[derive(Debug)]
pub(crate) struct Unreadable {
    pub(crate) id: Option<Id>,
    pub(crate) error: RpcError,
    /// It has the members of a response: whoever sent it must not be answered, or two peers answer each other for ever (F27).
    pub(crate) is_response: bool,
}

/// Read a message: parsed once, duplicate keys resolved to the last, nesting held to 127 levels (SIZ).
pub(crate) fn parse(body: &[u8]) -> Result<Message, Unreadable> {
    let unreadable = |id, code, message: &'static str| Unreadable {
        id,
        error: RpcError::new(code, message),
        is_response: false,
    };
    let parsed = std::str::from_utf8(body)
        .ok()
        .and_then(|text| serde_json::from_str::<Body>(text).ok());
    match parsed {
        None => Err(unreadable(
            None,
            code::PARSE_ERROR,
            "the message is not JSON in UTF-8 of at most 127 levels of nesting, with numbers that a 64-bit float can hold",
        )),
        Some(Body::Other) => Err(unreadable(
            None,
            code::INVALID_REQUEST,
            "a JSON-RPC message is an object",
        )),
        Some(Body::Array) => Ok(Message::Array),
        Some(Body::Object(envelope)) => classify(*envelope),
    }
}

/// Read the messages of a batch: 100 at most, each a request, a notification or a response (C4, C8).
///
/// Nothing in it is kept of a batch that is too long.
pub(crate) fn parse_batch(body: &[u8]) -> Result<Vec<Message>, RpcError> {
    let invalid = |message: &'static str| RpcError::new(code::INVALID_REQUEST, message);
    let items = serde_json::from_slice::<Items>(body)
        .map_err(|_| RpcError::new(code::PARSE_ERROR, "the batch cannot be read"))?;
    if items.count == 0 {
        return Err(invalid("a batch holds at least one message"));
    }
    if items.count > limits::BATCH {
        return Err(invalid("a batch holds at most 100 messages"));
    }
    let messages = items.first.into_iter().map(|item| match item {
        Body::Object(envelope) => classify(*envelope).map_err(|unreadable| unreadable.error),
        Body::Array | Body::Other => Err(invalid("a message of a batch is an object")),
    });
    messages.collect()
}

fn classify(envelope: Envelope) -> Result<Message, Unreadable> {
    let Envelope {
        jsonrpc,
        id,
        method,
        params,
        result,
        error,
    } = envelope;
    let is_response = method.is_none() && (result.is_some() || error.is_some());
    let had_id = id.is_some();
    let id = id.and_then(Id::of);
    let invalid = |id, message: &'static str| {
        Err(Unreadable {
            id,
            error: RpcError::new(code::INVALID_REQUEST, message),
            is_response,
        })
    };
    if jsonrpc.as_ref().and_then(Value::as_str) != Some("2.0") {
        return invalid(id, "`jsonrpc` must be \"2.0\"");
    }
    if is_response {
        let outcome = match (result, error) {
            (Some(result), None) => Ok(result),
            (_, error) => Err(error.unwrap_or_default()),
        };
        return Ok(Message::Response(Response { id, outcome }));
    }
    let Some(method) = method else {
        return invalid(id, "a message needs a `method`");
    };
    let Value::String(method) = method else {
        return invalid(id, "`method` must be a string");
    };
    let params = match params {
        None | Some(Value::Null) => Params::Object(Object::new()),
        Some(Value::Object(params)) => Params::Object(params),
        Some(other) => Params::Malformed(json_type(&other)),
    };
    match (had_id, id) {
        (false, _) => Ok(Message::Notification(Notification { method, params })),
        (true, Some(id)) => Ok(Message::Request(Request { id, method, params })),
        (true, None) => invalid(
            None,
            "`id` must be an integer of 64 bits or a string of at most 256 bytes",
        ),
    }
}

impl Params {
    pub(crate) fn get(&self, key: &str) -> Option<&Value> {
        match self {
            Self::Object(params) => params.get(key),
            Self::Malformed(_) => None,
        }
    }

    /// `_meta`, where it is an object.
    pub(crate) fn meta(&self) -> Option<&Object> {
        self.get("_meta").and_then(Value::as_object)
    }

    /// Take a member out.
    pub(crate) fn take(&mut self, key: &str) -> Option<Value> {
        match self {
            Self::Object(params) => params.remove(key),
            Self::Malformed(_) => None,
        }
    }
}
