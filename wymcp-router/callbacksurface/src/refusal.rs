//! The answer of a gate (GAT-1).

use std::collections::BTreeMap;

use serde_json::Value;
use wymcp_bound::json;

use crate::{CallResult, ErrorKind, Gate};

/// What a gate answers: a JSON object as text, which becomes the one text block of a result with `isError: true`.
///
/// Its size depends on the author's schema and on constants, never on how much the caller sent (BND-2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    gate: Gate,
    text: String,
}

impl Refusal {
    /// The gate that refused.
    #[must_use]
    pub const fn gate(&self) -> Gate {
        self.gate
    }

    /// The JSON that the model reads: `error`, `message`, `help`, and what the gate found.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The result of the call.
    #[must_use]
    pub fn into_result(self) -> CallResult {
        CallResult::of_text(self.text, Some(ErrorKind::Dispatch))
    }
}

/// An answer in the gates' dialect, in the making: a gate's refusal, or what `By` stands for.
pub(crate) struct Answer<'r, By = Gate> {
    by: By,
    members: BTreeMap<&'static str, Member<'r>>,
}

enum Member<'r> {
    Value(Value),
    /// JSON that was written at registration.
    Text(&'r str),
}

impl Answer<'_> {
    pub(crate) fn new(gate: Gate, message: String, help: String) -> Self {
        Self::with_error(gate, gate.error(), message, help)
    }

    pub(crate) fn refuse(self) -> Refusal {
        Refusal {
            gate: self.by,
            text: self.into_text(),
        }
    }
}

impl Answer<'_, ()> {
    /// An error that is no gate's: nothing of the action has run all the same.
    pub(crate) fn of(error: &str, message: String, help: String) -> Self {
        Self::with_error((), error, message, help)
    }

    pub(crate) fn into_result(self) -> CallResult {
        CallResult::of_text(self.into_text(), Some(ErrorKind::Dispatch))
    }
}

impl<'r, By> Answer<'r, By> {
    fn with_error(by: By, error: &str, message: String, help: String) -> Self {
        let members = [
            ("error", error.into()),
            ("message", message.into()),
            ("help", help.into()),
        ];
        Self {
            by,
            members: members
                .map(|(key, value): (_, Value)| (key, Member::Value(value)))
                .into(),
        }
    }

    pub(crate) fn with(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.members.insert(key, Member::Value(value.into()));
        self
    }

    /// Left out when the list is empty.
    pub(crate) fn with_any(self, key: &'static str, list: Vec<impl Into<Value>>) -> Self {
        if list.is_empty() {
            self
        } else {
            self.with(key, list.into_iter().map(Into::into).collect::<Vec<Value>>())
        }
    }

    pub(crate) fn with_text(mut self, key: &'static str, json: &'r str) -> Self {
        self.members.insert(key, Member::Text(json));
        self
    }

    /// Keys in code point order (LST-2).
    fn into_text(self) -> String {
        let mut text = "{".to_owned();
        for (index, (key, member)) in self.members.iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            json::write_str(&mut text, key);
            text.push(':');
            match member {
                Member::Value(value) => json::write(&mut text, value),
                Member::Text(json) => text.push_str(json),
            }
        }
        text.push('}');
        text
    }
}
