//! What each schema is at its place: an owner of keys, a way to one, or nothing (KEY-1, KEY-2, KEY-9).

mod choose;
mod facts;

use std::collections::HashMap;

pub(crate) use facts::Facts;

use crate::graph::{Graph, NodeId, Types, Word};

/// What a schema is at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Plan {
    /// It says nothing of keys: frees the place.
    Free,
    /// It has keys or items of its own.
    Owner,
    /// These describe the place, as alternatives; what else stands here narrows it.
    Through(Vec<NodeId>),
}

/// What an owner says of a key beyond its `properties`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extra {
    /// Unknown.
    Closed,
    /// Admitted, the value free.
    Open,
    /// Admitted, the value described.
    Schema(NodeId),
    /// Patterns may know it: left to the validator.
    Patterns,
    /// Composed with others: left to the validator.
    Composed,
}

/// Keys that schemas name together, and no one of them owns.
#[derive(Debug, Clone)]
pub(crate) struct Composed {
    /// Pointers of the keys.
    pub(crate) named: Vec<String>,
    /// Whether the author has said what else is admitted.
    pub(crate) said: bool,
}

/// A graph and what its schemas are.
#[derive(Debug)]
pub(crate) struct Classified {
    pub(crate) graph: Graph,
    pub(crate) facts: Facts,
    plans: Vec<Plan>,
    composed: HashMap<NodeId, Composed>,
}

/// The alternatives at a place.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Alternatives {
    /// One of them says nothing: the place and all below are free.
    pub(crate) free: bool,
    /// Those that own it.
    pub(crate) owners: Vec<NodeId>,
}

/// Marks that are cleared by counting: a schema is met once per place.
#[derive(Debug)]
pub(crate) struct Seen {
    marks: Vec<u32>,
    round: u32,
}

impl Seen {
    pub(crate) fn new(nodes: usize) -> Self {
        Self {
            marks: vec![0; nodes],
            round: 0,
        }
    }

    fn next_round(&mut self) {
        if self.round == u32::MAX {
            self.marks.fill(0);
            self.round = 0;
        }
        self.round += 1;
    }

    fn first_time(&mut self, id: NodeId) -> bool {
        std::mem::replace(&mut self.marks[id], self.round) != self.round
    }
}

impl Classified {
    /// Classify every schema of a graph.
    pub(crate) fn new(graph: Graph) -> Self {
        let facts = Facts::new(&graph);
        let plans = vec![Plan::Free; graph.len()];
        let mut classified = Self {
            graph,
            facts,
            plans,
            composed: HashMap::new(),
        };
        choose::choose(&mut classified);
        classified
    }

    /// Let go of what only offences and the closure are written from, once they are.
    pub(crate) fn forget_names(&mut self) {
        self.graph.forget_pointers();
        for composed in self.composed.values_mut() {
            composed.named = Vec::new();
        }
    }

    pub(crate) fn plan(&self, id: NodeId) -> &Plan {
        &self.plans[id]
    }

    /// The composed place that a schema is, if it is one.
    pub(crate) fn composed(&self, id: NodeId) -> Option<&Composed> {
        self.composed.get(&id)
    }

    /// What an owner says of keys beyond its `properties`.
    pub(crate) fn extra(&self, id: NodeId) -> Extra {
        let node = &self.graph[id];
        match node.extra_word() {
            _ if node.leaves_keys_to_the_validator() => Extra::Composed,
            Some(Word::Schema(schema)) if node.patterns.is_none() => Extra::Schema(schema),
            Some(Word::Open) if node.patterns.is_none() => Extra::Open,
            _ if node.patterns.is_some() => Extra::Patterns,
            Some(Word::Shut) => Extra::Closed,
            _ if node.properties.is_none() => Extra::Open,
            _ if self.composed.contains_key(&id) => Extra::Composed,
            _ => Extra::Closed,
        }
    }

    /// Whether publishing the closure writes `additionalProperties: false` here (KEY-1, KEY-4).
    pub(crate) fn gets_closed(&self, id: NodeId) -> bool {
        let node = &self.graph[id];
        self.plans[id] == Plan::Owner
            && node.properties.is_some()
            && node.additional.is_none()
            && node.unevaluated.is_none()
            && !self.composed.contains_key(&id)
            && self.facts.types(id).admits(Types::OBJECT)
    }

    /// The alternatives that a state stands for, for data of one JSON type (KEY-3).
    pub(crate) fn alternatives(&self, state: &[NodeId], sent: Types, seen: &mut Seen) -> Alternatives {
        seen.next_round();
        let mut found = Alternatives::default();
        let mut todo = state.to_vec();
        while let Some(id) = todo.pop() {
            if !seen.first_time(id) || !self.facts.types(id).admits(sent) {
                continue;
            }
            let node = &self.graph[id];
            match &self.plans[id] {
                Plan::Through(ways) => todo.extend(ways),
                Plan::Owner
                    if if sent == Types::OBJECT {
                        node.has_keys()
                    } else {
                        node.has_items()
                    } =>
                {
                    found.owners.push(id)
                }
                Plan::Owner | Plan::Free => {
                    found.free = true;
                    break;
                }
            }
        }
        found.owners.sort_unstable();
        found
    }

    /// What describes the value under a key: nothing when no alternative admits it.
    pub(crate) fn under_key(&self, owners: &[NodeId], key: &str) -> Option<Child> {
        let mut child: Option<Child> = None;
        for &owner in owners {
            let says = match self.graph[owner]
                .properties
                .as_ref()
                .and_then(|properties| properties.get(key))
            {
                Some(&schema) => Some(schema),
                None => match self.extra(owner) {
                    Extra::Closed => continue,
                    Extra::Schema(schema) => Some(schema),
                    Extra::Open | Extra::Patterns | Extra::Composed => None,
                },
            };
            child.get_or_insert_with(Child::default).add(says);
        }
        child
    }

    /// What describes the item at an index.
    pub(crate) fn under_index(&self, owners: &[NodeId], index: usize) -> Child {
        let mut child = Child::default();
        for &owner in owners {
            let node = &self.graph[owner];
            child.add(node.prefix.get(index).copied().or_else(|| node.rest()));
        }
        child
    }
}

/// What the alternatives of a place say of a child.
#[derive(Debug, Default)]
pub(crate) struct Child {
    free: bool,
    schemas: Vec<NodeId>,
}

impl Child {
    fn add(&mut self, says: Option<NodeId>) {
        match says {
            Some(schema) => self.schemas.push(schema),
            None => self.free = true,
        }
    }

    /// The schemas that describe it, unless one alternative frees it.
    pub(crate) fn described(self) -> Option<Vec<NodeId>> {
        if self.free { None } else { Some(self.schemas) }
    }
}
