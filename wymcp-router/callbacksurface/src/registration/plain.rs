//! A tool without actions (DEF-1).

use std::borrow::Cow;

use serde_json::{Value, json};
use wymcp_keyset::{KeySet, KnownKeys};
use wymcp_valuegate::ValueGate;

use super::{HeaderArgument, Output, definition, header, reading};
use crate::offence::{Findings, code};
use crate::served::PlainSurface;
use crate::{Callback, Offence, Rules};

/// Keywords at the root of an input schema that hosts choke on (DEF-2, LST-1).
const ROOT_COMPOSITION: [&str; 4] = ["$ref", "allOf", "anyOf", "oneOf"];

/// What keys cannot be read from is too deep for a validator as well, and told once.
const TOO_DEEP: &str = "schema_too_deep";

/// A plain tool that passed every check.
#[derive(Debug)]
pub struct PlainRegistration {
    input_schema: Value,
    /// The same as text, for refusals.
    input_text: String,
    keys: KnownKeys,
    values: ValueGate,
    required: Vec<String>,
    output: Option<Output>,
    headers: Vec<HeaderArgument>,
    framework: bool,
}

impl PlainRegistration {
    /// The input schema, closed (KEY-4), from which gate 8's validator is built (KEY-5). It is listed with the keys that the mount ignores
    /// beside its own: no call has them any more when a gate looks (GAT-9).
    #[must_use]
    pub const fn input_schema(&self) -> &Value {
        &self.input_schema
    }

    /// The input schema as it is listed, as JSON text.
    #[must_use]
    pub fn input_text(&self) -> &str {
        &self.input_text
    }

    /// Gate 7's keys.
    #[must_use]
    pub const fn keys(&self) -> &KnownKeys {
        &self.keys
    }

    /// Gate 8's validator.
    #[must_use]
    pub const fn values(&self) -> &ValueGate {
        &self.values
    }

    /// `required` at the root (gate 5).
    #[must_use]
    pub fn required(&self) -> &[String] {
        &self.required
    }

    /// The output schema, if there is one.
    #[must_use]
    pub const fn output(&self) -> Option<&Output> {
        self.output.as_ref()
    }

    /// Arguments that clients mirror into HTTP headers.
    #[must_use]
    pub fn header_arguments(&self) -> &[HeaderArgument] {
        &self.headers
    }

    /// Whether it is the framework's own help.
    pub(crate) const fn is_framework(&self) -> bool {
        self.framework
    }

    pub(super) fn build(surface: &PlainSurface, rules: &Rules, findings: &mut Findings) -> Option<Self> {
        if !surface.has_handler {
            findings.push(
                Offence::new(code::MISSING_HANDLER, "nothing would answer a call")
                    .said_by(Callback::Run)
                    .wants("a handler")
                    .mended_by("give the tool a handler"),
            );
        }
        let output = output(surface, findings).map(|document| Output::build(document?, None, findings));
        let schema = input(surface, findings)?;
        if let Some(offence) = definition::unlistable(&schema, code::INVALID_INPUT_SCHEMA, Callback::InputSchema) {
            findings.push(offence);
            return None;
        }
        for offence in rules.unseen(&schema) {
            findings.push(offence);
        }
        let composed = !surface.allows_root_composition && root_composition(&schema, findings);
        // Where the root is composed against the rules, what the keys of its place are is no question yet.
        let keys = if composed { None } else { key_set(&schema, findings) };
        if findings.has_code(TOO_DEEP) {
            return None;
        }
        let listed = keys.as_ref().map_or(&schema, KeySet::closed);
        let listed = definition::boolean_properties_as_objects(listed).into_owned();
        let values = build_values(&listed, findings)?;
        let headers = header::read(&listed, findings);
        let (keys, _) = keys?.into_parts();
        let required = required(&listed, &keys, findings);
        if let Some(arguments) = &surface.arguments {
            let unread = reading::offences(arguments, &listed, &required, &[]);
            findings.extend(unread.into_iter().map(|offence| offence.said_by(Callback::InputSchema)));
        }
        Some(Self {
            input_text: wymcp_bound::json::to_string(&rules.published(listed.clone())),
            input_schema: listed,
            keys,
            values,
            required,
            output: match output {
                Some(output) => Some(output?),
                None => None,
            },
            headers,
            framework: surface.framework,
        })
    }
}

/// The output schema as declared; nothing inside where a type cannot describe one.
fn output(surface: &PlainSurface, findings: &mut Findings) -> Option<Option<Value>> {
    if let (Some(_), Some(_)) = (&surface.output_schema, &surface.answer) {
        findings.push(beside_type(
            Callback::OutputSchema,
            "an output schema",
            "what the handler answers",
        ));
    }
    let declared = surface.answer.as_ref().or(surface.output_schema.as_ref())?;
    Some(Output::document(declared, None, findings))
}

