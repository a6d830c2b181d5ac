//! Gates 5 to 8: the data of an action, or the arguments of a plain tool.

use serde_json::{Value, json};
use wymcp_bound::{DataPath, limits};
use wymcp_keyset::{KnownKeys, UnknownKeys};
use wymcp_valuegate::{InvalidValues, ValueGate};

use super::words::{names, some_paths};
use crate::pointer::help_pointer;
use crate::refusal::Answer;
use crate::registration::{PlainRegistration, RegisteredAction};
use crate::suggest::nearest;
use crate::{Gate, Refusal};

/// What the data is for.
pub(super) struct Target<'r> {
    tool: &'r str,
    action: Option<&'r str>,
    /// What messages call the data.
    place: &'static str,
    required: &'r [String],
    groups: &'r [Vec<String>],
    keys: &'r KnownKeys,
    values: &'r ValueGate,
    /// `input_schema` of a refusal, as JSON text.
    schema: &'r str,
}

impl<'r> Target<'r> {
    pub(super) fn of_action(tool: &'r str, action: &'r RegisteredAction) -> Self {
        let rules = action.rules();
        Self {
            tool,
            action: Some(action.name()),
            place: "data",
            required: rules.required(),
            groups: rules.groups(),
            keys: rules.keys(),
            values: action.values(),
            schema: action.digest(),
        }
    }

    pub(super) fn of_tool(tool: &'r str, plain: &'r PlainRegistration) -> Self {
        Self {
            tool,
            action: None,
            place: "arguments",
            required: plain.required(),
            groups: &[],
            keys: plain.keys(),
            values: plain.values(),
            schema: plain.input_text(),
        }
    }

    /// Whether data passes; it is an object.
    pub(super) fn check(&self, data: &Value) -> Result<(), Refusal> {
        let is_supplied = |name: &String| data.get(name).is_some();
        if !self.required.iter().all(is_supplied) {
            return Err(self.missing_fields(data));
        }
        if !self.groups.is_empty() && !self.groups.iter().any(|group| group.iter().all(is_supplied)) {
            return Err(self.missing_group(data));
        }
        // The seventh gate refuses nothing that the eighth would let pass (KEY-5): what is valid needs no walk for its keys.
        if !self.values.is_valid(data) {
            return Err(self.unfit(data));
        }
        Ok(())
    }

    /// Gate 5.
    #[cold]
    fn missing_fields(&self, data: &Value) -> Refusal {
        let missing: Vec<&str> = self
            .required
            .iter()
            .map(String::as_str)
            .filter(|name| data.get(name).is_none())
            .collect();
        let mut message = format!(
            "add the required {} to `{}`",
            names(missing.iter().copied(), "and"),
            self.place
        );
        let misspelt = self.misspelt(data, &missing);
        message.push_str(rename(&misspelt));
        self.answer(Gate::MissingRequiredFields, message)
            .with("missing", missing)
            .with_any("did_you_mean", misspelt)
            .refuse()
    }

    /// Keys that were sent, are no properties, and come near to missing ones: told at once, a misspelt key costs one retry and not one
    /// here and another at gate 7 (GAT-5). The first ten unknown keys are looked at, as at that gate.
    fn misspelt(&self, data: &Value, missing: &[&str]) -> Vec<Value> {
        let sent = data.as_object().into_iter().flat_map(|data| data.keys());
        let mut unknown: Vec<&String> = sent.filter(|key| !self.keys.names(key)).collect();
        unknown.sort_unstable();
        unknown.truncate(limits::LISTED);
        let near = unknown.into_iter().filter_map(|key| {
            let near = nearest(key, missing.iter().copied());
            (!near.is_empty()).then(|| json!({"path": DataPath::root().with_key(key), "names": near}))
        });
        near.collect()
    }

    /// Gate 6.
    #[cold]
    fn missing_group(&self, data: &Value) -> Refusal {
        let groups: Vec<String> = self
            .groups
            .iter()
            .map(|group| names(group.iter().map(String::as_str), "and"))
            .collect();
        let mut message = format!(
            "add to `{}` at least one whole group: {}",
            self.place,
            groups.join(", or ")
        );
        let missing = self.groups.iter().flatten().map(String::as_str);
        let missing: Vec<&str> = missing.filter(|name| data.get(name).is_none()).collect();
        let misspelt = self.misspelt(data, &missing);
        message.push_str(rename(&misspelt));
        self.answer(Gate::MissingRequiredGroup, message)
            .with("required_one_of", json!(self.groups))
            .with_any("did_you_mean", misspelt)
            .refuse()
    }

    /// Gate 7, or gate 8.
    #[cold]
    fn unfit(&self, data: &Value) -> Refusal {
        match (self.keys.check(data), self.values.check(data)) {
            (Some(unknown), _) => self.unknown_keys(&unknown),
            (None, Some(invalid)) => self.invalid_values(&invalid),
            // The validator said no and finds no problem: it is asked the same question twice.
            (None, None) => self
                .answer(Gate::InvalidValues, format!("`{}` does not fit its schema", self.place))
                .refuse(),
        }
    }

    fn unknown_keys(&self, unknown: &UnknownKeys) -> Refusal {
        let suggestions: Vec<Value> = unknown
            .entries()
            .iter()
            .filter_map(|entry| {
                let known = entry
                    .known
                    .iter()
                    .map(String::as_str)
                    .filter(|name| *name != wymcp_keyset::ANY_KEY);
                let near = nearest(&entry.key, known);
                (!near.is_empty()).then(|| json!({"path": entry.path, "names": near}))
            })
            .collect();
        let plural = if unknown.count() == 1 { "" } else { "s" };
        let message = format!(
            "rename or remove the unknown key{plural} {} of `{}`; `allowed` lists the known names by place",
            some_paths(unknown.unknown(), unknown.count()),
            self.place,
        );
        self.answer(Gate::UnknownParams, message)
            .with("unknown", unknown.unknown())
            .with("unknown_count", unknown.count())
            .with("allowed", json!(unknown.allowed()))
            .with_any("did_you_mean", suggestions)
            .refuse()
    }

    fn invalid_values(&self, invalid: &InvalidValues) -> Refusal {
        let message = match invalid.first() {
            [only] if invalid.count() == 1 && only.path.is_empty() => {
                format!("correct `{}`; `invalid` says how", self.place)
            }
            [only] if invalid.count() == 1 => {
                format!("correct `{}` of `{}`; `invalid` says how", only.path, self.place)
            }
            _ => format!(
                "correct the {} values of `{}` that `invalid` lists by path",
                invalid.count(),
                self.place
            ),
        };
        self.answer(Gate::InvalidValues, message)
            .with("invalid", invalid.to_value())
            .with("invalid_count", invalid.count())
            .refuse()
    }

    fn answer(&self, gate: Gate, message: String) -> Answer<'r> {
        let answer = Answer::new(gate, message, help_pointer(Some(self.tool), self.action))
            .with_text("input_schema", self.schema);
        match self.action {
            Some(action) => answer.with("action", action),
            None => answer,
        }
    }
}

fn rename(misspelt: &[Value]) -> &'static str {
    if misspelt.is_empty() {
        ""
    } else {
        "; `did_you_mean` lists the keys that may be meant: rename them"
    }
}
