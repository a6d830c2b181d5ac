//! An action that passed: the one place from which help and listing write what they show (ACT-10).

use std::ops::Deref;

use serde_json::Value;

use crate::{ActionRules, Object};

/// An action whose declaration passed every check of this crate: its rules, and the schema that is published of it.
///
/// It always has a description and properties, and what it shows is what the gates enforce (ACT-10, KEY-5).
#[derive(Debug)]
pub struct CheckedAction {
    pub(crate) rules: ActionRules,
    pub(crate) schema: Value,
}

impl Deref for CheckedAction {
    type Target = ActionRules;

    fn deref(&self) -> &ActionRules {
        &self.rules
    }
}

impl CheckedAction {
    /// P: the object schema of `data`, closed at every depth, a JSON Schema document as it stands (KEY-5, ACT-4).
    #[must_use]
    pub const fn schema(&self) -> &Value {
        &self.schema
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

    /// Replace the defaults by the same values as a validator normalised them (ACT-7, VAL-5).
    pub fn set_defaults(&mut self, defaults: Object) {
        self.rules.defaults = defaults;
    }

    /// Let go of the schema: what it is published in has been written.
    #[must_use]
    pub fn into_rules(self) -> ActionRules {
        self.rules
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