/// The input schema as declared: by the type of a typed handler, or as JSON.
fn input(surface: &PlainSurface, findings: &mut Findings) -> Option<Value> {
    let Some(arguments) = surface.arguments else {
        return root(surface.input_schema.as_ref(), findings);
    };
    if surface.input_schema.is_some() {
        findings.push(beside_type(Callback::InputSchema, "an input schema", "its arguments"));
    }
    match arguments.input_schema() {
        Ok(schema) => Some(schema),
        Err(offences) => {
            findings.extend(
                offences
                    .iter()
                    .map(|offence| Offence::of_type(Callback::InputSchema, offence)),
            );
            None
        }
    }
}

fn beside_type(callback: Callback, schema: &str, described: &str) -> Offence {
    Offence::new(
        code::DECLARED_BY_PAYLOAD,
        format!("{schema} is declared beside a typed handler, whose type describes {described}"),
    )
    .said_by(callback)
    .wants("the schema from the type alone")
    .mended_by("remove the call and say it on the type, or take `Data` and answer with a `Reply`")
}

/// The input schema, if it can be judged at all.
fn root(schema: Option<&Value>, findings: &mut Findings) -> Option<Value> {
    let Some(schema) = schema else {
        findings.push(
            Offence::new(
                code::MISSING_INPUT_SCHEMA,
                "clients need to know which arguments the tool takes",
            )
            .said_by(Callback::InputSchema)
            .wants("a JSON Schema of `type: object`")
            .mended_by(
                "give an input schema, or a handler that says it: `typed_handler` by the type of its argument, \
                 `handler_without_arguments` by having none",
            ),
        );
        return None;
    };
    if schema.get("type").is_some_and(|kind| kind == "object") {
        return Some(schema.clone());
    }
    let offence = Offence::new(
        code::INVALID_INPUT_SCHEMA,
        "arguments are always a JSON object, and the schema must say so",
    )
    .said_by(Callback::InputSchema)
    .wants("`\"type\": \"object\"` at the root")
    .mended_by("describe the arguments as the properties of an object");
    findings.push(match schema.get("type") {
        Some(kind) => offence.at("/type").finds(kind),
        None => offence.finds(schema),
    });
    // The rest is judged as if the root said it.
    let mut schema = schema.clone();
    schema.as_object_mut()?.insert("type".to_owned(), json!("object"));
    Some(schema)
}

fn root_composition(schema: &Value, findings: &mut Findings) -> bool {
    let found: Vec<_> = ROOT_COMPOSITION
        .iter()
        .filter_map(|keyword| Some((keyword, schema.get(keyword)?)))
        .collect();
    for (keyword, value) in &found {
        findings.push(
            Offence::new(
                code::ROOT_COMPOSITION,
                format!("hosts drop a tool whose input schema has `{keyword}` at its root"),
            )
            .said_by(Callback::InputSchema)
            .at(format!("/{keyword}"))
            .wants("an object schema with `properties`")
            .finds(value)
            .mended_by("move the alternatives into a property, or allow root composition for this tool"),
        );
    }
    !found.is_empty()
}

fn key_set(schema: &Value, findings: &mut Findings) -> Option<KeySet> {
    match KeySet::new(schema) {
        Ok(keys) => Some(keys),
        Err(offences) => {
            for offence in &offences {
                findings.push(Offence::of_keys(offence));
            }
            None
        }
    }
}

fn build_values(listed: &Value, findings: &mut Findings) -> Option<ValueGate> {
    match ValueGate::build(listed) {
        Ok(values) => Some(values),
        Err(offences) => {
            for offence in &offences {
                // A schema whose shape the keys could not be read from is told once.
                let offence = Offence::of_validator(Callback::InputSchema, offence);
                if !findings.has_at(Callback::InputSchema, offence.pointer()) {
                    findings.push(offence);
                }
            }
            None
        }
    }
}

/// Gate 5's names. One that the closed root does not know could never be supplied: gate 7 would refuse it.
fn required(listed: &Value, keys: &KnownKeys, findings: &mut Findings) -> Vec<String> {
    let names = listed
        .get("required")
        .and_then(Value::as_array)
        .map_or(Cow::Owned(Vec::new()), Cow::Borrowed);
    let names: Vec<String> = names.iter().filter_map(Value::as_str).map(str::to_owned).collect();
    for (index, name) in names.iter().enumerate() {
        if keys.check(&json!({ name.as_str(): null })).is_some() {
            findings.push(
                Offence::new(
                    code::UNDECLARED_PROPERTY,
                    format!("`{name}` is required, and no property declares it"),
                )
                .said_by(Callback::InputSchema)
                .at(format!("/required/{index}"))
                .wants("the name of a declared property")
                .mended_by("declare the property, or take the name out of `required`"),
            );
        }
    }
    names
}
