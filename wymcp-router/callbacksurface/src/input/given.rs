//! What the caller answered so far, and what the call kept (INP-5).

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};

use crate::Object;

/// What a request brings along for a call that asked before, as it came; see [`CallFacts`](crate::CallFacts).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Input {
    /// `inputResponses`.
    pub responses: Option<Value>,
    /// `requestState`.
    pub state: Option<Value>,
}

/// What a call is entered with again.
#[derive(Debug, Default)]
pub(crate) struct Given {
    /// How often it asked already.
    pub(super) round: usize,
    pub(super) answers: Object,
    pub(super) state: Option<Value>,
    /// What the mount's policy wanted confirmed last: no other yes is one to it.
    pub(super) confirming: Option<String>,
    /// The ids of the answers that fitted what was asked in this round: the others are not kept.
    used: Mutex<BTreeSet<String>>,
}

impl Given {
    pub(super) fn new(round: usize, answers: Object, state: Option<Value>) -> Self {
        Self {
            round,
            answers,
            state,
            confirming: None,
            used: Mutex::default(),
        }
    }

    pub(super) fn confirming(self, question: Option<String>) -> Self {
        Self {
            confirming: question,
            ..self
        }
    }

    pub(super) fn note(&self, id: &str) {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if !used.contains(id) {
            used.insert(id.to_owned());
        }
    }

    /// The answers that are still good in the next round.
    pub(super) fn kept(&self) -> Object {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let kept = used
            .iter()
            .filter_map(|id| Some((id.clone(), self.answers.get(id)?.clone())));
        kept.collect()
    }

    /// As it is sealed.
    pub(super) fn into_value(self) -> Value {
        let mut members = json!({"round": self.round});
        members["answers"] = Value::Object(self.answers);
        if let Some(state) = self.state {
            members["state"] = state;
        }
        if let Some(question) = self.confirming {
            members["confirming"] = Value::String(question);
        }
        members
    }

    /// As it was sealed; `newer` answers stand over older ones.
    pub(super) fn of_value(sealed: Value, newer: Object) -> Option<Self> {
        let Value::Object(mut sealed) = sealed else { return None };
        let round = usize::try_from(sealed.remove("round")?.as_u64()?).ok()?;
        let Value::Object(mut answers) = sealed.remove("answers")? else {
            return None;
        };
        answers.extend(newer);
        let confirming = match sealed.remove("confirming") {
            Some(Value::String(question)) => Some(question),
            _ => None,
        };
        Some(Self::new(round, answers, sealed.remove("state")).confirming(confirming))
    }
}
