//! What an operator sees of a call (OBS-1, OBS-2).
//!
//! The target is `wymcp`; the name stands in the event's metadata and in the field `event`, so that a plain subscriber shows it.
//! Field values are evaluated only when somebody listens. `duration` is in seconds.

use std::sync::Arc;
use std::time::Instant;

use serde_json::Value;
use tracing::Span;
use wymcp_bound::{escape_invisible, limits, plain};

use crate::contain::guard;
use crate::fault::Fault;
use crate::registration::{Kind, Registration};
use crate::trace::TraceParent;
use crate::{CallFacts, CallResult, Context, ErrorKind, Failure, Lacking, Object};

/// One call under observation: `tool.start` when it is made, `tool.stop` once, at its end or when it is dropped before it.
#[derive(Debug)]
pub(crate) struct Observed {
    registration: Arc<Registration>,
    action: Called,
    span: Span,
    started: Instant,
    is_open: bool,
}

/// The action that a call names.
#[derive(Debug)]
enum Called {
    Nothing,
    /// By its position in the surface.
    Known(usize),
    /// As the caller sent it, bounded (BND-1).
    Unknown(String),
}

impl Observed {
    pub(crate) fn start(registration: Arc<Registration>, arguments: &Object, facts: &CallFacts) -> Self {
        let mut call = Self {
            action: called(&registration, arguments),
            registration,
            span: Span::none(),
            started: Instant::now(),
            is_open: true,
        };
        call.span = call.span_of(facts);
        call.span.in_scope(|| {
            tracing::info!(
                name: "tool.start", target: "wymcp",
                event = "tool.start", tool = call.tool(), action = call.action(),
            );
        });
        call
    }

    pub(crate) const fn registration(&self) -> &Arc<Registration> {
        &self.registration
    }

    pub(crate) const fn span(&self) -> &Span {
        &self.span
    }

    fn tool(&self) -> &str {
        self.registration.name()
    }

    fn action(&self) -> Option<&str> {
        match &self.action {
            Called::Nothing => None,
            Called::Known(position) => self.registration.target(Some(*position)).action.as_deref(),
            Called::Unknown(sent) => Some(sent),
        }
    }

    fn span_of(&self, facts: &CallFacts) -> Span {
        if !tracing::enabled!(target: "wymcp", tracing::Level::INFO) {
            return Span::none();
        }
        let trace = TraceParent::of(&facts.meta);
        let request_id = match &facts.request_id {
            Value::Null => None,
            Value::String(text) => Some(plain(text)),
            other => Some(other.to_string()),
        };
        tracing::info_span!(
            target: "wymcp", "tool.call",
            tool = self.tool(), action = self.action(), request_id = request_id.as_deref(),
            trace_id = trace.map(|trace| trace.trace_id), parent_id = trace.map(|trace| trace.parent_id),
        )
    }

    pub(crate) fn stop(&mut self, answer: &Result<CallResult, Lacking>) {
        let error = match answer {
            Ok(result) => result.error_kind(),
            Err(_) => Some(ErrorKind::Tool),
        };
        self.emit_stop(error, false);
    }

    fn emit_stop(&mut self, error: Option<ErrorKind>, is_cancelled: bool) {
        self.is_open = false;
        self.span.in_scope(|| {
            tracing::info!(
                name: "tool.stop", target: "wymcp",
                event = "tool.stop", tool = self.tool(), action = self.action(),
                duration = self.started.elapsed().as_secs_f64(), is_error = error.is_some(),
                error_kind = error.map_or("none", ErrorKind::name), is_cancelled,
            );
        });
    }
}

impl Drop for Observed {
    fn drop(&mut self) {
        if self.is_open {
            self.emit_stop(None, true);
        }
    }
}

/// A fault of the tool's code.
pub(crate) fn faulted(fault: &Fault) {
    tracing::error!(
        name: "tool.error", target: "wymcp",
        event = "tool.error", tool = fault.tool(), action = fault.action(), exception = fault.exception().name(),
        message = fault.log_words(),
    );
}

/// The tool's code panicked while a cancelled call was dropped: nobody is left to be answered.
pub(crate) fn panicked_after_cancellation(ctx: &Context, panic: &str) {
    faulted(&Fault::panic(ctx, panic));
}

/// A tool that is served no longer panicked while it was dropped; there is no call that could be answered with it.
pub(crate) fn panicked_in_drop(tool: &str, panic: &str) {
    tracing::error!(
        name: "tool.error", target: "wymcp",
        event = "tool.error", tool, exception = "panic",
        message = escape_invisible(&wymcp_bound::clip(panic, limits::FAULT_CHARS)),
    );
}

/// The detail of a failure, which the caller is not told unless the tool says so (RUN-4).
pub(crate) fn failed(ctx: &Context, failure: &Failure) -> Result<(), String> {
    if failure.is_for_caller() || !tracing::enabled!(target: "wymcp", tracing::Level::WARN) {
        return Ok(());
    }
    let message = guard(|| words_of(failure))?;
    tracing::warn!(
        name: "tool.failure", target: "wymcp",
        event = "tool.failure", tool = ctx.tool(), action = ctx.action(), message,
    );
    Ok(())
}

/// An error and its sources, bounded in each and in number (BND-4).
fn words_of(failure: &Failure) -> String {
    let chain = std::iter::successors(Some(failure.error()), |error| error.source());
    let words: Vec<_> = chain
        .take(limits::LISTED)
        .map(|error| escape_invisible(&wymcp_bound::clip(&error.to_string(), limits::FAULT_CHARS)))
        .collect();
    words.join(": ")
}

fn called(registration: &Registration, arguments: &Object) -> Called {
    let Kind::Actions(actions) = registration.kind() else {
        return Called::Nothing;
    };
    match arguments.get("action").and_then(Value::as_str) {
        None => Called::Nothing,
        Some(sent) => match actions.get(sent) {
            Some((position, _)) => Called::Known(position),
            None => Called::Unknown(plain(sent)),
        },
    }
}
