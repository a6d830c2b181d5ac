//! Where a call's words go before its result (LNG-1).

use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use crate::{BoxFuture, LogLevel, Object, RequestError};

/// What a call says before its result (LNG-1).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Notification {
    /// How far it is.
    Progress(Progress),
    /// Something for the caller's log.
    Log(LogMessage),
}

/// How far a call is; see [`Context::progress`](crate::Context::progress).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// A finite number, greater than that of the report before.
    pub progress: f64,
    /// What `progress` will be in the end, where it is known; finite.
    pub total: Option<f64>,
    /// In words.
    pub message: Option<String>,
}

/// Something for the caller's log; see [`Context::log`](crate::Context::log).
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct LogMessage {
    /// How grave it is.
    pub level: LogLevel,
    /// Which part of the server says it.
    pub logger: Option<String>,
    /// What there is to say; nests at most 127 levels as it is sent.
    pub data: Value,
}

/// Where a call's words go before its result; a transport gives one to each call whose caller can hear them.
///
/// [`Context`](crate::Context) asks first and filters: what arrives was asked for, progress rises strictly, and nothing comes once the
/// result is out. Nothing here may block, or call the context again: words come one at a time, from whichever thread the tool runs on.
pub trait Outlet: fmt::Debug + Send + Sync {
    /// Whether the caller asked for progress: its request carried a token (K7).
    fn wants_progress(&self) -> bool;

    /// The least grave level that the caller asked for; none: no log at all (K9).
    fn log_level(&self) -> Option<LogLevel>;

    /// Pass it on.
    fn say(&self, notification: Notification);

    /// Show the caller that the call is alive, before there is anything to say (LNG-4).
    fn open_stream(&self) {}

    /// Let go of the connection that the words go out on, if the caller can come back for the rest (wire contract L15).
    fn close_stream(&self) {}

    /// Ask the client something and wait for its answer (wire contract L19). The future may be dropped: then nobody waits any more.
    ///
    /// [`Context`](crate::Context) asks first whether the client declared what it needs; `params` is an object and nests no deeper than a
    /// message may.
    fn request(self: Arc<Self>, method: &str, params: Object) -> BoxFuture<'static, Result<Value, RequestError>> {
        let _ = (method, params);
        Box::pin(async { Err(RequestError::Unreachable) })
    }
}
