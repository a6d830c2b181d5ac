//! Which schemas the walk describes data with, which only narrow, and which role each has where it stands (KEY-4).

use crate::classify::{Classified, Plan};
use crate::graph::{Graph, NodeId};

/// How a use of a schema treats it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Role {
    /// The walk describes data with it: its closure is published.
    Walked,
    /// A narrowing, a composed place, a condition: it stays as written.
    AsWritten,
}

/// The uses of every schema that the document's root reaches.
#[derive(Debug)]
pub(crate) struct Roles {
    walked: Vec<bool>,
    as_written: Vec<bool>,
    home: Vec<Role>,
    adds: Vec<bool>,
}

impl Roles {
    pub(crate) fn new(all: &Classified) -> Self {
        let count = all.graph.len();
        let mut roles = Self {
            walked: vec![false; count],
            as_written: vec![false; count],
            home: vec![Role::AsWritten; count],
            adds: vec![false; count],
        };
        roles.reach(all);
        roles.settle_homes(all);
        roles.find_additions(all);
        roles
    }

    pub(crate) fn is_walked(&self, id: NodeId) -> bool {
        self.walked[id]
    }

    pub(crate) fn is_used(&self, id: NodeId) -> bool {
        self.walked[id] || self.as_written[id]
    }

    /// The role in which a schema is published where it stands.
    pub(crate) fn home(&self, id: NodeId) -> Role {
        self.home[id]
    }

    /// Whether the closure adds something to a schema or to what it reaches.
    pub(crate) fn adds(&self, id: NodeId) -> bool {
        self.adds[id]
    }

    fn reach(&mut self, all: &Classified) {
        let mut todo = vec![(Graph::ROOT, Role::Walked)];
        while let Some((id, role)) = todo.pop() {
            let used = if role == Role::Walked {
                &mut self.walked
            } else {
                &mut self.as_written
            };
            if !std::mem::replace(&mut used[id], true) {
                todo.extend(
                    all.parts(id)
                        .into_iter()
                        .map(|part| (part, part_role(all, id, role, part))),
                );
            }
        }
    }

    fn settle_homes(&mut self, all: &Classified) {
        let mut from_outside: Vec<NodeId> = all.graph.ids().collect();
        from_outside.sort_by_key(|&id| all.graph.pointer(id).len());
        for id in from_outside {
            let node = &all.graph[id];
            let by_use = if self.walked[id] { Role::Walked } else { Role::AsWritten };
            self.home[id] = match node.parent {
                Some(parent) if !node.is_definition && self.is_used(parent) => {
                    part_role(all, parent, self.home[parent], id)
                }
                _ => by_use,
            };
        }
    }

    /// Backwards along the walk from every schema that gets closed.
    fn find_additions(&mut self, all: &Classified) {
        let mut walkers = vec![Vec::new(); all.graph.len()];
        for id in all.graph.ids() {
            for part in all.walked_parts(id) {
                walkers[part].push(id);
            }
        }
        let mut todo: Vec<NodeId> = all.graph.ids().filter(|&id| all.gets_closed(id)).collect();
        while let Some(id) = todo.pop() {
            if !std::mem::replace(&mut self.adds[id], true) {
                todo.extend(&walkers[id]);
            }
        }
    }
}

/// The role of a part of a schema that is itself used in `role`.
pub(crate) fn part_role(all: &Classified, id: NodeId, role: Role, part: NodeId) -> Role {
    if role == Role::Walked && all.walks(id, part) {
        Role::Walked
    } else {
        Role::AsWritten
    }
}

impl Classified {
    /// The schemas through which the walk goes on from this one.
    pub(crate) fn walked_parts(&self, id: NodeId) -> Vec<NodeId> {
        match self.plan(id) {
            Plan::Owner => self.graph[id].children().collect(),
            Plan::Through(ways) => ways.clone(),
            Plan::Free => Vec::new(),
        }
    }

    fn walks(&self, id: NodeId, part: NodeId) -> bool {
        match self.plan(id) {
            Plan::Owner => {
                // A part is a child where it stands; only what a reference targets may be anything.
                self.graph[id].children().any(|child| child == part)
            }
            Plan::Through(ways) => ways.contains(&part),
            Plan::Free => false,
        }
    }

    /// Every schema that applies when this one does, to its place or below.
    pub(crate) fn parts(&self, id: NodeId) -> Vec<NodeId> {
        let node = &self.graph[id];
        let mut parts: Vec<NodeId> = node.children().chain(node.unwalked()).chain(node.beside()).collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}
