//! KEY-5 over generated *tools*, through `admit`: what is published of an action, with `required` and the groups added, accepts
//! exactly what passes the gates, and each property means in it what its own document means (ACT-4); what is listed of a plain tool
//! accepts exactly what passes its gates.

mod declared;
mod subject;

use std::fmt;

use serde_json::Value;

pub use declared::{action, data_for};
use subject::Subject;

use crate::generate::data::data;
use crate::generate::dice::Dice;
use crate::generate::schema::document;

/// Calls that are tried against each tool.
const CALLS_PER_TOOL: u64 = 10;

/// What a run found.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Tools that were made.
    pub made: usize,
    /// Tools that registered.
    pub registered: usize,
    /// Calls that the referee accepted.
    pub accepted: usize,
    /// Calls that the referee refused.
    pub refused: usize,
    /// Where a property did not hold.
    pub counterexamples: Vec<Counterexample>,
}

impl Outcome {
    /// What the run covered too thinly.
    #[must_use]
    pub fn gaps(&self) -> Vec<String> {
        let calls = self.accepted + self.refused;
        let thin = |what: &str, count: usize, of: usize| {
            (count * 10 < of || of == 0).then(|| format!("only {count} of {of} {what}"))
        };
        [
            thin("tools registered", self.registered, self.made),
            thin("calls were accepted", self.accepted, calls),
            thin("calls were refused", self.refused, calls),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

impl Outcome {
    /// Judge calls until a promise is broken.
    fn judge(&mut self, subject: &Subject, calls: impl Iterator<Item = Value>) -> Option<(&'static str, Value)> {
        for sent in calls {
            let (accepted, broken) = subject.judge(&sent);
            self.accepted += usize::from(accepted);
            self.refused += usize::from(!accepted);
            if let Some(property) = broken {
                return Some((property, sent));
            }
        }
        None
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} tools, {} registered; {} calls: {} accepted, {} refused",
            self.made,
            self.registered,
            self.accepted + self.refused,
            self.accepted,
            self.refused
        )
    }
}

/// One place where a property does not hold.
#[derive(Debug)]
pub struct Counterexample {
    /// The property, with its contract id.
    pub property: &'static str,
    /// The action, as JSON of the eight keys; for a plain tool, its input schema.
    pub declared: Value,
    /// What was sent as `data`, or as `arguments` of a plain tool.
    pub data: Value,
    /// The seed of the case.
    pub seed: u64,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}\n  declared {}\n  data     {}\n  seed     {}",
            self.property, self.declared, self.data, self.seed
        )
    }
}

/// Generate `cases` actions, and calls for each that registers.
#[must_use]
pub fn actions(cases: u64, first_seed: u64) -> Outcome {
    run(cases, first_seed, action, Subject::of_action, data_for)
}

/// Generate `cases` plain tools, and calls for each that registers.
#[must_use]
pub fn plain_tools(cases: u64, first_seed: u64) -> Outcome {
    run(cases, first_seed, document, Subject::of_plain, data)
}

fn run(
    cases: u64,
    first_seed: u64,
    declare: impl Fn(&mut Dice) -> Value,
    register: impl Fn(&Value) -> Result<Option<Subject>, &'static str>,
    send: impl Fn(&mut Dice, &Value, usize) -> Value,
) -> Outcome {
    let mut outcome = Outcome::default();
    for seed in first_seed..first_seed + cases {
        let mut dice = Dice::new(seed);
        let declared = declare(&mut dice);
        outcome.made += 1;
        let (property, data) = match register(&declared) {
            Ok(None) => continue,
            Ok(Some(subject)) => {
                outcome.registered += 1;
                let calls = (0..CALLS_PER_TOOL).map(|_| {
                    let mistakes = if dice.chance(55) { 0 } else { 3 + dice.below(8) };
                    send(&mut dice, &declared, mistakes)
                });
                match outcome.judge(&subject, calls) {
                    None => continue,
                    Some(broken) => broken,
                }
            }
            Err(property) => (property, Value::Null),
        };
        outcome.counterexamples.push(Counterexample {
            property,
            declared,
            data,
            seed,
        });
    }
    outcome
}
