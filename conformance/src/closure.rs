//! KEY-5 over generated schemas and data: published = enforced, gate 7 is sound, closing only narrows.

use std::fmt;

use jsonschema::Validator;
use serde_json::Value;
use wymcp_keyset::KeySet;
use wymcp_valuegate::ValueGate;

use crate::generate::coverage::Coverage;
use crate::generate::data::data;
use crate::generate::dice::Dice;
use crate::generate::schema::document;
use crate::generate::shrink::shrink;
use crate::generate::tree;
use crate::{numbers, referee};

/// Data that is tried against each schema.
const DATA_PER_SCHEMA: u64 = 12;

/// What a run found.
#[derive(Debug, Default)]
pub struct Outcome {
    /// What was covered.
    pub coverage: Coverage,
    /// Where a property did not hold, made small.
    pub counterexamples: Vec<Counterexample>,
}

/// One place where a property does not hold.
#[derive(Debug)]
pub struct Counterexample {
    /// The property, with its contract id.
    pub property: &'static str,
    /// The author's schema.
    pub schema: Value,
    /// What was sent.
    pub data: Value,
    /// The seed of the case that it was found in.
    pub seed: u64,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}\n  schema {}\n  data   {}\n  seed   {}",
            self.property, self.schema, self.data, self.seed
        )
    }
}

/// Generate `cases` schemas, and data for each that registers.
#[must_use]
pub fn run(cases: u64, first_seed: u64) -> Outcome {
    let mut outcome = Outcome::default();
    for seed in first_seed..first_seed + cases {
        let mut dice = Dice::new(seed);
        let schema = document(&mut dice);
        outcome.coverage.made += 1;
        let subject = match Subject::register(&schema) {
            Ok(subject) => subject,
            Err(Refused::Offence) => continue,
            Err(Refused::Broken(property)) => {
                let (schema, data) = shrink(
                    &schema,
                    &Value::Null,
                    |schema, _| matches!(Subject::register(schema), Err(Refused::Broken(p)) if p == property),
                );
                outcome.counterexamples.push(Counterexample {
                    property,
                    schema,
                    data,
                    seed,
                });
                continue;
            }
        };
        outcome.coverage.note(&schema, &subject.closed);
        for _ in 0..DATA_PER_SCHEMA {
            let mistakes = if dice.chance(45) { 0 } else { 4 + dice.below(10) };
            let sent = data(&mut dice, &schema, mistakes);
            let verdict = subject.judge(&sent);
            outcome.coverage.accepted += usize::from(verdict.accepted);
            outcome.coverage.refused += usize::from(!verdict.accepted);
            outcome.coverage.by_gate_7 += usize::from(verdict.by_gate_7);
            if let Some(property) = verdict.broken {
                let (schema, data) = shrink(&schema, &sent, |schema, data| {
                    data.is_object()
                        && Subject::register(schema).is_ok_and(|subject| subject.judge(data).broken == Some(property))
                });
                outcome.counterexamples.push(Counterexample {
                    property,
                    schema,
                    data,
                    seed,
                });
                break;
            }
        }
    }
    outcome
}

/// Whether a schema and data are as the contract promises; the property that is not, else.
#[must_use]
pub fn broken(schema: &Value, data: &Value) -> Option<&'static str> {
    match Subject::register(schema) {
        Ok(subject) => subject.judge(data).broken,
        Err(Refused::Offence) => None,
        Err(Refused::Broken(property)) => Some(property),
    }
}

/// [`broken`], where something else is published than what closing makes: a property that cannot fail says nothing.
#[must_use]
pub fn broken_when_published(schema: &Value, published: &Value, data: &Value) -> Option<&'static str> {
    let subject = Subject::publishing(schema, KeySet::new(schema).ok()?, published.clone()).ok()?;
    subject.judge(data).broken
}

enum Refused {
    Offence,
    Broken(&'static str),
}

/// A schema that registered, and everything that judges data by it.
struct Subject {
    keys: KeySet,
    closed: Value,
    values: ValueGate,
    published: Validator,
    /// The author's schema, where closing changed it.
    authored: Option<Validator>,
    /// Published and authored with every `oneOf` read as `anyOf`, where there is one and closing changed something.
    loose: Option<(Validator, Validator)>,
    unions: bool,
    exclusive: bool,
}

struct Verdict {
    accepted: bool,
    by_gate_7: bool,
    broken: Option<&'static str>,
}

impl Subject {
    fn register(schema: &Value) -> Result<Self, Refused> {
        let keys = KeySet::new(schema).map_err(|_| Refused::Offence)?;
        let closed = keys.closed().clone();
        if wymcp_keyset::close(&closed) != closed {
            return Err(Refused::Broken("KEY-4: closing twice changes nothing"));
        }
        if wymcp_keyset::close(schema) != closed {
            return Err(Refused::Broken("KEY-8: `close` alone is what registration publishes"));
        }
        if !KeySet::new(&closed).is_ok_and(|again| *again.closed() == closed) {
            return Err(Refused::Broken("KEY-4: what is published registers again, as itself"));
        }
        Self::publishing(schema, keys, closed)
    }

