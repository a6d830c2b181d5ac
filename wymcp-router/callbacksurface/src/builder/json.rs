//! A plain tool from a JSON value: its definition, as MCP lists it (DEF-3).

use std::panic::Location;

use serde_json::Value;

use super::declared::Declared;
use super::plain_tool::PlainToolBuilder;
use crate::offence::code;
use crate::registration::token;
use crate::served::PlainSurface;
use crate::{Callback, Object, Offence};

/// The keys of a definition, each with the other spelling that is read.
const KEYS: [(&str, Option<&str>); 8] = [
    ("name", None),
    ("title", None),
    ("description", None),
    ("inputSchema", Some("input_schema")),
    ("outputSchema", Some("output_schema")),
    ("annotations", None),
    ("icons", None),
    ("_meta", None),
];

/// What a definition declares; what is wrong with its shape is kept, to be told with everything else.
pub(super) fn plain_tool(definition: &Value, declared_at: &'static Location<'static>) -> PlainToolBuilder {
    let mut offences = Vec::new();
    let empty = Object::new();
    let members = definition.as_object().unwrap_or_else(|| {
        offences.push(
            Offence::new(code::NOT_AN_OBJECT, "the definition of a tool is a JSON object")
                .wants("an object with `name`, `description` and `inputSchema`")
                .finds(definition)
                .mended_by("write the definition as `tools/list` would show it"),
        );
        &empty
    });
    let mut reader = Reader { members, offences };
    reader.unknown_keys();
    let plain = PlainSurface {
        input_schema: reader.either("inputSchema", "input_schema", Callback::InputSchema),
        output_schema: reader
            .either("outputSchema", "output_schema", Callback::OutputSchema)
            .map(Into::into),
        ..PlainSurface::default()
    };
    let declared = Declared {
        name: reader.text("name", Callback::Name),
        title: reader.text("title", Callback::Title),
        description: reader.text("description", Callback::Description),
        annotations: members.get("annotations").cloned(),
        icons: members.get("icons").cloned(),
        meta: members.get("_meta").cloned(),
        offences: reader
            .offences
            .into_iter()
            .map(|offence| offence.declared_at(Some(declared_at)))
            .collect(),
    };
    PlainToolBuilder::of(declared, plain)
}

struct Reader<'d> {
    members: &'d Object,
    offences: Vec<Offence>,
}

impl Reader<'_> {
    fn unknown_keys(&mut self) {
        let mut unknown: Vec<_> = self
            .members
            .iter()
            .filter(|(key, _)| {
                !KEYS
                    .iter()
                    .any(|(known, other)| key == known || Some(key.as_str()) == *other)
            })
            .collect();
        unknown.sort_unstable_by_key(|(key, _)| *key);
        for (key, value) in unknown {
            let known: Vec<&str> = KEYS.iter().map(|(known, _)| *known).collect();
            self.offences.push(
                Offence::new(code::UNKNOWN_KEY, format!("`{key}` is no key of a tool's definition"))
                    .at(format!("/{}", token(key)))
                    .wants(format!("one of {}", known.join(", ")))
                    .finds(value)
                    .mended_by("remove it, or write the key that was meant"),
            );
        }
    }

    fn text(&mut self, key: &'static str, callback: Callback) -> Option<String> {
        match self.members.get(key)? {
            Value::String(text) => Some(text.clone()),
            other => {
                self.offences.push(
                    Offence::new(code::INVALID_TYPE, format!("`{key}` of a tool's definition is text"))
                        .said_by(callback)
                        .wants("a string")
                        .finds(other)
                        .mended_by(format!("write `{key}` as a string")),
                );
                None
            }
        }
    }

    /// The value under one of two spellings; the first is the one that MCP writes.
    fn either(&mut self, key: &'static str, other: &'static str, callback: Callback) -> Option<Value> {
        if self.members.contains_key(key) && self.members.contains_key(other) {
            self.offences.push(
                Offence::new(
                    code::DECLARED_TWICE,
                    format!("`{key}` and `{other}` are two spellings of one member"),
                )
                .said_by(callback)
                .wants("one of the two")
                .mended_by(format!("keep `{key}`, which is what clients are sent")),
            );
        }
        self.members.get(key).or_else(|| self.members.get(other)).cloned()
    }
}
