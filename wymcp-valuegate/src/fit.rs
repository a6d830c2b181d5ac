//! Whether a part of the data fits a schema of the graph.
//!
//! The validator crate answers for the whole. For parts its `is_valid` is asked keyword by keyword ([`crate::graph::Leaf`]) and
//! the applicators are followed here, because the answers are wanted for every schema at every place and must not be computed
//! twice: an answer that was dear is remembered, so that recursive unions cost no more than they are wide (VAL-6).

mod unevaluated;

use std::collections::HashMap;

use serde_json::{Map, Value};

pub(crate) use unevaluated::{Evaluated, evaluated};

use crate::graph::{Contains, Graph, Items, NodeId, Properties, Rule};
use crate::types::TypeSet;

/// An answer that took fewer steps than this is found again rather than remembered; the memory for answers then stays a small part
/// of the steps.
const REMEMBERED_FROM: u64 = 32;

/// Answers for one call.
#[derive(Debug)]
pub(crate) struct Fit<'g> {
    graph: &'g Graph,
    known: HashMap<(NodeId, *const Value), bool>,
    steps: u64,
    reading: Reading,
}

/// How numbers beyond the integers of the machine are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// As JSON Schema does: a whole number is an integer, however far out.
    AsWritten,
    /// Within VAL-5's range where an integer is admitted and no other number.
    WithinRange,
}

impl<'g> Fit<'g> {
    pub(crate) fn new(graph: &'g Graph, reading: Reading) -> Self {
        Self {
            graph,
            reading,
            known: HashMap::new(),
            steps: 0,
        }
    }

