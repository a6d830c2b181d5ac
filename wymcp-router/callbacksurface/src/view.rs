//! Who sees what (VIS-1).

use std::fmt;
use std::sync::Arc;

use crate::Principal;
use crate::contain::guard;

/// A mount's visibility filter: `(principal, tool, action?) -> bool`.
pub type Filter = dyn Fn(Option<&Principal>, &str, Option<&str>) -> bool + Send + Sync;

/// What one caller may see; a parameter of admission, help and listing.
///
/// Without a filter everything is visible, and stored bytes can be sent as they are.
#[derive(Clone, Default)]
pub struct View {
    filter: Option<Arc<Filter>>,
    principal: Option<Principal>,
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
