//! The words for each rule. They say what the schema wants and, at most, the JSON type that came (VAL-4).

use serde_json::Value;
use wymcp_bound::{json_type, limits};

use super::noun::{self, describe};
use super::walk::Refusing;
use crate::fit::{Fit, evaluated, within};
use crate::graph::{Graph, NodeId, Properties, Rule};
use crate::number::is_in_range;
use crate::types::TypeSet;
use crate::words::{and, chunks, cut, listed, literal, name, quoted};

/// Characters that a list may take of a problem, so that what stands around it is not cut.
const LIST: usize = 220;

/// The problems of one place: distinct, at most ten, each within the limit.
#[derive(Debug)]
pub(super) struct Told {
    problems: Vec<String>,
    offends: bool,
    wanted: bool,
}

impl Told {
    /// Without `wanted` only the fact is kept that there is a problem.
    pub(super) fn new(wanted: bool) -> Self {
        Self {
            problems: Vec::new(),
            offends: false,
            wanted,
        }
    }

    pub(super) fn offends(&self) -> bool {
        self.offends
    }

    pub(super) fn into_problems(self) -> Vec<String> {
        self.problems
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.say_if_wanted(|| text.into());
    }

    fn say_if(&mut self, offends: bool, text: impl FnOnce() -> String) {
        if offends {
            self.say_if_wanted(text);
        }
    }

    pub(super) fn say_if_wanted(&mut self, text: impl FnOnce() -> String) {
        self.offends = true;
        if self.wanted && self.problems.len() < limits::PROBLEMS_PER_PATH {
            let text = cut(text());
            if !self.problems.contains(&text) {
                self.problems.push(text);
            }
        }
    }
}

/// Tell why a rule that applies nothing else in place refuses a value. A rule that only refuses children tells nothing here.
pub(super) fn tell(fit: &mut Fit<'_>, at: Refusing, rule: &Rule, value: &Value, told: &mut Told) {
    let graph = fit.graph();
    let or_null = if at.or_null { " or null" } else { "" };
    match (rule, value) {
        (Rule::Never, _) => told.say("must be left out"),
        (Rule::Type(types), _) => {
            // Where the values are enumerated as well, naming them says it all.
            let enumerated = graph
                .rules(at.node)
                .iter()
                .any(|other| is_enumeration(other) && !fit.rule(at.node, other, value));
            if !enumerated {
                told.say_if_wanted(|| {
                    format!(
                        "must be {}{or_null}, got {}",
                        wanted(graph, at.node, *types, value),
                        json_type(value)
                    )
                });
            }
        }
        (Rule::Const(leaf), _) => {
            let got = got(TypeSet::of(leaf.value()), value);
            told.say_if_wanted(|| format!("must be {}{or_null}{got}", literal(leaf.value())));
        }
        (Rule::Enum(leaf), _) => {
            let types = leaf.members().iter().map(TypeSet::of).fold(TypeSet::NONE, TypeSet::or);
            told.say_if_wanted(|| format!("{}{or_null}{}", noun::one_of(leaf.members(), LIST), got(types, value)));
        }
        (Rule::Bounds(_), _) => told.say_if_wanted(|| format!("must be {}{or_null}", noun::numeric(graph, at.node))),
        (Rule::MultipleOf(leaf), _) => {
            told.say_if_wanted(|| format!("must be a multiple of {}{or_null}", literal(leaf.value())))
        }
        (Rule::Length(least, most), _) => {
            told.say_if_wanted(|| {
                format!(
                    "must be a string of {}{or_null}",
                    noun::amount(*least, *most, "character")
                )
            });
        }
        (Rule::Format(leaf), _) => {
            told.say_if_wanted(|| format!("must be a string in `{}` format{or_null}", leaf.text()))
        }
        (Rule::Pattern(leaf), _) => told.say_if_wanted(|| format!("must match {}{or_null}", pattern(leaf.text()))),
        (Rule::Size(least, most), _) => {
            told.say_if_wanted(|| format!("must have {}", noun::amount(*least, *most, "key")))
        }
        (Rule::Count(least, most), _) => {
            told.say_if_wanted(|| format!("must hold {}", noun::amount(*least, *most, "item")))
        }
        (Rule::UniqueItems(_), _) => told.say("must hold no two equal items"),
        (Rule::Not(node), _) => told.say_if_wanted(|| format!("must not be {}", describe(graph, *node))),
        (Rule::Required(names), Value::Object(members)) => {
            missing(names.iter().filter(|name| !members.contains_key(&***name)), "", told);
        }
        (Rule::DependentRequired(all), Value::Object(members)) => {
            for (key, names) in all.iter().filter(|(key, _)| members.contains_key(&**key)) {
                let absent = names.iter().filter(|name| !members.contains_key(&***name));
                missing(absent, &format!(" (needed beside {})", name(key)), told);
            }
        }
        (Rule::PropertyNames(names), _) => told.say_if_wanted(|| key_name(graph, *names)),
        (Rule::Contains(contains), Value::Array(items)) => {
            let held = fit.held(contains.node, items);
            let too_few = !within(held, contains.least, None);
            told.say_if_wanted(|| {
                let (word, count) = if too_few {
                    ("at least", contains.least)
                } else {
                    ("at most", contains.most.unwrap_or(0))
                };
                let plural = if count == 1 {
                    "item that is"
                } else {
                    "items that are each"
                };
                format!("must hold {word} {count} {plural} {}", describe(graph, contains.node))
            });
        }
        (Rule::Properties(properties), Value::Object(members)) if properties.closed => {
            let strays = members.keys().any(|key| fit.nodes_of_key(properties, key).is_empty());
            told.say_if(strays, || admits(std::iter::once(&**properties)));
        }
        (Rule::UnevaluatedProperties(rest), Value::Object(members)) if graph.is_never(*rest) => {
            let seen = evaluated(fit, at.node, value);
            let known = seen
                .nodes
                .iter()
                .flat_map(|node| graph.rules(*node))
                .filter_map(Rule::as_properties);
            told.say_if(members.keys().any(|key| !seen.has_key(key)), || admits(known));
        }
        _ => {}
    }
}

