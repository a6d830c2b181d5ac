//! Every place of a document that holds a schema, reached by a value or not.

use std::collections::HashMap;

use serde_json::Value;
use wymcp_bound::subschemas::children;
use wymcp_bound::{json, limits};

use crate::offence::{Offence, code};

/// One schema of a document.
#[derive(Debug)]
pub(crate) struct Position<'s> {
    /// The JSON Pointer of this schema.
    pub(crate) pointer: String,
    /// The schema as written: an object, a boolean, or something malformed.
    pub(crate) schema: &'s Value,
    /// The keyword it stands under, and the position that has the keyword. None at the root.
    pub(crate) parent: Option<(usize, &'s str)>,
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
            let (above, depth) = (&all[next], all[next].depth + 1);
            let below: Vec<_> = children(above.schema)
                .iter()
                .map(|child| Position {
                    pointer: child.pointer(&above.pointer),
                    schema: child.schema,
                    parent: Some((next, child.keyword)),
                    depth,
                })
                .collect();
            all.extend(below);
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
