//! The properties of an action, from declarations to P (ACT-3, ACT-4, KEY-5).

use std::collections::BTreeSet;

use serde_json::Value;
use wymcp_bound::pointer::unescape;
use wymcp_keyset::KeySet;

use super::{Findings, fits};
use crate::Object;
use crate::closure::{self, SAYINGS, close, object_schema, unknown_keys};
use crate::document::{Anchors, judge};
use crate::offence::{Offence, OffenceCode};
use crate::pointer;
use crate::schema::Declared;

/// What became of the properties.
#[derive(Debug)]
pub(super) struct Published {
    /// P compiled; nothing where a property is an offence.
    pub(super) keys: Option<KeySet>,
    /// The properties whose keys can be read.
    readable: Object,
    /// What a validator can judge of the properties.
    judgeable: Object,
}

impl Published {
    /// P before closure, around what a validator can judge.
    pub(super) fn judgeable(self) -> Value {
        object_schema(self.judgeable)
    }
}

/// Judge every property as a document of its own, then all together for their keys.
///
/// `from_type`: a type has said which keys its objects have, so where their schemas are silent that is written for it (KEY-10).
pub(super) fn published(declared: &[Declared<(String, Value)>], from_type: bool, findings: &mut Findings) -> Published {
    let mut sorted: Vec<_> = declared.iter().collect();
    // Stable: of two declarations of one name the later is the second.
    sorted.sort_by_key(|property| &property.value.0);
    let (mut readable, mut judgeable) = (Object::new(), Object::new());
    let (mut anchors, mut seen) = (Anchors::new(), BTreeSet::new());
    for property in sorted {
        let (name, schema) = &property.value;
        if !seen.insert(name) {
            findings.push(twice(property));
            continue;
        }
        let judged = judge(name, schema, property.location, &mut anchors);
        let is_sound = judged.offences.is_empty();
        judged.offences.into_iter().for_each(|offence| findings.push(offence));
        let Some(schema) = judged.schema else { continue };
        if is_sound {
            readable.insert(name.clone(), schema.clone());
        }
        judgeable.insert(name.clone(), schema);
    }
    let mut closure = close(&readable);
    for _ in 0..if from_type { SAYINGS } else { 0 } {
        if closure.silent.is_empty() {
            break;
        }
        for place in &closure.silent {
            say_shut(&mut readable, place);
            say_shut(&mut judgeable, place);
        }
        closure = close(&readable);
    }
    for offence in closure.offences {
        let place = declared
            .iter()
            .find(|property| pointer::below(&offence.pointer, &property.pointer).is_some());
        findings.push(offence.at(place.and_then(|property| property.location)));
    }
    for name in &closure.unreadable {
        readable.remove(name);
        judgeable.remove(name);
    }
    Published {
        keys: closure.keys,
        readable,
        judgeable,
    }
}

/// Write that a schema among the properties admits no further keys.
fn say_shut(properties: &mut Object, place: &str) {
    let Some(below) = place.strip_prefix("/properties/") else {
        return;
    };
    let (token, rest) = below.split_at(below.find('/').unwrap_or(below.len()));
    if let Some(schema) = properties.get_mut(&*unescape(token)) {
        closure::say_shut(schema, rest);
    }
}

fn twice(property: &Declared<(String, Value)>) -> Offence {
    Offence::new(OffenceCode::DeclaredTwice, property.pointer.clone())
        .wants("each property once")
        .finds(&property.value.1)
        .because(format!(
            "property `{}` is declared twice, and one of the two would be lost",
            property.value.0
        ))
        .mended_by("remove one of the two, or rename it")
        .at(property.location)
}

/// The defaults that hold no key which would be refused from a caller (ACT-7), that can be shown, and whose property can be judged.
pub(super) fn fitting_defaults(
    defaults: Vec<Declared<(String, Value)>>,
    published: &Published,
    findings: &mut Findings,
) -> Object {
    let mut fitting = Object::new();
    for Declared {
        value: (name, value),
        pointer,
        location,
    } in defaults
    {
        if !fits(&value, &pointer, location, findings) || !published.judgeable.contains_key(&name) {
            continue;
        }
        let unknown = match published.readable.get(&name) {
            Some(schema) if value.is_object() || value.is_array() => {
                // References lead into the property itself, so it is enough for its own.
                unknown_keys(&Object::from_iter([(name.clone(), schema.clone())]), &name, &value)
            }
            _ => Vec::new(),
        };
        for (path, known) in &unknown {
            let offence = unknown_key(&name, path, known).at(location);
            findings.push(Offence {
                found: value_at(&name, &value, path),
                ..offence
            });
        }
        if unknown.is_empty() {
            fitting.insert(name, value);
        }
    }
    fitting
}

fn unknown_key(name: &str, path: &str, known: &[String]) -> Offence {
    let admitted = if known.is_empty() {
        "no key at all".to_owned()
    } else {
        format!("only {}", known.join(", "))
    };
    Offence::new(OffenceCode::DefaultNamesUnknownKey, format!("/defaults{path}"))
        .wants("keys that a caller could send")
        .because(format!(
            "the default of `{name}` holds a key that would be refused from a caller: its object admits {admitted}"
        ))
        .mended_by(format!(
            "remove the key from the default, or declare it below {}",
            pointer::join("/properties", name)
        ))
}

/// The JSON type at a data path that begins with the property's name; a path that was cut leads nowhere.
fn value_at(name: &str, value: &Value, path: &str) -> Option<&'static str> {
    let below = path.strip_prefix(&pointer::join("", name))?;
    value.pointer(below).map(wymcp_bound::json_type)
}
