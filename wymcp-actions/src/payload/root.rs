//! From the schema of a payload type to the declaration of an action (DEF-5).

use std::collections::{BTreeMap, BTreeSet};
use std::panic::Location;

use serde_json::Value;

use super::Payload;
use super::definitions::Definitions;
use super::formats::{Format, rewrite};
use super::merge::{ANNOTATIONS, merge};
use super::offences::{ARGUMENTS, DATA, indescribable, lost_number, never_absent, no_object, open, too_wide};
use crate::closure::shut;
use crate::document::positions;
use crate::maybe::MARK;
use crate::offence::Offence;
use crate::{Object, pointer};

/// What a payload type declares.
#[derive(Debug, Default)]
pub(crate) struct Declaration {
    /// In code point order; nothing where the type declares none that could be judged.
    pub(crate) properties: Option<Vec<(String, Value)>>,
    pub(crate) required: Vec<String>,
    pub(crate) defaults: Vec<(String, Value)>,
    /// The first paragraph of the type's documentation, on one line.
    pub(crate) description: Option<String>,
    pub(crate) examples: Vec<Object>,
    pub(crate) offences: Vec<Offence>,
}

/// Keywords of a root that are read here, beside those that describe it.
const READ: [&str; 6] = [
    "$schema",
    "additionalProperties",
    "properties",
    "required",
    "type",
    "unevaluatedProperties",
];
/// References to references, followed at the root: a newtype of a newtype.
pub(super) const NEWTYPES: usize = 16;

/// Read the declaration that a payload type is.
pub(crate) fn declaration(payload: Payload, location: Option<&'static Location<'static>>) -> Declaration {
    let mut read = Declaration::default();
    let Value::Object(mut root) = payload.schema() else {
        read.offences
            .push(no_object(payload, DATA, "admits any JSON value").at(location));
        return read;
    };
    let definitions = opened(payload, &mut root);
    if let Some(offence) = unfit(payload, &root) {
        read.offences.push(offence.at(location));
        return read;
    }
    read.description = root.get("description").and_then(Value::as_str).map(first_paragraph);
    read.required = members(&root, "required", as_string);
    read.examples = members(&root, "examples", as_object);
    let mut properties = Vec::new();
    let fields: BTreeMap<String, Value> = match root.remove("properties") {
        Some(Value::Object(fields)) => fields.into_iter().collect(),
        _ => BTreeMap::new(),
    };
    let mut told = BTreeSet::new();
    for (name, mut schema) in fields {
        merge(&mut schema, &definitions);
        let mut schema = definitions.complete(schema);
        if schema
            .as_object_mut()
            .is_some_and(|keywords| keywords.remove(MARK).is_some())
            && read.required.contains(&name)
        {
            let place = pointer::join("/properties", &name);
            read.offences.push(never_absent(&place).at(location));
        }
        for offence in known_formats(&mut schema) {
            let place = offence.pointer.clone();
            let pointer = format!("{}{place}", pointer::join("/properties", &name));
            // A definition that several properties carry is one mistake.
            if !place.starts_with("/$defs/") || told.insert(place) {
                read.offences.push(Offence { pointer, ..offence }.at(location));
            }
        }
        match schema.get("default") {
            None => {}
            Some(Value::Null) => read
                .offences
                .extend(lost_number(&name, &schema).map(|offence| offence.at(location))),
            Some(default) => read.defaults.push((name.clone(), default.clone())),
        }
        properties.push((name, schema));
    }
    read.properties = Some(properties);
    read
}

/// The schema of a type as one document, its root the type's own schema: self-contained, number formats as bounds, without the
/// generator's `$schema` and `title`.
pub(crate) fn document(payload: Payload) -> Result<Value, Vec<Offence>> {
    let Value::Object(mut root) = payload.schema() else {
        return Ok(Value::Bool(true));
    };
    let definitions = opened(payload, &mut root);
    for generated in ["$schema", "title"] {
        root.remove(generated);
    }
    let mut whole = Value::Object(root);
    merge(&mut whole, &definitions);
    let mut whole = definitions.complete(whole);
    let offences = known_formats(&mut whole);
    if offences.is_empty() { Ok(whole) } else { Err(offences) }
}

/// The schema of a type as the input schema of a plain tool, which is an object and may be one of several.
pub(super) fn input_schema(payload: Payload) -> Result<Value, Vec<Offence>> {
    let mut whole = document(payload)?;
    if !is_object(&whole, &whole, NEWTYPES) {
        let offence = no_object(payload, ARGUMENTS, "is not written as a JSON object in every case");
        return Err(vec![Offence {
            pointer: String::new(),
            ..offence
        }]);
    }
    if let Value::Object(keywords) = &mut whole {
        keywords.insert("type".to_owned(), "object".into());
    }
    shut(&mut whole);
    Ok(whole)
}

