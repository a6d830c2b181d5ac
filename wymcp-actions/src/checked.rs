//! An action that passed: the one place from which gates, help and listing read it (ACT-10).

use std::panic::Location;

use serde_json::Value;
use wymcp_keyset::KeySet;

use crate::Object;
use crate::check::Locations;

/// An action whose declaration passed every check of this crate.
///
/// It always has a description and properties, and what it shows is what the gates enforce (ACT-10, KEY-5).
#[derive(Debug)]
pub struct CheckedAction {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) keys: KeySet,
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
impl CheckedAction {
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

    /// P: the object schema of `data`, closed at every depth, a JSON Schema document as it stands (KEY-5, ACT-4).
    #[must_use]
    pub fn schema(&self) -> &Value {
        self.keys.closed()
    }

    /// What gate 7 reads: the keys that P admits at every depth (KEY-3).
    #[must_use]
    pub const fn keys(&self) -> &KeySet {
        &self.keys
    }

    /// The declared properties, in code point order.
    pub fn property_names(&self) -> impl Iterator<Item = &str> {
        let mut names: Vec<&str> = self.schema()["properties"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, _)| name.as_str())
            .collect();
        names.sort_unstable();
        names.into_iter()
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

    /// Replace the defaults by the same values as a validator normalised them (ACT-7, VAL-5).
    pub fn set_defaults(&mut self, defaults: Object) {
        self.defaults = defaults;
    }
}

/// What the gates ask.
impl CheckedAction {
    /// Gate 5: the required properties that are not supplied, in the order of declaration. A null is supplied (ACT-12).
    #[must_use]
    pub fn missing(&self, data: &Object) -> Vec<&str> {
        self.required
            .iter()
            .map(String::as_str)
            .filter(|name| !data.contains_key(*name))
            .collect()
    }

    /// Gate 6: whether one group is supplied whole; so it is where no groups are declared. A null is supplied (ACT-12).
    #[must_use]
    pub fn group_satisfied(&self, data: &Object) -> bool {
        self.groups.is_empty()
            || self
                .groups
                .iter()
                .any(|group| group.iter().all(|name| data.contains_key(name)))
    }

    /// Fill whole omitted properties; what was sent stays as it is, null included (ACT-12).
    pub fn apply_defaults(&self, data: &mut Object) {
        for (name, value) in &self.defaults {
            if !data.contains_key(name) {
                data.insert(name.clone(), value.clone());
            }
        }
    }
}

/// What is shown of it.
impl CheckedAction {
    /// The digest: what a refusal of gates 5 to 8 carries as `input_schema` (GAT-3).
    #[must_use]
    pub fn digest(&self) -> Value {
        let mut digest = self.published();
        digest.insert("required".to_owned(), self.required.clone().into());
        digest.insert("defaults".to_owned(), self.defaults.clone().into());
        if !self.groups.is_empty() {
            digest.insert("required_one_of".to_owned(), self.groups.clone().into());
        }
        Value::Object(digest)
    }

    /// The action's page of help, without `output_schema` and `context` (HLP-3).
    #[must_use]
    pub fn page(&self) -> Object {
        let mut page = self.published();
        page.insert("description".to_owned(), self.description.clone().into());
        page.insert("required".to_owned(), self.required.clone().into());
        if !self.groups.is_empty() {
            page.insert("required_one_of".to_owned(), self.groups.clone().into());
        }
        if !self.defaults.is_empty() {
            page.insert("defaults".to_owned(), self.defaults.clone().into());
        }
        if let Some(notes) = self.notes.as_ref().filter(|notes| !notes.is_empty()) {
            page.insert("notes".to_owned(), notes.clone().into());
        }
        if !self.related.is_empty() {
            page.insert("related".to_owned(), self.related.clone().into());
        }
        if !self.examples.is_empty() {
            page.insert(
                "examples".to_owned(),
                self.examples.iter().cloned().map(Value::Object).collect(),
            );
        }
        page
    }

    fn published(&self) -> Object {
        self.schema().as_object().cloned().unwrap_or_default()
    }
}
