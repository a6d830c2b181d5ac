//! A tool that a test holds up.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use tokio::sync::Notify;
use wymcp_router::{Context, PlainTool, PlainToolBuilder, Reply};

/// A tool that waits until it is told to go on, and tells when it began, ended and was dropped.
#[derive(Clone, Default)]
pub(crate) struct Gate {
    pub(crate) inner: Arc<GateState>,
}

#[derive(Default)]
pub(crate) struct GateState {
    pub(crate) begun: Notify,
    pub(crate) go: Notify,
    pub(crate) finished: AtomicUsize,
    pub(crate) dropped: AtomicUsize,
    pub(crate) was_dropped: Notify,
}

impl Gate {
    pub(crate) fn tool(&self) -> PlainToolBuilder {
        let gate = Arc::clone(&self.inner);
        PlainTool::builder("wait")
            .description("Waits")
            .handler_without_arguments(move |_: Context| {
                let gate = Arc::clone(&gate);
                async move {
                    let guard = OnDrop(Arc::clone(&gate));
                    gate.begun.notify_one();
                    gate.go.notified().await;
                    gate.finished.fetch_add(1, Ordering::SeqCst);
                    drop(guard);
                    Ok(Reply::new(json!("waited")))
                }
            })
    }

    pub(crate) fn finished(&self) -> usize {
        self.inner.finished.load(Ordering::SeqCst)
    }
}

struct OnDrop(Arc<GateState>);

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.dropped.fetch_add(1, Ordering::SeqCst);
        self.0.was_dropped.notify_one();
    }
}
