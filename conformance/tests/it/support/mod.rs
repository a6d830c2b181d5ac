//! What tests share: mounts, calls and refusals.

pub(crate) mod http;
pub(crate) mod stdio;

use serde_json::Value;
use wymcp_conformance::fixtures::in_order;
use wymcp_router::{CallResult, Mount, RpcError};

/// The mount that the fixture process serves too.
pub(crate) fn mount() -> Mount {
    in_order(0)
}

/// Call a tool without sockets.
pub(crate) fn try_call(mount: &Mount, tool: &str, arguments: Value) -> Result<CallResult, RpcError> {
    block_on(async { mount.call(tool, arguments).await })
}

/// A call that has to reach the gates.
pub(crate) fn call(mount: &Mount, tool: &str, arguments: Value) -> CallResult {
    try_call(mount, tool, arguments).unwrap()
}

/// A call of the fixture tool of the field cases.
pub(crate) fn tasks(arguments: Value) -> CallResult {
    call(&mount(), "tasks", arguments)
}

/// The refusal of a call of the fixture tool: an error result of one text block that is JSON, without structured content (GAT-1).
pub(crate) fn refused(arguments: Value) -> Value {
    refusal(&tasks(arguments))
}

/// The refusal that a result holds.
pub(crate) fn refusal(result: &CallResult) -> Value {
    assert!(result.is_error(), "passed: {}", result.text());
    assert_eq!(result.content().len(), 1);
    assert!(result.structured().is_none());
    let read = result.json();
    for key in ["error", "message", "help"] {
        assert!(read[key].is_string(), "no {key} in {read}");
    }
    read
}

/// What the handler of the fixture tool received.
pub(crate) fn received(arguments: Value) -> Value {
    let result = tasks(arguments);
    assert!(!result.is_error(), "refused: {}", result.text());
    result.json()
}

/// Run a future to its end.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

/// A line that is seen although the test passes.
pub(crate) fn say(line: &str) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// How many cases a generated run tries: `CASES` of the environment, else `usual`.
pub(crate) fn cases(usual: u64) -> u64 {
    std::env::var("CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(usual)
}
