//! One entry of `tools/list`, for every tool (SRF-6).

use std::borrow::Cow;

use serde_json::Value;
use wymcp_bound::{json, limits};

use crate::{Callback, Era, Object, Offence};

/// Levels that a listed schema may nest, so that a client can parse the list: an entry stands four levels deep in its message, and
/// schemas of several outputs two deeper than one.
const LISTED_NESTING: usize = limits::MESSAGE_NESTING - 6;

/// What a tool contributes to its definition beside its schemas.
#[derive(Debug)]
pub(super) struct Parts {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) title: Option<String>,
    pub(super) annotations: Option<Object>,
    pub(super) icons: Option<Value>,
    pub(super) meta: Option<Object>,
}

/// The entry as it is sent, in both eras.
#[derive(Debug)]
pub(super) struct Definitions {
    modern: String,
    /// Only where the eras differ.
    legacy: Option<String>,
}

impl Definitions {
    pub(super) fn new(parts: &Parts, input_schema: &Value, output: Option<&Value>) -> Self {
        let modern = entry(parts, input_schema, output);
        let legacy = match output {
            Some(output) if !fits(Era::Legacy, output) => Some(entry(parts, input_schema, None)),
            Some(output) => match boolean_properties_as_objects(output) {
                Cow::Borrowed(_) => None,
                Cow::Owned(output) => Some(entry(parts, input_schema, Some(&output))),
            },
            None => None,
        };
        Self { modern, legacy }
    }

    pub(super) fn text(&self, era: Era) -> &str {
        match (era, &self.legacy) {
            (Era::Legacy, Some(legacy)) => legacy,
            _ => &self.modern,
        }
    }

    pub(super) fn into_text(self, era: Era) -> String {
        match (era, self.legacy) {
            (Era::Legacy, Some(legacy)) => legacy,
            _ => self.modern,
        }
    }
}

/// What keeps a schema out of every list, if anything does; `code` says of which schema (SIZ).
pub(super) fn unlistable(schema: &Value, code: &'static str, callback: Callback) -> Option<Offence> {
    json::depth_exceeds(schema, LISTED_NESTING).then(|| {
        Offence::new(code, "it nests deeper than a message that lists it could be parsed")
            .said_by(callback)
            .wants(format!("at most {LISTED_NESTING} levels of JSON"))
            .finds(schema)
            .mended_by("flatten it, or describe its deeper parts less exactly")
    })
}

/// Whether an output schema may be listed: before 2026-07-28 it must describe an object (wire contract M6).
pub(super) fn fits(era: Era, output: &Value) -> bool {
    era == Era::Modern || output.get("type").is_some_and(|kind| kind == "object")
}

/// A schema whose boolean property schemas at the root are written as objects of the same meaning: `true` as `{}`, `false` as
/// `{"not":{}}` (DEF-1, wire contract M6).
pub(super) fn boolean_properties_as_objects(schema: &Value) -> Cow<'_, Value> {
    let properties = |schema: &Value| {
        schema
            .get("properties")
            .and_then(Value::as_object)
            .is_some_and(|p| p.values().any(Value::is_boolean))
    };
    if !properties(schema) {
        return Cow::Borrowed(schema);
    }
    let mut schema = schema.clone();
    for property in schema
        .get_mut("properties")
        .and_then(Value::as_object_mut)
        .into_iter()
        .flat_map(Object::values_mut)
    {
        match property {
            Value::Bool(true) => *property = serde_json::json!({}),
            Value::Bool(false) => *property = serde_json::json!({"not": {}}),
            _ => {}
        }
    }
    Cow::Owned(schema)
}

/// The one function that writes it (LST-1 to LST-3).
fn entry(parts: &Parts, input_schema: &Value, output: Option<&Value>) -> String {
    let mut entry = Object::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            entry.insert(key.to_owned(), value);
        }
    };
    put("_meta", parts.meta.clone().map(Value::Object));
    put("annotations", parts.annotations.clone().map(Value::Object));
    put("description", Some(parts.description.clone().into()));
    put("icons", parts.icons.clone());
    put("inputSchema", Some(input_schema.clone()));
    put("name", Some(parts.name.clone().into()));
    put("outputSchema", output.cloned());
    put("title", parts.title.clone().map(Value::String));
    let mut text = String::new();
    json::write_object(&mut text, &entry);
    text
}
