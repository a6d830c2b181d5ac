//! The tools of a mount.

mod change;
mod draft;

use std::collections::HashMap;
use std::panic::Location;
use std::sync::Arc;

use crate::{Offences, Registration, Served};

pub use change::{Registered, ToolChanges};
use draft::Draft;

/// The registrations of a mount, help not among them: every one checked, no name twice.
#[derive(Debug, Default)]
pub struct ToolSet {
    /// In the order of mounting.
    declared: Vec<Arc<Registration>>,
    /// Positions in the order of names.
    sorted: Vec<usize>,
    by_name: HashMap<Arc<str>, usize>,
}

impl ToolSet {
    /// Register tools, each with the source line that mounts it.
    ///
    /// # Errors
    /// Every offence of every tool at once, in the order of mounting (ACT-11).
    pub fn build(tools: Vec<(Arc<dyn Served>, Option<&'static Location<'static>>)>) -> Result<Self, Offences> {
        let added = tools.into_iter().map(|(tool, at)| Registered::added(tool, at));
        Self::default().changed(added.collect())
    }

    /// The set with these changes, in their order, while this one stays as it is (DEF-6). Tools that are not named are shared.
    ///
    /// # Errors
    /// Every offence of every change at once, in their order.
    pub fn changed(&self, changes: Vec<Registered>) -> Result<Self, Offences> {
        let mut draft = Draft::of(self);
        for change in changes {
            draft.apply(change);
        }
        draft.finish().map(Self::of)
    }

    /// In the order of mounting; names are distinct.
    fn of(declared: Vec<Arc<Registration>>) -> Self {
        let mut sorted: Vec<usize> = (0..declared.len()).collect();
        sorted.sort_by(|&left, &right| declared[left].name().cmp(declared[right].name()));
        let by_name = declared.iter().enumerate();
        Self {
            by_name: by_name
                .map(|(position, tool)| (Arc::clone(tool.name()), position))
                .collect(),
            sorted,
            declared,
        }
    }

    /// A tool by its name, case-sensitive.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Arc<Registration>> {
        self.declared.get(*self.by_name.get(name)?)
    }

    /// The tools in the order of their names (LST-2).
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Registration>> {
        self.sorted.iter().filter_map(|&position| self.declared.get(position))
    }

    /// The tools in the order of mounting.
    #[must_use]
    pub fn declared(&self) -> &[Arc<Registration>] {
        &self.declared
    }

    /// How many tools.
    #[must_use]
    pub fn len(&self) -> usize {
        self.declared.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.declared.is_empty()
    }
}
