//! Every place of a document that holds a schema, reached by a value or not.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::{Object, pointer};

/// Keywords whose value is one schema.
const ONE: [&str; 12] = [
    // Not of 2020-12, and ignored by it; what it holds is a schema all the same.
    "additionalItems",
    "additionalProperties",
    "contains",
    "contentSchema",
    "else",
    "if",
    "items",
    "not",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
];
/// Keywords whose value is a list of schemas.
const MANY: [&str; 4] = ["allOf", "anyOf", "oneOf", "prefixItems"];
/// Keywords whose value is an object of schemas.
const NAMED: [&str; 5] = [
    "$defs",
    "definitions",
    "dependentSchemas",
    "patternProperties",
    "properties",
];

/// One schema of a document.
#[derive(Debug, Clone)]
pub(crate) struct Position<'v> {
    /// The JSON Pointer from the root of the document.
    pub(crate) pointer: String,
    /// The keyword it stands under; none at the root.
    pub(crate) keyword: Option<&'static str>,
    /// What stands there: an object, a boolean, or something malformed.
    pub(crate) schema: &'v Value,
}

impl<'v> Position<'v> {
    /// Its keywords, when it is an object.
    pub(crate) fn keywords(&self) -> Option<&'v Object> {
        self.schema.as_object()
    }
}

/// All subschemas of a document by pointer. Does not recurse.
pub(crate) fn positions(root: &Value) -> BTreeMap<String, Position<'_>> {
    let mut found = BTreeMap::new();
    let mut todo = vec![Position {
        pointer: String::new(),
        keyword: None,
        schema: root,
    }];
    while let Some(position) = todo.pop() {
        if let Some(keywords) = position.keywords() {
            push_children(&position.pointer, keywords, &mut todo);
        }
        found.insert(position.pointer.clone(), position);
    }
    found
}

fn push_children<'v>(above: &str, keywords: &'v Object, todo: &mut Vec<Position<'v>>) {
    for keyword in ONE {
        if let Some(schema) = keywords.get(keyword) {
            todo.push(Position {
                pointer: pointer::join(above, keyword),
                keyword: Some(keyword),
                schema,
            });
        }
    }
    for keyword in MANY {
        let Some(Value::Array(schemas)) = keywords.get(keyword) else {
            continue;
        };
        let list = pointer::join(above, keyword);
        for (index, schema) in schemas.iter().enumerate() {
            todo.push(Position {
                pointer: format!("{list}/{index}"),
                keyword: Some(keyword),
                schema,
            });
        }
    }
    for keyword in NAMED {
        let Some(Value::Object(schemas)) = keywords.get(keyword) else {
            continue;
        };
        let map = pointer::join(above, keyword);
        for (name, schema) in schemas {
            todo.push(Position {
                pointer: pointer::join(&map, name),
                keyword: Some(keyword),
                schema,
            });
        }
    }
}
