//! Alternatives: which one is meant, or what tells them apart (VAL-4, VAL-6).

use std::collections::HashMap;

use serde_json::Value;
use wymcp_bound::{json_type, limits};

use super::facts::Facts;
use super::noun::describe;
use super::tell::Told;
use crate::fit::Fit;
use crate::graph::{Graph, NodeId};
use crate::types::TypeSet;
use crate::words::{or, separated};

/// Characters that the list of alternatives may take of a problem.
const LIST: usize = 240;

/// What a refused value says of the alternatives.
#[derive(Debug)]
pub(super) enum Choice {
    /// One is meant: its own problem is told; with `true`, null would do as well.
    Branch(NodeId, bool),
    /// More than one fits where exactly one must.
    Several,
    /// None is singled out.
    None,
}

/// Chooses among alternatives; what tells a branch apart is gathered once for a call.
#[derive(Debug)]
pub(super) struct Chooser<'g> {
    facts: HashMap<NodeId, Facts<'g>>,
}

impl<'g> Chooser<'g> {
    pub(super) fn new() -> Self {
        Self { facts: HashMap::new() }
    }

    /// The alternative that `type`, `const` or `required` selects, if exactly one.
    pub(super) fn choose(&mut self, fit: &mut Fit<'g>, branches: &[NodeId], value: &Value) -> Choice {
        if branches
            .iter()
            .filter(|branch| fit.node(**branch, value))
            .take(2)
            .count()
            > 1
        {
            return Choice::Several;
        }
        let graph = fit.graph();
        let is_null = |branch: &NodeId| graph.types(*branch) == TypeSet::NULL;
        let mut others = branches.iter().copied().filter(|branch| !is_null(branch));
        if let (Some(only), None) = (others.next(), others.next()) {
            return Choice::Branch(only, branches.iter().any(is_null));
        }
        let type_sent = TypeSet::of(value);
        let mut left: Vec<NodeId> = branches
            .iter()
            .copied()
            .filter(|branch| graph.types(*branch).covers(type_sent))
            .collect();
        let excluding: [fn(&Facts<'_>, &Graph, &Value) -> bool; 2] = [
            |facts, graph, value| facts.is_other_tag(graph, value),
            |facts, _, value| facts.lacks_required(value),
        ];
        for excludes in excluding {
            if let [_] | [] = left[..] {
                break;
            }
            left.retain(|branch| {
                let facts = self.facts.entry(*branch).or_insert_with(|| Facts::of(graph, *branch));
                !excludes(facts, graph, value)
            });
        }
        match left[..] {
            [only] => Choice::Branch(only, false),
            _ => Choice::None,
        }
    }
}

/// Name the alternatives of which none fits.
pub(super) fn tell_none(graph: &Graph, branches: &[NodeId], value: &Value, or_null: bool, told: &mut Told) {
    told.say_if_wanted(|| {
        let mut alternatives = alternatives(graph, branches);
        if or_null && !alternatives.iter().any(|words| words == "null") {
            alternatives.push("null".to_owned());
        }
        let types = branches
            .iter()
            .map(|branch| graph.types(*branch))
            .fold(TypeSet::NONE, TypeSet::or);
        let got = if types.covers(TypeSet::of(value)) {
            String::new()
        } else {
            format!(", got {}", json_type(value))
        };
        let plain =
            alternatives.len() <= limits::ALTERNATIVES && !alternatives.iter().any(|words| words.contains([',', ';']));
        if plain
            && alternatives
                .iter()
                .map(|words| words.chars().count() + 4)
                .sum::<usize>()
                <= LIST
        {
            format!("must be {}{got}", or(&alternatives))
        } else {
            format!("must be one of: {}{got}", apart(alternatives))
        }
    });
}

/// Name the alternatives of which several fit.
pub(super) fn tell_several(graph: &Graph, branches: &[NodeId], told: &mut Told) {
    told.say_if_wanted(|| {
        format!(
            "must fit exactly one and fits several of: {}",
            apart(alternatives(graph, branches))
        )
    });
}

fn apart(alternatives: Vec<String>) -> String {
    separated(alternatives.into_iter(), "; ", limits::ALTERNATIVES, LIST)
}

/// Each alternative in few words, once, null last.
fn alternatives(graph: &Graph, branches: &[NodeId]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let (nulls, others): (Vec<&NodeId>, Vec<&NodeId>) = branches
        .iter()
        .partition(|branch| graph.types(**branch) == TypeSet::NULL);
    for branch in others.into_iter().chain(nulls) {
        let words = describe(graph, *branch);
        if words != "nothing" && !all.contains(&words) {
            all.push(words);
        }
    }
    all
}
