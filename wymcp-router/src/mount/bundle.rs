//! Tools that come together.

use std::fmt;
use std::panic::Location;
use std::sync::Arc;

use wymcp_callbacksurface::Served;

/// Tools that a library crate exports as one value, for any mount to take ([`MountBuilder::tools`](super::MountBuilder::tools)).
///
/// ```
/// use serde_json::json;
/// use wymcp_router::{Context, Mount, PlainTool, Reply, ToolBundle};
///
/// /// In a library: tools that share what they need.
/// pub fn clock_tools(zone: &'static str) -> ToolBundle {
///     ToolBundle::new()
///         .tool(PlainTool::builder("zone").description("Which zone").handler_without_arguments(
///             move |_: Context| async move { Ok(Reply::new(json!(zone))) },
///         ))
///         .tool(PlainTool::builder("ticks").description("Whether it ticks").handler_without_arguments(
///             |_: Context| async { Ok(Reply::new(json!(true))) },
///         ))
/// }
///
/// let mount = Mount::builder("clock-server", "1.0.0").tools(clock_tools("UTC")).build();
/// assert!(mount.is_ok());
///
/// // A name that is taken is an offence, and says where both stand.
/// let twice = Mount::builder("clock-server", "1.0.0").tools(clock_tools("UTC")).tools(clock_tools("CET")).build();
/// assert_eq!(twice.unwrap_err().iter().map(|offence| offence.code()).collect::<Vec<_>>(), ["duplicate_tool"; 2]);
/// ```
#[derive(Clone, Default)]
#[must_use = "a bundle is served only once a mount takes it"]
pub struct ToolBundle {
    tools: Vec<(Arc<dyn Served>, Option<&'static Location<'static>>)>,
}

impl ToolBundle {
    /// An empty bundle.
    pub fn new() -> Self {
        Self::default()
    }

    /// Add a tool: a [`Tool`](crate::Tool), or what `PlainTool::builder` and `ActionTool::builder` make.
    ///
    /// Offences of the tool name the line of this call where its own declarations know no nearer one.
    #[track_caller]
    pub fn tool(mut self, tool: impl Served) -> Self {
        self.tools.push((Arc::new(tool), Some(Location::caller())));
        self
    }

    /// Add the tools of another bundle.
    pub fn tools(mut self, other: Self) -> Self {
        self.tools.extend(other.tools);
        self
    }

    /// How many tools it holds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tools.len()
    }

    /// Whether it holds none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tools.is_empty()
    }

    pub(super) fn into_tools(self) -> Vec<(Arc<dyn Served>, Option<&'static Location<'static>>)> {
        self.tools
    }
}

impl fmt::Debug for ToolBundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolBundle").field("tools", &self.len()).finish()
    }
}
