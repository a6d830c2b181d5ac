//! A schema as a graph of rules, for telling what is wrong with a value.
//!
//! The validator says whether a value fits; this graph is what the walk follows to say where and why it does not. Nodes are the
//! positions of the document, references are edges, and each node's rules stand in one fixed order (VAL-3).

mod leaf;
mod rule;

use jsonschema::Validator;
use serde_json::{Map, Value};

pub(crate) use leaf::Leaf;
pub(crate) use rule::{Contains, Items, Properties, Rule};

use crate::build::{Engine, Positions, Targets};
use crate::types::TypeSet;

/// A node of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NodeId(u32);

/// One schema: its own rules, in the order in which problems are told.
#[derive(Debug)]
pub(crate) struct Node {
    rules: Box<[Rule]>,
    types: TypeSet,
}

/// The schemas of a document and how they refer to each other.
#[derive(Debug)]
pub(crate) struct Graph {
    nodes: Box<[Node]>,
    engine: Engine,
}

impl Graph {
    pub(crate) const ROOT: NodeId = NodeId(0);

    /// Read a document that was judged: every reference resolves and none leads in a circle in place.
    pub(crate) fn of(positions: &Positions<'_>, targets: &Targets, engine: Engine) -> Self {
        let reader = Reader { positions, targets };
        let nodes = (0..positions.all().len())
            .map(|index| Node {
                rules: reader.rules(index).into_boxed_slice(),
                types: TypeSet::ALL,
            })
            .collect();
        let mut graph = Self { nodes, engine };
        graph.derive_types();
        graph
    }

    pub(crate) fn rules(&self, node: NodeId) -> &[Rule] {
        &self.nodes[node.0 as usize].rules
    }

    /// The types that a node can admit at all: its own and those of what applies in place with it.
    pub(crate) fn types(&self, node: NodeId) -> TypeSet {
        self.nodes[node.0 as usize].types
    }

    /// Whether a node is the schema `false`.
    pub(crate) fn is_never(&self, node: NodeId) -> bool {
        matches!(self.rules(node), [Rule::Never])
    }

    /// Whether a leaf's keyword holds for a value.
    pub(crate) fn holds(&self, leaf: &Leaf, value: &Value) -> bool {
        leaf.validator(&self.engine)
            .is_none_or(|validator: &Validator| validator.is_valid(value))
    }

    /// Whether any rule admits integers and no other number, so that VAL-5's range applies.
    pub(crate) fn narrows_numbers(&self) -> bool {
        self.nodes
            .iter()
            .flat_map(|node| &node.rules)
            .any(|rule| matches!(rule, Rule::Type(set) if set.is_integer_only()))
    }

    /// Types flow from what applies in place; without circles in place, a pass from the leaves up settles them.
    fn derive_types(&mut self) {
        let mut state = vec![0_u8; self.nodes.len()];
        for start in 0..self.nodes.len() {
            let mut todo = vec![start];
            while let Some(&at) = todo.last() {
                let waiting: Vec<usize> = self.nodes[at]
                    .rules
                    .iter()
                    .flat_map(Rule::narrowing)
                    .map(|id| id.0 as usize)
                    .filter(|&id| state[id] == 0)
                    .collect();
                if state[at] != 0 || waiting.is_empty() {
                    todo.pop();
                    if state[at] == 0 {
                        self.nodes[at].types = self.types_of(at);
                        state[at] = 1;
                    }
                } else {
                    todo.extend(waiting);
                }
            }
        }
    }

    fn types_of(&self, at: usize) -> TypeSet {
        self.nodes[at].rules.iter().fold(TypeSet::ALL, |types, rule| {
            types.and(match rule {
                Rule::Never => TypeSet::NONE,
                Rule::Type(set) => *set,
                Rule::Const(leaf) => type_of_literal(leaf.value()),
                Rule::Enum(leaf) => leaf
                    .members()
                    .iter()
                    .map(type_of_literal)
                    .fold(TypeSet::NONE, TypeSet::or),
                Rule::Ref(target) => self.types(*target),
                Rule::AllOf(all) => all.iter().map(|id| self.types(*id)).fold(TypeSet::ALL, TypeSet::and),
                Rule::AnyOf(any) | Rule::OneOf(any) => {
                    any.iter().map(|id| self.types(*id)).fold(TypeSet::NONE, TypeSet::or)
                }
                _ => TypeSet::ALL,
            })
        })
    }
}

fn type_of_literal(value: &Value) -> TypeSet {
    TypeSet::of(value)
}

/// Reads the rules of positions.
struct Reader<'p, 's> {
    positions: &'p Positions<'s>,
    targets: &'p Targets,
}

impl Reader<'_, '_> {
    fn rules(&self, index: usize) -> Vec<Rule> {
        match self.positions.all()[index].schema {
            Value::Bool(false) => vec![Rule::Never],
            Value::Object(members) => rule::read(index, members, self),
            _ => Vec::new(),
        }
    }

    /// The node of the position at `pointer` below a position.
    fn node(&self, index: usize, below: &str) -> Option<NodeId> {
        let pointer = format!("{}/{below}", self.positions.all()[index].pointer);
        self.positions.at(&pointer).and_then(as_id)
    }

    fn target(&self, index: usize) -> Option<NodeId> {
        self.targets.of(index).and_then(as_id)
    }

    /// The nodes of a list of schemas.
    fn list(&self, index: usize, members: &Map<String, Value>, keyword: &str) -> Option<Box<[NodeId]>> {
        let items = members.get(keyword)?.as_array()?;
        Some(
            (0..items.len())
                .filter_map(|at| self.node(index, &format!("{keyword}/{at}")))
                .collect(),
        )
    }
}

fn as_id(index: usize) -> Option<NodeId> {
    u32::try_from(index).ok().map(NodeId)
}
