//! Which place of a manifest a callback's mistake stands at (ACT-11).

use std::sync::Arc;

use crate::offence::Source;
use crate::{Callback, Offence};
use wymcp_bound::pointer::{below, escape, join, unescape};

/// The entry of a manifest that declares a tool.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct Origin {
    file: Option<Arc<str>>,
    /// The entry's own pointer, such as `/tools/0`.
    entry: String,
    /// Keys that are written otherwise than [`Callback::key`] says.
    spelled: Vec<(Callback, &'static str)>,
    /// Pointers of what JSON does not carry: what stands there is not the author's.
    stand_ins: Vec<String>,
}

impl Origin {
    pub(super) const fn new(entry: String, stand_ins: Vec<String>) -> Self {
        Self {
            file: None,
            entry,
            spelled: Vec::new(),
            stand_ins,
        }
    }

    /// What JSON does not carry, as an offence of the callback that it was said for; `below` leads there from the entry.
    pub(super) fn fault(&self, offence: Offence, below: &str) -> Offence {
        let (callback, action, rest) = self.callback_at(below);
        let mut offence = offence.at(rest).of_source(self.source(below));
        if let Some(callback) = callback {
            offence = offence.said_by(callback);
        }
        match action {
            Some(action) => offence.of_action(action),
            None => offence,
        }
    }

    /// Read a callback's key under another spelling.
    pub(crate) fn spell(&mut self, callback: Callback, key: &'static str) {
        self.spelled.push((callback, key));
    }

    pub(crate) fn in_file(&mut self, file: &Arc<str>) {
        self.file = Some(Arc::clone(file));
    }

    /// The manifest's own name, where it has one.
    pub(crate) fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Where a pointer below the entry leads.
    pub(crate) fn source(&self, below: &str) -> Source {
        Source {
            file: self.file.clone(),
            pointer: format!("{}{below}", self.entry),
        }
    }

    /// The place of an offence, or nothing where what is wrong is not the author's own.
    pub(crate) fn source_of(&self, offence: &Offence) -> Option<Source> {
        let source = self.source(&self.below(offence));
        let mut stand_ins = self.stand_ins.iter();
        let is_own = stand_ins.all(|stand_in| below(&source.pointer, stand_in).is_none());
        is_own.then_some(source)
    }

    /// A pointer below the entry, from what the callback said.
    fn below(&self, offence: &Offence) -> String {
        let Some(callback) = offence.callback() else {
            return offence.pointer().to_owned();
        };
        let key = self
            .spelled
            .iter()
            .find(|(spelled, _)| *spelled == callback)
            .map(|(_, key)| *key)
            .or(callback.key());
        match (key, offence.action()) {
            (Some(key), Some(action)) => format!("/{key}/{}{}", escape(action), offence.pointer()),
            (Some(key), None) => format!("/{key}{}", offence.pointer()),
            // What only code can say is missing where the action is declared.
            (None, Some(action)) => join("/actions", action),
            (None, None) => String::new(),
        }
    }

    /// Which callback a pointer below the entry belongs to: the callback, the action, and the rest of the pointer.
    fn callback_at<'p>(&self, below: &'p str) -> (Option<Callback>, Option<String>, &'p str) {
        let Some((key, rest)) = step(below) else {
            return (None, None, below);
        };
        let is_said_under = |callback: &&Callback| {
            callback.key() == Some(&key) || (**callback == Callback::OutputSchema && OUTPUTS.contains(&&*key))
        };
        let Some(callback) = Callback::ALL.iter().find(is_said_under).copied() else {
            return (None, None, below);
        };
        let by_action = callback == Callback::Actions || OUTPUTS.contains(&&*key);
        match by_action.then(|| step(rest)).flatten() {
            None => (Some(callback), None, rest),
            Some((action, rest)) if callback == Callback::Actions => (Some(Callback::Schema), Some(action), rest),
            Some((action, rest)) => (Some(callback), Some(action), rest),
        }
    }
}

/// The key of an action tool that maps action names to output schemas.
pub(crate) const ACTIONS_OUTPUT: &str = "outputSchemas";
/// Both spellings of it.
const OUTPUTS: [&str; 2] = [ACTIONS_OUTPUT, "output_schemas"];

/// The first key of a pointer, and what follows it.
fn step(pointer: &str) -> Option<(String, &str)> {
    let below = pointer.strip_prefix('/')?;
    let (key, rest) = below.split_at(below.find('/').unwrap_or(below.len()));
    Some((unescape(key).into_owned(), rest))
}
