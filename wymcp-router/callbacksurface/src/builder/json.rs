//! Tools from a JSON value: the definition of a plain tool as MCP lists it, and that of an action tool with its action schemas (DEF-3).
//!
//! What is wrong with a shape is kept, to be told with everything else (ACT-11); what is absent is for the checks to say.

mod reader;

use std::panic::Location;

use serde_json::Value;

use super::action_tool::ActionToolBuilder;
use super::plain_tool::PlainToolBuilder;
use crate::manifest::{ACTIONS_OUTPUT, Origin};
use crate::served::PlainSurface;
use crate::{ActionSchema, Callback, Offence};

use reader::Reader;

/// A key of a definition, with the other spelling that is read.
type Key = (&'static str, Option<&'static str>);

const INPUT: Key = ("inputSchema", Some("input_schema"));
const OUTPUT: Key = ("outputSchema", Some("output_schema"));
const OUTPUTS: Key = (ACTIONS_OUTPUT, Some("output_schemas"));
/// What tells an action tool from a plain one.
const ACTIONS: &str = "actions";
/// Whether a tool is, or which of its actions are (DEF-4).
const SENSITIVE: &str = "sensitive";

const OF_PLAIN_TOOL: &[Key] = &[
    ("name", None),
    ("title", None),
    ("description", None),
    INPUT,
    OUTPUT,
    ("annotations", None),
    ("icons", None),
    ("_meta", None),
    (SENSITIVE, None),
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
    (SENSITIVE, None),
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
    let sensitive = reader.sensitive(None);
    PlainToolBuilder::of(reader.declared(sensitive.is_whole), plain)
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
    let sensitive = reader.sensitive(Some(&actions));
    let mut builder = ActionToolBuilder::of(reader.declared(sensitive.is_whole));
    for (name, schema) in actions {
        let output = outputs.iter().find(|(action, _)| *action == name);
        let output = output.map(|(_, schema)| (*schema).clone().into());
        let is_sensitive = sensitive.actions.contains(&name.as_str());
        builder.declare(name, ActionSchema::read_json(schema), output, is_sensitive);
    }
    builder
}
