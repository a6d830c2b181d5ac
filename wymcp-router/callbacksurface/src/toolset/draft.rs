//! A set of tools in the making: changes in their order, and all that is wrong with them (DEF-6, ACT-11).

use std::collections::HashMap;
use std::panic::Location;
use std::sync::Arc;

use super::ToolSet;
use super::change::{Built, Change, Kept, Registered};
use crate::manifest::Origin;
use crate::offence::code;
use crate::{Callback, Offence, Offences, Registration, Source};

type Place = Option<&'static Location<'static>>;

/// Tools by the order of mounting; what was removed leaves its place empty.
pub(super) struct Draft {
    places: Vec<Option<Arc<Registration>>>,
    /// Who holds a name: a place, and the line that took it in these changes. A tool with mistakes still holds its name.
    taken: HashMap<String, (usize, Place)>,
    offences: Vec<Offence>,
}

impl Draft {
    pub(super) fn of(set: &ToolSet) -> Self {
        let declared = set.declared();
        let named = declared.iter().enumerate();
        Self {
            taken: named
                .map(|(position, tool)| (tool.name().to_string(), (position, None)))
                .collect(),
            places: declared.iter().cloned().map(Some).collect(),
            offences: Vec::new(),
        }
    }

    pub(super) fn apply(&mut self, Registered { change, at, source }: Registered) {
        let name = Registered::name_of(&change).map(str::to_owned);
        match change {
            Change::Add(built) => self.add(name, built, at, source),
            Change::Replace(built) => self.replace(name.as_deref(), built, at),
            Change::Put(built) => self.put(name, built, at, source),
            Change::Remove(name) => self.remove(&name, at),
            Change::Keep(kept) => self.keep(&kept),
            Change::Fail(found) => self.offences.extend(found),
        }
    }

    pub(super) fn finish(self) -> Result<Vec<Arc<Registration>>, Offences> {
        if self.offences.is_empty() {
            Ok(self.places.into_iter().flatten().collect())
        } else {
            Err(self.offences.into())
        }
    }

    fn add(&mut self, name: Option<String>, built: Built, at: Place, source: Option<Source>) {
        if let Some(name) = name {
            match self.taken.get(&name) {
                Some((_, first)) => {
                    let offence = duplicate(&name, *first).declared_at(at);
                    self.offences.push(match source {
                        Some(source) => offence.of_source(source),
                        None => offence,
                    });
                }
                None => drop(self.taken.insert(name, (self.places.len(), at))),
            }
        }
        let tool = self.kept(built);
        self.places.push(tool);
    }

    fn replace(&mut self, name: Option<&str>, built: Built, at: Place) {
        let place = match name.map(|name| (name, self.taken.get_mut(name))) {
            Some((_, Some((place, taken_at)))) => {
                *taken_at = at;
                Some(*place)
            }
            Some((name, None)) => {
                self.offences.push(unknown(name).declared_at(at));
                None
            }
            None => None,
        };
        let tool = self.kept(built);
        if let Some(place) = place.and_then(|place| self.places.get_mut(place)) {
            *place = tool;
        }
    }

    fn put(&mut self, name: Option<String>, built: Built, at: Place, source: Option<Source>) {
        match name.as_deref().and_then(|name| self.taken.get(name)) {
            // It was served before these changes.
            Some((_, None)) => self.replace(name.as_deref(), built, at),
            // It is nobody's; or these changes have named it already, and one of the two would be lost.
            _ => self.add(name, built, at, source),
        }
    }

    fn keep(&mut self, kept: &Kept) {
        for place in &mut self.places {
            let goes = place.as_ref().is_some_and(|tool| {
                let is_its = |origin: &Origin| origin.file() == kept.file.as_deref();
                tool.served().origin().is_some_and(is_its) && !kept.names.iter().any(|name| **name == **tool.name())
            });
            if let Some(tool) = place.take_if(|_| goes) {
                self.taken.remove(&**tool.name());
            }
        }
    }

    fn remove(&mut self, name: &str, at: Place) {
        match self.taken.remove(name) {
            Some((place, _)) => {
                if let Some(place) = self.places.get_mut(place) {
                    *place = None;
                }
            }
            None => self.offences.push(unknown(name).declared_at(at)),
        }
    }

    fn kept(&mut self, built: Built) -> Option<Arc<Registration>> {
        built.map_err(|found| self.offences.extend(found)).ok()
    }
}

fn duplicate(name: &str, first: Place) -> Offence {
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

/// A change of a tool that is not there (DEF-6).
fn unknown(name: &str) -> Offence {
    if name == "help" {
        return Offence::new(
            code::RESERVED_NAME,
            "help is a part of every mount, and can be neither replaced nor removed",
        )
        .of_tool(name)
        .mended_by("leave it out of the change");
    }
    Offence::new(code::UNKNOWN_TOOL, "no tool of this name is served")
        .of_tool(wymcp_bound::echo(name))
        .wants("the name of a tool that is served")
        .mended_by("check the name, or add the tool instead")
}
