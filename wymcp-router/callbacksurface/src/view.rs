//! Who sees what (VIS-1).

use std::fmt;
use std::sync::Arc;

use crate::contain::guard;
use crate::{Principal, ToolSet};

/// A mount's visibility filter: `(principal, tool, action?) -> bool`.
pub type Filter = dyn Fn(Option<&Principal>, &str, Option<&str>) -> bool + Send + Sync;

/// What one caller may see; a parameter of admission, help and listing.
///
/// Without a filter everything is visible, and stored bytes can be sent as they are.
#[derive(Clone, Default)]
pub struct View {
    filter: Option<Arc<Filter>>,
    principal: Option<Principal>,
    /// The tools that a call may speak of, where something is hidden.
    tools: Option<Arc<ToolSet>>,
}

impl View {
    /// Everything is visible.
    #[must_use]
    pub fn everything() -> Self {
        Self::default()
    }

    /// What a filter shows to a caller.
    #[must_use]
    pub fn filtered(filter: Arc<Filter>, principal: Option<Principal>) -> Self {
        Self {
            filter: Some(filter),
            principal,
            tools: None,
        }
    }

    /// Of these tools, for a call that may point at others ([`Hint`](crate::Hint)). It keeps them alive as long as it lasts.
    #[must_use]
    pub fn over(self, tools: Arc<ToolSet>) -> Self {
        Self {
            tools: Some(tools).filter(|_| self.filter.is_some()),
            ..self
        }
    }

    /// Whether the caller may be pointed at an action of a tool: neither is hidden, nor a tool whose actions all are (VIS-1). Of what no
    /// tool is called the filter alone can tell.
    pub(crate) fn reveals(&self, tool: &str, action: &str) -> bool {
        match self.tools.as_ref().and_then(|tools| tools.get(tool)) {
            Some(known) if known.actions().is_none() => known.is_visible(self),
            Some(known) => known.is_visible(self) && self.shows(tool, Some(action)),
            None => self.shows(tool, None) && self.shows(tool, Some(action)),
        }
    }

    /// Whether nothing can be hidden.
    #[must_use]
    pub fn is_everything(&self) -> bool {
        self.filter.is_none()
    }

    /// Whether the filter shows a tool, or an action of it. A filter that panics hides what it was asked about (RUN-5).
    ///
    /// This asks the filter alone; whether a tool has a visible action left is the registration's to know.
    #[must_use]
    pub fn shows(&self, tool: &str, action: Option<&str>) -> bool {
        self.filter
            .as_ref()
            .is_none_or(|filter| guard(|| filter(self.principal.as_ref(), tool, action)).unwrap_or(false))
    }

    /// Whether a resource, or a template by its text, is visible. Filters speak of tools alone so far; lists, reads, subscriptions and
    /// completion all ask here.
    #[must_use]
    pub fn shows_resource(&self, uri: &str) -> bool {
        let _ = uri;
        true
    }

    /// Whether a prompt is visible; the same.
    #[must_use]
    pub fn shows_prompt(&self, name: &str) -> bool {
        let _ = name;
        true
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View")
            .field("filtered", &self.filter.is_some())
            .field("principal", &self.principal)
            .finish()
    }
}
