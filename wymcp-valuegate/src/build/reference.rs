//! References: each resolves inside its own document (VAL-1).

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;
use wymcp_bound::pointer::from_fragment;

use super::position::Positions;
use crate::offence::{Offence, code};
use crate::words::quoted;

/// For each position that has a `$ref` which resolves: the position it names.
#[derive(Debug, Default)]
pub(crate) struct Targets(BTreeMap<usize, usize>);

impl Targets {
    /// The position that the `$ref` of a position names.
    pub(crate) fn of(&self, position: usize) -> Option<usize> {
        self.0.get(&position).copied()
    }

    pub(super) fn all(&self) -> impl Iterator<Item = (usize, usize)> {
        self.0.iter().map(|(from, to)| (*from, *to))
    }
}

/// Resolve every reference; those that do not are offences.
pub(super) fn resolve(positions: &Positions<'_>, offences: &mut Vec<Offence>) -> Targets {
    let mut targets = Targets::default();
    let mut anchors = None;
    for (index, position) in positions.all().iter().enumerate() {
        let Some(Value::String(reference)) = position.schema.get("$ref") else {
            continue;
        };
        let at = || format!("{}/$ref", position.pointer);
        let Some(fragment) = reference.strip_prefix('#') else {
            if reference.is_empty() {
                targets.0.insert(index, 0);
            } else {
                offences.push(Offence::new(
                    at(),
                    code::REMOTE,
                    format!(
                        "{} names another document, and nothing is ever fetched",
                        quoted(reference)
                    ),
                    "copy the schema into `$defs` and refer by `#/$defs/…`",
                ));
            }
            continue;
        };
        let fragment = from_fragment(fragment);
        let target = match fragment.as_deref() {
            None => None,
            Some(pointer) if pointer.is_empty() || pointer.starts_with('/') => positions.at(pointer),
            Some(anchor) => anchors
                .get_or_insert_with(|| anchors_of(positions))
                .get(anchor)
                .copied(),
        };
        match target {
            Some(target) => {
                targets.0.insert(index, target);
            }
            None => offences.push(unresolved(positions, at(), reference, fragment.as_deref())),
        }
    }
    targets
}

fn unresolved(positions: &Positions<'_>, at: String, reference: &str, fragment: Option<&str>) -> Offence {
    let exists = fragment
        .filter(|fragment| fragment.starts_with('/'))
        .is_some_and(|pointer| positions.all()[0].schema.pointer(pointer).is_some());
    let why = if exists {
        "names a place that holds no schema"
    } else {
        "names no place in this schema"
    };
    Offence::new(
        at,
        code::UNRESOLVED,
        format!("{} {why}", quoted(reference)),
        "declare the schema under `$defs` of this document and refer by `#/$defs/…`",
    )
}

fn anchors_of<'s>(positions: &Positions<'s>) -> HashMap<&'s str, usize> {
    let mut anchors = HashMap::new();
    for (index, position) in positions.all().iter().enumerate() {
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(Value::String(name)) = position.schema.get(keyword) {
                anchors.entry(name.as_str()).or_insert(index);
            }
        }
    }
    anchors
}
