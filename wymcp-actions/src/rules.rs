//! What is kept of an action that passed, once all that is shown of it was written.

use std::panic::Location;

use wymcp_keyset::KnownKeys;

use crate::Object;
use crate::check::Locations;

/// What the gates and the run of an action read: everything but its schema, of which they read the keys.
///
/// [`CheckedAction::into_rules`](crate::CheckedAction::into_rules) makes it.
#[derive(Debug)]
pub struct ActionRules {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) keys: KnownKeys,
    pub(crate) required: Vec<String>,
    pub(crate) groups: Vec<Vec<String>>,
    pub(crate) defaults: Object,
    pub(crate) notes: Option<String>,
    pub(crate) related: Vec<String>,
    pub(crate) examples: Vec<Object>,
    /// The builder calls that declared properties and defaults, by pointer.
    pub(crate) locations: Locations,
}

/// What it declares.
impl ActionRules {
    /// The action's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the action does, in one line.
    #[must_use]
    pub fn description(&self) -> &str {
        &self.description
    }

    /// `<action>: <description>` (TXT-2).
    #[must_use]
    pub fn summary(&self) -> String {
        crate::summary(&self.name, &self.description)
    }

    /// What gate 7 reads: the keys that P admits at every depth (KEY-3).
    #[must_use]
    pub const fn keys(&self) -> &KnownKeys {
        &self.keys
    }

    /// Properties that every call must supply, in the order of declaration.
    #[must_use]
    pub fn required(&self) -> &[String] {
        &self.required
    }

    /// Groups of which every call must supply one whole, in the order of declaration.
    #[must_use]
    pub fn groups(&self) -> &[Vec<String>] {
        &self.groups
    }

    /// What the action gets for properties that a call leaves out.
    #[must_use]
    pub fn defaults(&self) -> &Object {
        &self.defaults
    }

    /// What a caller should know beyond the description.
    #[must_use]
    pub fn notes(&self) -> Option<&str> {
        self.notes.as_deref()
    }

    /// Actions that a caller may want next to this one.
    #[must_use]
    pub fn related(&self) -> &[String] {
        &self.related
    }

    /// Typical payloads of `data`.
    #[must_use]
    pub fn examples(&self) -> &[Object] {
        &self.examples
    }

    /// The builder call that declared what a pointer into the action schema points at: `/properties/title/type` leads to the call
    /// that declared `title`.
    #[must_use]
    pub fn location(&self, pointer: &str) -> Option<&'static Location<'static>> {
        self.locations.of(pointer)
    }
}

/// What a call is completed with.
impl ActionRules {
    /// Fill whole omitted properties; what was sent stays as it is, null included (ACT-12).
    pub fn apply_defaults(&self, data: &mut Object) {
        for (name, value) in &self.defaults {
            if !data.contains_key(name) {
                data.insert(name.clone(), value.clone());
            }
        }
    }
}
