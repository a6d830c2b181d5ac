//! Where the parts of a declaration come from: the builder, or the payload type (DEF-5).

use serde_json::Value;

use super::Findings;
use crate::offence::{Offence, OffenceCode};
use crate::payload::declaration;
use crate::schema::{Declared, Description};
use crate::{ActionSchema, Object, Payload, pointer};

/// A declaration, whoever wrote its parts.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) description: Option<Declared<String>>,
    /// Nothing where the declaration gives none that can be read, which is an offence already.
    pub(super) properties: Option<Vec<Declared<(String, Value)>>>,
    pub(super) required: Vec<Declared<String>>,
    pub(super) groups: Vec<Declared<Vec<String>>>,
    pub(super) defaults: Vec<Declared<(String, Value)>>,
    pub(super) notes: Option<Declared<String>>,
    pub(super) related: Vec<Declared<String>>,
    pub(super) examples: Vec<Declared<Object>>,
}

/// The parts of a declaration; what a payload type declares is taken from it, and declaring it in the builder too is an offence.
pub(super) fn declared(schema: ActionSchema, payload: Option<Payload>, findings: &mut Findings) -> Parts {
    let location = match &schema.description {
        Description::Written(text) => text.location,
        Description::OfPayload(location) => Some(*location),
        Description::Absent => None,
    };
    let mut parts = Parts {
        description: None,
        properties: schema.properties_read.then_some(schema.properties),
        required: schema.required,
        groups: schema.groups,
        defaults: schema.defaults,
        notes: schema.notes,
        related: schema.related,
        examples: schema.examples,
    };
    let mut documented = None;
    if let Some(payload) = payload {
        let given = declaration(payload, location);
        given.offences.into_iter().for_each(|offence| findings.push(offence));
        twice_declared(&parts, payload, findings);
        let properties = |all: Vec<_>| {
            all.into_iter()
                .map(|part| placed(part, "/properties", location))
                .collect()
        };
        parts.properties = given.properties.map(properties);
        parts.required = given
            .required
            .into_iter()
            .enumerate()
            .map(|(index, name)| item(name, "/required", index, location))
            .collect();
        parts.defaults = given
            .defaults
            .into_iter()
            .map(|part| placed(part, "/defaults", location))
            .collect();
        if parts.examples.is_empty() {
            let examples = given.examples.into_iter().enumerate();
            parts.examples = examples
                .map(|(index, example)| item(example, "/examples", index, location))
                .collect();
        }
        documented = given.description;
    }
    parts.description = match schema.description {
        Description::Written(text) => Some(text),
        Description::OfPayload(location) => of_payload(documented, payload, location, findings),
        Description::Absent => None,
    };
    parts
}

fn of_payload(
    documented: Option<String>,
    payload: Option<Payload>,
    location: &'static std::panic::Location<'static>,
    findings: &mut Findings,
) -> Option<Declared<String>> {
    if documented.is_none() {
        let (why, mend) = match payload {
            Some(payload) => (
                format!(
                    "the description is to be that of the payload type `{}`, which has no documentation",
                    payload.name()
                ),
                "write a doc comment on the type, or `ActionSchema::new(\"…\")`",
            ),
            None => (
                "the description is to be that of the payload type, and this action carries none".to_owned(),
                "write `ActionSchema::new(\"…\")`",
            ),
        };
        findings.push(
            Offence::new(OffenceCode::MissingDescription, "/description")
                .wants("a string of one line that is not blank")
                .because(why)
                .mended_by(mend)
                .at(Some(location)),
        );
    }
    documented.map(|value| Declared {
        value,
        pointer: "/description".to_owned(),
        location: Some(location),
    })
}

/// What the builder declares although the payload type does.
fn twice_declared(parts: &Parts, payload: Payload, findings: &mut Findings) {
    let found = |part: &Declared<(String, Value)>| wymcp_bound::json_type(&part.value.1);
    let properties = parts
        .properties
        .iter()
        .flatten()
        .map(|part| (&part.pointer, part.location, "property", found(part)));
    let required = parts
        .required
        .iter()
        .map(|part| (&part.pointer, part.location, "entry of `required`", "string"));
    let defaults = parts
        .defaults
        .iter()
        .map(|part| (&part.pointer, part.location, "default", found(part)));
    for (pointer, location, what, found) in properties.chain(required).chain(defaults) {
        findings.push(
            Offence::new(OffenceCode::DeclaredByPayload, pointer.clone())
                .wants("properties, `required` and defaults from the payload type alone")
                .finds_type(found)
                .because(format!("this {what} is declared beside the payload type `{}`, which declares them all", payload.name()))
                .mended_by("remove the call and say it on the type: a field, an `Option`, `#[serde(default)]`, `#[schemars(…)]`")
                .at(location),
        );
    }
}

type At = Option<&'static std::panic::Location<'static>>;

fn placed(part: (String, Value), above: &str, location: At) -> Declared<(String, Value)> {
    let pointer = pointer::join(above, &part.0);
    Declared {
        value: part,
        pointer,
        location,
    }
}

fn item<T>(value: T, above: &str, index: usize, location: At) -> Declared<T> {
    Declared {
        value,
        pointer: format!("{above}/{index}"),
        location,
    }
}
