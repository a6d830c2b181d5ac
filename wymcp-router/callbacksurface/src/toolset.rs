//! The tools of a mount.

mod change;
mod draft;

use std::collections::HashMap;
use std::panic::Location;
use std::sync::Arc;

use crate::{Offences, Registration, Rules, Served, View};

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
    rules: Arc<Rules>,
}

impl ToolSet {
    /// Register tools, each with the source line that mounts it.
    ///
    /// # Errors
    /// Every offence of every tool at once, in the order of mounting (ACT-11).
    pub fn build(tools: Vec<(Arc<dyn Served>, Option<&'static Location<'static>>)>) -> Result<Self, Offences> {
        Self::build_under(Arc::default(), tools)
    }

    /// [`build`](Self::build), under the rules of a mount.
    ///
    /// # Errors
    /// Every offence of every tool at once, in the order of mounting (ACT-11); if there is none, those of the rules, which name tools.
    #[doc(hidden)]
    pub fn build_under(
        rules: Arc<Rules>,
        tools: Vec<(Arc<dyn Served>, Option<&'static Location<'static>>)>,
    ) -> Result<Self, Offences> {
        let added = tools.into_iter().map(|(tool, at)| Registered::added(&rules, tool, at));
        let added = added.collect();
        let set = Self {
            rules,
            ..Self::default()
        };
        let set = set.drafted(added)?;
        match set.rules.check_names(&set) {
            unknown if unknown.is_empty() => Ok(set),
            unknown => Err(unknown.into()),
        }
    }

    /// The set with these changes, in their order, while this one stays as it is (DEF-6). Tools that are not named are shared.
    ///
    /// # Errors
    /// Every offence of every change at once, in their order; if there is none, that the mount calls an action sensitive which one of the
    /// tools no longer has.
    pub fn changed(&self, changes: Vec<Registered>) -> Result<Self, Offences> {
        let set = self.drafted(changes)?;
        match set.rules.check_actions(&set) {
            unknown if unknown.is_empty() => Ok(set),
            unknown => Err(unknown.into()),
        }
    }

    fn drafted(&self, changes: Vec<Registered>) -> Result<Self, Offences> {
        let mut draft = Draft::of(self);
        for change in changes {
            draft.apply(change);
        }
        draft
            .finish()
            .map(|declared| Self::of(declared, Arc::clone(&self.rules)))
    }

    /// The names whose tool is another in the other set, or is in one of the two alone.
    #[doc(hidden)]
    #[must_use]
    pub fn differing(&self, other: &Self) -> Vec<String> {
        let is_same = |tool: &Arc<Registration>, other: &Self| {
            let counterpart = other.get(tool.name());
            counterpart.is_some_and(|counterpart| Arc::ptr_eq(tool, counterpart))
        };
        let gone_or_other = self.iter().filter(|tool| !is_same(tool, other));
        let come = other.iter().filter(|tool| self.get(tool.name()).is_none());
        gone_or_other.chain(come).map(|tool| tool.name().to_string()).collect()
    }

    /// In the order of mounting; names are distinct.
    fn of(declared: Vec<Arc<Registration>>, rules: Arc<Rules>) -> Self {
        let mut sorted: Vec<usize> = (0..declared.len()).collect();
        sorted.sort_by(|&left, &right| declared[left].name().cmp(declared[right].name()));
        let by_name = declared.iter().enumerate();
        Self {
            by_name: by_name
                .map(|(position, tool)| (Arc::clone(tool.name()), position))
                .collect(),
            sorted,
            declared,
            rules,
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

    /// Whether a name from `related` is that of a tool that is hidden from a caller, or of a hidden action of any: `vault.open`, with
    /// `/`, `:` or a space in place of the dot as well (VIS-1). What is nobody's name is hidden from nobody.
    pub(crate) fn hide(&self, related: &str, view: &View) -> bool {
        if let Some(tool) = self.get(related) {
            return !tool.is_visible(view);
        }
        let parts = related
            .match_indices(['.', '/', ':', ' '])
            .filter_map(|(at, joint)| Some((self.get(&related[..at])?, &related[at + joint.len()..])));
        parts.into_iter().any(|(tool, rest)| {
            let named = || tool.actions().and_then(|table| Some((table, table.get(rest)?.1)));
            !tool.is_visible(view) || named().is_some_and(|(table, action)| !table.shows(action, view))
        })
    }

    /// The rules that they were registered under.
    #[doc(hidden)]
    #[must_use]
    pub const fn rules(&self) -> &Arc<Rules> {
        &self.rules
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
