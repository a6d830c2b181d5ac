//! Every check of a declaration that needs no validator, and what passes them.

mod requirements;
mod wording;

use std::collections::{BTreeMap, BTreeSet};
use std::panic::Location;

use serde_json::{Value, json};

use crate::schema::{Declared, Description};
use crate::{ActionSchema, CheckedAction, Object, Offence, Payload};

/// A declaration after its checks: every offence, and what of it can still be judged (ACT-11).
///
/// Who has a validator judges [`Examined::judgeable`] and [`Examined::defaults`] too, so that all mistakes are told at once;
/// what is already an offence is left out of both.
#[derive(Debug)]
#[must_use]
pub struct Examined {
    action: CheckedAction,
    offences: Vec<Offence>,
    judgeable: Value,
}

impl Examined {
    /// What is wrong, in a stable order.
    #[must_use]
    pub fn offences(&self) -> &[Offence] {
        &self.offences
    }

    /// The action that passed.
    ///
    /// # Errors
    /// The offences, when there are any.
    pub fn into_result(self) -> Result<CheckedAction, Vec<Offence>> {
        if self.offences.is_empty() { Ok(self.action) } else { Err(self.offences) }
    }

    /// The object schema of `data` before closure, references rewritten, without the properties and keywords that are offences.
    /// Its pointers are those of the action schema.
    #[must_use]
    pub fn judgeable(&self) -> &Value {
        &self.judgeable
    }

    /// The defaults that a validator can judge.
    #[must_use]
    pub fn defaults(&self) -> &Object {
        &self.action.defaults
    }

    /// The builder call that declared what a pointer into the action schema points at.
    #[must_use]
    pub fn location(&self, pointer: &str) -> Option<&'static Location<'static>> {
        self.action.location(pointer)
    }
}

/// What the checks gather on their way.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    offences: Vec<Offence>,
}

impl Findings {
    pub(crate) fn push(&mut self, offence: Offence) {
        self.offences.push(offence);
    }
}

pub(crate) fn examine(schema: ActionSchema, name: &str, _payload: Option<Payload>) -> Examined {
    let mut findings = Findings { offences: schema.offences.clone() };
    wording::action_name(name, &mut findings);
    let description = match &schema.description {
        Description::Written(text) => wording::description(text, &mut findings),
        Description::OfPayload(_) | Description::Absent => String::new(),
    };
    let mut properties = Object::new();
    let mut locations = BTreeMap::new();
    for Declared { value: (name, property), pointer, location } in &schema.properties {
        properties.insert(name.clone(), property.clone());
        locations.insert(pointer.clone(), *location);
    }
    let names: BTreeSet<&str> = schema.properties.iter().map(|property| property.value.0.as_str()).collect();
    let required = requirements::required(&schema.required, &names, &mut findings);
    let groups = requirements::groups(&schema.groups, &names, &mut findings);
    let defaults = requirements::defaults(&schema.defaults, &names, &required, &mut findings);
    let judgeable = json!({"type": "object", "properties": properties, "additionalProperties": false});
    let action = CheckedAction {
        name: name.to_owned(),
        description,
        schema: judgeable.clone(),
        required,
        groups,
        defaults,
        notes: schema.notes.map(|notes| notes.value),
        related: schema.related.into_iter().map(|name| name.value).collect(),
        examples: schema.examples.into_iter().map(|example| example.value).collect(),
        locations,
    };
    Examined { action, offences: findings.offences, judgeable }
}
