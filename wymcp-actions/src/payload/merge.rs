//! Shapes in which a generator describes one object by two schemas, written as the one object that the type is (KEY-10).
//!
//! An internally tagged enum with a newtype variant gives a tag *beside* a reference to the content, and a flattened enum gives
//! own fields *beside* a union. Nobody owns the keys there, so closing would be a guess; but the type says which keys there are.

use serde_json::Value;

use super::definitions::Definitions;
use crate::Object;
use crate::document::positions;

/// Keywords of an object schema whose keys are all known, and whose sum with another is known too.
const PLAIN: [&str; 9] = [
    "$comment",
    "additionalProperties",
    "deprecated",
    "description",
    "examples",
    "properties",
    "required",
    "title",
    "type",
];

/// Keywords that describe a schema and demand nothing.
pub(super) const ANNOTATIONS: [&str; 6] = ["$comment", "default", "deprecated", "description", "examples", "title"];

/// Rewrite every place of a schema that can be; whether something changed.
pub(super) fn merge(schema: &mut Value, definitions: &Definitions) -> bool {
    // Inner places first: the branches of a union before the union.
    let places: Vec<String> = positions(schema).into_keys().rev().collect();
    let mut changed = false;
    for place in places {
        let Some(Value::Object(keywords)) = schema.pointer_mut(&place) else {
            continue;
        };
        let merged = beside_reference(keywords, definitions).or_else(|| beside_union(keywords, definitions));
        if let Some(merged) = merged {
            *keywords = merged;
            changed = true;
        }
    }
    changed
}

/// `{"properties": …, "$ref": …}` as one object, or as a union of objects where the reference leads to one.
fn beside_reference(keywords: &Object, definitions: &Definitions) -> Option<Object> {
    let mut own = keywords.clone();
    let reference = own.remove("$ref")?;
    own.get("properties")?;
    let target = resolved(reference.as_str()?, definitions)?;
    sum(&own, target).or_else(|| {
        let (union, branches) = union(target)?;
        let says_no_more = target
            .keys()
            .all(|keyword| keyword == union || ANNOTATIONS.contains(&keyword.as_str()));
        if says_no_more {
            distributed(own, union, branches, definitions)
        } else {
            None
        }
    })
}

/// `{"properties": …, "oneOf": […]}` as a union of whole objects.
fn beside_union(keywords: &Object, definitions: &Definitions) -> Option<Object> {
    let mut own = keywords.clone();
    own.get("properties")?;
    let (union, branches) = union(keywords)?;
    own.remove(union);
    distributed(own, union, branches, definitions)
}

fn union(keywords: &Object) -> Option<(&'static str, &Vec<Value>)> {
    let union = ["oneOf", "anyOf"]
        .into_iter()
        .find(|union| keywords.contains_key(*union))?;
    Some((union, keywords.get(union)?.as_array()?))
}

/// Own fields in each alternative; what is said of the whole stays with the whole.
fn distributed(mut own: Object, union: &str, branches: &[Value], definitions: &Definitions) -> Option<Object> {
    let annotations = ANNOTATIONS
        .iter()
        .filter_map(|name| Some(((*name).to_owned(), own.remove(*name)?)));
    let mut merged: Object = annotations.collect();
    let wholes: Option<Vec<Value>> = branches
        .iter()
        .map(|branch| whole(&own, branch.as_object()?, definitions))
        .collect();
    merged.insert(union.to_owned(), Value::Array(wholes?));
    Some(merged)
}

fn whole(own: &Object, branch: &Object, definitions: &Definitions) -> Option<Value> {
    let target = match branch.get("$ref") {
        Some(reference) if branch.len() == 1 => resolved(reference.as_str()?, definitions)?,
        _ => branch,
    };
    sum(own, target).map(Value::Object)
}

/// The object that a reference leads to, through references to references.
fn resolved<'d>(reference: &str, definitions: &'d Definitions) -> Option<&'d Object> {
    let mut target = definitions.named_by(reference)?.as_object()?;
    for _ in 0..super::root::NEWTYPES {
        let Some(Value::String(next)) = target.get("$ref") else {
            return Some(target);
        };
        if target.contains_key("properties") {
            return None;
        }
        target = definitions.named_by(next)?.as_object()?;
    }
    None
}

/// Two descriptions of one object, neither of which knows a key of the other.
fn sum(own: &Object, other: &Object) -> Option<Object> {
    let plain = |schema: &Object| {
        schema.keys().all(|keyword| PLAIN.contains(&keyword.as_str()))
            && schema.get("type").is_none_or(|kind| kind == "object")
            && schema
                .get("additionalProperties")
                .is_none_or(|more| *more == Value::Bool(false))
    };
    if !plain(own) || !plain(other) {
        return None;
    }
    let empty = Object::new();
    let named = |schema| -> Option<Object> {
        let schema: &Object = schema;
        schema.get("properties").map_or(Some(&empty), Value::as_object).cloned()
    };
    let (mut properties, more) = (named(own)?, named(other)?);
    if more.keys().any(|name| properties.contains_key(name)) {
        return None;
    }
    properties.extend(more);
    let names = |schema: &Object| {
        schema
            .get("required")
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default()
    };
    let mut required = names(own);
    required.extend(names(other));
    let mut summed = own.clone();
    summed.remove("additionalProperties");
    summed.insert("type".to_owned(), "object".into());
    summed.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        summed.insert("required".to_owned(), Value::Array(required));
    }
    if let (false, Some(description)) = (summed.contains_key("description"), other.get("description")) {
        summed.insert("description".to_owned(), description.clone());
    }
    Some(summed)
}
