//! The tools of a mount.

use std::collections::HashMap;
use std::panic::Location;
use std::sync::Arc;

use crate::offence::code;
use crate::{Callback, Offence, Offences, Registration, Served};

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
        let mut set = Self::default();
        let mut offences = Vec::new();
        // A tool with other mistakes still holds its name.
        let mut taken: HashMap<String, Option<&'static Location<'static>>> = HashMap::new();
        for (tool, declared_at) in tools {
            let source = tool.origin().map(|origin| origin.source("/name"));
            let built = Registration::build(tool, declared_at);
            let name = match &built {
                Ok(registration) => Some(registration.name().to_string()),
                Err(found) => found.iter().find_map(Offence::tool).map(str::to_owned),
            };
            if let Some(name) = name {
                match taken.get(&name) {
                    Some(first) => {
                        let offence = duplicate(&name, *first).declared_at(declared_at);
                        offences.push(match &source {
                            Some(source) => offence.of_source(source.clone()),
                            None => offence,
                        });
                    }
                    None => drop(taken.insert(name, declared_at)),
                }
            }
            match built {
                Ok(registration) => set.push(registration),
                Err(found) => offences.extend(found),
            }
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
