//! Notifications as JSON-RPC messages, their keys in code point order (LST-2).

use wymcp_bound::json;
use wymcp_callbacksurface::{LogLevel, LogMessage, Notification, Progress};

use super::queue::Item;

/// Nothing for what has no words here: progress without a token, or a kind that is not known.
pub(super) fn item(notification: Notification, token: Option<&str>) -> Option<Item> {
    match notification {
        Notification::Progress(report) => Some(Item::Progress(progress(&report, token?))),
        Notification::Log(message) => Some(Item::Log(message.level, log(&message))),
        _ => None,
    }
}

fn progress(report: &Progress, token: &str) -> String {
    let mut out = String::with_capacity(128);
    out.push_str("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{");
    if let Some(message) = &report.message {
        out.push_str("\"message\":");
        json::write_str(&mut out, message);
        out.push(',');
    }
    out.push_str("\"progress\":");
    number(&mut out, report.progress);
    out.push_str(",\"progressToken\":");
    out.push_str(token);
    if let Some(total) = report.total {
        out.push_str(",\"total\":");
        number(&mut out, total);
    }
    out.push_str("}}");
    out
}

/// A request of the server (wire contract L19).
#[cfg(any(feature = "http", feature = "stdio"))]
pub(super) fn request(id: u64, method: &str, params: &serde_json::Map<String, serde_json::Value>) -> String {
    let mut out = format!("{{\"id\":{id},\"jsonrpc\":\"2.0\",\"method\":");
    json::write_str(&mut out, method);
    if !params.is_empty() {
        out.push_str(",\"params\":");
        json::write_object(&mut out, params);
    }
    out.push('}');
    out
}

/// Nobody waits for the answer to a request any more (wire contract K6).
#[cfg(any(feature = "http", feature = "stdio"))]
pub(super) fn cancelled(id: u64) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{{\"requestId\":{id}}}}}")
}

fn log(message: &LogMessage) -> String {
    let mut out = String::with_capacity(128);
    out.push_str("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":");
    json::write(&mut out, &message.data);
    out.push_str(",\"level\":");
    json::write_str(&mut out, message.level.name());
    if let Some(logger) = &message.logger {
        out.push_str(",\"logger\":");
        json::write_str(&mut out, logger);
    }
    out.push_str("}}");
    out
}

/// What stands where log messages were left out. As grave as the gravest of them, so that whoever asked for it hears of it.
pub(super) fn gap(count: usize, level: LogLevel) -> String {
    let data = format!("log messages left out here, because they came faster than they were read: {count}");
    let mut out = String::with_capacity(192);
    out.push_str("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"data\":");
    json::write_str(&mut out, &data);
    out.push_str(",\"level\":");
    json::write_str(&mut out, level.name());
    out.push_str(",\"logger\":\"wymcp\"}}");
    out
}

/// A finite number: whole ones as integers, all so that the very number is read again.
fn number(out: &mut String, number: f64) {
    /// Every whole number below is exact.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    if number.fract() == 0.0 && number.abs() < EXACT {
        #[expect(clippy::cast_possible_truncation, reason = "whole, and far below the range's end")]
        out.push_str(&(number as i64).to_string());
    } else {
        json::write(out, &serde_json::Value::from(number));
    }
}