/// Whether a schema admits objects alone, as far as `type`, references and alternatives say so.
fn is_object(schema: &Value, whole: &Value, hops: usize) -> bool {
    let Some(hops) = hops.checked_sub(1) else { return false };
    if let Some(kind) = schema.get("type") {
        return kind == "object";
    }
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let target = reference.strip_prefix('#').and_then(|pointer| whole.pointer(pointer));
        return target.is_some_and(|target| is_object(target, whole, hops));
    }
    let branches = ["oneOf", "anyOf"]
        .into_iter()
        .find_map(|union| schema.get(union)?.as_array());
    branches
        .is_some_and(|branches| !branches.is_empty() && branches.iter().all(|branch| is_object(branch, whole, hops)))
}

/// Take the definitions out of a document and let its root be the type's own schema.
fn opened(payload: Payload, root: &mut Object) -> Definitions {
    let mut definitions = Definitions::taken_from(root);
    definitions.name_root(root, payload.name());
    definitions.merge();
    for _ in 0..NEWTYPES {
        let Some(Value::String(reference)) = root.get("$ref") else {
            break;
        };
        let Some(Value::Object(target)) = definitions.named_by(reference) else {
            break;
        };
        *root = target.clone();
    }
    definitions
}

/// Rewrite everywhere what the generator wrote and JSON Schema does not know; the offences of what nothing can stand for.
fn known_formats(schema: &mut Value) -> Vec<Offence> {
    // What lies below first: a place may lead through a key that is written anew.
    let places: Vec<String> = positions(schema).into_keys().rev().collect();
    let mut offences = Vec::new();
    for place in places {
        let Some(Value::Object(keywords)) = schema.pointer_mut(&place) else {
            continue;
        };
        offences.extend(
            marked_and_required(keywords)
                .iter()
                .map(|name| never_absent(&pointer::join(&format!("{place}/properties"), name))),
        );
        match rewrite(keywords) {
            Format::Fine => {}
            Format::TooWide(name) => offences.push(too_wide(&place, name)),
            Format::Indescribable(name) => offences.push(indescribable(&place, name)),
        }
    }
    offences.reverse();
    offences
}

/// The fields of an object that tell absent from null and are required all the same; the marks are taken out.
fn marked_and_required(keywords: &mut Object) -> Vec<String> {
    let required = members(keywords, "required", as_string);
    let Some(Value::Object(properties)) = keywords.get_mut("properties") else {
        return Vec::new();
    };
    let marked: Vec<String> = properties
        .iter_mut()
        .filter_map(|(name, schema)| schema.as_object_mut()?.remove(MARK).map(|_| name.clone()))
        .collect();
    marked.into_iter().filter(|name| required.contains(name)).collect()
}

/// Why a type cannot be the payload of an action, if it cannot.
fn unfit(payload: Payload, root: &Object) -> Option<Offence> {
    if root.contains_key("oneOf")
        || root.contains_key("anyOf")
        || root.contains_key("enum")
        || root.contains_key("const")
    {
        return Some(no_object(payload, DATA, "is one of several alternatives"));
    }
    match root.get("type") {
        None => {}
        Some(Value::String(name)) if name == "object" => {}
        Some(other) => return Some(no_object(payload, DATA, &format!("is written as JSON of type {other}"))),
    }
    let admits = |keyword: &str| root.get(keyword).is_some_and(|value| *value != Value::Bool(false));
    if admits("additionalProperties") || admits("unevaluatedProperties") || admits("patternProperties") {
        return Some(open(payload));
    }
    let mut other: Vec<_> = root
        .keys()
        .filter(|key| {
            let key = key.as_str();
            !READ.contains(&key) && !ANNOTATIONS.contains(&key) && !key.starts_with("x-")
        })
        .collect();
    other.sort_unstable();
    if let Some(keyword) = other.first() {
        return Some(no_object(
            payload,
            DATA,
            &format!("says `{keyword}` of the whole object"),
        ));
    }
    let declares = root.contains_key("properties") || root.contains_key("type");
    (!declares).then(|| no_object(payload, DATA, "admits any JSON value"))
}

/// The first paragraph of a doc comment. Its line breaks are those of the source, no part of the text.
fn first_paragraph(text: &str) -> String {
    let lines: Vec<&str> = text
        .trim()
        .lines()
        .map(str::trim)
        .take_while(|line| !line.is_empty())
        .collect();
    lines.join(" ")
}

/// Those members of a keyword's array that can be read.
fn members<T>(keywords: &Object, keyword: &str, read: fn(&Value) -> Option<T>) -> Vec<T> {
    let array = keywords.get(keyword).and_then(Value::as_array);
    array.into_iter().flatten().filter_map(read).collect()
}

fn as_string(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn as_object(value: &Value) -> Option<Object> {
    value.as_object().cloned()
}
