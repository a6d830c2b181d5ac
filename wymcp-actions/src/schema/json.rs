//! An action schema from a JSON value.

use serde_json::Value;

use super::{ActionSchema, Declared, Description, VOCABULARY};
use crate::offence::{Offence, OffenceCode};
use crate::{Object, pointer};

impl ActionSchema {
    /// Read an action schema from JSON: an object of the eight keys (ACT-1 to ACT-8).
    ///
    /// ```
    /// use serde_json::json;
    /// use wymcp_actions::ActionSchema;
    ///
    /// assert!(ActionSchema::from_json(&json!({"description": "List tasks", "properties": {}})).is_ok());
    /// let offences = ActionSchema::from_json(&json!({"description": "List tasks", "properties": {}, "require": []})).unwrap_err();
    /// assert_eq!((offences[0].code(), offences[0].pointer()), ("unknown_key", "/require"));
    /// ```
    ///
    /// # Errors
    /// When something in it has the wrong shape: all offences that can be told without the action's name, with those that
    /// [`ActionSchema::check`] tells of the rest.
    pub fn from_json(value: &Value) -> Result<Self, Vec<Offence>> {
        let schema = Self::read_json(value);
        if schema.offences.is_empty() { Ok(schema) } else { Err(schema.offences) }
    }

    /// Read an action schema from JSON and keep what is wrong with its shape for [`ActionSchema::check`] to tell, together with
    /// everything else.
    pub fn read_json(value: &Value) -> Self {
        let mut schema = Self::empty(Description::Absent);
        let Value::Object(object) = value else {
            schema.offences.push(
                Offence::new(OffenceCode::NotAnObject, "")
                    .wants("an object of the eight keys")
                    .finds(value)
                    .because("an action schema is a JSON object")
                    .mended_by("write `{\"description\": …, \"properties\": {…}}`"),
            );
            schema.properties_read = false;
            return schema;
        };
        schema.read_keys(object);
        schema.read_description(object);
        schema.read_properties(object);
        schema.read_required(object);
        schema.read_groups(object);
        schema.read_defaults(object);
        schema.read_texts(object);
        schema.read_examples(object);
        schema
    }

    fn read_keys(&mut self, object: &Object) {
        let mut unknown: Vec<_> = object.keys().filter(|key| !VOCABULARY.contains(&key.as_str())).collect();
        unknown.sort_unstable();
        for key in unknown {
            self.offences.push(
                Offence::new(OffenceCode::UnknownKey, pointer::join("", key))
                    .wants(format!("one of {}", VOCABULARY.join(", ")))
                    .because(format!("`{key}` is no key of an action schema"))
                    .mended_by("remove it, or write the key that was meant"),
            );
        }
    }

    fn read_description(&mut self, object: &Object) {
        match object.get("description") {
            Some(Value::String(text)) => self.description = Description::Written(declared(text.clone(), "/description")),
            Some(value) => self.offences.push(invalid_type("/description", "a string", value)),
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
            Some(value) => self.offences.push(invalid_type("/properties", "an object of JSON Schemas", value)),
            None => self.offences.push(
                Offence::new(OffenceCode::MissingProperties, "/properties")
                    .wants("an object of JSON Schemas")
                    .because("an action schema declares its properties, even when there are none")
                    .mended_by("write `\"properties\": {}` for an action that takes no data"),
            ),
        }
    }

    fn read_required(&mut self, object: &Object) {
        let names = self.strings(object, "required", "a list of property names", "the name of a property");
        self.required = names;
    }

