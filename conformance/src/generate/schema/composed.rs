//! Schemas that together describe one object (KEY-10).

use serde_json::{Value, json};

use super::{KEYS, Maker, Members};
use crate::generate::scalar::scalar;

impl Maker<'_> {
    /// Schemas that together describe one object, closed or opened by the author (KEY-10).
    pub(super) fn composed(&mut self) -> Value {
        let mut schema = Members::new();
        let mut parts: Vec<Value> = Vec::new();
        for _ in 0..=self.dice.below(2) {
            if !self.defs.is_empty() && self.dice.chance(45) {
                parts.push(self.reference_to_whole());
            } else {
                parts.push(self.flat_object());
            }
        }
        if !self.defs.is_empty() && self.dice.chance(30) {
            schema.insert("$ref".to_owned(), self.reference_to_whole()["$ref"].clone());
            if self.dice.chance(50) {
                schema.insert("properties".to_owned(), json!({"a": scalar(self.dice)}));
            }
            parts.clear();
        }
        match if parts.is_empty() { 5 } else { self.dice.below(5) } {
            5 => {} // a reference, and keys beside it
            0 | 1 => drop(schema.insert("allOf".to_owned(), json!(parts))),
            2 => {
                schema.insert("properties".to_owned(), json!({"a": scalar(self.dice)}));
                schema.insert(self.dice.word(&["anyOf", "oneOf"]).to_owned(), json!(parts));
            }
            3 => {
                schema.insert(
                    "properties".to_owned(),
                    json!({"a": scalar(self.dice), "b": scalar(self.dice)}),
                );
                schema.insert(
                    "if".to_owned(),
                    json!({"properties": {"a": {"const": 1}}, "required": ["a"]}),
                );
                schema.insert("then".to_owned(), parts.pop().unwrap_or_default());
                if self.dice.chance(50) {
                    schema.insert("else".to_owned(), self.flat_object());
                }
            }
            _ => {
                schema.insert("properties".to_owned(), json!({"a": scalar(self.dice)}));
                schema.insert(
                    "dependentSchemas".to_owned(),
                    json!({"a": parts.pop().unwrap_or_default()}),
                );
            }
        }
        let word = if self.dice.chance(85) {
            "unevaluatedProperties"
        } else {
            "additionalProperties"
        };
        match self.dice.weighted(&[6, 2, 2, 1]) {
            0 => drop(schema.insert(word.to_owned(), json!(false))),
            1 => drop(schema.insert(word.to_owned(), json!(true))),
            2 => drop(schema.insert(word.to_owned(), json!({"type": ["integer", "string"]}))),
            _ => {} // silence: an offence
        }
        Value::Object(schema)
    }

    pub(super) fn flat_object(&mut self) -> Value {
        let properties: Members = self
            .dice
            .some(&KEYS, 40)
            .into_iter()
            .map(|key| (key.to_owned(), scalar(self.dice)))
            .collect();
        json!({ "properties": properties })
    }
}
