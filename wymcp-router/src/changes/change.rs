//! What has changed.

use std::fmt;
use std::sync::Arc;

use wymcp_callbacksurface::View;

use crate::mount::ServedTools;

/// Something that clients may want to hear of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Change {
    /// Some tools came, went, or are others now.
    Tools(ChangedTools),
    /// The list of prompts.
    Prompts,
    /// The list of resources, or of their templates.
    Resources,
    /// What one resource holds.
    Resource(String),
    /// Nobody knows: anything may have changed.
    Anything,
}

/// Tools that came, went, or are others now.
#[derive(Clone)]
pub(crate) struct ChangedTools {
    pub(crate) names: Vec<String>,
    /// What this mount served before, where it knows.
    before: Option<Arc<ServedTools>>,
    /// What it serves now.
    now: Option<Arc<ServedTools>>,
    /// Whether those that stayed stand in another order.
    is_reordered: bool,
}

impl ChangedTools {
    /// Changes of this mount's own tools.
    pub(crate) fn here(names: Vec<String>, before: Arc<ServedTools>, now: Arc<ServedTools>) -> Self {
        let stayed = |tools: &ServedTools, others: &ServedTools| -> Vec<String> {
            let names = tools.names().filter(|name| others.has(name));
            names.map(str::to_owned).collect()
        };
        Self {
            is_reordered: stayed(&before, &now) != stayed(&now, &before),
            names,
            before: Some(before),
            now: Some(now),
        }
    }

    /// Changes that another process tells of.
    pub(crate) const fn elsewhere(names: Vec<String>) -> Self {
        Self {
            names,
            before: None,
            now: None,
            is_reordered: false,
        }
    }

    /// The same, as a mount hears of them that serves these tools.
    pub(crate) fn heard_by(self, served: Arc<ServedTools>) -> Self {
        Self {
            now: Some(served),
            ..self
        }
    }

    /// Whether what a caller can read, in lists and in help, may be another now (VIS-1).
    pub(crate) fn concern(&self, view: &View) -> bool {
        match (&self.before, &self.now) {
            (Some(before), Some(now)) => {
                self.names.iter().any(|name| !before.reads_as(now, name, view))
                    || (self.is_reordered && before.visible(view).ne(now.visible(view)))
            }
            // What it was before, here and there, nobody knows: a tool of the name that is hidden here is taken to be hidden there.
            (_, now) => self.names.iter().any(|name| {
                let own = now.as_ref().and_then(|tools| tools.set().get(name));
                own.map_or_else(|| view.shows(name, None), |tool| tool.is_visible(view))
            }),
        }
    }
}

/// What was said to have changed is what counts.
impl PartialEq for ChangedTools {
    fn eq(&self, other: &Self) -> bool {
        self.names == other.names
    }
}

impl Eq for ChangedTools {}

impl fmt::Debug for ChangedTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ChangedTools").field(&self.names).finish()
    }
}
