//! Output schemas (RUN-6).

mod relocate;

use std::borrow::Cow;

use serde_json::{Value, json};
use wymcp_actions::OutputSchema;
use wymcp_valuegate::ValueGate;

use super::definition;
use crate::offence::{Findings, code};
use crate::{Callback, Offence};

/// The schema of a structured output, and its validator. It is enforced as written, without closure (VAL-7).
#[derive(Debug)]
pub struct Output {
    schema: Value,
    values: ValueGate,
}

impl Output {
    /// The schema as its author wrote it.
    #[must_use]
    pub const fn schema(&self) -> &Value {
        &self.schema
    }

    /// What a response is checked against.
    #[must_use]
    pub const fn values(&self) -> &ValueGate {
        &self.values
    }

    /// The document that was declared, whoever wrote it; nothing where a type cannot describe one.
    pub(super) fn document(declared: &OutputSchema, action: Option<&str>, findings: &mut Findings) -> Option<Value> {
        match declared.document() {
            Ok(document) => Some(document),
            Err(offences) => {
                for offence in &offences {
                    let offence = Offence::of_type(Callback::OutputSchema, offence);
                    findings.push(match action {
                        Some(action) => offence.of_action(action),
                        None => offence,
                    });
                }
                None
            }
        }
    }

    pub(super) fn build(schema: Value, action: Option<&str>, findings: &mut Findings) -> Option<Self> {
        let of_action = |offence: Offence| match action {
            Some(action) => offence.of_action(action),
            None => offence,
        };
        if !schema.is_object() {
            findings.push(of_action(
                Offence::new(
                    code::INVALID_OUTPUT_SCHEMA,
                    "an output schema is listed as a JSON object",
                )
                .said_by(Callback::OutputSchema)
                .wants("a JSON Schema that is an object")
                .finds(&schema)
                .mended_by("write `{}` for any value, or give no output schema"),
            ));
            return None;
        }
        if let Some(offence) = definition::unlistable(&schema, code::INVALID_OUTPUT_SCHEMA, Callback::OutputSchema) {
            findings.push(of_action(offence));
            return None;
        }
        match ValueGate::build(&schema) {
            Ok(values) => Some(Self { schema, values }),
            Err(offences) => {
                for offence in &offences {
                    findings.push(of_action(Offence::of_validator(Callback::OutputSchema, offence)));
                }
                None
            }
        }
    }
}

/// What is listed for the output schemas of a tool's actions: the one that all share, as written, or all of them as alternatives
/// in action order, each once.
pub(super) fn listed<'o>(outputs: impl Iterator<Item = &'o Output>) -> Option<Cow<'o, Value>> {
    let mut distinct: Vec<&Value> = Vec::new();
    for output in outputs {
        if !distinct.contains(&output.schema()) {
            distinct.push(output.schema());
        }
    }
    match distinct[..] {
        [] => None,
        [one] => Some(Cow::Borrowed(one)),
        _ => {
            let alternatives = distinct
                .iter()
                .enumerate()
                .map(|(index, schema)| relocate::below(schema, &format!("/anyOf/{index}")));
            Some(Cow::Owned(
                json!({"type": "object", "anyOf": alternatives.collect::<Vec<_>>()}),
            ))
        }
    }
}
