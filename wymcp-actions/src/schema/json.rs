//! An action schema from a JSON value.

use std::panic::Location;

use serde_json::Value;

use super::rules::{self, Rule};
use super::{ActionSchema, Declared, Description, VOCABULARY};
use crate::offence::{Offence, OffenceCode};
use crate::{Object, pointer};

impl ActionSchema {
    /// Read an action schema from JSON: an object of the eight keys (ACT-1 to ACT-8).
    ///
    /// ```
    /// use serde_json::json;
    /// # use wymcp_actions as wymcp_router;
    /// use wymcp_router::ActionSchema;
    ///
    /// assert!(ActionSchema::from_json(&json!({"description": "List tasks", "properties": {}})).is_ok());
    /// let offences = ActionSchema::from_json(&json!({"description": "List tasks", "properties": {}, "require": []})).unwrap_err();
    /// assert_eq!((offences[0].code(), offences[0].pointer()), ("unknown_key", "/require"));
    /// ```
    ///
    /// # Errors
    /// What has the wrong shape. [`ActionSchema::read_json`] keeps it, so that all mistakes can be told at once.
    pub fn from_json(value: &Value) -> Result<Self, Vec<Offence>> {
        let schema = Self::read_json(value);
        if schema.offences.is_empty() {
            Ok(schema)
        } else {
            Err(schema.offences)
        }
    }

    /// Read an action schema from JSON and keep what is wrong with its shape for [`ActionSchema::check`], which tells it together
    /// with everything else (ACT-11).
    pub fn read_json(value: &Value) -> Self {
        let mut schema = Self::empty(Description::Absent);
        let Value::Object(object) = value else {
            schema.properties_read = false;
            schema.offences.push(
                Offence::new(OffenceCode::NotAnObject, "")
                    .wants("an object of the eight keys")
                    .finds(value)
                    .because("an action schema is a JSON object")
                    .mended_by("write `{\"description\": …, \"properties\": {…}}`"),
            );
            return schema;
        };
        schema.read_keys(object);
        schema.read_description(object);
        schema.read_properties(object);
        schema.required = schema.strings(object, "required", &rules::REQUIRED, &rules::REQUIRED_NAME);
        schema.read_groups(object);
        schema.read_defaults(object);
        schema.read_notes(object);
        schema.related = schema.strings(object, "related", &rules::RELATED, &rules::RELATED_NAME);
        schema.read_examples(object);
        schema
    }

    /// What `action_schema!` writes: JSON text that was checked when the program was compiled, with the line of the macro (SRF-5).
    #[doc(hidden)]
    #[track_caller]
    pub fn from_literal(text: &'static str) -> Self {
        let value = serde_json::from_str(text).unwrap_or_default();
        Self::read_json(&value).declared_at(Location::caller())
    }

    /// Every part of the declaration stands at one source line.
    fn declared_at(mut self, location: &'static Location<'static>) -> Self {
        fn set<T>(part: &mut Declared<T>, location: &'static Location<'static>) {
            part.location = Some(location);
        }
        if let Description::Written(text) = &mut self.description {
            set(text, location);
        }
        self.properties.iter_mut().for_each(|part| set(part, location));
        self.required.iter_mut().for_each(|part| set(part, location));
        self.groups.iter_mut().for_each(|part| set(part, location));
        self.defaults.iter_mut().for_each(|part| set(part, location));
        self.notes.iter_mut().for_each(|part| set(part, location));
        self.related.iter_mut().for_each(|part| set(part, location));
        self.examples.iter_mut().for_each(|part| set(part, location));
        self
    }

    fn read_keys(&mut self, object: &Object) {
        let mut unknown: Vec<_> = object
            .iter()
            .filter(|(key, _)| !VOCABULARY.contains(&key.as_str()))
            .collect();
        unknown.sort_unstable_by_key(|(key, _)| *key);
        for (key, value) in unknown {
            self.offences.push(
                Offence::new(OffenceCode::UnknownKey, pointer::join("", key))
                    .wants(format!("one of {}", VOCABULARY.join(", ")))
                    .finds(value)
                    .because(format!("`{key}` is no key of an action schema"))
                    .mended_by("remove it, or write the key that was meant"),
            );
        }
    }

