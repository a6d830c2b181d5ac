//! What an operator sees of help (HLP-6).

use wymcp_bound::plain;

/// How much was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Level {
    Index,
    Tool,
    Action,
}

impl Level {
    pub(crate) const fn of(tool: Option<&str>, action: Option<&str>) -> Self {
        match (tool, action) {
            (_, Some(_)) => Self::Action,
            (Some(_), None) => Self::Tool,
            (None, None) => Self::Index,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Index => "index",
            Self::Tool => "tool",
            Self::Action => "action",
        }
    }
}

/// `help.called`, after the answer is known. Names are the caller's, so they are bounded (BND-1).
pub(crate) fn called(tool: Option<&str>, action: Option<&str>, is_error: bool) {
    tracing::info!(
        name: "help.called", target: "wymcp",
        event = "help.called", tool = tool.map(plain).as_deref(), action = action.map(plain).as_deref(),
        level = Level::of(tool, action).name(), is_error,
    );
}
