//! Publishing the closure: `additionalProperties: false` where the walk closes, definitions twice where both readings are used (KEY-4).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use crate::classify::Classified;
use crate::graph::NodeId;
use crate::pointer;
use crate::roles::{Role, Roles, part_role};

/// The document with its closure written into it.
pub(crate) fn close(document: &Value, all: &Classified, roles: &Roles) -> Value {
    let mut publication = Publication {
        document,
        all,
        roles,
        inline: inline_parts(all),
        copies: BTreeMap::new(),
        todo: Vec::new(),
    };
    let mut closed = document.clone();
    for id in all.graph.ids().filter(|&id| roles.is_used(id)) {
        let edit = publication.edit(id, roles.home(id));
        edit.apply(&mut closed, all.graph.pointer(id));
    }
    let mut written = Vec::new();
    while let Some((target, role)) = publication.todo.pop() {
        written.push((
            publication.copies[&(target, role)].clone(),
            publication.copy(target, role),
        ));
    }
    for (place, copy) in written {
        place.insert(&mut closed, copy);
    }
    closed
}

struct Publication<'p> {
    document: &'p Value,
    all: &'p Classified,
    roles: &'p Roles,
    /// The schemas that stand inside each, definitions left out.
    inline: Vec<Vec<NodeId>>,
    copies: BTreeMap<(NodeId, Role), CopyPlace>,
    todo: Vec<(NodeId, Role)>,
}

/// What changes at one schema.
#[derive(Default)]
struct Edit {
    closes: bool,
    reference: Option<String>,
}

impl Edit {
    fn apply(self, document: &mut Value, pointer: &str) {
        if let Some(Value::Object(schema)) = document.pointer_mut(pointer) {
            if self.closes {
                schema.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
            if let Some(reference) = self.reference {
                schema.insert("$ref".to_owned(), Value::String(reference));
            }
        }
    }
}

/// Where a second publication of a definition stands.
#[derive(Debug, Clone)]
struct CopyPlace {
    /// The schema or map that holds the definitions, and the keyword in it where it is a schema.
    holder: String,
    keyword: Option<&'static str>,
    name: String,
}

impl CopyPlace {
    fn reference(&self) -> String {
        let holder = self.keyword.map_or_else(
            || self.holder.clone(),
            |keyword| pointer::join(&self.holder, &[keyword]),
        );
        pointer::reference_to(&pointer::join(&holder, &[&self.name]))
    }

    fn insert(&self, document: &mut Value, copy: Value) {
        let Some(Value::Object(holder)) = document.pointer_mut(&self.holder) else {
            return;
        };
        let definitions = match self.keyword {
            None => Some(holder),
            Some(keyword) => holder
                .entry(keyword)
                .or_insert_with(|| Value::Object(Map::new()))
                .as_object_mut(),
        };
        if let Some(definitions) = definitions {
            definitions.insert(self.name.clone(), copy);
        }
    }
}

impl Publication<'_> {
    fn edit(&mut self, id: NodeId, role: Role) -> Edit {
        let reference = self.all.graph[id].target().and_then(|target| {
            let wanted = part_role(self.all, id, role, target);
            (wanted != self.roles.home(target) && self.roles.adds(target))
                .then(|| self.second(target, wanted).reference())
        });
        Edit {
            closes: role == Role::Walked && self.all.gets_closed(id),
            reference,
        }
    }

    /// The second publication of a schema, in the role that it does not have where it stands.
    fn second(&mut self, target: NodeId, role: Role) -> &CopyPlace {
        if !self.copies.contains_key(&(target, role)) {
            let place = self.new_place(target, role);
            self.copies.insert((target, role), place);
            self.todo.push((target, role));
        }
        &self.copies[&(target, role)]
    }

    fn new_place(&self, target: NodeId, role: Role) -> CopyPlace {
        let node = &self.all.graph[target];
        let suffix = match role {
            Role::Walked => "closed",
            Role::AsWritten => "as_written",
        };
        // Beside the definition, or, for a schema that is applied where it stands, among its own definitions.
        let (map, _) = node.pointer.rsplit_once('/').unwrap_or_default();
        let holder = node.parent.map_or("", |parent| self.all.graph.pointer(parent));
        let beside = node.is_definition && map != holder && self.document.pointer(map).is_some_and(Value::is_object);
        let (holder, keyword, stem) = if beside {
            let name = pointer::tokens(&node.pointer).last().unwrap_or_default();
            (map.to_owned(), None, format!("{name}_{suffix}"))
        } else {
            (node.pointer.clone(), Some("$defs"), suffix.to_owned())
        };
        let map = keyword.map_or_else(|| holder.clone(), |keyword| pointer::join(&holder, &[keyword]));
        let mut taken: BTreeSet<&str> = self
            .document
            .pointer(&map)
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .map(|(name, _)| name.as_str())
            .collect();
        taken.extend(
            self.copies
                .values()
                .filter(|copy| copy.holder == holder && copy.keyword == keyword)
                .map(|copy| copy.name.as_str()),
        );
        let mut name = stem.clone();
        let mut number = 1;
        while taken.contains(name.as_str()) {
            number += 1;
            name = format!("{stem}_{number}");
        }
        CopyPlace { holder, keyword, name }
    }

    /// A schema in another role, on its own: anchors and definitions stay where they were.
    fn copy(&mut self, target: NodeId, role: Role) -> Value {
        let base = self.all.graph.pointer(target).len();
        let mut copy = self
            .document
            .pointer(self.all.graph.pointer(target))
            .cloned()
            .unwrap_or_default();
        let mut todo = vec![(target, role)];
        while let Some((id, role)) = todo.pop() {
            let edit = self.edit(id, role);
            let at = &self.all.graph.pointer(id)[base..];
            if let Some(Value::Object(schema)) = copy.pointer_mut(at) {
                for keyword in ["$anchor", "$dynamicAnchor", "$defs", "definitions"] {
                    schema.remove(keyword);
                }
            }
            edit.apply(&mut copy, at);
            todo.extend(
                self.inline[id]
                    .iter()
                    .map(|&part| (part, part_role(self.all, id, role, part))),
            );
        }
        copy
    }
}

fn inline_parts(all: &Classified) -> Vec<Vec<NodeId>> {
    let mut inline = vec![Vec::new(); all.graph.len()];
    for id in all.graph.ids() {
        if let Some(parent) = all.graph[id].parent.filter(|_| !all.graph[id].is_definition) {
            inline[parent].push(id);
        }
    }
    inline
}
