//! The walk through refused data, place by place.

use serde_json::{Map, Value};
use wymcp_bound::{DataPath, Listed};

use super::tell::{self, Told};
use super::union::{self, Choice, Chooser};
use crate::fit::{Evaluated, Fit, Reading, evaluated};
use crate::graph::{Graph, NodeId, Rule};
use crate::invalid::Invalid;

/// A schema that applies at a place and refuses the value there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Refusing {
    pub(super) node: NodeId,
    /// Whether null would do as well, because the node is the one other alternative.
    pub(super) or_null: bool,
}

/// Where the data does not fit, and why; and what finding out cost.
///
/// Every place is visited once, with all schemas that refuse it there, a prefix first and children in the order of data paths: so
/// the first ten are the first ten, the count is of distinct paths, and memory is that of one way from the root.
pub(crate) fn explain(graph: &Graph, data: &Value, reading: Reading) -> (Listed<Invalid>, u64) {
    let mut walk = Walk {
        fit: Fit::new(graph, reading),
        chooser: Chooser::new(),
        path: DataPath::root(),
        found: Listed::new(),
    };
    walk.place(
        vec![Refusing {
            node: Graph::ROOT,
            or_null: false,
        }],
        data,
    );
    (walk.found, walk.fit.steps())
}

struct Walk<'g, 'd> {
    fit: Fit<'g>,
    chooser: Chooser<'g>,
    path: DataPath<'d>,
    found: Listed<Invalid>,
}

