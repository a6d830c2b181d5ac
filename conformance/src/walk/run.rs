//! The repair walk over generated calls (GAT-6).

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde_json::{Value, json};
use wymcp_callbacksurface::{ActionSchema, Gate, Registration, View, admit};

use super::client::{Care, Client};
use super::mistake::{Measure, Target, commit};
use crate::admission::{action, data_for};
use crate::fixtures::{One, Orders};
use crate::generate::dice::Dice;

/// What a run of walks met.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Walks that were begun.
    pub walks: usize,
    /// Refusals, by error.
    pub met: BTreeMap<String, usize>,
    /// Most refusals on one walk.
    pub longest: usize,
    /// Walks that did not end as promised.
    pub failures: Vec<String>,
}

impl Outcome {
    /// Gates that no walk met.
    #[must_use]
    pub fn gaps(&self) -> Vec<String> {
        Gate::ORDER
            .iter()
            .filter(|gate| !self.met.contains_key(gate.error()))
            .map(|gate| format!("no walk met gate {}", gate.error()))
            .collect()
    }

    fn walk(&mut self, registration: &Registration, intent: &Value, call: Value, care: Care) {
        self.walks += 1;
        let begun = call.clone();
        let walked = Client::of_actions(intent.clone(), call, care).walk(|arguments| {
            let arguments = arguments.as_object().cloned().unwrap_or_default();
            admit(registration, &View::everything(), arguments)
                .err()
                .map(|refusal| refusal.text().to_owned())
        });
        match walked {
            Ok(client) => {
                self.longest = self.longest.max(client.answers().len());
                for (error, _) in client.answers() {
                    *self.met.entry(error.clone()).or_default() += 1;
                }
                if !in_gate_order(client.answers()) {
                    self.failures.push(format!(
                        "an earlier gate answered after a later one: {:?} for {begun}",
                        client.answers()
                    ));
                }
            }
            Err(why) => self
                .failures
                .push(format!("{why}\n  intent {intent}\n  call   {begun}")),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} walks, at most {} refusals on one:", self.walks, self.longest)?;
        for gate in Gate::ORDER {
            write!(
                f,
                " {} {}",
                gate.error(),
                self.met.get(gate.error()).copied().unwrap_or_default()
            )?;
        }
        Ok(())
    }
}

/// GAT: the first gate that fails answers, so what answers later on a walk is the same gate or a later one.
fn in_gate_order(answers: &[(String, usize)]) -> bool {
    let place = |error: &str| Gate::ORDER.iter().position(|gate| gate.error() == error);
    answers.is_sorted_by_key(|(error, _)| place(error))
}

/// Walks on the fixture tool that nests: every set of gates, some number of mistakes of each; repaired at the very place.
#[must_use]
pub fn on_fixture(cases: u64, first_seed: u64) -> Outcome {
    let mut outcome = Outcome::default();
    let registration = Registration::build(Arc::new(Orders), None).unwrap_or_else(|offences| panic!("{offences:?}"));
    for seed in first_seed..first_seed + cases {
        let mut dice = Dice::new(seed);
        let call = spoilt(&mut dice, &Orders::intent(), &Orders::target(), seed);
        outcome.walk(&registration, &Orders::intent(), call, Care::Place);
    }
    outcome
}

/// Walks on generated actions, from any data that passes; a refused value's property is sent anew as it was meant.
#[must_use]
pub fn on_generated(cases: u64, first_seed: u64) -> Outcome {
    let mut outcome = Outcome::default();
    for seed in first_seed..first_seed + cases {
        let mut dice = Dice::new(seed);
        let declared = action(&mut dice);
        let Ok(schema) = ActionSchema::from_json(&declared) else {
            continue;
        };
        let Ok(registration) = Registration::build(Arc::new(One::new(schema)), None) else {
            continue;
        };
        let texts = |value: &Value| {
            value
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let target = Target {
            required: texts(&declared["required"]),
            groups: declared["required_one_of"]
                .as_array()
                .into_iter()
                .flatten()
                .map(texts)
                .collect(),
            properties: declared["properties"]
                .as_object()
                .into_iter()
                .flat_map(|properties| properties.keys().cloned())
                .collect(),
        };
        for turn in 0..6 {
            let intent = json!({"action": "act", "data": data_for(&mut dice, &declared, 0)});
            let passes = intent
                .as_object()
                .is_some_and(|intent| admit(&registration, &View::everything(), intent.clone()).is_ok());
            if passes {
                let call = spoilt(&mut dice, &intent, &target, seed.wrapping_mul(6).wrapping_add(turn));
                outcome.walk(&registration, &intent, call, Care::Property);
            }
        }
    }
    outcome
}

/// A call with mistakes of a set of gates; `set` has a bit for each, so counting goes through every set.
fn spoilt(dice: &mut Dice, intent: &Value, target: &Target, set: u64) -> Value {
    let mut call = intent.clone();
    // Deeper mistakes first, so that those of the arguments do not take away what the others spoil.
    for (bit, gate) in Gate::ORDER.iter().enumerate().rev() {
        if set >> bit & 1 == 1 {
            let measure = if dice.chance(40) { Measure::One } else { Measure::Many };
            commit(*gate, &mut call, target, measure, dice);
        }
    }
    call
}
