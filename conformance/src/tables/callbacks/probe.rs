//! Mounts with one misbehaving callback, and what they answer.

use serde_json::{Value, json};
use wymcp_router::{CallResult, Callback, Decision, Era, Mount, MountBuilder, Offences};

use super::Cell;
use crate::fixtures::{Misdeed, Scripted};

/// A mount whose policy denies whatever it is asked about.
pub(super) fn denying() -> MountBuilder {
    Mount::builder("t", "1").policy(|_| Decision::deny("whatever it is"))
}

/// RUN-5: contained, and answered as a fault that names tool and action; the next call is served.
pub(super) fn fault(callback: Callback, misdeed: Misdeed, exception: &'static str, action: &str) -> Cell {
    Cell::of(run(mount(callback, misdeed), "scripted", action).and_then(|result| {
        let fault = result.json();
        let told = fault["errorType"] == "tool_fault"
            && fault["exception"] == exception
            && fault["tool"] == "scripted"
            && fault["action"] == action
            && result.structured().is_none();
        if told && result.is_error() {
            Ok(exception.to_owned())
        } else {
            Err(result.text().to_owned())
        }
    }))
}

pub(super) fn mount(callback: Callback, misdeed: Misdeed) -> Result<Mount, Offences> {
    Mount::builder("t", "1").tool(Scripted::new(callback, misdeed)).build()
}

pub(super) fn listing(mount: Result<Mount, Offences>) -> Result<Value, String> {
    let tools: Value = serde_json::from_str(&mount.map_err(|offences| offences.to_string())?.list(Era::Modern))
        .map_err(|error| error.to_string())?;
    Ok(tools)
}

pub(super) fn run(mount: Result<Mount, Offences>, tool: &str, action: &str) -> Result<CallResult, String> {
    let mount = mount.map_err(|offences| offences.to_string())?;
    block_on(async { mount.call(tool, json!({ "action": action })).await }).map_err(|error| error.to_string())
}

/// Run a future that waits for nothing outside itself.
pub(super) fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    loop {
        if let std::task::Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}
