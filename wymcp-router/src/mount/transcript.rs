//! What a call said, for a test of a tool.

use std::sync::{Arc, Mutex, PoisonError};

use wymcp_callbacksurface::{LogLevel, Notification, Outlet};

/// Notes down what a call says before its result: what a client would be sent that asks for progress and for every log message.
///
/// ```
/// use serde_json::json;
/// use wymcp_router::{Context, LogLevel, Mount, Notification, PlainTool, Reply, Transcript};
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let index = PlainTool::builder("index").description("Index all").handler_without_arguments(|ctx: Context| async move {
///     ctx.progress(1.0, Some(2.0), Some("half"));
///     ctx.progress(0.5, None, None); // less than before: never sent
///     ctx.log(LogLevel::Info, None, "nearly there");
///     ctx.progress(2.0, Some(2.0), None);
///     Ok(Reply::new(json!("done")))
/// });
/// let mount = Mount::builder("library", "1.0.0").tool(index).build().unwrap();
///
/// let transcript = Transcript::new();
/// mount.call("index", json!({})).transcript(&transcript).await.unwrap();
///
/// assert_eq!(transcript.progress(), [1.0, 2.0]);
/// assert!(matches!(&transcript.take()[1], Notification::Log(log) if log.data == "nearly there"));
/// # });
/// ```
#[derive(Debug, Clone, Default)]
pub struct Transcript {
    said: Arc<Mutex<Vec<Notification>>>,
}

impl Transcript {
    /// An empty one. Clones note into the same.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What was said so far, in order; the transcript is empty again.
    #[must_use]
    pub fn take(&self) -> Vec<Notification> {
        std::mem::take(&mut *self.said.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The values of the progress reports so far, in order.
    #[must_use]
    pub fn progress(&self) -> Vec<f64> {
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        let values = said.iter().filter_map(|notification| match notification {
            Notification::Progress(report) => Some(report.progress),
            _ => None,
        });
        values.collect()
    }
}

impl Outlet for Transcript {
    fn wants_progress(&self) -> bool {
        true
    }

    fn log_level(&self) -> Option<LogLevel> {
        Some(LogLevel::Debug)
    }

    fn say(&self, notification: Notification) {
        self.said
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(notification);
    }
}
