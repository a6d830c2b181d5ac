//! A broken promise of the tool's own code, contained (RUN-5).

use std::fmt;
use std::sync::Arc;

use serde_json::Value;
use wymcp_bound::limits;

use crate::target::Target;
use crate::{CallResult, Context, ErrorKind, Object};

/// What kind of promise was broken; the word `exception` of a fault's answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Exception {
    /// The tool's code panicked.
    Panic,
    /// The call took longer than the mount lets it (LNG-3).
    Timeout,
    /// The value does not fit the action's output schema (RUN-6).
    InvalidOutput,
    /// The reply, a hint or the context cannot be sent, or the payload type refused what its schema admits.
    InvalidReply,
}

impl Exception {
    /// The word that answers and events carry.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Panic => "panic",
            Self::Timeout => "timeout",
            Self::InvalidOutput => "invalid_output",
            Self::InvalidReply => "invalid_reply",
        }
    }
}

/// A contained fault: which tool and action, what happened, in bounded words (RUN-5).
///
/// It is an error like any other, so that `?` carries it out of the framework's own tools: a call that fails with it answers with
/// the fault of the tool that it names. [`fmt::Display`] is the message alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    target: Arc<Target>,
    exception: Exception,
    message: String,
    /// What only the log gets.
    detail: Option<String>,
}

impl Fault {
    pub(crate) fn new(ctx: &Context, exception: Exception, message: &str) -> Self {
        Self {
            target: Arc::clone(ctx.target()),
            exception,
            message: wymcp_bound::clip(message, limits::FAULT_CHARS),
            detail: None,
        }
    }

    /// The tool's code panicked with these words.
    pub(crate) fn panic(ctx: &Context, message: &str) -> Self {
        Self::new(ctx, Exception::Panic, message)
    }

    /// The call's time is up (LNG-3).
    pub(crate) fn timeout(ctx: &Context) -> Self {
        let words =
            "the call took longer than this server lets a call take, and was stopped: part of its work may be done";
        Self::new(ctx, Exception::Timeout, words)
    }

    pub(crate) fn invalid_reply(ctx: &Context, message: &str) -> Self {
        Self::new(ctx, Exception::InvalidReply, message)
    }

    /// The server's own mistake: the caller is told so, and that nothing it could change would help (F24).
    pub(crate) fn invalid_output(ctx: &Context, detail: String) -> Self {
        let words = "the server's own output does not fit its output schema: the call is not at fault, and the same call will fail again";
        Self {
            detail: Some(detail),
            ..Self::new(ctx, Exception::InvalidOutput, words)
        }
    }

    /// The tool whose code it was.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.target.tool
    }

    /// The action, unless it was a plain tool's code.
    #[must_use]
    pub fn action(&self) -> Option<&str> {
        self.target.action.as_deref()
    }

    /// What kind of promise was broken.
    #[must_use]
    pub const fn exception(&self) -> Exception {
        self.exception
    }

    /// What happened, bounded.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What happened, for the log: the message, and what the caller is not told.
    pub(crate) fn log_words(&self) -> String {
        let words = match &self.detail {
            None => self.message.clone(),
            Some(detail) => format!("{}: {detail}", self.message),
        };
        wymcp_bound::escape_invisible(&words)
    }

    /// The answer of the call: `isError: true` and one text block of JSON.
    pub(crate) fn into_result(self) -> CallResult {
        let mut answer = Object::new();
        let mut put = |key: &str, value: &str| answer.insert(key.to_owned(), Value::String(value.to_owned()));
        put("errorType", "tool_fault");
        put("tool", self.tool());
        if let Some(action) = self.action() {
            put("action", action);
        }
        put("exception", self.exception.name());
        put("message", &self.message);
        CallResult::of_text(
            wymcp_bound::json::to_string(&Value::Object(answer)),
            Some(ErrorKind::Tool),
        )
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}
