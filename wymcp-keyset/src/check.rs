//! Gate 7: a walk over the data that reads keys and never values (KEY-3, KEY-7).

use std::collections::BTreeSet;
use std::iter::Enumerate;
use std::slice;

use serde_json::{Map, Value, map};
use wymcp_bound::DataPath;

use crate::answer::{ANY_KEY, UnknownKeys};
use crate::classify::{Classified, Extra, Seen};
use crate::graph::{Graph, NodeId, Types};

/// The unknown keys of some data, if there are any.
pub(crate) fn check(all: &Classified, data: &Value) -> Option<UnknownKeys> {
    let mut walk = Walk {
        all,
        seen: Seen::new(all.graph.len()),
        frames: Vec::new(),
        path: DataPath::root(),
        unknown: UnknownKeys::new(),
    };
    walk.enter(&[Graph::ROOT], data);
    while walk.step() {}
    if walk.unknown.is_empty() {
        None
    } else {
        Some(walk.unknown)
    }
}

struct Walk<'a, 'd> {
    all: &'a Classified,
    seen: Seen,
    frames: Vec<Frame<'d>>,
    path: DataPath<'d>,
    unknown: UnknownKeys,
}

/// A place that is being walked: the alternatives that own it, and what of it is still to come.
enum Frame<'d> {
    Object {
        owners: Vec<NodeId>,
        entries: Entries<'d>,
    },
    Array {
        owners: Vec<NodeId>,
        items: Enumerate<slice::Iter<'d, Value>>,
    },
}

/// The entries of an object by code point, whatever order its map keeps.
enum Entries<'d> {
    AsKept(map::Iter<'d>),
    Sorted(std::vec::IntoIter<(&'d String, &'d Value)>),
}

impl<'d> Entries<'d> {
    fn of(object: &'d Map<String, Value>) -> Self {
        if object.keys().is_sorted() {
            return Self::AsKept(object.iter());
        }
        let mut entries: Vec<_> = object.iter().collect();
        entries.sort_unstable_by_key(|(key, _)| *key);
        Self::Sorted(entries.into_iter())
    }

    fn next(&mut self) -> Option<(&'d String, &'d Value)> {
        match self {
            Self::AsKept(entries) => entries.next(),
            Self::Sorted(entries) => entries.next(),
        }
    }
}

impl<'d> Walk<'_, 'd> {
    /// Step into a value, unless no key below it is judged. Says whether it did.
    fn enter(&mut self, state: &[NodeId], value: &'d Value) -> bool {
        let sent = match value {
            Value::Object(_) => Types::OBJECT,
            Value::Array(_) => Types::ARRAY,
            _ => return false,
        };
        let place = self.all.alternatives(state, sent, &mut self.seen);
        // Where no alternative admits what was sent, its type is what is wrong.
        if place.free || place.owners.is_empty() {
            return false;
        }
        let owners = place.owners;
        self.frames.push(match value {
            Value::Object(object) => Frame::Object {
                owners,
                entries: Entries::of(object),
            },
            Value::Array(items) => Frame::Array {
                owners,
                items: items.iter().enumerate(),
            },
            _ => return false,
        });
        true
    }

    /// One key or item further; says whether there is more.
    fn step(&mut self) -> bool {
        let all = self.all;
        let Some(frame) = self.frames.last_mut() else {
            return false;
        };
        let (child, value) = match frame {
            Frame::Object { owners, entries } => {
                let Some((key, value)) = entries.next() else {
                    return self.leave();
                };
                let Some(child) = all.under_key(owners, key) else {
                    self.unknown.note(&self.path, key, || known_names(all, owners));
                    return true;
                };
                self.path.push_key(key);
                (child, value)
            }
            Frame::Array { owners, items } => {
                let Some((index, value)) = items.next() else {
                    return self.leave();
                };
                self.path.push_index(index);
                (all.under_index(owners, index), value)
            }
        };
        let entered = child.described().is_some_and(|state| self.enter(&state, value));
        if !entered {
            self.path.pop();
        }
        true
    }

    fn leave(&mut self) -> bool {
        self.frames.pop();
        self.path.pop();
        !self.frames.is_empty()
    }
}

/// The names that some alternative knows, by code point.
fn known_names(all: &Classified, owners: &[NodeId]) -> Vec<String> {
    let names = owners
        .iter()
        .filter_map(|&owner| all.graph[owner].properties.as_ref())
        .flat_map(|properties| properties.keys());
    let mut known: BTreeSet<&str> = names.map(String::as_str).collect();
    if owners.iter().any(|&owner| matches!(all.extra(owner), Extra::Schema(_))) {
        known.insert(ANY_KEY);
    }
    known.into_iter().map(str::to_owned).collect()
}
