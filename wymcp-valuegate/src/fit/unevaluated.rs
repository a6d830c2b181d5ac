//! What the schemas that apply at a place say something of, for `unevaluatedProperties` and `unevaluatedItems`.

use std::collections::HashSet;

use serde_json::Value;

use super::Fit;
use crate::graph::{NodeId, Rule};

/// The children of one place that some schema there evaluates.
#[derive(Debug, Default)]
pub(crate) struct Evaluated<'d> {
    all: bool,
    keys: HashSet<&'d str>,
    prefix: usize,
    indices: HashSet<usize>,
    /// The nodes that took part.
    pub(crate) nodes: Vec<NodeId>,
}

impl Evaluated<'_> {
    pub(crate) fn has_key(&self, key: &str) -> bool {
        self.all || self.keys.contains(key)
    }

    pub(crate) fn has_index(&self, index: usize) -> bool {
        self.all || index < self.prefix || self.indices.contains(&index)
    }
}

/// What `node` and all that applies in place with it evaluate, `node`'s own unevaluated keywords left out.
///
/// A schema that must fit counts even when it does not: the value is refused then anyway, and the answer should not blame keys that
/// are known. Of alternatives those that fit count, of a condition the branch that applies.
pub(crate) fn evaluated<'d>(fit: &mut Fit<'_>, node: NodeId, value: &'d Value) -> Evaluated<'d> {
    let mut seen = Evaluated {
        nodes: vec![node],
        ..Evaluated::default()
    };
    let mut next = 0;
    while let Some(&at) = seen.nodes.get(next) {
        next += 1;
        let graph = fit.graph();
        for rule in graph.rules(at) {
            in_place(fit, rule, value, &mut seen);
            children(fit, rule, value, at == node, &mut seen);
        }
    }
    seen
}

fn in_place(fit: &mut Fit<'_>, rule: &Rule, value: &Value, seen: &mut Evaluated<'_>) {
    let mut add = |node: NodeId| {
        if !seen.nodes.contains(&node) {
            seen.nodes.push(node);
        }
    };
    match rule {
        Rule::Ref(target) => add(*target),
        Rule::AllOf(all) => all.iter().copied().for_each(add),
        Rule::AnyOf(any) | Rule::OneOf(any) => {
            let fitting: Vec<NodeId> = any.iter().copied().filter(|branch| fit.node(*branch, value)).collect();
            let counted = if fitting.is_empty() { any.to_vec() } else { fitting };
            counted.into_iter().for_each(add);
        }
        Rule::DependentSchemas(all) => {
            all.iter()
                .filter(|(key, _)| value.get(&**key).is_some())
                .for_each(|(_, node)| add(*node));
        }
        Rule::If(conditional) => {
            if fit.node(conditional.condition, value) {
                add(conditional.condition);
                conditional.then.into_iter().for_each(add);
            } else {
                conditional.otherwise.into_iter().for_each(add);
            }
        }
        _ => {}
    }
}

fn children<'d>(fit: &mut Fit<'_>, rule: &Rule, value: &'d Value, own: bool, seen: &mut Evaluated<'d>) {
    match (rule, value) {
        (Rule::Properties(properties), Value::Object(members)) => {
            if properties.rest.is_some() || properties.closed {
                seen.all = true;
            } else if properties.is_by_name_only() {
                let named = properties
                    .named
                    .iter()
                    .filter_map(|(name, _)| members.get_key_value(&**name));
                seen.keys.extend(named.map(|(key, _)| key.as_str()));
            } else {
                let known: Vec<&str> = members
                    .keys()
                    .filter(|key| !fit.nodes_of_key(properties, key).is_empty())
                    .map(String::as_str)
                    .collect();
                seen.keys.extend(known);
            }
        }
        (Rule::Items(items), Value::Array(_)) => {
            seen.all |= items.rest.is_some();
            seen.prefix = seen.prefix.max(items.prefix.len());
        }
        (Rule::Contains(contains), Value::Array(items)) => {
            let fitting: Vec<usize> = items
                .iter()
                .enumerate()
                .filter(|(_, item)| fit.node(contains.node, item))
                .map(|(index, _)| index)
                .collect();
            seen.indices.extend(fitting);
        }
        (Rule::UnevaluatedProperties(_), Value::Object(_)) | (Rule::UnevaluatedItems(_), Value::Array(_)) => {
            seen.all |= !own
        }
        _ => {}
    }
}
