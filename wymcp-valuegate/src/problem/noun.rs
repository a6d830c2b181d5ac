//! What a schema wants, as a noun: `an integer from 1 to 5`.

use serde_json::Value;
use wymcp_bound::limits;

use super::facts::Facts;
use super::tell::pattern;
use crate::graph::{Graph, Leaf, NodeId, Rule};
use crate::types::TypeSet;
use crate::words::{listed, literal, name, or};

/// Characters that the list of one alternative's keys may take.
const KEYS: usize = 80;

/// The types of a node with what narrows each: `a string of at most 5 characters or null`.
pub(super) fn typed(graph: &Graph, node: NodeId, types: TypeSet) -> String {
    if types.is_empty() {
        return "left out".to_owned();
    }
    let nouns: Vec<String> = types.single().map(|single| narrowed(graph, node, single)).collect();
    or(&nouns)
}

fn narrowed(graph: &Graph, node: NodeId, single: TypeSet) -> String {
    let mut noun = single.noun().to_owned();
    for rule in graph.rules(node) {
        match rule {
            Rule::Bounds(leaves) if TypeSet::NUMBER.covers(single) => noun.push_str(&bounds(leaves)),
            Rule::Length(least, most) if single == TypeSet::STRING => {
                noun.push_str(&format!(" of {}", amount(*least, *most, "character")));
            }
            Rule::Format(leaf) if single == TypeSet::STRING => noun.push_str(&format!(" in `{}` format", leaf.text())),
            Rule::Pattern(leaf) if single == TypeSet::STRING => {
                noun.push_str(&format!(" matching {}", pattern(leaf.text())))
            }
            Rule::Count(least, most) if single == TypeSet::ARRAY => {
                noun.push_str(&format!(" of {}", amount(*least, *most, "item")))
            }
            _ => {}
        }
    }
    noun
}

/// The number that a node wants.
pub(super) fn numeric(graph: &Graph, node: NodeId) -> String {
    let numbers = graph.types(node).and(TypeSet::NUMBER);
    let single = if numbers.is_integer_only() {
        TypeSet::INTEGER
    } else {
        TypeSet::NUMBER
    };
    narrowed(graph, node, single)
}

fn bounds(leaves: &[Leaf]) -> String {
    let value = |keyword: &str| {
        leaves
            .iter()
            .find(|leaf| leaf.keyword() == keyword)
            .map(|leaf| literal(leaf.value()))
    };
    let (least, above) = (value("minimum"), value("exclusiveMinimum"));
    let (most, below) = (value("maximum"), value("exclusiveMaximum"));
    if let (Some(least), None, Some(most), None) = (&least, &above, &most, &below) {
        return format!(" from {least} to {most}");
    }
    let parts: Vec<String> = [
        (least, "of at least"),
        (above, "above"),
        (most, "of at most"),
        (below, "below"),
    ]
    .into_iter()
    .filter_map(|(bound, word)| bound.map(|bound| format!("{word} {bound}")))
    .collect();
    format!(" {}", parts.join(" and "))
}

/// `1 to 20 items`, `at least 1 key`, `exactly 3 characters`.
pub(super) fn amount(least: u64, most: Option<u64>, what: &str) -> String {
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    match most {
        Some(most) if most == least => format!("exactly {most} {what}{}", plural(most)),
        Some(most) if least == 0 => format!("at most {most} {what}{}", plural(most)),
        Some(most) => format!("{least} to {most} {what}s"),
        None => format!("at least {least} {what}{}", plural(least)),
    }
}

/// The problem of a value that is none of the enumerated ones.
pub(super) fn one_of(members: &[Value], budget: usize) -> String {
    match members {
        [] => "must be left out".to_owned(),
        [only] => format!("must be {}", literal(only)),
        several => format!(
            "must be one of {}",
            listed(several.iter().map(literal), limits::ENUM_SHOWN, budget)
        ),
    }
}

/// A node in few words, by what tells it apart: its values, its keys, its types.
pub(super) fn describe(graph: &Graph, node: NodeId) -> String {
    let facts = Facts::of(graph, node);
    if let Some(members) = facts.members {
        return listed(members.iter().map(literal), limits::ENUM_SHOWN, KEYS);
    }
    if !facts.tags.is_empty() || !facts.required.is_empty() {
        return object(&facts);
    }
    let types = graph.types(node);
    if types.is_empty() {
        return "nothing".to_owned();
    }
    if types == TypeSet::ALL {
        return untyped(graph, facts.narrowed);
    }
    typed(graph, facts.narrowed, types)
}

fn object(facts: &Facts<'_>) -> String {
    let mut parts: Vec<String> = facts
        .tags
        .iter()
        .map(|tag| format!("{} {}", name(tag.key), literal(tag.value)))
        .collect();
    let required: Vec<&str> = facts
        .required
        .iter()
        .copied()
        .filter(|key| !facts.tags.iter().any(|tag| tag.key == *key))
        .collect();
    if !required.is_empty() {
        parts.push(format!(
            "required {}",
            listed(required.into_iter().map(name), usize::MAX, KEYS)
        ));
    }
    format!(
        "an object with {}",
        listed(parts.into_iter(), limits::ALTERNATIVES, 2 * KEYS)
    )
}

/// What a schema without a type wants of the one type that its rules look at.
fn untyped(graph: &Graph, node: NodeId) -> String {
    if let [Rule::MultipleOf(leaf)] = graph.rules(node) {
        return format!("a multiple of {}", literal(leaf.value()));
    }
    let looked_at = graph.rules(node).iter().find_map(|rule| match rule {
        Rule::Bounds(_) => Some(TypeSet::NUMBER),
        Rule::Length(..) | Rule::Format(_) | Rule::Pattern(_) => Some(TypeSet::STRING),
        Rule::Count(..) => Some(TypeSet::ARRAY),
        _ => None,
    });
    match looked_at {
        Some(single) => narrowed(graph, node, single),
        None => "a value of the form that the schema describes".to_owned(),
    }
}
