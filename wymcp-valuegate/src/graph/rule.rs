//! The rules of one schema, in the order in which their problems are told.

use serde_json::{Map, Value};

use super::{Leaf, NodeId, Reader};
use crate::types::TypeSet;
use wymcp_bound::pointer::join;

/// Names of keys.
pub(crate) type Names = Box<[Box<str>]>;

/// One keyword, or a few that make sense only together.
#[derive(Debug)]
pub(crate) enum Rule {
    /// The schema `false`.
    Never,
    Type(TypeSet),
    Const(Leaf),
    Enum(Leaf),
    /// `minimum`, `exclusiveMinimum`, `maximum`, `exclusiveMaximum`: those that are written.
    Bounds(Box<[Leaf]>),
    MultipleOf(Leaf),
    /// `minLength` and `maxLength`.
    Length(u64, Option<u64>),
    Format(Leaf),
    Pattern(Leaf),
    Required(Names),
    DependentRequired(Box<[(Box<str>, Names)]>),
    /// `minProperties` and `maxProperties`.
    Size(u64, Option<u64>),
    PropertyNames(NodeId),
    Properties(Box<Properties>),
    /// `minItems` and `maxItems`.
    Count(u64, Option<u64>),
    UniqueItems(Leaf),
    Contains(Box<Contains>),
    Items(Box<Items>),
    Ref(NodeId),
    AllOf(Box<[NodeId]>),
    DependentSchemas(Box<[(Box<str>, NodeId)]>),
    If(Box<Conditional>),
    AnyOf(Box<[NodeId]>),
    OneOf(Box<[NodeId]>),
    Not(NodeId),
    UnevaluatedProperties(NodeId),
    UnevaluatedItems(NodeId),
}

/// `properties`, `patternProperties` and `additionalProperties`.
#[derive(Debug)]
pub(crate) struct Properties {
    /// By name, sorted.
    pub(crate) named: Box<[(Box<str>, NodeId)]>,
    pub(crate) patterns: Box<[(Leaf, NodeId)]>,
    /// The schema for all other keys.
    pub(crate) rest: Option<NodeId>,
    /// Whether all other keys are refused; their problem is told at the object.
    pub(crate) closed: bool,
}

impl Properties {
    pub(crate) fn named(&self, key: &str) -> Option<NodeId> {
        self.named
            .binary_search_by(|(name, _)| (**name).cmp(key))
            .ok()
            .map(|at| self.named[at].1)
    }

    /// Whether every schema here is found by the name of a key, so that other keys need no look.
    pub(crate) fn is_by_name_only(&self) -> bool {
        self.patterns.is_empty() && self.rest.is_none() && !self.closed
    }
}

/// `contains`, `minContains`, `maxContains`.
#[derive(Debug)]
pub(crate) struct Contains {
    pub(crate) node: NodeId,
    pub(crate) least: u64,
    pub(crate) most: Option<u64>,
}

/// `prefixItems` and `items`.
#[derive(Debug)]
pub(crate) struct Items {
    pub(crate) prefix: Box<[NodeId]>,
    pub(crate) rest: Option<NodeId>,
}

impl Items {
    pub(crate) fn at(&self, index: usize) -> Option<NodeId> {
        self.prefix.get(index).copied().or(self.rest)
    }
}

/// `if`, `then`, `else`.
#[derive(Debug)]
pub(crate) struct Conditional {
    pub(crate) condition: NodeId,
    pub(crate) then: Option<NodeId>,
    pub(crate) otherwise: Option<NodeId>,
}

impl Rule {
    pub(crate) fn as_properties(&self) -> Option<&Properties> {
        match self {
            Self::Properties(properties) => Some(properties),
            _ => None,
        }
    }

    /// The nodes whose types say something of this node's types.
    pub(super) fn narrowing(&self) -> Vec<NodeId> {
        match self {
            Self::Ref(node) => vec![*node],
            Self::AllOf(nodes) | Self::AnyOf(nodes) | Self::OneOf(nodes) => nodes.to_vec(),
            _ => Vec::new(),
        }
    }
}

/// The rules of the schema object at a position.
pub(super) fn read(index: usize, members: &Map<String, Value>, reader: &Reader<'_, '_>) -> Vec<Rule> {
    let mut rules = Vec::new();
    values(members, &mut rules);
    objects(index, members, reader, &mut rules);
    arrays(index, members, reader, &mut rules);
    in_place(index, members, reader, &mut rules);
    rules.extend(
        reader
            .node(index, "unevaluatedProperties")
            .map(Rule::UnevaluatedProperties),
    );
    rules.extend(reader.node(index, "unevaluatedItems").map(Rule::UnevaluatedItems));
    rules
}

