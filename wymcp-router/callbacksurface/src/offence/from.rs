//! Mistakes that the crates below found, told with tool, callback and action.

use std::panic::Location;

use wymcp_keyset::OffenceKind;

use super::Offence;
use crate::Callback;
use crate::manifest::Origin;

impl Offence {
    /// Of an action schema.
    pub(crate) fn of_action_schema(action: &str, found: &wymcp_actions::Offence) -> Self {
        Self {
            pointer: found.pointer().to_owned(),
            wanted: found.wanted().to_owned().into(),
            found: found.found(),
            mend: found.mend().to_owned().into(),
            location: found.location(),
            ..Self::new(found.code(), found.why().to_owned())
                .said_by(Callback::Schema)
                .of_action(action)
        }
    }

    /// Of a type that describes a schema (DEF-5).
    pub(crate) fn of_type(callback: Callback, found: &wymcp_actions::Offence) -> Self {
        Self {
            action: None,
            callback: Some(callback),
            ..Self::of_action_schema("", found)
        }
    }

    /// Of the keys of a plain tool's input schema (KEY-9, KEY-10).
    pub(crate) fn of_keys(found: &wymcp_keyset::Offence) -> Self {
        let (wanted, kind) = match found.kind() {
            OffenceKind::Malformed { wanted, found } => (*wanted, Some(*found)),
            _ => ("a schema whose objects say which keys they admit", None),
        };
        Self {
            mend: found.mend().into(),
            wanted: wanted.into(),
            found: kind,
            ..Self::new(found.code(), found.why())
                .said_by(Callback::InputSchema)
                .at(found.pointer())
        }
    }

    /// Of a schema that does not build (VAL-1).
    pub(crate) fn of_validator(callback: Callback, found: &wymcp_valuegate::Offence) -> Self {
        Self {
            mend: found.mend().to_owned().into(),
            wanted: "a JSON Schema 2020-12 that builds".into(),
            ..Self::new(found.code(), found.why().to_owned())
                .said_by(callback)
                .at(found.pointer())
        }
    }
}

/// Gathers what is wrong with one tool.
#[derive(Debug)]
pub(crate) struct Findings {
    tool: Option<String>,
    declared_at: Option<&'static Location<'static>>,
    origin: Option<Origin>,
    offences: Vec<Offence>,
}

impl Findings {
    pub(crate) fn new(tool: Option<&str>, declared_at: Option<&'static Location<'static>>) -> Self {
        Self {
            tool: tool.map(str::to_owned),
            declared_at,
            origin: None,
            offences: Vec::new(),
        }
    }

    /// The manifest that declares the tool, if one does.
    pub(crate) fn told_in(self, origin: Option<Origin>) -> Self {
        Self { origin, ..self }
    }

    pub(crate) fn push(&mut self, offence: Offence) {
        // What code declared has its line already, and is not of the manifest.
        let is_placed = offence.location.is_some() || offence.source.is_some();
        let mut offence = offence.declared_at(self.declared_at);
        if let (Some(origin), false) = (&self.origin, is_placed) {
            // What JSON does not carry is an offence already, and what stands in for it is nobody's mistake.
            let Some(source) = origin.source_of(&offence) else {
                return;
            };
            offence.source = Some(source);
        }
        self.offences.push(match &self.tool {
            Some(tool) => offence.of_tool(tool.clone()),
            None => offence,
        });
    }

    pub(crate) fn extend(&mut self, offences: impl IntoIterator<Item = Offence>) {
        offences.into_iter().for_each(|offence| self.push(offence));
    }

    /// Whether something is wrong at that place already.
    pub(crate) fn has_at(&self, callback: Callback, pointer: &str) -> bool {
        self.offences
            .iter()
            .any(|offence| offence.callback() == Some(callback) && offence.pointer() == pointer)
    }

    pub(crate) fn has_code(&self, code: &str) -> bool {
        self.offences.iter().any(|offence| offence.code() == code)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.offences.is_empty()
    }

    /// In the order of the contract's callbacks; what one callback said wrongly stays in the order of finding.
    pub(crate) fn into_vec(mut self) -> Vec<Offence> {
        self.offences.sort_by_key(Offence::callback);
        self.offences
    }
}