    pub(crate) fn graph(&self) -> &'g Graph {
        self.graph
    }

    /// Questions asked so far: what a call costs, apart from machine and clock.
    pub(crate) fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether a value fits a node.
    pub(crate) fn node(&mut self, node: NodeId, value: &Value) -> bool {
        self.steps += 1;
        let container = matches!(value, Value::Array(_) | Value::Object(_));
        // A place is known by its address: the data is borrowed for as long as the answers are.
        let place = (node, std::ptr::from_ref(value));
        if container && let Some(&known) = self.known.get(&place) {
            return known;
        }
        let before = self.steps;
        let graph = self.graph;
        let fits = graph.rules(node).iter().all(|rule| self.rule(node, rule, value));
        if container && self.steps - before >= REMEMBERED_FROM {
            self.known.insert(place, fits);
        }
        fits
    }

    /// Whether a value fits one rule of a node.
    pub(crate) fn rule(&mut self, node: NodeId, rule: &Rule, value: &Value) -> bool {
        self.steps += 1;
        let graph = self.graph;
        match (rule, value) {
            (Rule::Never, _) => false,
            (Rule::Type(types), value) => match self.reading {
                Reading::AsWritten => types.covers(TypeSet::of(value)),
                Reading::WithinRange => types.admits(value),
            },
            (Rule::Bounds(leaves), Value::Number(_)) => leaves.iter().all(|leaf| graph.holds(leaf, value)),
            (Rule::Length(least, most), Value::String(text)) => within(text.chars().count(), *least, *most),
            (Rule::Const(leaf) | Rule::Enum(leaf), value)
            | (Rule::MultipleOf(leaf), value @ Value::Number(_))
            | (Rule::Format(leaf) | Rule::Pattern(leaf), value @ Value::String(_))
            | (Rule::UniqueItems(leaf), value @ Value::Array(_)) => graph.holds(leaf, value),
            (Rule::Required(names), Value::Object(members)) => names.iter().all(|name| members.contains_key(&**name)),
            (Rule::DependentRequired(all), Value::Object(members)) => all
                .iter()
                .filter(|(key, _)| members.contains_key(&**key))
                .all(|(_, names)| names.iter().all(|name| members.contains_key(&**name))),
            (Rule::Size(least, most), Value::Object(members)) => within(members.len(), *least, *most),
            (Rule::PropertyNames(names), Value::Object(members)) => {
                members.keys().all(|key| self.node(*names, &Value::String(key.clone())))
            }
            (Rule::Properties(properties), Value::Object(members)) => self.properties(properties, members),
            (Rule::Count(least, most), Value::Array(items)) => within(items.len(), *least, *most),
            (Rule::Contains(contains), Value::Array(items)) => self.contains(contains, items),
            (Rule::Items(schemas), Value::Array(items)) => self.items(schemas, items),
            (Rule::Ref(target), value) => self.node(*target, value),
            (Rule::AllOf(all), value) => all.iter().all(|node| self.node(*node, value)),
            (Rule::AnyOf(any), value) => any.iter().any(|node| self.node(*node, value)),
            (Rule::OneOf(any), value) => any.iter().filter(|node| self.node(**node, value)).take(2).count() == 1,
            (Rule::Not(node), value) => !self.node(*node, value),
            (Rule::DependentSchemas(all), Value::Object(members)) => all
                .iter()
                .filter(|(key, _)| members.contains_key(&**key))
                .all(|(_, node)| self.node(*node, value)),
            (Rule::If(conditional), value) => {
                let branch = if self.node(conditional.condition, value) {
                    conditional.then
                } else {
                    conditional.otherwise
                };
                branch.is_none_or(|branch| self.node(branch, value))
            }
            (Rule::UnevaluatedProperties(rest), Value::Object(members)) => {
                let seen = evaluated(self, node, value);
                members
                    .iter()
                    .all(|(key, child)| seen.has_key(key) || self.node(*rest, child))
            }
            (Rule::UnevaluatedItems(rest), Value::Array(items)) => {
                let seen = evaluated(self, node, value);
                items
                    .iter()
                    .enumerate()
                    .all(|(index, child)| seen.has_index(index) || self.node(*rest, child))
            }
            _ => true,
        }
    }

    fn properties(&mut self, properties: &Properties, members: &Map<String, Value>) -> bool {
        if properties.is_by_name_only() {
            return properties
                .named
                .iter()
                .all(|(name, node)| members.get(&**name).is_none_or(|child| self.node(*node, child)));
        }
        members.iter().all(|(key, child)| {
            let nodes = self.nodes_of_key(properties, key);
            let known = !nodes.is_empty() || !properties.closed;
            known && nodes.into_iter().all(|node| self.node(node, child))
        })
    }

    /// The nodes that `properties`, `patternProperties` and `additionalProperties` name for a key.
    pub(crate) fn nodes_of_key(&mut self, properties: &Properties, key: &str) -> Vec<NodeId> {
        let mut nodes: Vec<NodeId> = properties.named(key).into_iter().collect();
        if !properties.patterns.is_empty() {
            let text = Value::from(key);
            self.steps += 1;
            nodes.extend(
                properties
                    .patterns
                    .iter()
                    .filter(|(leaf, _)| self.graph.holds(leaf, &text))
                    .map(|(_, node)| *node),
            );
        }
        if nodes.is_empty() {
            nodes.extend(properties.rest);
        }
        nodes
    }

    fn items(&mut self, schemas: &Items, items: &[Value]) -> bool {
        items
            .iter()
            .enumerate()
            .all(|(index, child)| schemas.at(index).is_none_or(|node| self.node(node, child)))
    }

    fn contains(&mut self, contains: &Contains, items: &[Value]) -> bool {
        let held = self.held(contains.node, items);
        within(held, contains.least, contains.most)
    }

    /// How many items fit a node.
    pub(crate) fn held(&mut self, node: NodeId, items: &[Value]) -> usize {
        items.iter().filter(|item| self.node(node, item)).count()
    }
}

/// Whether a count lies within bounds.
pub(crate) fn within(count: usize, least: u64, most: Option<u64>) -> bool {
    let count = u64::try_from(count).unwrap_or(u64::MAX);
    count >= least && most.is_none_or(|most| count <= most)
}
