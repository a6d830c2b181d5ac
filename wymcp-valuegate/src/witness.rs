//! Small values that a schema admits, read from its graph and confirmed by the validator.
//!
//! A schema says what is refused, so a value is guessed and then judged: what applies together at a place is read as a list of
//! alternatives, each alternative suggests values, and the first that fits is taken. The search is bounded, and looks for shallow
//! values first, so that recursion ends where the schema lets it.

mod array;
mod number;
mod object;
mod pattern;
mod reading;
mod text;

use std::collections::HashMap;

use serde_json::Value;
use wymcp_bound::limits;

use crate::fit::{Fit, Reading};
use crate::graph::{Graph, NodeId, Rule};
use crate::types::TypeSet;

/// Guesses of one search; a schema that needs more is said to have no value that can be found.
const GUESSES: usize = 10_000;
/// Parts of the largest value that is made.
const PARTS: usize = 10_000;
/// Levels that are looked at beyond the first that has a value, where more than one value is wanted.
const FURTHER: usize = 2;

/// At most `most` values, each different, that fit the root of a graph; the shallowest first.
pub(crate) fn find(graph: &Graph, most: usize) -> Vec<Value> {
    let mut maker = Maker {
        graph,
        left: GUESSES,
        known: HashMap::new(),
        was_cut: false,
    };
    let mut found = Vec::new();
    let mut until = limits::SCHEMA_NESTING;
    let mut depth = 0;
    while depth <= until && found.len() < most && maker.left > 0 {
        maker.was_cut = false;
        for value in maker.values(&[Graph::ROOT], depth, most) {
            if found.len() < most && !found.contains(&value) {
                found.push(value);
            }
        }
        if !maker.was_cut {
            break;
        }
        if !found.is_empty() {
            until = until.min(depth + FURTHER);
        }
        depth += 1;
    }
    found
}

/// One search.
struct Maker<'g> {
    graph: &'g Graph,
    left: usize,
    known: HashMap<Question, (Vec<Value>, bool)>,
    /// Whether something was left out because it would nest too deep: only then is it worth to look deeper.
    was_cut: bool,
}

/// Nodes that apply together, levels that are left, and how many values are wanted.
type Question = (Vec<NodeId>, usize, usize);

/// How far a guess may go from the plainest value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effort {
    /// What the schema demands, and nothing more.
    Plain,
    /// With something that it does not demand.
    More,
}

impl<'g> Maker<'g> {
    /// Values that fit all of `nodes` and nest at most `depth` levels.
    fn values(&mut self, nodes: &[NodeId], depth: usize, most: usize) -> Vec<Value> {
        let mut nodes = nodes.to_vec();
        nodes.sort_unstable();
        nodes.dedup();
        let key = (nodes, depth, most);
        let was_cut = self.was_cut;
        let (found, cut) = match self.known.get(&key) {
            Some((found, cut)) => (found.clone(), *cut),
            None => {
                self.was_cut = false;
                let found = self.search(&key.0, depth, most);
                self.known.insert(key, (found.clone(), self.was_cut));
                (found, self.was_cut)
            }
        };
        self.was_cut = was_cut || cut;
        found
    }

    /// The levels below one more; nothing, and noted, where there are none.
    fn below(&mut self, depth: usize) -> Option<usize> {
        let below = depth.checked_sub(1);
        self.was_cut |= below.is_none();
        below
    }

    fn search(&mut self, nodes: &[NodeId], depth: usize, most: usize) -> Vec<Value> {
        let mut found: Vec<Value> = Vec::new();
        let readings = reading::all(self.graph, nodes);
        for effort in [Effort::Plain, Effort::More] {
            for together in &readings {
                for value in self.guesses(together, depth, most, effort) {
                    if self.left == 0 {
                        return found;
                    }
                    self.left -= 1;
                    if !found.contains(&value) && self.fits(nodes, &value) {
                        found.push(value);
                    }
                    if found.len() >= most {
                        return found;
                    }
                }
            }
        }
        found
    }

    fn fits(&self, nodes: &[NodeId], value: &Value) -> bool {
        let mut fit = Fit::new(self.graph, Reading::WithinRange);
        nodes.iter().all(|node| fit.node(*node, value))
    }

    /// Values that may fit, the plainest first.
    fn guesses(&mut self, together: &[NodeId], depth: usize, most: usize, effort: Effort) -> Vec<Value> {
        if let Some(literals) = self.literals(together) {
            return literals;
        }
        let graph = self.graph;
        let types = together
            .iter()
            .fold(TypeSet::ALL, |types, node| types.and(graph.types(*node)));
        let (meant, other): (Vec<TypeSet>, Vec<TypeSet>) =
            types.single().partition(|single| self.speaks_of(together, *single));
        let mut guesses = Vec::new();
        for single in meant.into_iter().chain(other) {
            match single {
                TypeSet::NULL => guesses.push(Value::Null),
                TypeSet::STRING => guesses.extend(text::guesses(&self.rules(together), most)),
                TypeSet::INTEGER | TypeSet::NUMBER => {
                    guesses.extend(number::guesses(&self.rules(together), single == TypeSet::INTEGER, most));
                }
                TypeSet::ARRAY => guesses.extend(self.arrays(together, depth, effort)),
                TypeSet::OBJECT => guesses.extend(self.objects(together, depth, effort)),
                _ => guesses.extend([false, true].map(Value::from)),
            }
        }
        guesses
    }

    /// The values that a `const` or an `enum` leaves.
    fn literals(&self, together: &[NodeId]) -> Option<Vec<Value>> {
        let rules = self.rules(together);
        let one = rules.iter().find_map(|rule| match rule {
            Rule::Const(leaf) => Some(vec![leaf.value().clone()]),
            _ => None,
        });
        one.or_else(|| {
            rules.iter().find_map(|rule| match rule {
                Rule::Enum(leaf) => Some(leaf.members().to_vec()),
                _ => None,
            })
        })
    }

    /// Whether some keyword says how a value of a type has to be: then such a value is what the author thought of.
    fn speaks_of(&self, together: &[NodeId], single: TypeSet) -> bool {
        self.rules(together).iter().any(|rule| {
            let of = match rule {
                Rule::Bounds(_) | Rule::MultipleOf(_) => TypeSet::NUMBER,
                Rule::Length(..) | Rule::Format(_) | Rule::Pattern(_) => TypeSet::STRING,
                Rule::Required(_)
                | Rule::DependentRequired(_)
                | Rule::Size(..)
                | Rule::PropertyNames(_)
                | Rule::Properties(_)
                | Rule::DependentSchemas(_)
                | Rule::UnevaluatedProperties(_) => TypeSet::OBJECT,
                Rule::Count(..)
                | Rule::UniqueItems(_)
                | Rule::Contains(_)
                | Rule::Items(_)
                | Rule::UnevaluatedItems(_) => TypeSet::ARRAY,
                _ => TypeSet::NONE,
            };
            !single.and(of).is_empty()
        })
    }

    fn rules(&self, together: &[NodeId]) -> Vec<&'g Rule> {
        let graph = self.graph;
        together.iter().flat_map(|node| graph.rules(*node)).collect()
    }
}

/// Whether a value has more parts than one search may make. Does not recurse.
fn is_too_large(value: &Value) -> bool {
    let mut parts = 0;
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        parts += 1;
        if parts > PARTS {
            return true;
        }
        match value {
            Value::Array(items) => todo.extend(items),
            Value::Object(members) => todo.extend(members.values()),
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests;