    fn read_description(&mut self, object: &Object) {
        match object.get("description") {
            Some(Value::String(text)) => {
                self.description = Description::Written(declared(text.clone(), "/description"))
            }
            Some(value) => self.offences.push(rules::DESCRIPTION.broken("/description", value)),
            None => self.offences.push(
                Offence::new(OffenceCode::MissingDescription, "/description")
                    .wants("a string of one line")
                    .because("an action has a description: it is what a model chooses by")
                    .mended_by("say in one line what the action does"),
            ),
        }
    }

    fn read_properties(&mut self, object: &Object) {
        self.properties_read = matches!(object.get("properties"), Some(Value::Object(_)));
        match object.get("properties") {
            Some(Value::Object(properties)) => {
                for (name, schema) in properties {
                    let pointer = pointer::join("/properties", name);
                    self.properties.push(declared((name.clone(), schema.clone()), pointer));
                }
            }
            Some(value) => self.offences.push(rules::PROPERTIES.broken("/properties", value)),
            None => self.offences.push(
                Offence::new(OffenceCode::MissingProperties, "/properties")
                    .wants("an object of JSON Schemas")
                    .because("an action schema declares its properties, even when there are none")
                    .mended_by("write `\"properties\": {}` for an action that takes no data"),
            ),
        }
    }

    fn read_groups(&mut self, object: &Object) {
        let Some(value) = object.get("required_one_of") else {
            return;
        };
        let groups = match value {
            // A list of names is one mistake, not one for each name.
            Value::Array(groups) if groups.is_empty() || !groups.iter().all(Value::is_string) => groups,
            _ => {
                self.offences.push(rules::GROUPS.broken("/required_one_of", value));
                return;
            }
        };
        for (index, group) in groups.iter().enumerate() {
            let pointer = format!("/required_one_of/{index}");
            let Value::Array(names) = group else {
                self.offences.push(rules::GROUP.broken(&pointer, group));
                continue;
            };
            let before = self.offences.len();
            let names = self.items(names, &pointer, &rules::GROUP_NAME);
            // A group with a name that cannot be read is not compared with others.
            if self.offences.len() == before {
                self.groups
                    .push(declared(names.into_iter().map(|name| name.value).collect(), pointer));
            }
        }
    }

    fn read_defaults(&mut self, object: &Object) {
        match object.get("defaults") {
            Some(Value::Object(defaults)) => {
                for (name, value) in defaults {
                    self.defaults.push(declared(
                        (name.clone(), value.clone()),
                        pointer::join("/defaults", name),
                    ));
                }
            }
            Some(value) => self.offences.push(rules::DEFAULTS.broken("/defaults", value)),
            None => {}
        }
    }

    fn read_notes(&mut self, object: &Object) {
        match object.get("notes") {
            Some(Value::String(text)) => self.notes = Some(declared(text.clone(), "/notes")),
            Some(value) => self.offences.push(rules::NOTES.broken("/notes", value)),
            None => {}
        }
    }

    fn read_examples(&mut self, object: &Object) {
        match object.get("examples") {
            Some(Value::Array(examples)) => {
                for (index, example) in examples.iter().enumerate() {
                    let pointer = format!("/examples/{index}");
                    match example {
                        Value::Object(data) => self.examples.push(declared(data.clone(), pointer)),
                        other => self.offences.push(rules::EXAMPLE.broken(&pointer, other)),
                    }
                }
            }
            Some(value) => self.offences.push(rules::EXAMPLES.broken("/examples", value)),
            None => {}
        }
    }

    /// A list of strings under a key.
    fn strings(&mut self, object: &Object, key: &str, list: &Rule, item: &Rule) -> Vec<Declared<String>> {
        let pointer = format!("/{key}");
        match object.get(key) {
            Some(Value::Array(items)) => self.items(items, &pointer, item),
            Some(value) => {
                self.offences.push(list.broken(&pointer, value));
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    /// The strings of a list, each with its own pointer; an offence for everything else.
    fn items(&mut self, items: &[Value], pointer: &str, rule: &Rule) -> Vec<Declared<String>> {
        let mut out = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let pointer = format!("{pointer}/{index}");
            match item {
                Value::String(text) => out.push(declared(text.clone(), pointer)),
                other => self.offences.push(rule.broken(&pointer, other)),
            }
        }
        out
    }
}

fn declared<T>(value: T, pointer: impl Into<String>) -> Declared<T> {
    Declared {
        value,
        pointer: pointer.into(),
        location: None,
    }
}
