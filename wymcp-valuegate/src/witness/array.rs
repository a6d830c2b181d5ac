//! Guesses at arrays.

use serde_json::Value;

use super::{Effort, Maker, is_too_large};
use crate::graph::{NodeId, Rule};

/// Items of the longest array that is made.
const LONGEST: usize = 1_000;
/// Values among which items that must differ are chosen.
const DIFFERENT: usize = 64;

impl Maker<'_> {
    /// The shortest array that is demanded, and with more effort longer ones.
    pub(super) fn arrays(&mut self, together: &[NodeId], depth: usize, effort: Effort) -> Vec<Value> {
        let demanded = self.rules(together).iter().fold(0, |least: u64, rule| match rule {
            Rule::Count(here, _) => least.max(*here),
            Rule::Contains(contains) => least.max(contains.least),
            _ => least,
        });
        let Some(demanded) = usize::try_from(demanded).ok().filter(|count| *count <= LONGEST) else {
            return Vec::new();
        };
        let lengths = match effort {
            Effort::Plain => demanded..demanded + 1,
            Effort::More => demanded + 1..demanded + 3,
        };
        lengths
            .filter_map(|length| self.array(together, depth, length))
            .collect()
    }

    fn array(&mut self, together: &[NodeId], depth: usize, length: usize) -> Option<Value> {
        if length == 0 {
            return Some(Value::Array(Vec::new()));
        }
        let depth = self.below(depth)?;
        let rules = self.rules(together);
        let differ = rules.iter().any(|rule| matches!(rule, Rule::UniqueItems(_)));
        let mut items: Vec<Value> = Vec::with_capacity(length);
        for index in 0..length {
            let mut nodes: Vec<NodeId> = Vec::new();
            for rule in &rules {
                match rule {
                    Rule::Items(schemas) => nodes.extend(schemas.at(index)),
                    Rule::Contains(contains) if (index as u64) < contains.least => nodes.push(contains.node),
                    _ => {}
                }
            }
            if nodes.is_empty() {
                nodes.extend(rules.iter().filter_map(|rule| match rule {
                    Rule::UnevaluatedItems(node) => Some(*node),
                    _ => None,
                }));
            }
            let choice = self.values(&nodes, depth, if differ { length.min(DIFFERENT) } else { 1 });
            let item = choice.into_iter().find(|item| !differ || !items.contains(item))?;
            items.push(item);
        }
        let array = Value::Array(items);
        (!is_too_large(&array)).then_some(array)
    }
}
