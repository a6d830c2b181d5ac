//! Alternatives (KEY-3).

use serde_json::{Value, json};

use super::{Maker, Members};
use crate::generate::scalar::scalar;

impl Maker<'_> {
    /// Alternatives at a place without keys of its own (KEY-3).
    pub(super) fn union(&mut self) -> Value {
        let word = if self.dice.chance(50) { "anyOf" } else { "oneOf" };
        let branches: Vec<Value> = (0..=self.dice.below(3)).map(|_| self.branch()).collect();
        let mut schema = Members::new();
        schema.insert(word.to_owned(), json!(branches));
        if self.dice.chance(10) {
            schema.insert("description".to_owned(), json!("one of several"));
        }
        if self.dice.chance(10) {
            schema.insert("type".to_owned(), json!(["object", "null", "string", "integer"]));
        }
        Value::Object(schema)
    }

    pub(super) fn branch(&mut self) -> Value {
        self.depth += 1;
        let made = match self.dice.weighted(&[4, 3, 2, 3, 1]) {
            0 if self.depth < 5 => self.plain_object(),
            1 => scalar(self.dice),
            2 if self.depth < 5 => self.object(),
            3 if self.first_whole < self.total() => self.reference_to_whole(),
            4 => json!({"properties": {"kind": {"const": "t"}, "a": true}, "required": ["kind"]}),
            _ => json!({"type": "null"}),
        };
        self.depth -= 1;
        made
    }
}