impl<'d> Walk<'_, 'd> {
    fn place(&mut self, refusing: Vec<Refusing>, value: &'d Value) {
        let before = self.found.count();
        let (refusing, told) = self.here(refusing, value);
        if told.offends() {
            self.note(told);
        }
        self.below(&refusing, value);
        if self.found.count() == before {
            // Reached only where the validator crate refuses what the walk does not: the caller still learns the place.
            let mut told = Told::new(true);
            told.say("does not fit its schema");
            self.note(told);
        }
    }

    fn note(&mut self, told: Told) {
        let path = &self.path;
        self.found.note(|| Invalid::new(path.to_string(), told.into_problems()));
    }

    /// All schemas that refuse the value in place, and the problems that are told here.
    fn here(&mut self, mut refusing: Vec<Refusing>, value: &Value) -> (Vec<Refusing>, Told) {
        let mut told = Told::new(!self.found.is_full());
        let graph = self.fit.graph();
        let mut next = 0;
        while let Some(&at) = refusing.get(next) {
            next += 1;
            for rule in graph.rules(at.node) {
                if self.fit.rule(at.node, rule, value) {
                    continue;
                }
                for further in self.in_place(at, rule, value, &mut told) {
                    let known = refusing.iter().any(|other| other.node == further.node);
                    if !known && !self.fit.node(further.node, value) {
                        refusing.push(further);
                    }
                }
            }
        }
        (refusing, told)
    }

    /// The schemas that a refusing rule applies in place; of a rule that applies none, the problem is told.
    fn in_place(&mut self, at: Refusing, rule: &Rule, value: &Value, told: &mut Told) -> Vec<Refusing> {
        let with = |node: NodeId| Refusing { node, ..at };
        match rule {
            Rule::Ref(node) => vec![with(*node)],
            Rule::AllOf(nodes) => nodes.iter().copied().map(with).collect(),
            Rule::DependentSchemas(all) => all
                .iter()
                .filter(|(key, _)| value.get(&**key).is_some())
                .map(|(_, node)| with(*node))
                .collect(),
            Rule::If(conditional) => {
                let branch = if self.fit.node(conditional.condition, value) {
                    conditional.then
                } else {
                    conditional.otherwise
                };
                branch.into_iter().map(with).collect()
            }
            Rule::AnyOf(branches) | Rule::OneOf(branches) => {
                match self.chooser.choose(&mut self.fit, branches, value) {
                    Choice::Branch(node, or_null) => vec![Refusing {
                        node,
                        or_null: at.or_null || or_null,
                    }],
                    Choice::Several => {
                        union::tell_several(self.fit.graph(), branches, told);
                        Vec::new()
                    }
                    Choice::None => {
                        union::tell_none(self.fit.graph(), branches, value, at.or_null, told);
                        Vec::new()
                    }
                }
            }
            rule => {
                tell::tell(&mut self.fit, at, rule, value, told);
                Vec::new()
            }
        }
    }

    /// Visit the children that a schema refuses.
    fn below(&mut self, refusing: &[Refusing], value: &'d Value) {
        match value {
            Value::Object(members) => {
                let seen = self.evaluated(refusing, value, |rule| matches!(rule, Rule::UnevaluatedProperties(_)));
                for (key, child) in sorted(members) {
                    let nodes = self.nodes_of_key(refusing, &seen, key);
                    self.path.push_key(key);
                    self.child(nodes, child);
                    self.path.pop();
                }
            }
            Value::Array(items) => {
                let seen = self.evaluated(refusing, value, |rule| matches!(rule, Rule::UnevaluatedItems(_)));
                for (index, child) in items.iter().enumerate() {
                    let nodes = self.nodes_of_index(refusing, &seen, index);
                    self.path.push_index(index);
                    self.child(nodes, child);
                    self.path.pop();
                }
            }
            _ => {}
        }
    }

    fn child(&mut self, mut nodes: Vec<NodeId>, child: &'d Value) {
        nodes.retain(|node| !self.fit.node(*node, child));
        if !nodes.is_empty() {
            self.place(
                nodes
                    .into_iter()
                    .map(|node| Refusing { node, or_null: false })
                    .collect(),
                child,
            );
        }
    }

    fn evaluated(
        &mut self,
        refusing: &[Refusing],
        value: &'d Value,
        asks: fn(&Rule) -> bool,
    ) -> Vec<Option<Evaluated<'d>>> {
        let graph = self.fit.graph();
        let mut seen_by = |at: &Refusing| {
            graph
                .rules(at.node)
                .iter()
                .any(asks)
                .then(|| evaluated(&mut self.fit, at.node, value))
        };
        refusing.iter().map(&mut seen_by).collect()
    }

    fn nodes_of_key(&mut self, refusing: &[Refusing], seen: &[Option<Evaluated<'_>>], key: &str) -> Vec<NodeId> {
        let graph = self.fit.graph();
        let mut nodes = Vec::new();
        for (at, seen) in refusing.iter().zip(seen) {
            for rule in graph.rules(at.node) {
                match rule {
                    Rule::Properties(properties) => nodes.extend(self.fit.nodes_of_key(properties, key)),
                    Rule::UnevaluatedProperties(rest) if !graph.is_never(*rest) => {
                        nodes.extend((!seen.as_ref().is_some_and(|seen| seen.has_key(key))).then_some(*rest));
                    }
                    _ => {}
                }
            }
        }
        distinct(nodes)
    }

    fn nodes_of_index(&mut self, refusing: &[Refusing], seen: &[Option<Evaluated<'_>>], index: usize) -> Vec<NodeId> {
        let graph = self.fit.graph();
        let mut nodes = Vec::new();
        for (at, seen) in refusing.iter().zip(seen) {
            for rule in graph.rules(at.node) {
                match rule {
                    Rule::Items(items) => nodes.extend(items.at(index)),
                    Rule::UnevaluatedItems(rest) => {
                        nodes.extend((!seen.as_ref().is_some_and(|seen| seen.has_index(index))).then_some(*rest));
                    }
                    _ => {}
                }
            }
        }
        distinct(nodes)
    }
}

/// The members of an object in the order of data paths, whatever order the map keeps.
fn sorted(members: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut all: Vec<_> = members.iter().collect();
    if !all.is_sorted_by_key(|(key, _)| *key) {
        all.sort_unstable_by_key(|(key, _)| *key);
    }
    all
}

/// Each node once, in the order of first mention.
fn distinct(nodes: Vec<NodeId>) -> Vec<NodeId> {
    let mut once = Vec::with_capacity(nodes.len());
    for node in nodes {
        if !once.contains(&node) {
            once.push(node);
        }
    }
    once
}

#[cfg(test)]
mod tests;
