//! Every check of a declaration that needs no validator, and what passes them.

mod locations;
mod properties;
mod requirements;
mod sources;
mod wording;

use std::collections::BTreeSet;
use std::panic::Location;

use serde_json::Value;

pub(crate) use locations::Locations;

use crate::document::PART_NESTING;
use crate::offence::OffenceCode;
use crate::schema::VOCABULARY;
use crate::{ActionRules, ActionSchema, CheckedAction, Object, Offence, Payload};

/// A declaration after its checks: every offence, and what of it can still be judged (ACT-11).
///
/// Who has a validator judges [`Examined::judgeable`] and [`Examined::defaults`] too, so that all mistakes are told at once;
/// what is already an offence is left out of both.
#[derive(Debug)]
#[must_use]
pub struct Examined {
    /// Nothing where a property is an offence.
    action: Option<CheckedAction>,
    offences: Vec<Offence>,
    judgeable: Value,
    defaults: Object,
    locations: Locations,
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
        self.action.filter(|_| self.offences.is_empty()).ok_or(self.offences)
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
        &self.defaults
    }

    /// The builder call that declared what a pointer into the action schema points at.
    #[must_use]
    pub fn location(&self, pointer: &str) -> Option<&'static Location<'static>> {
        self.locations.of(pointer)
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

    fn count(&self) -> usize {
        self.offences.len()
    }

    /// In the order of the eight keys; properties and defaults by pointer, lists as the checks met them (ACT-11).
    fn in_order(mut self) -> Vec<Offence> {
        self.offences.sort_by_cached_key(|offence| {
            let key = offence.pointer.split('/').nth(1);
            let rank = VOCABULARY
                .iter()
                .position(|known| key == Some(*known))
                .map_or(0, |rank| rank + 1);
            let by_pointer = matches!(key, Some("properties" | "defaults"));
            (rank, by_pointer.then(|| offence.pointer.clone()))
        });
        self.offences
    }
}

pub(crate) fn examine(mut schema: ActionSchema, name: &str, payload: Option<Payload>) -> Examined {
    let mut findings = Findings {
        offences: std::mem::take(&mut schema.offences),
    };
    wording::action_name(name, &mut findings);
    let declared = sources::declared(schema, payload, &mut findings);
    let description = wording::description(&declared.description, &mut findings);
    let locations = Locations::of_declared(declared.properties.iter().flatten().chain(&declared.defaults));
    let mut published = properties::published(
        declared.properties.as_deref().unwrap_or_default(),
        payload.is_some(),
        &mut findings,
    );
    let names: Option<BTreeSet<&str>> = declared
        .properties
        .as_ref()
        .map(|properties| properties.iter().map(|property| property.value.0.as_str()).collect());
    let required = requirements::required(&declared.required, names.as_ref(), &mut findings);
    let groups = requirements::groups(&declared.groups, names.as_ref(), &mut findings);
    let defaults = requirements::defaults(&declared.defaults, names.as_ref(), &declared.required, &mut findings);
    let defaults = properties::fitting_defaults(defaults, &published, &mut findings);
    let examples = declared.examples.into_iter().filter(|example| {
        let shown = Value::Object(example.value.clone());
        fits(&shown, &example.pointer, example.location, &mut findings)
    });
    let examples = examples.map(|example| example.value).collect();
    let action = published.keys.take().map(|keys| {
        let (keys, schema) = keys.into_parts();
        let rules = ActionRules {
            name: name.to_owned(),
            description,
            keys,
            required,
            groups,
            defaults: defaults.clone(),
            notes: declared.notes.map(|notes| notes.value),
            related: declared.related.into_iter().map(|name| name.value).collect(),
            examples,
            locations: locations.clone(),
        };
        CheckedAction { rules, schema }
    });
    Examined {
        action,
        offences: findings.in_order(),
        judgeable: published.judgeable(),
        defaults,
        locations,
    }
}

/// Whether a value can be shown in every answer that shows it; else it is an offence.
fn fits(value: &Value, pointer: &str, location: Option<&'static Location<'static>>, findings: &mut Findings) -> bool {
    let fits = !wymcp_bound::json::depth_exceeds(value, PART_NESTING);
    if !fits {
        findings.push(
            Offence::new(OffenceCode::SchemaNesting, pointer)
                .wants(format!("at most {PART_NESTING} levels of JSON"))
                .finds(value)
                .because("this nests deeper than an answer can show it")
                .mended_by("show a flatter value")
                .at(location),
        );
    }
    fits
}
