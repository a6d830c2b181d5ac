//! One action of a registered tool.

use std::sync::Arc;

use serde_json::{Value, json};
use wymcp_actions::{ActionRules, ActionSchema, CheckedAction, Object, Payload};
use wymcp_bound::json;
use wymcp_valuegate::ValueGate;

use super::{Output, reading};
use crate::offence::{Findings, code};
use crate::served::ActionSurface;
use crate::target::Target;
use crate::{Callback, Offence};

/// An action that passed every check, with its validator and all that is shown of it, serialised once (HLP-7).
#[derive(Debug)]
pub struct RegisteredAction {
    position: usize,
    name: Arc<str>,
    target: Arc<Target>,
    rules: ActionRules,
    values: ValueGate,
    output: Option<Arc<Output>>,
    sensitive: bool,
    summary: Box<str>,
    page: Box<str>,
    digest: Box<str>,
}

impl RegisteredAction {
    /// The name, as callers send it.
    #[must_use]
    pub const fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Its position in the tool's surface, by which it is run.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// The declaration, checked, without its schema.
    #[must_use]
    pub const fn rules(&self) -> &ActionRules {
        &self.rules
    }

    /// P: the object schema of `data`, read again out of the digest (KEY-5). For tests and tools of authors: no call needs it.
    #[must_use]
    pub fn schema(&self) -> Value {
        let mut schema = object_of(&self.digest);
        for beside in ["required", "required_one_of", "defaults"] {
            schema.remove(beside);
        }
        Value::Object(schema)
    }

    /// Gate 8's validator, built from P and nothing else (KEY-5).
    #[must_use]
    pub const fn values(&self) -> &ValueGate {
        &self.values
    }

    /// The output schema, if the tool's actions have them.
    #[must_use]
    pub fn output(&self) -> Option<&Output> {
        self.output.as_deref()
    }

    /// Whether the tool or the mount calls it sensitive; the whole tool may be as well (DEF-4).
    pub(crate) const fn is_sensitive(&self) -> bool {
        self.sensitive
    }

    /// `<action>: <description>` (TXT-2).
    #[must_use]
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// The action's page of help, a JSON object as text (HLP-3).
    #[must_use]
    pub fn page(&self) -> &str {
        &self.page
    }

    /// The page, with those entries of `related` alone that `keep` keeps (VIS-1).
    #[must_use]
    pub fn page_with_related(&self, keep: impl Fn(&str) -> bool) -> String {
        let mut page = object_of(&self.page);
        if let Some(Value::Array(related)) = page.get_mut("related") {
            related.retain(|name| name.as_str().is_none_or(&keep));
            if related.is_empty() {
                page.remove("related");
            }
        }
        text_of(&page)
    }

    /// The digest as JSON text: what a refusal of gates 5 to 8 carries (GAT-3).
    #[must_use]
    pub fn digest(&self) -> &str {
        &self.digest
    }

    pub(crate) const fn target(&self) -> &Arc<Target> {
        &self.target
    }

    pub(super) fn build(
        tool: &Arc<str>,
        position: usize,
        surface: ActionSurface,
        output: Option<Arc<Output>>,
        findings: &mut Findings,
    ) -> Option<Self> {
        let name = surface.name;
        if !surface.has_handler {
            findings.push(
                Offence::new(
                    code::MISSING_HANDLER,
                    "the action is declared, and nothing would answer a call of it",
                )
                .said_by(Callback::RunAction)
                .of_action(name.as_str())
                .wants("a handler for every action")
                .mended_by("bind a handler to the action's name, or leave the action out"),
            );
        }
        let (checked, values) = judge(&name, surface.schema, surface.payload, findings)?;
        if let Some(payload) = surface.payload {
            let unread = reading::offences(&payload, checked.schema(), checked.required(), checked.examples());
            for offence in unread {
                let place = checked.location(offence.pointer());
                let offence = offence.said_by(Callback::Schema).of_action(name.as_str());
                findings.push(offence.declared_at(place));
            }
        }
        let name: Arc<str> = name.into();
        Some(Self {
            position,
            target: Target::new(Arc::clone(tool), Some(Arc::clone(&name))),
            name,
            summary: checked.summary().into(),
            page: text_of(&page_of(&checked, output.as_deref())).into(),
            digest: json::to_string(&checked.digest()).into(),
            values,
            output,
            sensitive: surface.sensitive,
            rules: checked.into_rules(),
        })
    }
}

