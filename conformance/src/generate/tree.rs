//! Reading and rewriting schemas, for the properties and the coverage counts; independent of how the framework reads them.

use serde_json::{Map, Value};

/// Keywords that hold one schema.
const ONE: [&str; 9] = [
    "items",
    "additionalProperties",
    "unevaluatedProperties",
    "contains",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
];
/// Keywords that hold a list of schemas.
const LIST: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
/// Keywords that hold schemas by name.
const NAMED: [&str; 4] = ["properties", "patternProperties", "dependentSchemas", "$defs"];

/// The subschemas that stand directly below a schema: keyword, and the schema.
pub fn below(schema: &Map<String, Value>) -> impl Iterator<Item = (&str, &Value)> {
    schema.iter().flat_map(|(word, held)| {
        let found: Vec<(&str, &Value)> = if ONE.contains(&word.as_str()) {
            vec![(word.as_str(), held)]
        } else if LIST.contains(&word.as_str()) {
            held.as_array()
                .into_iter()
                .flatten()
                .map(|one| (word.as_str(), one))
                .collect()
        } else if NAMED.contains(&word.as_str()) {
            held.as_object()
                .into_iter()
                .flat_map(Map::values)
                .map(|one| (word.as_str(), one))
                .collect()
        } else {
            Vec::new()
        };
        found
    })
}

/// Every schema object of a document, the root first.
#[must_use]
pub fn all(document: &Value) -> Vec<&Map<String, Value>> {
    let mut found = Vec::new();
    let mut todo = vec![document];
    while let Some(schema) = todo.pop() {
        let Value::Object(members) = schema else { continue };
        found.push(members);
        todo.extend(below(members).map(|(_, one)| one));
    }
    found
}

/// Whether some schema of a document writes a keyword.
#[must_use]
pub fn uses(document: &Value, word: &str) -> bool {
    all(document).iter().any(|schema| schema.contains_key(word))
}

/// The document with every `oneOf` read as `anyOf`: what is left of it when ambiguity does not count.
#[must_use]
pub fn without_exclusion(document: &Value) -> Value {
    match document {
        Value::Object(members) => {
            let mut changed: Map<String, Value> = Map::new();
            for (word, held) in members {
                let held = without_exclusion_in(word, held);
                if word == "oneOf" {
                    // Beside an `anyOf` of its own the two must both hold.
                    let both = serde_json::json!([{ "anyOf": held }]);
                    match changed.get_mut("allOf").and_then(Value::as_array_mut) {
                        Some(all) => all.extend(both.as_array().cloned().unwrap_or_default()),
                        None => drop(changed.insert("allOf".to_owned(), both)),
                    }
                } else if word == "allOf" {
                    let mut all = held.as_array().cloned().unwrap_or_default();
                    all.extend(
                        changed
                            .remove("allOf")
                            .and_then(|was| was.as_array().cloned())
                            .unwrap_or_default(),
                    );
                    changed.insert(word.clone(), Value::Array(all));
                } else {
                    changed.insert(word.clone(), held);
                }
            }
            Value::Object(changed)
        }
        other => other.clone(),
    }
}

fn without_exclusion_in(word: &str, held: &Value) -> Value {
    if ONE.contains(&word) {
        return without_exclusion(held);
    }
    match held {
        Value::Array(items) if LIST.contains(&word) => items.iter().map(without_exclusion).collect(),
        Value::Object(named) if NAMED.contains(&word) => Value::Object(
            named
                .iter()
                .map(|(name, one)| (name.clone(), without_exclusion(one)))
                .collect(),
        ),
        other => other.clone(),
    }
}

/// What a local reference names: `#`, a JSON Pointer below it, or an anchor.
#[must_use]
pub fn target<'d>(document: &'d Value, reference: &str) -> Option<&'d Value> {
    let fragment = reference.strip_prefix('#')?;
    if fragment.is_empty() || fragment.starts_with('/') {
        return document.pointer(fragment);
    }
    all_values(document)
        .into_iter()
        .find(|one| one.get("$anchor").and_then(Value::as_str) == Some(fragment))
}

fn all_values(document: &Value) -> Vec<&Value> {
    let mut found = Vec::new();
    let mut todo = vec![document];
    while let Some(schema) = todo.pop() {
        if let Value::Object(members) = schema {
            found.push(schema);
            todo.extend(below(members).map(|(_, one)| one));
        }
    }
    found
}