fn values(members: &Map<String, Value>, rules: &mut Vec<Rule>) {
    let leaf = |keyword| members.get(keyword).map(|value| Leaf::new(keyword, value));
    rules.extend(members.get("type").map(|written| Rule::Type(TypeSet::written(written))));
    rules.extend(leaf("const").map(Rule::Const));
    rules.extend(leaf("enum").map(Rule::Enum));
    let bounds: Box<[Leaf]> = ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"]
        .into_iter()
        .filter_map(leaf)
        .collect();
    if !bounds.is_empty() {
        rules.push(Rule::Bounds(bounds));
    }
    rules.extend(leaf("multipleOf").map(Rule::MultipleOf));
    rules.extend(range(members, "minLength", "maxLength", Rule::Length));
    rules.extend(leaf("format").map(Rule::Format));
    rules.extend(leaf("pattern").map(Rule::Pattern));
}

fn objects(index: usize, members: &Map<String, Value>, reader: &Reader<'_, '_>, rules: &mut Vec<Rule>) {
    let required = members.get("required").map(names).filter(|names| !names.is_empty());
    rules.extend(required.map(Rule::Required));
    let dependent = members.get("dependentRequired").and_then(Value::as_object).map(|all| {
        let mut all: Vec<(Box<str>, Names)> = all
            .iter()
            .map(|(key, value)| (key.as_str().into(), names(value)))
            .collect();
        all.sort_unstable();
        all.into_boxed_slice()
    });
    rules.extend(dependent.map(Rule::DependentRequired));
    rules.extend(range(members, "minProperties", "maxProperties", Rule::Size));
    rules.extend(reader.node(index, "propertyNames").map(Rule::PropertyNames));
    let named = by_name(index, members, reader, "properties");
    let patterns: Box<[(Leaf, NodeId)]> = by_name(index, members, reader, "patternProperties")
        .into_iter()
        .map(|(pattern, node)| (Leaf::new("pattern", &Value::from(&*pattern)), node))
        .collect();
    let closed = members.get("additionalProperties") == Some(&Value::Bool(false));
    let rest = reader.node(index, "additionalProperties").filter(|_| !closed);
    if closed || rest.is_some() || !named.is_empty() || !patterns.is_empty() {
        rules.push(Rule::Properties(Box::new(Properties {
            named,
            patterns,
            rest,
            closed,
        })));
    }
}

fn arrays(index: usize, members: &Map<String, Value>, reader: &Reader<'_, '_>, rules: &mut Vec<Rule>) {
    rules.extend(range(members, "minItems", "maxItems", Rule::Count));
    if members.get("uniqueItems") == Some(&Value::Bool(true)) {
        rules.push(Rule::UniqueItems(Leaf::new("uniqueItems", &Value::Bool(true))));
    }
    if let Some(node) = reader.node(index, "contains") {
        let least = members.get("minContains").map_or(1, count);
        let most = members.get("maxContains").map(count);
        rules.push(Rule::Contains(Box::new(Contains { node, least, most })));
    }
    let prefix = reader.list(index, members, "prefixItems").unwrap_or_default();
    let rest = reader.node(index, "items");
    if !prefix.is_empty() || rest.is_some() {
        rules.push(Rule::Items(Box::new(Items { prefix, rest })));
    }
}

fn in_place(index: usize, members: &Map<String, Value>, reader: &Reader<'_, '_>, rules: &mut Vec<Rule>) {
    rules.extend(reader.target(index).map(Rule::Ref));
    rules.extend(reader.list(index, members, "allOf").map(Rule::AllOf));
    let dependent = by_name(index, members, reader, "dependentSchemas");
    if !dependent.is_empty() {
        rules.push(Rule::DependentSchemas(dependent));
    }
    if let Some(condition) = reader.node(index, "if") {
        let (then, otherwise) = (reader.node(index, "then"), reader.node(index, "else"));
        rules.push(Rule::If(Box::new(Conditional {
            condition,
            then,
            otherwise,
        })));
    }
    rules.extend(reader.list(index, members, "anyOf").map(Rule::AnyOf));
    rules.extend(reader.list(index, members, "oneOf").map(Rule::OneOf));
    rules.extend(reader.node(index, "not").map(Rule::Not));
}

fn by_name(
    index: usize,
    members: &Map<String, Value>,
    reader: &Reader<'_, '_>,
    keyword: &str,
) -> Box<[(Box<str>, NodeId)]> {
    let named = members.get(keyword).and_then(Value::as_object);
    let mut all: Vec<(Box<str>, NodeId)> = named
        .into_iter()
        .flat_map(Map::keys)
        .filter_map(|key| Some((key.as_str().into(), reader.node(index, &join(keyword, key))?)))
        .collect();
    all.sort_unstable();
    all.into_boxed_slice()
}

fn names(list: &Value) -> Names {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(Into::into)
        .collect()
}

fn range(members: &Map<String, Value>, least: &str, most: &str, rule: fn(u64, Option<u64>) -> Rule) -> Option<Rule> {
    let (least, most) = (members.get(least).map(count), members.get(most).map(count));
    (least.is_some() || most.is_some()).then(|| rule(least.unwrap_or(0), most))
}

/// A count, which a schema may write as a whole float.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a float is cast with saturation"
)]
fn count(value: &Value) -> u64 {
    value.as_u64().or_else(|| value.as_f64().map(|f| f as u64)).unwrap_or(0)
}
