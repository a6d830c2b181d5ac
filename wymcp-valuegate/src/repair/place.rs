//! The schemas that have to hold at a place.

use serde_json::{Map, Value};

use crate::graph::{Graph, NodeId, Rule};
use crate::types::TypeSet;

/// The schemas that a value has to fit, whatever alternatives the rest of the schema offers: data in which it does not fit one of them
/// is refused.
#[derive(Debug)]
pub(super) struct Place {
    nodes: Vec<NodeId>,
}

/// A value with parts, as far as it tells alternatives apart.
#[derive(Debug, Clone, Copy)]
pub(super) enum Container<'v> {
    Object(&'v Map<String, Value>),
    Array,
}

impl Place {
    pub(super) fn root() -> Self {
        Self {
            nodes: vec![Graph::ROOT],
        }
    }

    /// Whether nothing is said of it.
    pub(super) fn is_free(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The types that all of them admit.
    pub(super) fn types(&self, graph: &Graph) -> TypeSet {
        self.nodes
            .iter()
            .fold(TypeSet::ALL, |types, node| types.and(graph.types(*node)))
    }

    /// With all that applies in place: references, members of `allOf`, and of alternatives the one that the value does not rule out. Where
    /// several are left, none has to hold.
    pub(super) fn with_applied(&self, graph: &Graph, value: Container<'_>) -> Self {
        self.applied(graph, |alternatives| only_one(graph, alternatives, value))
    }

    /// With what applies in place, and of alternatives what is chosen.
    fn applied(&self, graph: &Graph, choose: impl Fn(&[NodeId]) -> Option<NodeId>) -> Self {
        let mut nodes = self.nodes.clone();
        let mut next = 0;
        while let Some(&node) = nodes.get(next) {
            next += 1;
            for rule in graph.rules(node) {
                let chosen;
                let further: &[NodeId] = match rule {
                    Rule::Ref(target) => std::slice::from_ref(target),
                    Rule::AllOf(all) => all,
                    Rule::AnyOf(any) | Rule::OneOf(any) => {
                        chosen = choose(any);
                        chosen.as_slice()
                    }
                    _ => continue,
                };
                for node in further {
                    if !nodes.contains(node) {
                        nodes.push(*node);
                    }
                }
            }
        }
        Self { nodes }
    }

    /// What has to hold of a member, of a place with all that applies in it. Values under patterns are left alone.
    pub(super) fn member(&self, graph: &Graph, key: &str) -> Self {
        let properties = self.rules(graph).filter_map(Rule::as_properties);
        distinct(properties.filter_map(|properties| {
            properties
                .named(key)
                .or_else(|| properties.rest.filter(|_| properties.patterns.is_empty()))
        }))
    }

    /// What has to hold of an item.
    pub(super) fn item(&self, graph: &Graph, index: usize) -> Self {
        distinct(self.rules(graph).filter_map(|rule| match rule {
            Rule::Items(items) => items.at(index),
            _ => None,
        }))
    }

    /// Whether a key has to be there.
    pub(super) fn requires(&self, graph: &Graph, key: &str) -> bool {
        self.rules(graph).any(|rule| match rule {
            Rule::Required(names) => names.iter().any(|name| **name == *key),
            _ => false,
        })
    }

    fn rules<'g>(&self, graph: &'g Graph) -> impl Iterator<Item = &'g Rule> {
        self.nodes.iter().flat_map(|node| graph.rules(*node))
    }
}

fn distinct(nodes: impl Iterator<Item = NodeId>) -> Place {
    let mut once = Vec::new();
    for node in nodes {
        if !once.contains(&node) {
            once.push(node);
        }
    }
    Place { nodes: once }
}

/// The one alternative that is left when those are out which the value cannot fit.
fn only_one(graph: &Graph, alternatives: &[NodeId], value: Container<'_>) -> Option<NodeId> {
    let mut left = alternatives.iter().filter(|node| !is_out(graph, **node, value));
    let one = left.next()?;
    left.next().is_none().then_some(*one)
}

/// Whether a value cannot fit a schema, whatever its parts could be read as: by its type, a key that it lacks, or a member that is none
/// of the constants.
fn is_out(graph: &Graph, node: NodeId, value: Container<'_>) -> bool {
    let Container::Object(members) = value else {
        return !graph.types(node).covers(TypeSet::ARRAY);
    };
    if !graph.types(node).covers(TypeSet::OBJECT) {
        return true;
    }
    let applied = Place { nodes: vec![node] }.applied(graph, |_| None);
    applied.rules(graph).any(|rule| match rule {
        Rule::Required(names) => !names.iter().all(|name| members.contains_key(&**name)),
        Rule::Properties(properties) => members.iter().any(|(key, member)| {
            let named = properties.named(key);
            named.is_some_and(|named| is_other_constant(graph, named, member))
        }),
        _ => false,
    })
}

/// A member whose schema admits constants alone, and no reading of what was sent is one.
fn is_other_constant(graph: &Graph, node: NodeId, member: &Value) -> bool {
    let is_scalar = !matches!(member, Value::Array(_) | Value::Object(_));
    is_scalar
        && graph.types(node).covers(TypeSet::of(member))
        && graph.rules(node).iter().any(|rule| match rule {
            Rule::Const(leaf) | Rule::Enum(leaf) => !graph.holds(leaf, member),
            _ => false,
        })
}
