//! The tools of a mount.

use std::collections::HashMap;
use std::panic::Location;
use std::sync::Arc;

use crate::offence::code;
use crate::{Callback, Offence, Offences, Registration, Rules, Served, View};

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
    /// Every offence of every tool at once, in the order of mounting (ACT-11); then those of the rules, which name tools.
    #[doc(hidden)]
    pub fn build_under(
        rules: Arc<Rules>,
        tools: Vec<(Arc<dyn Served>, Option<&'static Location<'static>>)>,
    ) -> Result<Self, Offences> {
        let mut set = Self {
            rules,
            ..Self::default()
        };
        let mut offences = Vec::new();
        // A tool with other mistakes still holds its name.
        let mut taken: HashMap<String, Option<&'static Location<'static>>> = HashMap::new();
        for (tool, declared_at) in tools {
            let built = Registration::build_under(Arc::clone(&set.rules), tool, declared_at);
            let name = match &built {
                Ok(registration) => Some(registration.name().to_string()),
                Err(found) => found.iter().find_map(Offence::tool).map(str::to_owned),
            };
            if let Some(name) = name {
                match taken.get(&name) {
                    Some(first) => offences.push(duplicate(&name, *first).declared_at(declared_at)),
                    None => drop(taken.insert(name, declared_at)),
                }
            }
            match built {
                Ok(registration) => set.push(registration),
                Err(found) => offences.extend(found),
            }
        }
        if offences.is_empty() {
            // With tools that are not whole, what is named cannot be looked up.
            offences = set.rules.check_names(&set);
        }
        if !offences.is_empty() {
            return Err(offences.into());
        }
        set.sorted
            .sort_by(|&left, &right| set.declared[left].name().cmp(set.declared[right].name()));
        Ok(set)
    }

    fn push(&mut self, registration: Registration) {
        let position = self.declared.len();
        self.by_name.insert(Arc::clone(registration.name()), position);
        self.sorted.push(position);
        self.declared.push(Arc::new(registration));
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

fn duplicate(name: &str, first: Option<&'static Location<'static>>) -> Offence {
    let why = match first {
        Some(first) => format!("two tools have one name; the other is mounted at {first}"),
        None => "two tools have one name".to_owned(),
    };
    Offence::new(code::DUPLICATE_TOOL, why)
        .of_tool(name)
        .said_by(Callback::Name)
        .wants("distinct names in one mount")
        .mended_by("rename one of the two, or mount it once")
}
