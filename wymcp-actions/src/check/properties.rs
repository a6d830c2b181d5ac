//! The properties of an action, from declarations to P (ACT-3, ACT-4, KEY-5).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Findings, fits};
use crate::closure::{self, Keys};
use crate::document::{Anchors, judge};
use crate::offence::{Offence, OffenceCode};
use crate::schema::Declared;
use crate::{Object, pointer};

/// What became of the properties.
#[derive(Debug)]
pub(super) struct Published {
    /// P and what gate 7 reads from it, of the properties that are no offence.
    pub(super) keys: Keys,
    /// The same before closure, with what can still be judged of the others.
    pub(super) judgeable: Value,
}

/// Judge every property as a document of its own, then all together for their keys.
pub(super) fn published(declared: &[Declared<(String, Value)>], findings: &mut Findings) -> Published {
    let mut sorted: Vec<_> = declared.iter().collect();
    // Stable: of two declarations of one name the later is the second.
    sorted.sort_by_key(|property| &property.value.0);
    let (mut sound, mut judgeable) = (Object::new(), Object::new());
    let (mut anchors, mut seen) = (Anchors::new(), BTreeSet::new());
    for property in sorted {
        let (name, schema) = &property.value;
        if !seen.insert(name) {
            findings.push(
                Offence::new(OffenceCode::DeclaredTwice, property.pointer.clone())
                    .wants("each property once")
                    .because(format!("property `{name}` is declared twice, and one of the two would be lost"))
                    .mended_by("remove one of the two, or rename it")
                    .at(property.location),
            );
            continue;
        }
        let judged = judge(name, schema, property.location, &mut anchors);
        let is_sound = judged.offences.is_empty();
        judged.offences.into_iter().for_each(|offence| findings.push(offence));
        let Some(schema) = judged.schema else { continue };
        if is_sound {
            sound.insert(name.clone(), schema.clone());
        }
        judgeable.insert(name.clone(), schema);
    }
    let (keys, offences) = closure::close(&object_schema(sound));
    for offence in offences {
        let place = declared.iter().rfind(|property| within(&offence.pointer, &property.pointer));
        findings.push(offence.at(place.and_then(|property| property.location)));
    }
    Published { keys, judgeable: object_schema(judgeable) }
}

/// The defaults that hold no key which would be refused from a caller (ACT-7), and that can be shown.
pub(super) fn fitting_defaults(
    defaults: Vec<Declared<(String, Value)>>,
    published: &Published,
    findings: &mut Findings,
) -> Object {
    let mut fitting = Object::new();
    for default in defaults {
        let (name, value) = default.value;
        let judged = |schema: &Value| schema["properties"].get(&name).is_some();
        // A default of a property that is an offence is not judged.
        if !fits(&value, &default.pointer, default.location, findings) || !judged(&published.judgeable) {
            continue;
        }
        let unknown = if judged(published.keys.closed()) { published.keys.unknown(&json!({ name.as_str(): value })) } else { Vec::new() };
        for (path, known) in &unknown {
            findings.push(
                Offence::new(OffenceCode::UnknownKeyInDefault, format!("/defaults{path}"))
                    .wants(known.clone())
                    .because(format!("the default of `{name}` holds a key that would be refused from a caller"))
                    .mended_by(format!("remove the key, or declare it in {}", pointer::join("/properties", &name)))
                    .at(default.location),
            );
        }
        if unknown.is_empty() {
            fitting.insert(name, value);
        }
    }
    fitting
}

/// P of KEY-5 around some properties.
fn object_schema(properties: Object) -> Value {
    Value::Object(Object::from_iter([
        ("type".to_owned(), "object".into()),
        ("properties".to_owned(), Value::Object(properties)),
        ("additionalProperties".to_owned(), false.into()),
    ]))
}

/// Whether a pointer is another or lies below it.
fn within(pointer: &str, above: &str) -> bool {
    pointer.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}
