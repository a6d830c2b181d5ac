//! Every place of a document that holds a schema, reached by a value or not.

use std::collections::HashMap;

use serde_json::Value;
use wymcp_bound::pointer::escape;
use wymcp_bound::{json, limits};

use crate::offence::{Offence, code};

/// Keywords whose value is one schema.
const ONE: [&str; 12] = [
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
    // Not of 2020-12, and ignored by it; a document that carries it is still judged whole.
    "additionalItems",
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
#[derive(Debug)]
pub(crate) struct Position<'s> {
    /// The JSON Pointer of this schema.
    pub(crate) pointer: String,
    /// The schema as written: an object, a boolean, or something malformed.
    pub(crate) schema: &'s Value,
    /// The keyword it stands under, and the position that has the keyword. None at the root.
    pub(crate) parent: Option<(usize, &'static str)>,
    depth: usize,
}

/// All schemas of a document. The root comes first, a parent before its children.
#[derive(Debug)]
pub(crate) struct Positions<'s> {
    all: Vec<Position<'s>>,
    by_pointer: HashMap<String, usize>,
}

impl<'s> Positions<'s> {
    /// Walk a document without recursion; what nests too deep is one offence, before anything else touches the document.
    pub(crate) fn of(root: &'s Value) -> Result<Self, Offence> {
        if json::depth_exceeds(root, limits::MESSAGE_NESTING) {
            return Err(too_deep("", limits::MESSAGE_NESTING, "levels of JSON"));
        }
        let mut all = vec![Position {
            pointer: String::new(),
            schema: root,
            parent: None,
            depth: 0,
        }];
        let mut next = 0;
        while next < all.len() {
            if all[next].depth > limits::SCHEMA_NESTING {
                return Err(too_deep(
                    &all[next].pointer,
                    limits::SCHEMA_NESTING,
                    "schemas inside each other",
                ));
            }
            push_children(&mut all, next);
            next += 1;
        }
        let by_pointer = all
            .iter()
            .enumerate()
            .map(|(index, at)| (at.pointer.clone(), index))
            .collect();
        Ok(Self { all, by_pointer })
    }

    /// The positions, the root first.
    pub(crate) fn all(&self) -> &[Position<'s>] {
        &self.all
    }

    /// The position at a JSON Pointer.
    pub(crate) fn at(&self, pointer: &str) -> Option<usize> {
        self.by_pointer.get(pointer).copied()
    }
}

fn too_deep(pointer: &str, limit: usize, what: &str) -> Offence {
    Offence::new(
        pointer,
        code::NESTING,
        format!("the schema nests deeper than {limit} {what}"),
        "move inner parts to `$defs` and refer to them",
    )
}

fn push_children<'s>(all: &mut Vec<Position<'s>>, parent: usize) {
    let Value::Object(members) = all[parent].schema else {
        return;
    };
    let depth = all[parent].depth + 1;
    let above = all[parent].pointer.clone();
    let mut push = |keyword: &'static str, segment: &str, schema: &'s Value| {
        let pointer = format!("{above}/{keyword}{segment}");
        all.push(Position {
            pointer,
            schema,
            parent: Some((parent, keyword)),
            depth,
        });
    };
    for keyword in ONE {
        if let Some(schema) = members.get(keyword) {
            push(keyword, "", schema);
        }
    }
    for keyword in MANY {
        for (index, schema) in members
            .get(keyword)
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .enumerate()
        {
            push(keyword, &format!("/{index}"), schema);
        }
    }
    for keyword in NAMED {
        for (name, schema) in members.get(keyword).and_then(Value::as_object).into_iter().flatten() {
            push(keyword, &format!("/{}", escape(name)), schema);
        }
    }
}