    fn read_groups(&mut self, object: &Object) {
        const WANTED: &str = "a list of groups, each a list of property names";
        let Some(value) = object.get("required_one_of") else { return };
        let Value::Array(groups) = value else {
            self.offences.push(invalid_type("/required_one_of", WANTED, value));
            return;
        };
        for (index, group) in groups.iter().enumerate() {
            let pointer = format!("/required_one_of/{index}");
            let Value::Array(names) = group else {
                self.offences.push(invalid_type(&pointer, "a list of property names", group));
                continue;
            };
            let before = self.offences.len();
            let names = self.items(names, &pointer, "the name of a property", Value::as_str);
            // A group with a name that cannot be read is not compared with others.
            if self.offences.len() == before {
                let names = names.into_iter().map(|name| name.value.to_owned()).collect();
                self.groups.push(declared(names, pointer));
            }
        }
    }

    fn read_defaults(&mut self, object: &Object) {
        match object.get("defaults") {
            Some(Value::Object(defaults)) => {
                for (name, value) in defaults {
                    self.defaults.push(declared((name.clone(), value.clone()), pointer::join("/defaults", name)));
                }
            }
            Some(value) => self.offences.push(invalid_type("/defaults", "an object from property names to values", value)),
            None => {}
        }
    }

    fn read_texts(&mut self, object: &Object) {
        match object.get("notes") {
            Some(Value::String(text)) => self.notes = Some(declared(text.clone(), "/notes")),
            Some(value) => self.offences.push(invalid_type("/notes", "a string", value)),
            None => {}
        }
        self.related = self.strings(object, "related", "a list of strings", "a string");
    }

    fn read_examples(&mut self, object: &Object) {
        match object.get("examples") {
            Some(Value::Array(examples)) => {
                for (index, example) in examples.iter().enumerate() {
                    let pointer = format!("/examples/{index}");
                    match example {
                        Value::Object(data) => self.examples.push(declared(data.clone(), pointer)),
                        other => self.offences.push(example_type(&pointer, other)),
                    }
                }
            }
            Some(value) => self.offences.push(invalid_type("/examples", "a list of objects, payloads of `data`", value)),
            None => {}
        }
    }

    fn strings(&mut self, object: &Object, key: &str, list: &str, item: &str) -> Vec<Declared<String>> {
        let pointer = format!("/{key}");
        match object.get(key) {
            Some(Value::Array(items)) => self
                .items(items, &pointer, item, Value::as_str)
                .into_iter()
                .map(|item| Declared { value: item.value.to_owned(), pointer: item.pointer, location: None })
                .collect(),
            Some(value) => {
                self.offences.push(invalid_type(&pointer, list, value));
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    /// The items that can be read, each with its own pointer; an offence for each of the others.
    fn items<'v, T>(
        &mut self,
        items: &'v [Value],
        pointer: &str,
        wanted: &str,
        read: impl Fn(&'v Value) -> Option<T>,
    ) -> Vec<Declared<T>> {
        let mut out = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let pointer = format!("{pointer}/{index}");
            match read(item) {
                Some(value) => out.push(declared(value, pointer)),
                None => self.offences.push(invalid_type(&pointer, wanted, item)),
            }
        }
        out
    }
}

fn declared<T>(value: T, pointer: impl Into<String>) -> Declared<T> {
    Declared { value, pointer: pointer.into(), location: None }
}

fn invalid_type(pointer: &str, wanted: &str, value: &Value) -> Offence {
    Offence::new(OffenceCode::InvalidType, pointer)
        .wants(wanted)
        .finds(value)
        .because(format!("this is {}, and {wanted} is wanted", article(wymcp_bound::json_type(value))))
        .mended_by(format!("write {wanted}"))
}

pub(super) fn example_type(pointer: &str, value: &Value) -> Offence {
    Offence::new(OffenceCode::InvalidType, pointer)
        .wants("an object, a payload of `data`")
        .finds(value)
        .because("an example shows the `data` of a call, which is an object")
        .mended_by("write the object that a caller would send as `data`")
}

fn article(json_type: &str) -> String {
    match json_type {
        "null" => "null".to_owned(),
        "array" | "object" => format!("an {json_type}"),
        other => format!("a {other}"),
    }
}
