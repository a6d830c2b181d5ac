//! KEY-5 over generated *actions*: what is published of an action, with `required` and the groups added, accepts exactly what
//! passes gates 5 to 8; and each property means in it what its own document means (ACT-4).

use std::fmt;

use jsonschema::Validator;
use serde_json::{Map, Value, json};
use wymcp_actions::{ActionSchema, CheckedAction};
use wymcp_keyset::KeySet;
use wymcp_valuegate::ValueGate;

use crate::generate::data::data;
use crate::generate::dice::Dice;
use crate::generate::schema::document;
use crate::{numbers, referee};

/// Names of generated properties; some need escapes in pointers and fragments.
const NAMES: [&str; 5] = ["p", "q", "r s", "t/u~v", "é%"];
/// Calls that are tried against each action.
const CALLS_PER_ACTION: u64 = 10;

/// What a run found.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Actions that were made.
    pub made: usize,
    /// Actions that registered.
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
            thin("actions registered", self.registered, self.made),
            thin("calls were accepted", self.accepted, calls),
            thin("calls were refused", self.refused, calls),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} actions, {} registered; {} calls: {} accepted, {} refused",
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
    /// The action, as JSON of the eight keys.
    pub action: Value,
    /// What was sent as `data`.
    pub data: Value,
    /// The seed of the case.
    pub seed: u64,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}\n  action {}\n  data   {}\n  seed   {}",
            self.property, self.action, self.data, self.seed
        )
    }
}

/// An action as JSON, its properties generated documents.
#[must_use]
pub fn action(dice: &mut Dice) -> Value {
    let names = dice.some(&NAMES, 50);
    let mut properties = Map::new();
    for name in &names {
        let mut property = document(dice);
        if !properties.is_empty() {
            // Equal anchors in one action are an offence (ACT-4); the generator's have few names.
            property = without_anchors(&property);
        }
        properties.insert((*name).to_owned(), property);
    }
    let required = dice.some(&names, 25);
    let rest: Vec<&str> = names.iter().copied().filter(|name| !required.contains(name)).collect();
    let groups = match rest.as_slice() {
        [one, two, ..] if dice.chance(50) => json!([[one], [two]]),
        [one, two, three, ..] if dice.chance(50) => json!([[one, two], [three]]),
        _ => json!([]),
    };
    json!({"description": "Generated", "properties": properties, "required": required, "required_one_of": groups})
}

fn without_anchors(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => Value::Object(
            members
                .iter()
                .filter(|(word, _)| *word != "$anchor")
                .map(|(word, held)| (word.clone(), without_anchors(held)))
                .collect(),
        ),
        Value::Array(items) => items.iter().map(without_anchors).collect(),
        Value::String(text) if text.starts_with("#anchor") => json!(text.replace("#anchor", "#/$defs/D")),
        other => other.clone(),
    }
}

/// Data for an action as JSON.
#[must_use]
pub fn data_for(dice: &mut Dice, action: &Value, mistakes: usize) -> Value {
    let mut made = Map::new();
    for (name, property) in action["properties"].as_object().into_iter().flatten() {
        let required = action["required"]
            .as_array()
            .is_some_and(|required| required.contains(&json!(name)));
        if dice.chance(if required { 97 } else { 65 }) {
            made.insert(name.clone(), data(dice, property, mistakes));
        }
    }
    if dice.chance(mistakes) {
        made.insert("zz".to_owned(), json!(1));
    }
    Value::Object(made)
}

/// Generate `cases` actions, and calls for each that registers.
#[must_use]
pub fn run(cases: u64, first_seed: u64) -> Outcome {
    let mut outcome = Outcome::default();
    for seed in first_seed..first_seed + cases {
        let mut dice = Dice::new(seed);
        let declared = action(&mut dice);
        outcome.made += 1;
        let subject = match Subject::register(&declared) {
            Ok(Some(subject)) => subject,
            Ok(None) => continue,
            Err(property) => {
                outcome.counterexamples.push(Counterexample {
                    property,
                    action: declared,
                    data: Value::Null,
                    seed,
                });
                continue;
            }
        };
        outcome.registered += 1;
        for _ in 0..CALLS_PER_ACTION {
            let mistakes = if dice.chance(55) { 0 } else { 3 + dice.below(8) };
            let sent = data_for(&mut dice, &declared, mistakes);
            let (accepted, broken) = subject.judge(&sent);
            outcome.accepted += usize::from(accepted);
            outcome.refused += usize::from(!accepted);
            if let Some(property) = broken {
                outcome.counterexamples.push(Counterexample {
                    property,
                    action: declared,
                    data: sent,
                    seed,
                });
                break;
            }
        }
    }
    outcome
}

struct Subject {
    checked: CheckedAction,
    values: ValueGate,
    /// P, with `required` and the groups added.
    whole: Validator,
    published: Validator,
    /// Each property's own closed document.
    own: Vec<(String, Validator)>,
}

impl Subject {
    /// Nothing when the action is an offence.
    fn register(declared: &Value) -> Result<Option<Self>, &'static str> {
        let Ok(schema) = ActionSchema::from_json(declared) else {
            return Ok(None);
        };
        let Ok(checked) = schema.check("generated", None) else {
            return Ok(None);
        };
        let published = checked.schema();
        let Ok(values) = ValueGate::build(published) else {
            return Ok(None);
        };
        let build = |document: &Value| referee::validator(document).map_err(|_| "VAL-1: what registers builds");
        let mut own = Vec::new();
        for (name, property) in declared["properties"].as_object().into_iter().flatten() {
            let keys =
                KeySet::new(property).map_err(|_| "KEY-9: a property that registers in an action registers alone")?;
            own.push((name.clone(), build(keys.closed())?));
        }
        let mut whole = published.clone();
        whole["required"] = declared["required"].clone();
        let groups: Vec<Value> = declared["required_one_of"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|group| json!({ "required": group }))
            .collect();
        if !groups.is_empty() {
            whole["anyOf"] = json!(groups);
        }
        let digest = checked.digest();
        if digest["properties"] != published["properties"] || digest["required"] != declared["required"] {
            return Err("GAT-3: the digest is P with `required`");
        }
        Ok(Some(Self {
            whole: build(&whole)?,
            published: build(published)?,
            own,
            values,
            checked,
        }))
    }

    fn judge(&self, sent: &Value) -> (bool, Option<&'static str>) {
        let mut data = sent.clone();
        wymcp_valuegate::normalise(&mut data);
        let Value::Object(members) = &data else {
            return (false, None);
        };
        let passes = self.checked.missing(members).is_empty()
            && self.checked.group_satisfied(members)
            && self.checked.keys().check(&data).is_none()
            && self.values.check(&data).is_none();
        let accepted = self.whole.is_valid(sent);
        if passes != accepted && !(accepted && numbers::beyond_range(sent)) {
            return (
                accepted,
                Some("KEY-5: with `required` and the groups, P accepts exactly what passes gates 5 to 8"),
            );
        }
        for (name, own) in &self.own {
            if let Some(value) = sent.get(name)
                && own.is_valid(value) != self.published.is_valid(&json!({ name.as_str(): value }))
            {
                return (
                    accepted,
                    Some("ACT-4: a property means in P what its own document means"),
                );
            }
        }
        (accepted, None)
    }
}
