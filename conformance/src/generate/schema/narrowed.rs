//! Owners with narrowings beside them (KEY-9).

use serde_json::{Value, json};

use super::{KEYS, Maker, Members};

impl Maker<'_> {
    /// An owner with narrowings beside it (KEY-9).
    pub(super) fn narrowed(&mut self) -> Value {
        let (mut schema, known) = match self.plain_object() {
            Value::Object(schema) => {
                let known = schema
                    .get("properties")
                    .and_then(Value::as_object)
                    .cloned()
                    .unwrap_or_default();
                (schema, known)
            }
            _ => return json!({}),
        };
        let copied = self.copy_of_whole();
        if let Some((pointer, properties)) = copied {
            // The owner knows all that the definition names, at every depth, so the definition narrows it: used in a second way.
            let mut own = properties;
            for (key, child) in known {
                own.entry(key).or_insert(child);
            }
            schema.insert("properties".to_owned(), Value::Object(own));
            if self.dice.chance(50) {
                schema.insert("$ref".to_owned(), json!(pointer));
            } else {
                schema.insert("allOf".to_owned(), json!([{ "$ref": pointer }]));
            }
            return Value::Object(schema);
        }
        for _ in 0..=self.dice.below(2) {
            let (word, narrowing) = self.narrowing(&known);
            schema.insert(word.to_owned(), narrowing);
        }
        if schema.contains_key("if") && !schema.contains_key("then") {
            let (_, then) = self.narrowing(&known);
            schema.insert("then".to_owned(), if then.is_object() { then } else { json!(true) });
        }
        Value::Object(schema)
    }

    /// A keyless place whose one reference or member is the place, and the rest narrows it (KEY-9).
    pub(super) fn keyless_with_narrowing(&mut self) -> Value {
        let (place, known) = match self.copy_of_whole() {
            Some((pointer, properties)) => (json!({ "$ref": pointer }), properties),
            None => {
                let place = self.plain_object();
                let known = place
                    .get("properties")
                    .and_then(Value::as_object)
                    .cloned()
                    .unwrap_or_default();
                (place, known)
            }
        };
        let demand = self.demand(&known);
        match (self.dice.below(3), place) {
            (0, Value::Object(mut reference)) if reference.contains_key("$ref") => {
                reference.insert("required".to_owned(), json!([self.known_key(&known)]));
                Value::Object(reference)
            }
            (1, place) => json!({"allOf": [place, demand]}),
            (_, place) => json!({"allOf": [place], "anyOf": [demand, {"minProperties": 1}]}),
        }
    }

    pub(super) fn narrowing(&mut self, known: &Members) -> (&'static str, Value) {
        let some = self.demand(known);
        let other = self.demand(known);
        match self.dice.below(9) {
            0 => ("allOf", json!([some, other])),
            1 => ("anyOf", json!([some, other])),
            2 => ("oneOf", json!([some, other])),
            3 => ("if", some),
            4 => ("then", some),
            5 => ("else", some),
            6 => ("dependentSchemas", json!({ self.known_key(known): some })),
            7 => ("not", json!({"required": [self.known_key(known), "c"]})),
            _ => (
                "allOf",
                json!([{"not": {"properties": {"zz": {"const": 1}}, "required": ["zz"]}}, {"if": some, "then": other, "else": true}]),
            ),
        }
    }

    /// What a narrowing may ask of known keys; seldom of an unknown one, which is an offence.
    pub(super) fn demand(&mut self, known: &Members) -> Value {
        let key = self.known_key(known);
        match self.dice.below(7) {
            0 => json!({ "required": [key] }),
            1 => json!({"properties": {key: {"type": ["integer", "string", "object", "array", "null"]}}}),
            2 => json!({"properties": {key.as_str(): true}, "required": [key]}),
            3 => json!({"properties": {key: {"const": 1}}}),
            4 => json!({"minProperties": 1}),
            5 => json!({"properties": {key: {"not": {"const": "auto"}}}}),
            _ => json!({"anyOf": [{"required": [key]}, {"maxProperties": 1}]}),
        }
    }

    pub(super) fn known_key(&mut self, known: &Members) -> String {
        let keys: Vec<&String> = known.keys().collect();
        if self.dice.chance(4) {
            return self.dice.word(&KEYS).to_owned();
        }
        self.dice
            .pick(&keys)
            .map_or_else(|| "a".to_owned(), |key| (*key).clone())
    }
}
