//! What tells one alternative from another: its values, the constant keys, the required keys.

use serde_json::Value;

use crate::graph::{Graph, Leaf, NodeId, Rule};

/// What holds of every value that fits a node, gathered through references and `allOf`.
#[derive(Debug)]
pub(super) struct Facts<'g> {
    /// The values of a `const` or an `enum`.
    pub(super) members: Option<&'g [Value]>,
    /// Keys whose value is one constant.
    pub(super) tags: Vec<Tag<'g>>,
    pub(super) required: Vec<&'g str>,
    /// The node that narrows the value most plainly: the one that names types, else the first.
    pub(super) narrowed: NodeId,
}

/// A key and the one value that it admits.
#[derive(Debug)]
pub(super) struct Tag<'g> {
    pub(super) key: &'g str,
    pub(super) value: &'g Value,
    leaf: &'g Leaf,
}

impl<'g> Facts<'g> {
    pub(super) fn of(graph: &'g Graph, node: NodeId) -> Self {
        let mut facts = Self {
            members: None,
            tags: Vec::new(),
            required: Vec::new(),
            narrowed: node,
        };
        let mut typed = false;
        for at in conjunction(graph, node) {
            for rule in graph.rules(at) {
                match rule {
                    Rule::Type(_) if !typed => {
                        typed = true;
                        facts.narrowed = at;
                    }
                    Rule::Const(leaf) => facts.members = Some(std::slice::from_ref(leaf.value())),
                    Rule::Enum(leaf) => facts.members = facts.members.or(Some(leaf.members())),
                    Rule::Required(names) => {
                        for name in names {
                            if !facts.required.contains(&&**name) {
                                facts.required.push(name);
                            }
                        }
                    }
                    Rule::Properties(properties) => {
                        let tags = properties.named.iter().filter_map(|(key, child)| {
                            constant(graph, *child).map(|(leaf, value)| Tag { key, value, leaf })
                        });
                        facts.tags.extend(tags);
                    }
                    _ => {}
                }
            }
        }
        facts
    }

    /// Whether a constant key is there with another value.
    pub(super) fn is_other_tag(&self, graph: &Graph, value: &Value) -> bool {
        self.tags
            .iter()
            .any(|tag| value.get(tag.key).is_some_and(|sent| !graph.holds(tag.leaf, sent)))
    }

    /// Whether a required key is missing.
    pub(super) fn lacks_required(&self, value: &Value) -> bool {
        self.required.iter().any(|name| value.get(*name).is_none())
    }
}

/// The one value that a node admits, and the keyword that says so.
fn constant(graph: &Graph, node: NodeId) -> Option<(&Leaf, &Value)> {
    conjunction(graph, node)
        .into_iter()
        .flat_map(|at| graph.rules(at))
        .find_map(|rule| match rule {
            Rule::Const(leaf) => Some((leaf, leaf.value())),
            Rule::Enum(leaf) => match leaf.members() {
                [only] => Some((leaf, only)),
                _ => None,
            },
            _ => None,
        })
}

/// A node and all that must hold with it: references and `allOf`, each once.
fn conjunction(graph: &Graph, node: NodeId) -> Vec<NodeId> {
    let mut nodes = vec![node];
    let mut next = 0;
    while let Some(&at) = nodes.get(next) {
        next += 1;
        for rule in graph.rules(at) {
            let further: &[NodeId] = match rule {
                Rule::Ref(target) => std::slice::from_ref(target),
                Rule::AllOf(all) => all,
                _ => &[],
            };
            for node in further {
                if !nodes.contains(node) {
                    nodes.push(*node);
                }
            }
        }
    }
    nodes
}
