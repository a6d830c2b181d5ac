//! Where schemas stand inside a JSON Schema (2020-12): the one list of the keywords that hold schemas.
//!
//! What a keyword means is told by the crates above; all of them walk a document by the same steps.

use std::borrow::Cow;

use serde_json::Value;

use crate::pointer::join;

/// What the value of a keyword holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Holds {
    /// One schema.
    One,
    /// An array of schemas.
    List,
    /// An object of schemas.
    Map,
}

/// Which schemas the value of a keyword holds; nothing where the value is data.
///
/// ```
/// use wymcp_bound::subschemas::{Holds, holds};
///
/// assert_eq!(holds("properties"), Some(Holds::Map));
/// assert_eq!(holds("default"), None);
/// ```
#[must_use]
pub fn holds(keyword: &str) -> Option<Holds> {
    match keyword {
        // Not of 2020-12, which ignores it; what it holds is a schema all the same.
        "additionalItems"
        | "additionalProperties"
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

/// Whether the schemas of a keyword apply to the same value as the schema that has the keyword.
///
/// ```
/// use wymcp_bound::subschemas::applies_in_place;
///
/// assert!(applies_in_place("allOf") && !applies_in_place("items"));
/// ```
#[must_use]
pub fn applies_in_place(keyword: &str) -> bool {
    matches!(
        keyword,
        "allOf" | "anyOf" | "dependentSchemas" | "else" | "if" | "not" | "oneOf" | "then"
    )
}

/// A schema that stands directly below another.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Subschema<'s> {
    /// The keyword that holds it.
    pub keyword: &'s str,
    /// Its index or name in the value of the keyword; nothing where the keyword holds one schema.
    pub key: Option<Cow<'s, str>>,
    /// What stands there: an object, a boolean, or something malformed.
    pub schema: &'s Value,
}

impl Subschema<'_> {
    /// Its JSON Pointer, where the schema above it has this one.
    ///
    /// ```
    /// use serde_json::json;
    /// use wymcp_bound::subschemas::children;
    ///
    /// let schema = json!({"properties": {"a/b": {"type": "string"}}});
    /// assert_eq!(children(&schema)[0].pointer("/items"), "/items/properties/a~1b");
    /// ```
    #[must_use]
    pub fn pointer(&self, above: &str) -> String {
        let holder = join(above, self.keyword);
        match &self.key {
            Some(key) => join(&holder, key),
            None => holder,
        }
    }
}

/// The schemas directly below a schema, in code point order of keywords and names.
///
/// ```
/// use serde_json::json;
/// use wymcp_bound::subschemas::children;
///
/// let schema = json!({"properties": {"b": true, "a": {}}, "anyOf": [{"items": {}}], "const": {"not": {}}});
/// let places: Vec<_> = children(&schema).iter().map(|child| child.pointer("")).collect();
/// assert_eq!(places, ["/anyOf/0", "/properties/a", "/properties/b"]);
/// ```
#[must_use]
pub fn children(schema: &Value) -> Vec<Subschema<'_>> {
    let mut found = Vec::new();
    let mut members: Vec<_> = schema.as_object().into_iter().flatten().collect();
    members.sort_unstable_by_key(|(keyword, _)| *keyword);
    for (keyword, value) in members {
        let child = |key, schema| Subschema { keyword, key, schema };
        match (holds(keyword), value) {
            (Some(Holds::One), schema) => found.push(child(None, schema)),
            (Some(Holds::List), Value::Array(list)) => {
                let indexed = list.iter().enumerate();
                found.extend(indexed.map(|(index, schema)| child(Some(index.to_string().into()), schema)));
            }
            (Some(Holds::Map), Value::Object(map)) => {
                let mut named: Vec<_> = map.iter().collect();
                named.sort_unstable_by_key(|(name, _)| *name);
                found.extend(named.into_iter().map(|(name, schema)| child(Some(name.into()), schema)));
            }
            _ => {}
        }
    }
    found
}
