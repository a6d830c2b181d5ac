//! `_meta` of a request (D1).

use serde_json::{Map, Value};
use wymcp_bound::limits;
use wymcp_callbacksurface::{Era, LogLevel};

use super::Rejection;
use crate::rpc::{Params, RpcError, code};

pub(crate) const PROTOCOL_VERSION: &str = "io.modelcontextprotocol/protocolVersion";
pub(crate) const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
pub(crate) const LOG_LEVEL: &str = "io.modelcontextprotocol/logLevel";
pub(crate) const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

/// The keys that every modern request needs, as an error names them; empty when all are there (D1).
pub(crate) fn unmet(params: &Params) -> Vec<&'static str> {
    let value = |key| params.meta().and_then(|meta: &Map<String, Value>| meta.get(key));
    let mut unmet = Vec::new();
    if !value(PROTOCOL_VERSION).is_some_and(Value::is_string) {
        unmet.push("`io.modelcontextprotocol/protocolVersion` (string)");
    }
    if !value(CLIENT_CAPABILITIES).is_some_and(Value::is_object) {
        unmet.push("`io.modelcontextprotocol/clientCapabilities` (object)");
    }
    unmet
}

/// The rejection that names the keys (rows 10 and 14).
pub(crate) fn missing(unmet: &[&'static str]) -> Rejection {
    let message = format!("`params._meta` of this request needs {}", unmet.join(" and "));
    Rejection::bad_request(RpcError::new(code::INVALID_PARAMS, message))
}

/// The keys that may be left out, or be null (D4, D5, BND-4); unknown keys are the client's own affair (D6).
pub(crate) fn check_optional(params: &Params, era: Era) -> Result<(), Rejection> {
    let Some(meta) = params.meta() else { return Ok(()) };
    match meta.get("progressToken") {
        None | Some(Value::Null) => {}
        Some(Value::String(token)) if token.len() <= limits::ID_BYTES => {}
        Some(Value::Number(token)) if !token.is_f64() => {}
        Some(_) => {
            return Err(Rejection::params(
                "`_meta.progressToken` must be an integer of 64 bits or a string of at most 256 bytes",
            ));
        }
    }
    match meta.get(LOG_LEVEL) {
        None | Some(Value::Null) => Ok(()),
        Some(level) if era == Era::Modern && log_level(level).is_none() => {
            Err(no_log_level("`_meta[\"io.modelcontextprotocol/logLevel\"]`"))
        }
        Some(_) => Ok(()),
    }
}

/// The level that a client names.
pub(crate) fn log_level(named: &Value) -> Option<LogLevel> {
    LogLevel::of(named.as_str()?)
}

/// What stands at `place` names no level (D4, K10).
pub(crate) fn no_log_level(place: &str) -> Rejection {
    let levels = LogLevel::ALL.map(LogLevel::name).join(", ");
    Rejection::params(format!("{place} must be one of {levels}"))
}