    /// A schema of which `closed` is published, whoever made it.
    fn publishing(schema: &Value, keys: KeySet, closed: Value) -> Result<Self, Refused> {
        let values = match ValueGate::build(&closed) {
            Ok(values) => values,
            // What closing breaks is ours; what the author wrote badly is an offence.
            Err(_) if ValueGate::build(schema).is_ok() => {
                return Err(Refused::Broken("KEY-4: what is published of a good schema builds"));
            }
            Err(_) => return Err(Refused::Offence),
        };
        let build = |document: &Value| {
            referee::validator(document).map_err(|_| Refused::Broken("VAL-1: what registers builds"))
        };
        let changed = closed != *schema;
        let exclusive = tree::uses(schema, "oneOf");
        let loose = if changed && exclusive {
            Some((
                build(&tree::without_exclusion(&closed))?,
                build(&tree::without_exclusion(schema))?,
            ))
        } else {
            None
        };
        Ok(Self {
            published: build(&closed)?,
            authored: if changed { Some(build(schema)?) } else { None },
            loose,
            exclusive,
            unions: [
                "anyOf",
                "oneOf",
                "patternProperties",
                "unevaluatedProperties",
                "contains",
                "not",
                "if",
            ]
            .into_iter()
            .any(|word| tree::uses(schema, word)),
            keys,
            closed,
            values,
        })
    }

    fn judge(&self, sent: &Value) -> Verdict {
        let mut data = sent.clone();
        wymcp_valuegate::normalise(&mut data);
        let by_gate_7 = self.keys.check(&data);
        let by_gate_8 = self.values.check(&data);
        let accepted = self.published.is_valid(sent);
        let passes = by_gate_7.is_none() && by_gate_8.is_none();
        let broken = if by_gate_7.is_some() && accepted {
            Some("KEY-5: gate 7 is sound: what it refuses, P refuses")
        } else if passes && !accepted {
            Some("KEY-5: what passes gates 7 and 8, P accepts")
        } else if !passes && accepted && (!numbers::beyond_range(sent) || self.within_range(sent)) {
            Some("KEY-5: what P accepts passes gates 7 and 8, but for VAL-5's range")
        } else if passes && numbers::beyond_range(sent) && !self.within_range(sent) {
            Some("VAL-5: beyond the range, a number is refused where an integer is admitted and no other")
        } else if self.values.is_valid(&data) != by_gate_8.is_none() {
            Some("VAL-6: gate 8 finds a problem exactly when the value is not valid")
        } else if accepted && !self.exclusive && !self.authored(sent) {
            Some("KEY-5: closing accepts nothing that the author's schema refuses")
        } else if self
            .loose
            .as_ref()
            .is_some_and(|(published, authored)| published.is_valid(sent) && !authored.is_valid(sent))
        {
            Some("KEY-5: closing widens nothing but an ambiguous `oneOf`")
        } else if !self.unions && !accepted && by_gate_7.is_none() && self.authored(sent) {
            Some("KEY-5: without alternatives and patterns, gate 7 refuses all that closing refuses")
        } else {
            by_gate_7.as_ref().and_then(|unknown| self.answer(unknown, &data))
        };
        Verdict {
            accepted,
            by_gate_7: by_gate_7.is_some(),
            broken,
        }
    }

    fn authored(&self, sent: &Value) -> bool {
        self.authored.as_ref().unwrap_or(&self.published).is_valid(sent)
    }

    /// Whether P accepts the data when each place that admits an integer and no other number is bounded to VAL-5's range. Such data
    /// is rare, so the validator is built when it comes.
    fn within_range(&self, sent: &Value) -> bool {
        referee::validator(&numbers::ranged(&self.closed)).is_ok_and(|ranged| ranged.is_valid(sent))
    }

    /// KEY-6: what the answer says about unknown keys is true of the data.
    fn answer(&self, unknown: &wymcp_keyset::UnknownKeys, data: &Value) -> Option<&'static str> {
        let listed = unknown.unknown();
        if listed.is_empty()
            || listed.len() > 10
            || unknown.count() < listed.len()
            || (unknown.count() > listed.len() && listed.len() != 10)
        {
            return Some("KEY-6: the first ten are listed, and all are counted");
        }
        let mut left = data.clone();
        for path in listed {
            let (parent, key) = path.rsplit_once('/')?;
            let key = key.replace("~1", "/").replace("~0", "~");
            let Some(holder) = left.pointer_mut(parent).and_then(Value::as_object_mut) else {
                return Some("KEY-6: an unknown key's path leads to it");
            };
            if holder.remove(&key).is_none() {
                return Some("KEY-6: an unknown key's path leads to it");
            }
            match unknown.allowed().get(parent) {
                Some(known) if !known.contains(&key) && known.is_sorted() => {}
                _ => return Some("KEY-6: `allowed` names the known keys of each object with an unknown one"),
            }
        }
        let rest = self.keys.check(&left).map_or(0, |again| again.count());
        (rest + listed.len() != unknown.count())
            .then_some("GAT-6: leaving out the listed keys leaves the rest of the count")
    }
}