/// Everything that is judged of one action's declaration: what passed, with its validator, or every offence.
fn judge(
    name: &str,
    schema: ActionSchema,
    payload: Option<Payload>,
    findings: &mut Findings,
) -> Option<(CheckedAction, ValueGate)> {
    let examined = schema.examine(name, payload);
    for offence in examined.offences() {
        findings.push(Offence::of_action_schema(name, offence));
    }
    if !examined.offences().is_empty() {
        // What the first checks left standing is judged as well, so that all mistakes are told at once.
        let locate = |pointer: &str| examined.location(pointer);
        if let Some(values) = build_values(examined.judgeable(), name, locate, findings) {
            judge_defaults(&values, examined.defaults(), name, locate, findings);
        }
        return None;
    }
    let mut checked = examined.into_result().ok()?;
    let locate = |pointer: &str| checked.location(pointer);
    let values = build_values(checked.schema(), name, locate, findings)?;
    let defaults = judge_defaults(&values, checked.defaults(), name, locate, findings)?;
    checked.set_defaults(defaults);
    Some((checked, values))
}

/// What is wrong with an action's declaration, as its registration would tell it: the macro of literals asks this when a program is
/// compiled (SRF-5).
#[doc(hidden)]
#[must_use]
pub fn schema_offences(action: &str, schema: ActionSchema) -> Vec<Offence> {
    let mut findings = Findings::new(None, None);
    let _ = judge(action, schema, None, &mut findings);
    findings.into_vec()
}

type Place = Option<&'static std::panic::Location<'static>>;

fn build_values(
    schema: &Value,
    action: &str,
    locate: impl Fn(&str) -> Place,
    findings: &mut Findings,
) -> Option<ValueGate> {
    match ValueGate::build(schema) {
        Ok(values) => Some(values),
        Err(offences) => {
            for offence in &offences {
                let place = locate(offence.pointer());
                findings.push(
                    Offence::of_validator(Callback::Schema, offence)
                        .of_action(action)
                        .declared_at(place),
                );
            }
            None
        }
    }
}

/// ACT-7: each default passes its own property's schema, and is kept as the handler will get it (VAL-5).
fn judge_defaults(
    values: &ValueGate,
    defaults: &Object,
    action: &str,
    locate: impl Fn(&str) -> Place,
    findings: &mut Findings,
) -> Option<Object> {
    let mut all_pass = true;
    let mut names: Vec<&String> = defaults.keys().collect();
    names.sort_unstable();
    for name in names {
        let alone = json!({ name.as_str(): defaults.get(name) });
        for invalid in values.check(&alone).iter().flat_map(|invalid| invalid.first()) {
            all_pass = false;
            let pointer = format!("/defaults{}", invalid.path);
            let offence = Offence::new(
                code::INVALID_DEFAULT,
                format!("the default does not fit its property: {}", invalid.problems.join("; ")),
            )
            .said_by(Callback::Schema)
            .of_action(action)
            .declared_at(locate(&pointer))
            .at(pointer)
            .wants("a value that the property's schema admits")
            .mended_by("change the default or the property's schema");
            findings.push(match alone.pointer(&invalid.path) {
                Some(value) => offence.finds(value),
                None => offence,
            });
        }
    }
    let mut defaults = Value::Object(defaults.clone());
    wymcp_valuegate::normalise(&mut defaults);
    match defaults {
        Value::Object(defaults) if all_pass => Some(defaults),
        _ => None,
    }
}

fn page_of(checked: &CheckedAction, output: Option<&Output>) -> Object {
    let mut page = checked.page();
    if let Some(output) = output {
        page.insert("output_schema".to_owned(), output.schema().clone());
    }
    page
}

/// What [`text_of`] wrote.
fn object_of(text: &str) -> Object {
    serde_json::from_str(text).unwrap_or_default()
}

fn text_of(object: &Object) -> String {
    let mut text = String::new();
    json::write_object(&mut text, object);
    text
}
