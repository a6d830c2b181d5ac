//! Whose code a call runs.

use std::sync::Arc;

/// A tool, and its action where it has any; or a method that calls no tool.
///
/// One name for both parts, so that all that is told of a call shares a single count with every other call of the same target.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Target {
    pub(crate) tool: Arc<str>,
    pub(crate) action: Option<Arc<str>>,
}

impl Target {
    pub(crate) fn new(tool: Arc<str>, action: Option<Arc<str>>) -> Arc<Self> {
        Arc::new(Self { tool, action })
    }
}
