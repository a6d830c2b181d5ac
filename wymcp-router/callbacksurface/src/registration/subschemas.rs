//! Where schemas stand inside a schema.

use serde_json::Value;

/// What the value of a keyword holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Holds {
    /// One schema.
    One,
    /// An array of schemas.
    List,
    /// An object of schemas.
    Map,
}

/// The keywords of 2020-12 whose values are schemas; every other value is data.
pub(super) fn holds(keyword: &str) -> Option<Holds> {
    match keyword {
        "additionalProperties"
        | "contains"
        | "contentSchema"
        | "else"
        | "if"
        | "items"
        | "not"
        | "propertyNames"
        | "then"
        | "unevaluatedItems"
        | "unevaluatedProperties" => Some(Holds::One),
        "allOf" | "anyOf" | "oneOf" | "prefixItems" => Some(Holds::List),
        "$defs" | "definitions" | "dependentSchemas" | "patternProperties" | "properties" => Some(Holds::Map),
        _ => None,
    }
}

/// The schemas directly below a schema: keyword, then the steps below the keyword, in code point order of keys.
pub(super) fn children(schema: &Value) -> Vec<(&str, Option<String>, &Value)> {
    let mut found = Vec::new();
    let mut members: Vec<_> = schema.as_object().into_iter().flatten().collect();
    members.sort_unstable_by_key(|(keyword, _)| *keyword);
    for (keyword, value) in members {
        match (holds(keyword), value) {
            (Some(Holds::One), value) => found.push((keyword.as_str(), None, value)),
            (Some(Holds::List), Value::Array(items)) => {
                found.extend(
                    items
                        .iter()
                        .enumerate()
                        .map(|(index, item)| (keyword.as_str(), Some(index.to_string()), item)),
                );
            }
            (Some(Holds::Map), Value::Object(map)) => {
                let mut map: Vec<_> = map.iter().collect();
                map.sort_unstable_by_key(|(key, _)| *key);
                found.extend(
                    map.into_iter()
                        .map(|(key, item)| (keyword.as_str(), Some(key.clone()), item)),
                );
            }
            _ => {}
        }
    }
    found
}
