//! Objects that own their keys or leave them open, and arrays (KEY-1, KEY-2).

use serde_json::{Value, json};

use super::{KEYS, Maker, Members, PATTERN};
use crate::generate::scalar::scalar;

impl Maker<'_> {
    pub(super) fn properties(&mut self) -> Members {
        let mut members = Members::new();
        for key in self.dice.some(&KEYS, 45) {
            let child = self.child();
            members.insert(key.to_owned(), child);
        }
        members
    }

    pub(super) fn plain_object(&mut self) -> Value {
        let properties = self.properties();
        let mut schema = Members::new();
        if self.dice.chance(40) {
            let keys: Vec<String> = properties.keys().cloned().collect();
            schema.insert("required".to_owned(), json!(self.dice.some(&keys, 30)));
        }
        if self.dice.chance(40) {
            schema.insert(
                "type".to_owned(),
                if self.dice.chance(25) {
                    json!(["object", "null"])
                } else {
                    json!("object")
                },
            );
        }
        if self.dice.chance(15) {
            schema.insert("additionalProperties".to_owned(), json!(false));
        }
        if self.dice.chance(8) {
            schema.insert("propertyNames".to_owned(), json!({"maxLength": 2}));
        }
        if self.dice.chance(8) {
            schema.insert("maxProperties".to_owned(), json!(3));
        }
        schema.insert("properties".to_owned(), Value::Object(properties));
        Value::Object(schema)
    }

    pub(super) fn open_object(&mut self) -> Value {
        let mut schema = Members::new();
        if self.dice.chance(60) {
            schema.insert("properties".to_owned(), Value::Object(self.properties()));
        }
        let keyword = if self.dice.chance(70) {
            "additionalProperties"
        } else {
            "unevaluatedProperties"
        };
        match self.dice.weighted(&[3, 4, 2, 2]) {
            0 => drop(schema.insert(keyword.to_owned(), json!(true))),
            1 => {
                let extra = self.child();
                schema.insert(keyword.to_owned(), extra);
            }
            2 => drop(schema.insert(keyword.to_owned(), json!(false))),
            _ => drop(schema.insert("type".to_owned(), json!("object"))),
        }
        Value::Object(schema)
    }

    pub(super) fn patterned(&mut self) -> Value {
        let Value::Object(mut schema) = self.plain_object() else {
            return json!({});
        };
        if self.dice.chance(30) {
            schema.remove("properties");
            schema.remove("required");
        }
        let under = if self.dice.chance(60) {
            scalar(self.dice)
        } else {
            self.child()
        };
        schema.insert("patternProperties".to_owned(), json!({ PATTERN: under }));
        Value::Object(schema)
    }

    pub(super) fn array(&mut self) -> Value {
        let mut schema = Members::new();
        if self.dice.chance(50) {
            schema.insert("type".to_owned(), json!("array"));
        }
        if self.dice.chance(35) {
            let first = self.child();
            let second = self.child();
            schema.insert("prefixItems".to_owned(), json!([first, second]));
        }
        if self.dice.chance(75) {
            let items = self.child();
            schema.insert("items".to_owned(), items);
        }
        if self.dice.chance(20) {
            let witness = if self.dice.chance(50) {
                scalar(self.dice)
            } else {
                json!({"properties": {"zz": true}})
            };
            schema.insert("contains".to_owned(), witness);
        }
        if self.dice.chance(15) {
            schema.insert("maxItems".to_owned(), json!(3));
            schema.insert("uniqueItems".to_owned(), json!(true));
        }
        if self.dice.chance(15) && (schema.contains_key("items") || schema.contains_key("prefixItems")) {
            schema.insert(
                "allOf".to_owned(),
                json!([{"minItems": 1}, {"items": {"required": []}}]),
            );
        }
        Value::Object(schema)
    }
}
