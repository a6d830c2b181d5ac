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
    known: Known,
}

/// What is known of the tools behind the names.
#[derive(Clone)]
enum Known {
    /// Another process told of them.
    Names,
    /// The same, to a mount that serves these tools now.
    Now(Arc<ServedTools>),
    /// This mount's own tools.
    Both {
        before: Arc<ServedTools>,
        now: Arc<ServedTools>,
        /// Whether those that stayed stand in another order.
        is_reordered: bool,
    },
}

impl ChangedTools {
    /// Changes of this mount's own tools.
    pub(crate) fn here(names: Vec<String>, before: Arc<ServedTools>, now: Arc<ServedTools>) -> Self {
        let stayed = |tools: &ServedTools, others: &ServedTools| -> Vec<String> {
            let names = tools.names().filter(|name| others.has(name));
            names.map(str::to_owned).collect()
        };
        let is_reordered = stayed(&before, &now) != stayed(&now, &before);
        Self {
            names,
            known: Known::Both {
                before,
                now,
                is_reordered,
            },
        }
    }

    /// Changes that another process tells of.
    pub(crate) const fn elsewhere(names: Vec<String>) -> Self {
        Self {
            names,
            known: Known::Names,
        }
    }

    /// The same, as a mount hears of them that serves these tools.
    pub(crate) fn heard_by(self, served: Arc<ServedTools>) -> Self {
        Self {
            known: Known::Now(served),
            ..self
        }
    }

    /// Whether what a caller can read, in lists and in help, may be another now (VIS-1).
    pub(crate) fn concern(&self, view: &View) -> bool {
        let mut names = self.names.iter();
        match &self.known {
            Known::Names => names.any(|name| view.shows(name, None)),
            // What it was before, here and there, nobody knows: a tool of the name that is hidden here is taken to be hidden there.
            Known::Now(tools) => names.any(|name| match tools.set().get(name) {
                Some(tool) => tool.is_visible(view),
                None => view.shows(name, None),
            }),
            Known::Both {
                before,
                now,
                is_reordered,
            } => {
                names.any(|name| !before.reads_as(now, name, view))
                    || (*is_reordered && before.visible(view).ne(now.visible(view)))
            }
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
