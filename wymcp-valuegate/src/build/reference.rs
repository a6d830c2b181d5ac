//! References: each resolves inside its own document, and none leads in a circle that takes no step into the data (VAL-1).

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

use super::position::{Position, Positions};
use crate::offence::{Offence, code};
use crate::words::quoted;

/// Keywords whose schemas apply to the same value as the schema that has them.
const IN_PLACE: [&str; 8] = [
    "allOf",
    "anyOf",
    "dependentSchemas",
    "else",
    "if",
    "not",
    "oneOf",
    "then",
];

/// For each position that has a `$ref` which resolves: the position it names.
#[derive(Debug, Default)]
pub(crate) struct Targets(BTreeMap<usize, usize>);

impl Targets {
    /// The position that the `$ref` of a position names.
    pub(crate) fn of(&self, position: usize) -> Option<usize> {
        self.0.get(&position).copied()
    }

    fn all(&self) -> impl Iterator<Item = (usize, usize)> {
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
        let fragment = unpercent(fragment);
        let target = if fragment.is_empty() || fragment.starts_with('/') {
            positions.at(&fragment)
        } else {
            anchors
                .get_or_insert_with(|| anchors_of(positions))
                .get(fragment.as_str())
                .copied()
        };
        match target {
            Some(target) => {
                targets.0.insert(index, target);
            }
            None => offences.push(unresolved(positions, at(), reference, &fragment)),
        }
    }
    targets
}

fn unresolved(positions: &Positions<'_>, at: String, reference: &str, fragment: &str) -> Offence {
    let exists = fragment.starts_with('/') && positions.all()[0].schema.pointer(fragment).is_some();
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

/// The text of a URI fragment with its percent escapes read; what is not UTF-8 then can match no key.
fn unpercent(fragment: &str) -> String {
    let mut out = Vec::with_capacity(fragment.len());
    let mut bytes = fragment.as_bytes();
    while let Some((&first, rest)) = bytes.split_first() {
        let read = (first == b'%').then(|| {
            rest.get(..2)
                .and_then(|hex| u8::from_str_radix(str::from_utf8(hex).ok()?, 16).ok())
        });
        match read.flatten() {
            Some(byte) => {
                out.push(byte);
                bytes = &rest[2..];
            }
            None => {
                out.push(first);
                bytes = rest;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// The longest way through references and in-place applicators that takes no step into the data, or an offence for each circle.
pub(super) fn longest_in_place(positions: &Positions<'_>, targets: &Targets) -> Result<usize, Vec<Offence>> {
    let all = positions.all();
    let mut edges: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    for (index, position) in all.iter().enumerate() {
        if let Some((parent, keyword)) = position.parent
            && IN_PLACE.contains(&keyword)
        {
            edges[parent].push(index);
        }
    }
    for (from, to) in targets.all() {
        edges[from].push(to);
    }
    let mut entering = vec![0_usize; all.len()];
    edges.iter().flatten().for_each(|&to| entering[to] += 1);
    let mut length = vec![1_usize; all.len()];
    let mut free: Vec<usize> = (0..all.len()).filter(|&index| entering[index] == 0).collect();
    let mut done = 0;
    while let Some(from) = free.pop() {
        done += 1;
        for &to in &edges[from] {
            length[to] = length[to].max(length[from] + 1);
            entering[to] -= 1;
            if entering[to] == 0 {
                free.push(to);
            }
        }
    }
    if done == all.len() {
        Ok(length.into_iter().max().unwrap_or(1))
    } else {
        Err(circles(all, targets, &edges))
    }
}

/// One offence for each circle, at the first `$ref` that closes it.
fn circles(all: &[Position<'_>], targets: &Targets, edges: &[Vec<usize>]) -> Vec<Offence> {
    let mut references: Vec<_> = targets.all().collect();
    references.sort_unstable_by_key(|&(from, _)| &all[from].pointer);
    let mut told = vec![false; all.len()];
    let mut offences = Vec::new();
    for (from, to) in references {
        if told[from] {
            continue;
        }
        let onward = reachable(to, edges);
        if !onward[from] {
            continue;
        }
        for (index, told) in told.iter_mut().enumerate() {
            *told |= onward[index] && reachable(index, edges)[from];
        }
        offences.push(Offence::new(
            format!("{}/$ref", all[from].pointer),
            code::CYCLE,
            "the reference leads back to itself without a step into the data",
            "put the reference under `properties`, `items` or another keyword that describes a part of the value",
        ));
    }
    offences
}

fn reachable(start: usize, edges: &[Vec<usize>]) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    let mut todo = vec![start];
    while let Some(at) = todo.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            todo.extend(&edges[at]);
        }
    }
    seen
}

/// The positions that the validator crate does not read when it builds the whole, because it sees no use for them.
pub(super) fn unread(positions: &Positions<'_>, targets: &Targets) -> Vec<usize> {
    let all = positions.all();
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
    for (index, position) in all.iter().enumerate() {
        if let Some((parent, keyword)) = position.parent
            && is_read(all[parent].schema, keyword)
        {
            children[parent].push(index);
        }
    }
    for (from, to) in targets.all() {
        children[from].push(to);
    }
    let read = reachable(0, &children);
    (0..all.len()).filter(|&index| !read[index]).collect()
}

/// Whether a schema that stands under `keyword` is surely compiled with its parent.
fn is_read(parent: &Value, keyword: &str) -> bool {
    match keyword {
        "$defs"
        | "definitions"
        | "contentSchema"
        | "additionalItems"
        | "unevaluatedItems"
        | "unevaluatedProperties" => false,
        "if" => parent.get("then").is_some() || parent.get("else").is_some(),
        "then" | "else" => parent.get("if").is_some(),
        "contains" => parent.get("minContains").is_none(),
        _ => true,
    }
}
