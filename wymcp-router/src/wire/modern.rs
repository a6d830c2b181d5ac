//! What a modern request must bring before its method is looked at: rows 14 to 17 of the ladder.

use serde_json::{Value, json};

use super::headers::{self, Field};
use super::{Facts, Rejection, meta, sentinel};
use crate::Revision;
use crate::revision::Claim;
use crate::rpc::{Request, RpcError, code};

/// Check metadata and mirrored headers; gives the revision.
pub(crate) fn check(request: &Request, facts: &Facts<'_>) -> Result<Revision, Rejection> {
    let unmet = meta::unmet(&request.params);
    if !unmet.is_empty() {
        return Err(meta::missing(&unmet));
    }
    let version = request
        .params
        .meta()
        .and_then(|meta| meta.get(meta::PROTOCOL_VERSION)?.as_str())
        .unwrap_or_default();
    let header = facts
        .headers
        .map(|headers| headers::field(headers, &headers::PROTOCOL_VERSION));
    match header {
        Some(Field::Malformed) => return Err(unreadable(VERSION, "")),
        Some(Field::Value(value)) if value != version => return Err(differs(VERSION)),
        _ => {}
    }
    let Claim::Modern(revision) = Claim::of(version) else {
        return Err(unsupported(version));
    };
    if let Some(headers) = facts.headers {
        if header == Some(Field::Absent) {
            return Err(absent(VERSION));
        }
        check_method(headers, request)?;
        check_name(headers, request)?;
    }
    Ok(revision)
}

/// A10: what is spoken instead.
pub(crate) fn unsupported(version: &str) -> Rejection {
    let supported: Vec<&str> = Revision::MODERN.iter().map(|revision| revision.name()).collect();
    let error = RpcError::new(code::UNSUPPORTED_VERSION, "the protocol version is not supported")
        .with_data(json!({"requested": wymcp_bound::echo(version), "supported": supported}));
    Rejection::bad_request(error)
}

/// D11; the sentinel does not apply here (D22).
fn check_method(headers: &http::HeaderMap, request: &Request) -> Result<(), Rejection> {
    match headers::field(headers, &headers::METHOD) {
        Field::Absent => Err(absent(METHOD)),
        Field::Malformed => Err(unreadable(METHOD, "")),
        Field::Value(value) if value != request.method => Err(differs(METHOD)),
        Field::Value(_) => Ok(()),
    }
}

/// D12: which member of params a method mirrors in `Mcp-Name`. A member that is no string mirrors nothing: the method will say so.
fn check_name(headers: &http::HeaderMap, request: &Request) -> Result<(), Rejection> {
    let (key, place) = match request.method.as_str() {
        "tools/call" | "prompts/get" => ("name", "params.name"),
        "resources/read" => ("uri", "params.uri"),
        _ => return Ok(()),
    };
    let mirrored = ("Mcp-Name", place);
    let wanted = request.params.get(key).and_then(Value::as_str);
    match (headers::field(headers, &headers::NAME), wanted) {
        (Field::Absent, None) => Ok(()),
        (Field::Absent, Some(_)) => Err(absent(mirrored)),
        (Field::Malformed, _) => Err(unreadable(mirrored, sentinel::HOW)),
        (Field::Value(value), wanted) => match sentinel::decode(value) {
            None => Err(unreadable(mirrored, sentinel::HOW)),
            Some(value) if wanted == Some(&*value) => Ok(()),
            Some(_) => Err(differs(mirrored)),
        },
    }
}

/// A header, and the place of the body whose value it repeats.
type Mirrored = (&'static str, &'static str);

const VERSION: Mirrored = (
    "MCP-Protocol-Version",
    "params._meta[\"io.modelcontextprotocol/protocolVersion\"]",
);
pub(super) const METHOD: Mirrored = ("Mcp-Method", "method");

fn absent((header, place): Mirrored) -> Rejection {
    Rejection::header(format!(
        "the header `{header}` is missing: send it with the value of `{place}`"
    ))
}

/// `how`: for the one of them that may be Base64 (D19).
fn unreadable((header, place): Mirrored, how: &str) -> Rejection {
    Rejection::header(format!(
        "the header `{header}` cannot be read, or was given twice with different values: send the value of `{place}` once{how}"
    ))
}

pub(super) fn differs((header, place): Mirrored) -> Rejection {
    Rejection::header(format!(
        "the header `{header}` differs from `{place}`: send one value in both"
    ))
}
