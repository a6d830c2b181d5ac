//! The tools of a mount at one moment (DEF-6).

use std::borrow::Cow;
use std::sync::Arc;

use wymcp_callbacksurface::{Era, Offence, Registration, ToolSet, View};

/// The tools, help among them, and what is written of them all. It never changes: other tools are another one.
pub(crate) struct ServedTools {
    set: Arc<ToolSet>,
    help: Arc<Registration>,
    /// In the order of listing, help last (LST-2).
    listed: Vec<Arc<Registration>>,
    /// The whole lists, for who sees everything.
    lists: [String; 2],
}

impl ServedTools {
    /// # Errors
    /// None that a user could mend: help's own surface is the framework's.
    pub(super) fn new(set: ToolSet, keeps_mount_order: bool) -> Result<Self, Vec<Offence>> {
        let set = Arc::new(set);
        let help = Arc::new(wymcp_help::register(Arc::clone(&set))?);
        let mut listed: Vec<Arc<Registration>> = if keeps_mount_order {
            set.declared().to_vec()
        } else {
            set.iter().cloned().collect()
        };
        listed.push(Arc::clone(&help));
        let lists = [Era::Modern, Era::Legacy].map(|era| join(&listed, era, &View::everything()));
        Ok(Self {
            set,
            help,
            listed,
            lists,
        })
    }

    /// The framework's own help.
    #[cfg(feature = "testkit")]
    pub(crate) fn help(&self) -> &Registration {
        &self.help
    }

    /// Without help.
    pub(crate) const fn set(&self) -> &Arc<ToolSet> {
        &self.set
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.listed.iter().map(|tool| &**tool.name())
    }

    /// Whether there is a tool of this name, help or another.
    pub(crate) fn has(&self, name: &str) -> bool {
        name == &**self.help.name() || self.set.get(name).is_some()
    }

    /// The names that a caller may know, in the order of listing.
    pub(crate) fn visible(&self, view: &View) -> impl Iterator<Item = &str> {
        let listed = self.listed.iter().filter(|tool| tool.is_visible(view));
        listed.map(|tool| &**tool.name())
    }

    /// Whether a caller reads the same of a tool here and there: nothing, or the same in the list and in help.
    pub(crate) fn reads_as(&self, other: &Self, name: &str, view: &View) -> bool {
        match (self.find(name, view), other.find(name, view)) {
            (Some(here), Some(there)) => here.reads_as(there, view),
            (None, None) => true,
            _ => false,
        }
    }

    /// The tool of a name, if the caller may know of it.
    pub(super) fn find(&self, name: &str, view: &View) -> Option<&Arc<Registration>> {
        if name == &**self.help.name() {
            return Some(&self.help);
        }
        self.set.get(name).filter(|tool| tool.is_visible(view))
    }

    /// The tools that a caller may see, as the JSON array of `tools/list`.
    pub(crate) fn list(&self, era: Era, view: &View) -> Cow<'_, str> {
        if view.is_everything() {
            let [modern, legacy] = &self.lists;
            return Cow::Borrowed(if era == Era::Modern { modern } else { legacy });
        }
        Cow::Owned(join(&self.listed, era, view))
    }
}

fn join(listed: &[Arc<Registration>], era: Era, view: &View) -> String {
    let mut out = String::from("[");
    for tool in listed.iter().filter(|tool| tool.is_visible(view)) {
        if out.len() > 1 {
            out.push(',');
        }
        out.push_str(&tool.definition(era, view));
    }
    out.push(']');
    out
}
