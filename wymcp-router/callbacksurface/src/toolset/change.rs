//! What is to change of the tools that are served (DEF-6).

use std::fmt;
use std::panic::Location;
use std::sync::Arc;

use wymcp_bound::limits;

use crate::contain::{discard, guard};
use crate::offence::code;
use crate::{Manifest, Offence, Registration, Rules, Served, Source};

type Place = Option<&'static Location<'static>>;

/// Changes of the tools that a mount serves, made together: see `Mount::update` (DEF-6).
#[derive(Default)]
pub struct ToolChanges(Vec<(Wish, Place)>);

enum Wish {
    Add(Arc<dyn Served>),
    Replace(Arc<dyn Served>),
    /// Replace the tool of its name, or add it where there is none.
    Put(Arc<dyn Served>),
    Remove(String),
    /// Of what a manifest brought, only these stay.
    Keep(Kept),
    /// What is wrong with a manifest, and with none of its tools.
    Fail(Vec<Offence>),
}

/// What stays of the tools that came from one manifest.
#[derive(Debug)]
pub(super) struct Kept {
    /// The manifest's, where it has one.
    pub(super) file: Option<Arc<str>>,
    pub(super) names: Vec<String>,
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

    /// Serve the tools of a manifest: each is added, or replaces the one that has its name. What else is served stays.
    ///
    /// Its offences are told with those of the other changes, each with its place in the file, and where there is one nothing changes.
    #[track_caller]
    pub fn load(&mut self, manifest: Manifest) -> &mut Self {
        let (tools, offences) = manifest.into_tools();
        if !offences.is_empty() {
            self.push(Wish::Fail(offences));
        }
        for tool in tools {
            self.push(Wish::Put(tool));
        }
        self
    }

    /// [`load`](Self::load) a manifest that has been read anew: tools that an earlier reading brought, and that it has no longer, go.
    ///
    /// What an earlier reading brought is told by the name of the file ([`Manifest::in_file`]); manifests without a name are one. Tools that
    /// code mounted stay.
    ///
    /// ```
    /// # use wymcp_callbacksurface as wymcp_router;
    /// use wymcp_router::{Manifest, Reply, ToolChanges};
    ///
    /// # let text = r#"{"tools": []}"#;
    /// let read = || Manifest::parse(text).in_file("tools.json").bind_plain("ping", async |_, _| Ok(Reply::new("pong")));
    /// let _when_the_file_has_changed = |tools: &mut ToolChanges| {
    ///     tools.reload(read());
    /// };
    /// // with a mount: `mount.update(|tools| { tools.reload(read()); })?`
    /// ```
    #[track_caller]
    pub fn reload(&mut self, manifest: Manifest) -> &mut Self {
        let kept = Kept {
            file: manifest.file().cloned(),
            names: manifest.names().map(str::to_owned).collect(),
        };
        self.load(manifest).push(Wish::Keep(kept))
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
        let register = |(wish, at)| {
            let (source, change) = match wish {
                Wish::Add(tool) => (named_in(&*tool), Change::Add(contained(rules, tool, at))),
                Wish::Replace(tool) => (named_in(&*tool), Change::Replace(contained(rules, tool, at))),
                Wish::Put(tool) => (named_in(&*tool), Change::Put(contained(rules, tool, at))),
                Wish::Remove(name) => (None, Change::Remove(name)),
                Wish::Keep(kept) => (None, Change::Keep(kept)),
                Wish::Fail(offences) => (None, Change::Fail(offences)),
            };
            Registered { change, at, source }
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
    Put(Built),
    Remove(String),
    Keep(Kept),
    Fail(Vec<Offence>),
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

    /// The tool that comes in, if it may. Who holds it decides when it is dropped, which runs the code of its author.
    #[must_use]
    pub fn registration(&self) -> Option<&Arc<Registration>> {
        match &self.change {
            Change::Add(built) | Change::Replace(built) | Change::Put(built) => built.as_ref().ok(),
            Change::Remove(_) | Change::Keep(_) | Change::Fail(_) => None,
        }
    }

    /// The tool that it is about; nothing where one that comes in could not say its name, or where it is about several.
    pub(super) fn name_of(change: &Change) -> Option<&str> {
        match change {
            Change::Add(Ok(tool)) | Change::Replace(Ok(tool)) | Change::Put(Ok(tool)) => Some(tool.name()),
            Change::Add(Err(found)) | Change::Replace(Err(found)) | Change::Put(Err(found)) => {
                found.iter().find_map(Offence::tool)
            }
            Change::Remove(name) => Some(name),
            Change::Keep(_) | Change::Fail(_) => None,
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
