//! What has changed.

use std::sync::Arc;

use wymcp_callbacksurface::{Registration, View};

/// Something that clients may want to hear of.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Change {
    /// These tools came, went, or are others now.
    Tools(Vec<ChangedTool>),
    /// The list of prompts.
    Prompts,
    /// The list of resources, or of their templates.
    Resources,
    /// What one resource holds.
    Resource(String),
    /// Nobody knows: anything may have changed.
    Anything,
}

/// A tool that came, went, or is another now.
#[derive(Debug, Clone)]
pub(crate) struct ChangedTool {
    pub(crate) name: String,
    /// What was and is served under the name in this process; nothing where another process says that it changed.
    served: Vec<Arc<Registration>>,
}

impl ChangedTool {
    pub(crate) fn of(name: impl Into<String>, served: impl IntoIterator<Item = Arc<Registration>>) -> Self {
        Self {
            name: name.into(),
            served: served.into_iter().collect(),
        }
    }

    /// Whether a caller may know of it, as it was or as it is (VIS-1). Of what another process serves the filter alone can tell.
    pub(crate) fn is_visible(&self, view: &View) -> bool {
        if self.served.is_empty() {
            return view.shows(&self.name, None);
        }
        self.served.iter().any(|tool| tool.is_visible(view))
    }
}

impl PartialEq for ChangedTool {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}