fn is_enumeration(rule: &Rule) -> bool {
    matches!(rule, Rule::Const(_) | Rule::Enum(_))
}

/// The JSON type that came, where none of the wanted types is that one.
fn got(wanted: TypeSet, value: &Value) -> String {
    if wanted.and(TypeSet::of(value)).is_empty() {
        format!(", got {}", json_type(value))
    } else {
        String::new()
    }
}

/// What the types want; of a number out of range, the range (VAL-5).
fn wanted(graph: &Graph, node: NodeId, types: TypeSet, value: &Value) -> String {
    if !is_in_range(value) && types.covers(TypeSet::of(value)) {
        return format!("an integer from {} to {}", i64::MIN, u64::MAX);
    }
    noun::typed(graph, node, types)
}

fn missing<'n>(names: impl Iterator<Item = &'n Box<str>>, beside: &str, told: &mut Told) {
    let mut names = names.peekable();
    if names.peek().is_none() {
        return;
    }
    if !told.wanted {
        told.offends = true;
        return;
    }
    for text in chunks(names.map(|name| &**name), limits::PROBLEMS_PER_PATH, LIST) {
        told.say(format!("missing required {text}{beside}"));
    }
}

/// What is wrong with a key, worded for every key.
fn key_name(graph: &Graph, names: NodeId) -> String {
    if graph.types(names).and(TypeSet::STRING).is_empty() {
        "admits no keys".to_owned()
    } else {
        format!("each key must be {}", describe(graph, names))
    }
}

fn admits<'p>(all: impl Iterator<Item = &'p Properties>) -> String {
    let (mut names, mut patterns) = (Vec::new(), Vec::new());
    for properties in all {
        names.extend(properties.named.iter().map(|(key, _)| name(key)));
        patterns.extend(properties.patterns.iter().map(|(leaf, _)| pattern(leaf.text())));
    }
    for list in [&mut names, &mut patterns] {
        list.sort_unstable();
        list.dedup();
    }
    let mut parts = Vec::new();
    if !names.is_empty() {
        parts.push(listed(
            names.into_iter(),
            usize::MAX,
            if patterns.is_empty() { LIST } else { LIST / 2 },
        ));
    }
    if !patterns.is_empty() {
        parts.push(format!(
            "keys matching {}",
            listed(patterns.into_iter(), usize::MAX, LIST / 2)
        ));
    }
    if parts.is_empty() {
        "admits no keys".to_owned()
    } else {
        format!("admits only {}", and(&parts))
    }
}

/// A pattern between slashes.
pub(super) fn pattern(text: &str) -> String {
    let quoted = quoted(text);
    // JSON's escapes for what cannot be seen, a pattern's own backslashes as they are.
    if text.chars().any(wymcp_bound::is_invisible) {
        format!("/{}/", quoted.trim_matches('"'))
    } else {
        format!("/{text}/")
    }
}
