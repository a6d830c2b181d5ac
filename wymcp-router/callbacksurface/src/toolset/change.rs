//! What is to change of the tools that are served (DEF-6).

use std::fmt;
use std::panic::Location;
use std::sync::Arc;

use wymcp_bound::limits;

use crate::contain::{discard, guard};
use crate::offence::code;
use crate::{Offence, Registration, Rules, Served, Source};

type Place = Option<&'static Location<'static>>;

/// Changes of the tools that a mount serves, made together: see `Mount::update` (DEF-6).
#[derive(Default)]
pub struct ToolChanges(Vec<(Wish, Place)>);

enum Wish {
    Add(Arc<dyn Served>),
    Replace(Arc<dyn Served>),
    Remove(String),
}

impl ToolChanges {
    /// Add a tool. One of its name must not be served, unless it is removed before.
    ///
    /// It is listed last where the mount keeps the order of mounting.
    #[track_caller]
    pub fn add(&mut self, tool: impl Served) -> &mut Self {
        self.push(Wish::Add(Arc::new(tool)))
    }

    /// Serve a tool instead of the one that has its name, at that one's place in the list. Calls that run go on with the old one.
    #[track_caller]
    pub fn replace(&mut self, tool: impl Served) -> &mut Self {
        self.push(Wish::Replace(Arc::new(tool)))
    }

    /// Serve a tool no longer. Calls that run go on.
    #[track_caller]
    pub fn remove(&mut self, name: impl Into<String>) -> &mut Self {
        self.push(Wish::Remove(name.into()))
    }

    #[track_caller]
    fn push(&mut self, wish: Wish) -> &mut Self {
        self.0.push((wish, Some(Location::caller())));
        self
    }

    /// Whether nothing is to change.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Ask the callbacks of the tools that come in, and check what they say. A panic of one of them is held, and an offence (SRF-7).
    #[doc(hidden)]
    #[must_use]
    pub fn register(self, rules: &Arc<Rules>) -> Vec<Registered> {
        let register = |(wish, at)| match wish {
            Wish::Add(tool) => Registered {
                source: named_in(&*tool),
                change: Change::Add(contained(rules, tool, at)),
                at,
            },
            Wish::Replace(tool) => Registered {
                source: named_in(&*tool),
                change: Change::Replace(contained(rules, tool, at)),
                at,
            },
            Wish::Remove(name) => Registered {
                source: None,
                change: Change::Remove(name),
                at,
            },
        };
        self.0.into_iter().map(register).collect()
    }
}

impl fmt::Debug for ToolChanges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ToolChanges").field(&self.0.len()).finish()
    }
}

/// A change whose tool was asked and checked, whatever came of it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Registered {
    pub(super) change: Change,
    pub(super) at: Place,
    /// The place of its name, where a manifest declares the tool.
    pub(super) source: Option<Source>,
}

#[derive(Debug)]
pub(super) enum Change {
    Add(Built),
    Replace(Built),
    Remove(String),
}

pub(super) type Built = Result<Arc<Registration>, Vec<Offence>>;

impl Registered {
    /// A tool that is mounted before anything is served: a panic of a callback passes through as raised (SRF-7).
    pub(super) fn added(rules: &Arc<Rules>, tool: Arc<dyn Served>, at: Place) -> Self {
        Self {
            source: named_in(&*tool),
            change: Change::Add(Registration::build_under(Arc::clone(rules), tool, at).map(Arc::new)),
            at,
        }
    }

    /// The tool that it is about; nothing where one that comes in could not say its name.
    #[must_use]
    pub fn tool(&self) -> Option<&str> {
        Self::name_of(&self.change)
    }

    /// The tool that comes in, if it may. Who holds it decides when it is dropped, which runs the code of its author.
    #[must_use]
    pub fn registration(&self) -> Option<&Arc<Registration>> {
        match &self.change {
            Change::Add(built) | Change::Replace(built) => built.as_ref().ok(),
            Change::Remove(_) => None,
        }
    }

    pub(super) fn name_of(change: &Change) -> Option<&str> {
        match change {
            Change::Add(Ok(tool)) | Change::Replace(Ok(tool)) => Some(tool.name()),
            Change::Add(Err(found)) | Change::Replace(Err(found)) => found.iter().find_map(Offence::tool),
            Change::Remove(name) => Some(name),
        }
    }
}

/// Where a manifest says the tool's name.
fn named_in(tool: &dyn Served) -> Option<Source> {
    tool.origin().map(|origin| origin.source("/name"))
}

fn contained(rules: &Arc<Rules>, tool: Arc<dyn Served>, at: Place) -> Built {
    let asked = Arc::clone(&tool);
    let outcome = guard(move || Registration::build_under(Arc::clone(rules), asked, at));
    // A tool that panics when it is asked may do so again when it is dropped.
    let dropped = discard(tool);
    match (outcome, dropped) {
        (Ok(built), Ok(())) => built.map(Arc::new),
        (Err(words), _) | (_, Err(words)) => Err(vec![
            Offence::new(
                code::CALLBACK_PANICKED,
                format!(
                    "a callback of the tool panicked: {}",
                    wymcp_bound::clip(&words, limits::FAULT_CHARS)
                ),
            )
            .wants("callbacks that return")
            .mended_by("mend the callback; the panic's place is in the process's own output")
            .declared_at(at),
        ]),
    }
}
