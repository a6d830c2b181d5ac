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
    /// The ids of the answers that fitted what was asked in this round: the others are not kept.
    used: Mutex<BTreeSet<String>>,
}

impl Given {
    pub(super) fn new(round: usize, answers: Object, state: Option<Value>) -> Self {
        Self {
            round,
            answers,
            state,
            used: Mutex::default(),
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
    pub(super) fn to_value(round: usize, answers: Object, state: Option<Value>) -> Value {
        let mut members = json!({"round": round});
        members["answers"] = Value::Object(answers);
        if let Some(state) = state {
            members["state"] = state;
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
        Some(Self::new(round, answers, sealed.remove("state")))
    }
}
