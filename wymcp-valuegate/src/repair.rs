//! What refused data may have been meant as (GAT-9).
//!
//! Three habits of callers are read, each only where the schema leaves no doubt: JSON text where no string is admitted, a quoted number
//! the same, a null where none is admitted and the key may be left out. A value that the schema admits at its place is never touched:
//! what is changed here is refused by a schema that has to hold, so the data as sent could not pass with it.
//!
//! The validator is not asked. Whether the data as read passes is for the whole gate to say, and nothing is kept if it does not.

mod place;

use std::mem;

use serde_json::{Map, Value};
use wymcp_bound::{DataPath, Listed, json, limits};

use crate::graph::Graph;
use crate::types::TypeSet;
use place::{Container, Place};

/// Read data; what was changed is listed by data path, a prefix first. Nothing of the data as read nests deeper than `levels`.
pub(crate) fn repair(graph: &Graph, data: &mut Value, levels: usize) -> Listed<String> {
    let mut repair = Repair {
        graph,
        path: Vec::new(),
        texts: 0,
        levels,
        changed: Listed::new(),
    };
    repair.value(&Place::root(), data);
    repair.changed
}

struct Repair<'g> {
    graph: &'g Graph,
    path: Vec<Step>,
    /// Texts that the place lies in.
    texts: usize,
    levels: usize,
    changed: Listed<String>,
}

enum Step {
    Key(String),
    Index(usize),
}

impl Repair<'_> {
    fn value(&mut self, place: &Place, value: &mut Value) {
        let is_text = self.read_text(place, value);
        self.texts += usize::from(is_text);
        match value {
            Value::Object(members) => self.object(place, members),
            Value::Array(items) => {
                let here = place.with_applied(self.graph, Container::Array);
                for (index, item) in items.iter_mut().enumerate() {
                    let place = here.item(self.graph, index);
                    if !place.is_free() {
                        self.path.push(Step::Index(index));
                        self.value(&place, item);
                        self.path.pop();
                    }
                }
            }
            _ => {}
        }
        self.texts -= usize::from(is_text);
    }

    /// A text that stands for what it holds, where no string is admitted. The schema says what is wanted, the text what it is: a reading
    /// is taken when the two agree.
    fn read_text(&mut self, place: &Place, value: &mut Value) -> bool {
        let Value::String(text) = &*value else { return false };
        let types = place.types(self.graph);
        if types.covers(TypeSet::STRING) || self.texts >= limits::TEXTS_IN_TEXTS {
            return false;
        }
        let promised = match text.trim_ascii_start().as_bytes().first() {
            Some(b'{') => TypeSet::OBJECT,
            Some(b'[') => TypeSet::ARRAY,
            Some(b'-' | b'0'..=b'9') => TypeSet::NUMBER,
            _ => return false,
        };
        if types.and(promised).is_empty() {
            return false;
        }
        let left = self.levels.saturating_sub(self.path.len());
        match serde_json::from_str::<Value>(text) {
            Ok(read) if !json::depth_exceeds(&read, left) => {
                *value = read;
                self.note();
                true
            }
            _ => false,
        }
    }

    fn object(&mut self, place: &Place, members: &mut Map<String, Value>) {
        let here = place.with_applied(self.graph, Container::Object(members));
        let mut sorted: Vec<(String, Value)> = mem::take(members).into_iter().collect();
        sorted.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
        for (key, mut value) in sorted {
            let place = here.member(self.graph, &key);
            let may_go = value.is_null() && !place.is_free() && !here.requires(self.graph, &key);
            self.path.push(Step::Key(key));
            let is_left_out = may_go && !place.types(self.graph).covers(TypeSet::NULL);
            if is_left_out {
                self.note();
            } else if !place.is_free() {
                self.value(&place, &mut value);
            }
            if let (Some(Step::Key(key)), false) = (self.path.pop(), is_left_out) {
                members.insert(key, value);
            }
        }
    }

    fn note(&mut self) {
        let steps = &self.path;
        self.changed.note(|| {
            let mut path = DataPath::root();
            for step in steps {
                match step {
                    Step::Key(key) => path.push_key(key),
                    Step::Index(index) => path.push_index(*index),
                }
            }
            path.to_string()
        });
    }
}

#[cfg(test)]
mod tests;
