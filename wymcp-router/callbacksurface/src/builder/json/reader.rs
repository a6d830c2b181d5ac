//! The members of a definition, each read in its shape.

use serde_json::Value;
use wymcp_bound::pointer::join;

use super::{ACTIONS, Key, OUTPUTS, Provenance, SENSITIVE};
use crate::builder::Declared;
use crate::offence::code;
use crate::{Callback, Object, Offence};

pub(super) struct Reader<'d> {
    /// Nothing where the definition is no object.
    members: Option<&'d Object>,
    from: Provenance,
}

/// Members by name, in code point order.
pub(super) type Members<'d> = Vec<(&'d String, &'d Value)>;

impl<'d> Reader<'d> {
    pub(super) fn new(definition: &'d Value, from: Provenance, schema: &str, keys: &[Key]) -> Self {
        let members = definition.as_object();
        let mut reader = Self { members, from };
        if members.is_none() {
            reader.push(
                Offence::new(code::NOT_AN_OBJECT, "the definition of a tool is a JSON object")
                    .wants(format!("an object with `name`, `description` and {schema}"))
                    .finds(definition)
                    .mended_by("write the definition as `tools/list` would show it"),
            );
        }
        reader.unknown_keys(keys);
        reader
    }

    pub(super) fn get(&self, key: &str) -> Option<&'d Value> {
        self.members?.get(key)
    }

    fn push(&mut self, offence: Offence) {
        let offence = offence.declared_at(self.from.declared_at);
        self.from.offences.push(offence);
    }

    fn unknown_keys(&mut self, keys: &[Key]) {
        let is_known = |key: &str| keys.iter().any(|(known, other)| key == *known || Some(key) == *other);
        let members = self.members.map(sorted).unwrap_or_default();
        let unknown = members.into_iter().filter(|(key, _)| !is_known(key));
        for (key, value) in unknown {
            let mut known: Vec<&str> = keys.iter().map(|(known, _)| *known).collect();
            // In a manifest that key would have made it an action tool.
            if self.from.origin.is_some() && !known.contains(&ACTIONS) {
                known.push(ACTIONS);
            }
            self.push(
                Offence::new(code::UNKNOWN_KEY, format!("`{key}` is no key of a tool's definition"))
                    .at(join("", key))
                    .wants(format!("one of {}", known.join(", ")))
                    .finds(value)
                    .mended_by("remove it, or write the key that was meant"),
            );
        }
    }

    /// The members that every tool has in the same way.
    pub(super) fn declared(mut self, sensitive: bool) -> Declared {
        Declared {
            name: self.text("name", Callback::Name),
            title: self.text("title", Callback::Title),
            description: self.text("description", Callback::Description),
            annotations: self.get("annotations").cloned(),
            icons: self.get("icons").cloned(),
            meta: self.get("_meta").cloned(),
            sensitive,
            offences: self.from.offences,
            origin: self.from.origin,
        }
    }

    fn text(&mut self, key: &'static str, callback: Callback) -> Option<String> {
        match self.get(key)? {
            Value::String(text) => Some(text.clone()),
            other => {
                self.push(
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
    pub(super) fn either(&mut self, (key, other): Key, callback: Callback) -> Option<&'d Value> {
        let other = other.unwrap_or(key);
        if self.get(key).is_some() && self.get(other).is_some() {
            self.push(
                Offence::new(
                    code::DECLARED_TWICE,
                    format!("`{key}` and `{other}` are two spellings of one member"),
                )
                .said_by(callback)
                .wants("one of the two")
                .mended_by(format!("keep `{key}`, which is what clients are sent")),
            );
        }
        let spelled = if self.get(key).is_some() { key } else { other };
        if let Some(origin) = &mut self.from.origin {
            origin.spell(callback, spelled);
        }
        self.get(spelled)
    }

    /// An object from names to whatever is under them.
    pub(super) fn map(
        &mut self,
        declared: Option<&'d Value>,
        callback: Callback,
        why: &'static str,
        wanted: &'static str,
        mend: &'static str,
    ) -> Members<'d> {
        match declared {
            Some(Value::Object(members)) => sorted(members),
            Some(other) => {
                self.push(
                    Offence::new(code::INVALID_TYPE, why)
                        .said_by(callback)
                        .wants(wanted)
                        .finds(other)
                        .mended_by(mend),
                );
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    /// The output schemas by action; one of an action that is not declared is an unknown key.
    pub(super) fn outputs(&mut self, actions: &Members<'_>) -> Members<'d> {
        let declared = self.either(OUTPUTS, Callback::OutputSchema);
        let outputs = self.map(
            declared,
            Callback::OutputSchema,
            "`outputSchemas` maps the name of each action to the schema of its output",
            "an object of JSON Schemas",
            "write `{\"<action>\": {\"type\": \"object\"}}`",
        );
        let names: Vec<&str> = actions.iter().map(|(name, _)| name.as_str()).collect();
        for (action, schema) in outputs.iter().filter(|(action, _)| !names.contains(&action.as_str())) {
            if self.get(ACTIONS).is_some_and(Value::is_object) {
                self.push(
                    Offence::new(code::UNKNOWN_KEY, format!("`{action}` is no action of the tool"))
                        .said_by(Callback::OutputSchema)
                        .at(join("", action))
                        .wants(format!("one of {}", names.join(", ")))
                        .finds(schema)
                        .mended_by("declare the action, or correct the name"),
                );
            }
        }
        outputs
    }
}

/// What of a tool is sensitive.
#[derive(Default)]
pub(super) struct Sensitive<'d> {
    pub(super) is_whole: bool,
    pub(super) actions: Vec<&'d str>,
}

impl<'d> Reader<'d> {
    /// The whole tool, or some of its actions; a plain tool has none.
    pub(super) fn sensitive(&mut self, actions: Option<&Members<'_>>) -> Sensitive<'d> {
        let mut sensitive = Sensitive::default();
        match (self.get(SENSITIVE), actions) {
            (None, _) => {}
            (Some(Value::Bool(is_whole)), _) => sensitive.is_whole = *is_whole,
            (Some(Value::Array(names)), Some(actions)) => {
                for (index, name) in names.iter().enumerate() {
                    match name {
                        Value::String(name) if actions.iter().any(|(action, _)| *action == name) => {
                            sensitive.actions.push(name);
                        }
                        // Where the actions cannot be read nothing can be told of a name.
                        Value::String(_) if actions.is_empty() => {}
                        other => self.push(no_action(other, actions).at(format!("/{index}"))),
                    }
                }
            }
            (Some(other), _) => {
                let wanted = match actions {
                    Some(_) => "`true`, or a list of the actions that are",
                    None => "`true` or `false`",
                };
                self.push(
                    Offence::new(
                        code::INVALID_TYPE,
                        "`sensitive` says what the mount's policy judges first",
                    )
                    .said_by(Callback::Sensitive)
                    .wants(wanted)
                    .finds(other)
                    .mended_by("write one of these, or leave it out"),
                );
            }
        }
        sensitive
    }
}

/// An entry of `sensitive` that names no action.
fn no_action(entry: &Value, actions: &Members<'_>) -> Offence {
    let names: Vec<&str> = actions.iter().map(|(name, _)| name.as_str()).collect();
    let offence = match entry {
        Value::String(name) => Offence::new(code::UNKNOWN_SENSITIVE, format!("`{name}` is no action of the tool")),
        _ => Offence::new(code::INVALID_TYPE, "an entry of `sensitive` names an action"),
    };
    offence
        .said_by(Callback::Sensitive)
        .wants(format!("one of {}", names.join(", ")))
        .finds(entry)
        .mended_by("declare the action, or correct the name")
}

fn sorted(members: &Object) -> Members<'_> {
    let mut members: Members<'_> = members.iter().collect();
    members.sort_unstable_by_key(|(name, _)| *name);
    members
}
