//! What a handler says before its result: progress and log messages (LNG-1).

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use wymcp_bound::json::{depth_exceeds, dismantle};
use wymcp_bound::limits;

use crate::outlet::{LogMessage, Notification, Outlet, Progress};
use crate::{Context, LogLevel};

/// Levels of a message above a log message's `data`: the message, and its params.
const ABOVE_DATA: usize = 2;

/// What a call has said. Untouched by a call that says nothing.
#[derive(Debug, Default)]
pub(crate) struct Speech {
    is_over: AtomicBool,
    /// The last report of progress. Held while something is passed on, so that words arrive in the order in which they were judged.
    last: Mutex<Option<f64>>,
}

impl Speech {
    /// The result is out.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::Release);
    }
}

/// What a handler says before its result.
///
/// None of it fails or blocks. What the caller did not ask for is not sent, and once the result is out, or the caller has gone,
/// these methods do nothing: a handler need not ask whether anybody listens. Where the caller reads too slowly, newer progress
/// replaces older, and log messages are left out and counted in one note; the call itself never waits.
///
/// ```
/// use serde_json::json;
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Context, LogLevel, PlainTool, Reply};
///
/// let tool = PlainTool::builder("index")
///     .description("Index all documents")
///     .handler_without_arguments(|ctx: Context| async move {
///         let documents = ["a", "b", "c"];
///         for (done, document) in documents.iter().enumerate() {
///             ctx.progress(done as f64, Some(documents.len() as f64), Some(document));
///             if document.is_empty() {
///                 ctx.log(LogLevel::Warning, Some("index"), json!({"empty": document}));
///             }
///             // … await the work on one document …
///         }
///         Ok(Reply::new(json!({"indexed": documents.len()})))
///     })
///     .build();
/// assert!(tool.is_ok());
/// ```
impl Context {
    /// Report how far the call is: `progress` of `total`, and in words.
    ///
    /// It is sent only when the request carried a progress token, and only when `progress` is greater than in the report before (K7): any other
    /// report, and one that is no finite number, is silently left out.
    pub fn progress(&self, progress: f64, total: Option<f64>, message: Option<&str>) {
        let Some(outlet) = self.listener().filter(|outlet| outlet.wants_progress()) else {
            return;
        };
        if !progress.is_finite() {
            return;
        }
        let mut last = self.speech().last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| progress <= last) {
            return;
        }
        *last = Some(progress);
        outlet.say(Notification::Progress(Progress {
            progress,
            total: total.filter(|total| total.is_finite()),
            message: message.map(str::to_owned),
        }));
    }

    /// Tell the caller something for its log.
    ///
    /// It is sent only when the caller asked for messages of this level or of a lower one: a modern one in the request's metadata (K9), a
    /// legacy one for its session (K10). `data` is any JSON value; one that nests deeper than a message may is left out. No secrets and no
    /// personal data belong here (K12); the operator's own log is `tracing`, not this.
    pub fn log(&self, level: LogLevel, logger: Option<&str>, data: impl Into<Value>) {
        let Some(outlet) = self.hearing(level) else { return };
        let data = data.into();
        if depth_exceeds(&data, limits::MESSAGE_NESTING - ABOVE_DATA) {
            return dismantle(data);
        }
        let _in_order = self.speech().last.lock().unwrap_or_else(PoisonError::into_inner);
        outlet.say(Notification::Log(LogMessage {
            level,
            logger: logger.map(str::to_owned),
            data,
        }));
    }

    /// Whether a log message of this level would be sent now: for one that is costly to make.
    #[must_use]
    pub fn is_logged(&self, level: LogLevel) -> bool {
        self.hearing(level).is_some()
    }

    /// Show the caller that the call is alive before there is anything to say (LNG-4).
    ///
    /// Over HTTP the answer begins as a stream, where the client admits one: its status is then 200 whatever the result, and comments
    /// keep the connection open while the call works in silence. Elsewhere it does nothing.
    pub fn open_stream(&self) {
        if let Some(outlet) = self.listener() {
            outlet.open_stream();
        }
    }

    fn hearing(&self, level: LogLevel) -> Option<&Arc<dyn Outlet>> {
        self.listener()
            .filter(|outlet| outlet.log_level().is_some_and(|least| level >= least))
    }

    /// Whoever hears the call, while it has something to say.
    pub(crate) fn listener(&self) -> Option<&Arc<dyn Outlet>> {
        self.outlet()
            .filter(|_| !self.is_cancelled() && !self.speech().is_over.load(Ordering::Acquire))
    }
}
