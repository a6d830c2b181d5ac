//! Objects that nothing closes and whose author has not said which keys they admit (KEY-10).

use std::collections::HashSet;

use crate::classify::Classified;
use crate::graph::{NodeId, Types, Word};

/// Finds silent schemas; each is named once, however many places reach it.
pub(crate) struct Silence<'c> {
    all: &'c Classified,
    met: HashSet<(NodeId, bool)>,
    named: HashSet<NodeId>,
}

impl<'c> Silence<'c> {
    pub(crate) fn new(all: &'c Classified) -> Self {
        Self {
            all,
            met: HashSet::new(),
            named: HashSet::new(),
        }
    }

    /// Another offence names this schema.
    pub(crate) fn is_named(&mut self, id: NodeId) {
        self.named.insert(id);
    }

    /// Silent schemas below a composed place: its own children, and those of everything that applies there.
    pub(crate) fn below_place(&mut self, id: NodeId, silent: &mut Vec<String>) {
        self.search(vec![(id, true)], silent);
    }

    /// Silent schemas at a place of its own, and below.
    pub(crate) fn at(&mut self, id: NodeId, silent: &mut Vec<String>) {
        self.search(vec![(id, false)], silent);
    }

    fn search(&mut self, mut todo: Vec<(NodeId, bool)>, silent: &mut Vec<String>) {
        let mut found = Vec::new();
        while let Some((id, mut said)) = todo.pop() {
            if !self.met.insert((id, said)) {
                continue;
            }
            let node = &self.all.graph[id];
            said |= node.additional.is_some() || node.unevaluated.is_some();
            if !said && self.has_to_say(id) {
                if self.named.insert(id) {
                    found.push(id);
                }
                said = true;
            }
            todo.extend(node.beside().map(|part| (part, said)));
            let words = [node.additional, node.unevaluated]
                .into_iter()
                .filter_map(|word| match word {
                    Some(Word::Schema(schema)) => Some(schema),
                    _ => None,
                });
            let items = [node.items, node.unevaluated_items].into_iter().flatten();
            let properties = node
                .properties
                .iter()
                .flat_map(|properties| properties.values().copied());
            let below = properties
                .chain(node.patterns.iter().flatten().copied())
                .chain(words)
                .chain(node.prefix.iter().copied())
                .chain(items);
            todo.extend(below.map(|child| (child, false)));
        }
        let mut pointers: Vec<String> = found
            .into_iter()
            .map(|id| self.all.graph.pointer(id).to_owned())
            .collect();
        pointers.sort_unstable();
        silent.extend(pointers);
    }

    /// An object with keys of its own, or one whose keys several schemas name together.
    fn has_to_say(&self, id: NodeId) -> bool {
        let node = &self.all.graph[id];
        if !self.all.facts.types(id).admits(Types::OBJECT) {
            return false;
        }
        if node.properties.is_some() || node.patterns.is_some() {
            return true;
        }
        let bears = |part: NodeId| self.all.facts.bears(part);
        let singles = node
            .target()
            .into_iter()
            .chain(node.all_of.iter().copied())
            .filter(|&part| bears(part))
            .count();
        let unions = [&node.any_of, &node.one_of]
            .into_iter()
            .filter(|union| union.iter().any(|&part| bears(part)))
            .count();
        singles + unions > 1 || node.conditional.iter().any(|&part| bears(part))
    }
}
