//! Every place of a document that holds a schema, reached by a value or not.

use std::collections::BTreeMap;

use serde_json::Value;
use wymcp_bound::subschemas::children;

use crate::Object;

/// One schema of a document.
#[derive(Debug, Clone)]
pub(crate) struct Position<'v> {
    /// The JSON Pointer from the root of the document.
    pub(crate) pointer: String,
    /// The keyword it stands under; none at the root.
    pub(crate) keyword: Option<&'v str>,
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
        todo.extend(children(position.schema).iter().map(|child| Position {
            pointer: child.pointer(&position.pointer),
            keyword: Some(child.keyword),
            schema: child.schema,
        }));
        found.insert(position.pointer.clone(), position);
    }
    found
}
