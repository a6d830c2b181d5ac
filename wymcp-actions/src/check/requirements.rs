//! What must be supplied and what is filled in: `required`, `required_one_of`, `defaults` (ACT-5 to ACT-7).

use std::collections::BTreeSet;

use serde_json::Value;

use super::Findings;
use crate::offence::{Offence, OffenceCode};
use crate::schema::Declared;

/// The required properties that are declared; of equal ones the first.
pub(super) fn required(
    declared: &[Declared<String>],
    properties: Option<&BTreeSet<&str>>,
    findings: &mut Findings,
) -> Vec<String> {
    let mut seen = Vec::new();
    for name in declared {
        if seen.contains(&name.value) {
            findings.push(
                twice(&name.value, &name.pointer, "`required`")
                    .finds_type("string")
                    .at(name.location),
            );
        } else if is_declared(&name.value, properties) {
            seen.push(name.value.clone());
        } else {
            findings.push(
                undeclared(&name.value, &name.pointer, "`required`")
                    .finds_type("string")
                    .at(name.location),
            );
        }
    }
    seen
}

/// The groups in which nothing is wrong. Groups that an offence names are not compared with others.
pub(super) fn groups(
    declared: &[Declared<Vec<String>>],
    properties: Option<&BTreeSet<&str>>,
    findings: &mut Findings,
) -> Vec<Vec<String>> {
    let sound: Vec<_> = declared
        .iter()
        .filter(|group| sound_group(group, properties, findings))
        .collect();
    let sets: Vec<BTreeSet<&str>> = sound
        .iter()
        .map(|group| group.value.iter().map(String::as_str).collect())
        .collect();
    for (index, group) in sound.iter().enumerate() {
        let dead_beside =
            |other: usize| sets[index].is_superset(&sets[other]) && (other < index || sets[index] != sets[other]);
        let Some(other) = (0..sets.len()).find(|other| *other != index && dead_beside(*other)) else {
            continue;
        };
        findings.push(redundant(group, sound[other], sets[index] == sets[other]));
    }
    sound.into_iter().map(|group| group.value.clone()).collect()
}

fn sound_group(group: &Declared<Vec<String>>, properties: Option<&BTreeSet<&str>>, findings: &mut Findings) -> bool {
    let before = findings.count();
    if group.value.is_empty() {
        findings.push(
            Offence::new(OffenceCode::EmptyGroup, group.pointer.clone())
                .wants("a list of at least one property name")
                .finds_type("array")
                .because(
                    "an empty group is supplied by every call, so the whole of `required_one_of` would demand nothing",
                )
                .mended_by("name the properties of the group, or remove it")
                .at(group.location),
        );
    }
    for (index, name) in group.value.iter().enumerate() {
        let pointer = format!("{}/{index}", group.pointer);
        if group.value[..index].contains(name) {
            findings.push(
                twice(name, &pointer, "the group")
                    .finds_type("string")
                    .at(group.location),
            );
        } else if !is_declared(name, properties) {
            findings.push(
                undeclared(name, &pointer, "a group of `required_one_of`")
                    .finds_type("string")
                    .at(group.location),
            );
        }
    }
    findings.count() == before
}

fn redundant(group: &Declared<Vec<String>>, other: &Declared<Vec<String>>, equal: bool) -> Offence {
    let why = if equal {
        format!(
            "the group [{}] is the same as {}",
            group.value.join(", "),
            other.pointer
        )
    } else {
        format!(
            "the group [{}] contains [{}] of {}: whoever supplies it has supplied that one, so it decides nothing",
            group.value.join(", "),
            other.value.join(", "),
            other.pointer
        )
    };
    let mend = if equal {
        "remove one of the two"
    } else {
        "remove this group, or the other if fewer names must not be enough"
    };
    Offence::new(OffenceCode::RedundantGroup, group.pointer.clone())
        .wants("groups of which none contains another")
        .finds_type("array")
        .because(why)
        .mended_by(mend)
        .at(group.location)
}

/// The defaults that can apply, in code point order of their names.
pub(super) fn defaults(
    declared: &[Declared<(String, Value)>],
    properties: Option<&BTreeSet<&str>>,
    required: &[Declared<String>],
    findings: &mut Findings,
) -> Vec<Declared<(String, Value)>> {
    let mut sorted: Vec<_> = declared.iter().collect();
    sorted.sort_by_key(|default| &default.value.0);
    let (mut kept, mut seen) = (Vec::new(), BTreeSet::new());
    for default in sorted {
        let (name, _) = &default.value;
        if !seen.insert(name) {
            findings.push(
                twice(name, &default.pointer, "`defaults`")
                    .finds(&default.value.1)
                    .at(default.location),
            );
        } else if !is_declared(name, properties) {
            findings.push(
                undeclared(name, &default.pointer, "`defaults`")
                    .finds(&default.value.1)
                    .at(default.location),
            );
        } else if required.iter().any(|required| required.value == *name) {
            findings.push(
                Offence::new(OffenceCode::DefaultForRequired, default.pointer.clone())
                    .wants("defaults for properties that may be left out")
                    .finds(&default.value.1)
                    .because(format!(
                        "`{name}` is required, so every call supplies it and this default never applies"
                    ))
                    .mended_by(format!("remove the default, or take `{name}` out of `required`"))
                    .at(default.location),
            );
        } else {
            kept.push(default.clone());
        }
    }
    kept
}

/// Where the properties cannot be read, nothing can be told of a name.
fn is_declared(name: &str, properties: Option<&BTreeSet<&str>>) -> bool {
    properties.is_none_or(|properties| properties.contains(name))
}

fn undeclared(name: &str, pointer: &str, place: &str) -> Offence {
    Offence::new(OffenceCode::UndeclaredProperty, pointer)
        .wants("the name of a declared property")
        .because(format!("{place} names `{name}`, which `properties` does not declare"))
        .mended_by(format!("declare `{name}` in `properties`, or correct the name"))
}

fn twice(name: &str, pointer: &str, place: &str) -> Offence {
    Offence::new(OffenceCode::DeclaredTwice, pointer)
        .wants("each name once")
        .because(format!("{place} names `{name}` twice"))
        .mended_by("remove one of the two")
}
