//! What a narrowing names, held against what the owner of its place knows, at every depth (KEY-9).

use std::collections::{BTreeSet, HashSet};

use wymcp_bound::limits::COMPARISONS;

use crate::classify::{Alternatives, Classified, Extra, Seen};
use crate::graph::{NodeId, Types, Word};
use crate::pointer;

/// A key that a narrowing names and the owner of that place does not know.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct UnknownName {
    /// Where it is named.
    pub(crate) pointer: String,
    pub(crate) key: String,
    /// The schemas that own the place.
    pub(crate) owners: Vec<NodeId>,
    /// Named at the owner's own place, not below it.
    pub(crate) at_place: bool,
}

/// One comparison: the alternatives that own a place, and a schema that narrows it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Pair {
    state: Vec<NodeId>,
    narrowing: NodeId,
    at_place: bool,
}

/// The keys that `narrowings` name and the owners do not know. Empty when they know all.
pub(crate) fn unknown_keys(all: &Classified, owners: &[NodeId], narrowings: &[NodeId]) -> Vec<UnknownName> {
    compare(all, owners, narrowings).0
}

/// [`unknown_keys`], and whether the comparison came to its end.
pub(crate) fn compare(all: &Classified, owners: &[NodeId], narrowings: &[NodeId]) -> (Vec<UnknownName>, bool) {
    let mut comparison = Comparison {
        all,
        seen: Seen::new(all.graph.len()),
        todo: Vec::new(),
        met: HashSet::new(),
        found: BTreeSet::new(),
    };
    for &narrowing in narrowings {
        comparison.add(owners.to_vec(), narrowing, true);
    }
    while let Some(pair) = comparison.todo.pop() {
        if comparison.met.len() > COMPARISONS {
            return (comparison.found.into_iter().collect(), false);
        }
        comparison.step(&pair);
    }
    (comparison.found.into_iter().collect(), true)
}

struct Comparison<'c> {
    all: &'c Classified,
    seen: Seen,
    todo: Vec<Pair>,
    met: HashSet<Pair>,
    found: BTreeSet<UnknownName>,
}

impl Comparison<'_> {
    fn add(&mut self, mut state: Vec<NodeId>, narrowing: NodeId, at_place: bool) {
        if !self.all.facts.bears(narrowing) {
            return;
        }
        state.sort_unstable();
        state.dedup();
        let pair = Pair {
            state,
            narrowing,
            at_place,
        };
        if self.met.insert(pair.clone()) {
            self.todo.push(pair);
        }
    }

    fn step(&mut self, pair: &Pair) {
        let beside: Vec<NodeId> = self.all.graph[pair.narrowing].beside().collect();
        for part in beside {
            self.add(pair.state.clone(), part, pair.at_place);
        }
        let types = self.all.facts.types(pair.narrowing);
        if types.admits(Types::OBJECT) {
            let place = self.all.alternatives(&pair.state, Types::OBJECT, &mut self.seen);
            if !place.free && !place.owners.is_empty() {
                self.keys(pair, &place);
            }
        }
        if types.admits(Types::ARRAY) {
            let place = self.all.alternatives(&pair.state, Types::ARRAY, &mut self.seen);
            if !place.free && !place.owners.is_empty() {
                self.items(pair, &place);
            }
        }
    }

    fn keys(&mut self, pair: &Pair, place: &Alternatives) {
        let all = self.all;
        let node = &all.graph[pair.narrowing];
        for (key, &named) in node.properties.iter().flatten() {
            if self.knows(place, key) {
                if let Some(state) = all.under_key(&place.owners, key).and_then(|child| child.described()) {
                    self.add(state, named, false);
                }
            } else {
                self.found.insert(UnknownName {
                    pointer: pointer::join(&node.pointer, &["properties", key]),
                    key: key.clone(),
                    owners: place.owners.clone(),
                    at_place: pair.at_place,
                });
            }
        }
        // A schema for extra keys speaks of every key that the narrowing does not declare itself.
        if let Some(Word::Schema(extra)) = node.extra_word() {
            let declared: BTreeSet<&String> = place
                .owners
                .iter()
                .flat_map(|&owner| {
                    all.graph[owner]
                        .properties
                        .iter()
                        .flat_map(|properties| properties.keys())
                })
                .collect();
            for key in declared {
                if node
                    .properties
                    .as_ref()
                    .is_none_or(|properties| !properties.contains_key(key))
                    && let Some(state) = all.under_key(&place.owners, key).and_then(|child| child.described())
                {
                    self.add(state, extra, false);
                }
            }
            let schemas = place.owners.iter().filter_map(|&owner| match all.extra(owner) {
                Extra::Schema(schema) => Some(schema),
                _ => None,
            });
            let state: Vec<NodeId> = schemas.collect();
            if !state.is_empty() {
                self.add(state, extra, false);
            }
        }
    }

    /// Whether an alternative knows a key; what only a pattern matches does not count.
    fn knows(&self, place: &Alternatives, key: &str) -> bool {
        place.owners.iter().any(|&owner| {
            self.all.graph[owner]
                .properties
                .as_ref()
                .is_some_and(|properties| properties.contains_key(key))
                || !matches!(self.all.extra(owner), Extra::Closed | Extra::Patterns)
        })
    }

    fn items(&mut self, pair: &Pair, place: &Alternatives) {
        let all = self.all;
        let node = &all.graph[pair.narrowing];
        let own = node.prefix.len();
        for (index, &named) in node.prefix.iter().enumerate() {
            if let Some(state) = all.under_index(&place.owners, index).described() {
                self.add(state, named, false);
            }
        }
        if let Some(rest) = node.rest() {
            let longest = place
                .owners
                .iter()
                .map(|&owner| all.graph[owner].prefix.len())
                .max()
                .unwrap_or(0);
            for index in own..=longest.max(own) {
                if let Some(state) = all.under_index(&place.owners, index).described() {
                    self.add(state, rest, false);
                }
            }
        }
    }
}
