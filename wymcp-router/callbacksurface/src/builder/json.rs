//! Tools from a JSON value: the definition of a plain tool as MCP lists it, and that of an action tool with its action schemas (DEF-3).
//!
//! What is wrong with a shape is kept, to be told with everything else (ACT-11); what is absent is for the checks to say.

use std::panic::Location;

use serde_json::Value;

use super::action_tool::ActionToolBuilder;
use super::declared::Declared;
use super::plain_tool::PlainToolBuilder;
use crate::manifest::{ACTIONS_OUTPUT, Origin};
use crate::offence::code;
use crate::registration::token;
use crate::served::PlainSurface;
use crate::{ActionSchema, Callback, Object, Offence};

/// A key of a definition, with the other spelling that is read.
type Key = (&'static str, Option<&'static str>);

const INPUT: Key = ("inputSchema", Some("input_schema"));
const OUTPUT: Key = ("outputSchema", Some("output_schema"));
const OUTPUTS: Key = (ACTIONS_OUTPUT, Some("output_schemas"));
/// What tells an action tool from a plain one.
const ACTIONS: &str = "actions";

const OF_PLAIN_TOOL: &[Key] = &[
    ("name", None),
    ("title", None),
    ("description", None),
    INPUT,
    OUTPUT,
    ("annotations", None),
    ("icons", None),
    ("_meta", None),
];
const OF_ACTION_TOOL: &[Key] = &[
    ("name", None),
    ("title", None),
    ("description", None),
    (ACTIONS, None),
    OUTPUTS,
    ("annotations", None),
    ("icons", None),
    ("_meta", None),
];

/// Where a definition comes from, and what was found before it was read.
#[derive(Debug, Default)]
pub(crate) struct Provenance {
    pub(crate) origin: Option<Origin>,
    pub(crate) declared_at: Option<&'static Location<'static>>,
    pub(crate) offences: Vec<Offence>,
}

impl Provenance {
    /// A value in the program.
    pub(super) fn line(declared_at: &'static Location<'static>) -> Self {
        Self {
            declared_at: Some(declared_at),
            ..Self::default()
        }
    }
}

/// Whether a definition is that of an action tool.
pub(crate) fn has_actions(definition: &Value) -> bool {
    definition.get(ACTIONS).is_some()
}

pub(crate) fn plain_tool(definition: &Value, from: Provenance) -> PlainToolBuilder {
    let mut reader = Reader::new(definition, from, "`inputSchema`", OF_PLAIN_TOOL);
    let plain = PlainSurface {
        input_schema: reader.either(INPUT, Callback::InputSchema).cloned(),
        output_schema: reader
            .either(OUTPUT, Callback::OutputSchema)
            .map(|schema| schema.clone().into()),
        ..PlainSurface::default()
    };
    PlainToolBuilder::of(reader.declared(), plain)
}

pub(crate) fn action_tool(definition: &Value, from: Provenance) -> ActionToolBuilder {
    let mut reader = Reader::new(definition, from, "`actions`", OF_ACTION_TOOL);
    let actions = reader.map(
        reader.get(ACTIONS),
        Callback::Actions,
        "`actions` maps the name of each action to its action schema",
        "an object of action schemas",
        "write `{\"<action>\": {\"description\": …, \"properties\": {…}}}`",
    );
    let outputs = reader.outputs(&actions);
    let mut builder = ActionToolBuilder::of(reader.declared());
    for (name, schema) in actions {
        let output = outputs.iter().find(|(action, _)| *action == name);
        let output = output.map(|(_, schema)| (*schema).clone().into());
        builder.declare(name, ActionSchema::read_json(schema), output);
    }
    builder
}

struct Reader<'d> {
    /// Nothing where the definition is no object.
    members: Option<&'d Object>,
    from: Provenance,
}

/// Members by name, in code point order.
type Members<'d> = Vec<(&'d String, &'d Value)>;

impl<'d> Reader<'d> {
    fn new(definition: &'d Value, from: Provenance, schema: &str, keys: &[Key]) -> Self {
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

    fn get(&self, key: &str) -> Option<&'d Value> {
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
                    .at(format!("/{}", token(key)))
                    .wants(format!("one of {}", known.join(", ")))
                    .finds(value)
                    .mended_by("remove it, or write the key that was meant"),
            );
        }
    }

    /// The members that every tool has in the same way.
    fn declared(mut self) -> Declared {
        Declared {
            name: self.text("name", Callback::Name),
            title: self.text("title", Callback::Title),
            description: self.text("description", Callback::Description),
            annotations: self.get("annotations").cloned(),
            icons: self.get("icons").cloned(),
            meta: self.get("_meta").cloned(),
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
    fn either(&mut self, (key, other): Key, callback: Callback) -> Option<&'d Value> {
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
    fn map(
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
    fn outputs(&mut self, actions: &Members<'_>) -> Members<'d> {
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
                        .at(format!("/{}", token(action)))
                        .wants(format!("one of {}", names.join(", ")))
                        .finds(schema)
                        .mended_by("declare the action, or correct the name"),
                );
            }
        }
        outputs
    }
}

fn sorted(members: &Object) -> Members<'_> {
    let mut members: Members<'_> = members.iter().collect();
    members.sort_unstable_by_key(|(name, _)| *name);
    members
}
