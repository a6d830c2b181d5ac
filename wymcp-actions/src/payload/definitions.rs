//! A property of a payload type as a document of its own: it carries the definitions that it reaches (DEF-5, ACT-4).

use std::collections::BTreeMap;

use serde_json::Value;
use wymcp_bound::pointer::unescape;

use super::merge::merge;
use crate::document::positions;
use crate::{Object, pointer};

/// Where a generator puts its definitions.
const DEFINITIONS: &str = "/$defs";

/// Rounds of merging: one for each level at which flattened types hold flattened types.
const MERGES: usize = 8;

/// The definitions of a document by name.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    by_name: BTreeMap<String, Value>,
}

impl Definitions {
    /// Take the definitions out of a document.
    pub(super) fn taken_from(root: &mut Object) -> Self {
        let by_name = match root.remove("$defs") {
            Some(Value::Object(definitions)) => definitions.into_iter().collect(),
            _ => BTreeMap::new(),
        };
        Self { by_name }
    }

    /// The definition that a reference names.
    pub(super) fn named_by(&self, reference: &str) -> Option<&Value> {
        self.by_name.get(&name_of(reference)?)
    }

    /// Make `#` name something: the root becomes a definition under a name that no other has.
    pub(super) fn name_root(&mut self, root: &mut Object, name: &str) {
        let held = |schema: &Value| references(schema).any(|reference| reference == "#");
        let mut whole = Value::Object(std::mem::take(root));
        if held(&whole) || self.by_name.values().any(held) {
            let mut name = name.to_owned();
            while self.by_name.contains_key(&name) {
                name.push('_');
            }
            let reference = format!("#{}", pointer::to_fragment(&pointer::join(DEFINITIONS, &name)));
            refer(&mut whole, &reference);
            self.by_name.values_mut().for_each(|schema| refer(schema, &reference));
            self.by_name.insert(name, whole.clone());
        }
        if let Value::Object(keywords) = whole {
            *root = keywords;
        }
    }

    /// Write as one object what is described by two, until nothing changes: what was merged may be a part of another.
    pub(super) fn merge(&mut self) {
        for _ in 0..MERGES {
            let mut changed = false;
            for name in self.by_name.keys().cloned().collect::<Vec<_>>() {
                let Some(mut definition) = self.by_name.get(&name).cloned() else {
                    continue;
                };
                if merge(&mut definition, self) {
                    self.by_name.insert(name, definition);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    /// The schema with `$defs` for all that it reaches, at any remove.
    pub(super) fn complete(&self, mut schema: Value) -> Value {
        let mut reached: BTreeMap<String, Value> = BTreeMap::new();
        let mut todo: Vec<String> = references(&schema).filter_map(name_of).collect();
        while let Some(name) = todo.pop() {
            if reached.contains_key(&name) {
                continue;
            }
            let Some(definition) = self.by_name.get(&name) else {
                continue;
            };
            todo.extend(references(definition).filter_map(name_of));
            reached.insert(name, definition.clone());
        }
        if let (Value::Object(keywords), false) = (&mut schema, reached.is_empty()) {
            let own = match keywords.remove("$defs") {
                Some(Value::Object(own)) => own,
                _ => Object::new(),
            };
            let all: Object = reached.into_iter().chain(own).collect();
            keywords.insert("$defs".to_owned(), Value::Object(all));
        }
        schema
    }
}

fn references(schema: &Value) -> impl Iterator<Item = &str> {
    positions(schema)
        .into_values()
        .filter_map(|position| position.keywords()?.get("$ref")?.as_str())
}

/// The definition's name in `#/$defs/<name>`, also where the reference goes on below it.
fn name_of(reference: &str) -> Option<String> {
    let decoded = pointer::from_fragment(reference.strip_prefix("#")?)?.into_owned();
    let rest = decoded.strip_prefix(DEFINITIONS)?.strip_prefix('/')?;
    let token = rest.split('/').next().unwrap_or(rest);
    Some(unescape(token).into_owned())
}

/// Let every `#` in a schema name something else.
fn refer(schema: &mut Value, reference: &str) {
    let roots: Vec<String> = positions(schema)
        .into_values()
        .filter(|position| {
            position
                .keywords()
                .and_then(|keywords| keywords.get("$ref"))
                .is_some_and(|named| named == "#")
        })
        .map(|position| position.pointer)
        .collect();
    for pointer in roots {
        if let Some(Value::Object(keywords)) = schema.pointer_mut(&pointer) {
            keywords.insert("$ref".to_owned(), Value::from(reference));
        }
    }
}
