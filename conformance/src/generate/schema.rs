//! Schema documents that use every keyword of KEY-3, KEY-9 and KEY-10.
//!
//! The generator aims at schemas that register, so it knows what an owner may be narrowed by; now and then it aims beside, and
//! what comes out is an offence that the runner counts and skips. Definitions are made from the last to the first: a reference
//! *in place* only names one that stands already (no cycle without a child between), a reference below a child names any.

use serde_json::{Map, Value, json};

use super::dice::Dice;
use super::scalar::scalar;

/// Keys that schemas declare. Few, so that what applies together meets.
pub const KEYS: [&str; 5] = ["a", "b", "c", "x1", "x2"];
/// The pattern that the generator writes: it matches the last two of [`KEYS`].
pub const PATTERN: &str = "^x";

/// A whole document: an object schema with definitions of its own.
#[must_use]
pub fn document(dice: &mut Dice) -> Value {
    let mut maker = Maker {
        dice,
        depth: 0,
        defs: Vec::new(),
        first_whole: 0,
        anchored: false,
    };
    let wanted = maker.dice.below(4);
    maker.first_whole = wanted;
    maker.anchored = maker.dice.chance(40);
    for index in (0..wanted).rev() {
        maker.first_whole = index + 1;
        let mut body = if maker.dice.chance(80) {
            maker.object()
        } else {
            maker.place()
        };
        if maker.anchored
            && let Value::Object(members) = &mut body
        {
            members.insert("$anchor".to_owned(), json!(format!("anchor{index}")));
        }
        maker.defs.insert(0, body);
    }
    maker.first_whole = 0;
    let mut root = maker.object();
    let defs = std::mem::take(&mut maker.defs);
    if let Value::Object(members) = &mut root {
        members.entry("type").or_insert(json!("object"));
        if !defs.is_empty() {
            let named: Map<String, Value> = defs
                .into_iter()
                .enumerate()
                .map(|(index, def)| (format!("D{index}"), def))
                .collect();
            members.insert("$defs".to_owned(), Value::Object(named));
        }
    }
    root
}

struct Maker<'d> {
    dice: &'d mut Dice,
    depth: usize,
    /// The definitions that stand already: those from `first_whole` on.
    defs: Vec<Value>,
    first_whole: usize,
    anchored: bool,
}

type Members = Map<String, Value>;

impl Maker<'_> {
    /// A schema of any kind, for a child.
    fn place(&mut self) -> Value {
        if self.depth >= 4 || self.dice.chance(30) {
            return scalar(self.dice);
        }
        match self.dice.weighted(&[5, 3, 3, 2]) {
            0 => self.object(),
            1 => self.array(),
            2 => self.reference_to_any(),
            _ => self.union(),
        }
    }

    fn child(&mut self) -> Value {
        self.depth += 1;
        let whole = std::mem::replace(&mut self.first_whole, 0);
        let made = self.place_below(whole);
        self.first_whole = whole;
        self.depth -= 1;
        made
    }

    /// Inside a child every definition may be named by a reference that stands alone; copies are made of whole ones only.
    fn place_below(&mut self, whole: usize) -> Value {
        if self.dice.chance(18) && self.depth < 4 {
            return self.reference_to_any();
        }
        self.first_whole = whole;
        self.place()
    }

    fn object(&mut self) -> Value {
        match self.dice.weighted(&[7, 3, 5, 4, 3, 2, 2]) {
            0 => self.plain_object(),
            1 => self.open_object(),
            2 => self.narrowed(),
            3 => self.composed(),
            4 => self.union(),
            5 => self.keyless_with_narrowing(),
            _ => self.patterned(),
        }
    }

    fn properties(&mut self) -> Members {
        let mut members = Members::new();
        for key in self.dice.some(&KEYS, 45) {
            let child = self.child();
            members.insert(key.to_owned(), child);
        }
        members
    }

    fn plain_object(&mut self) -> Value {
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

    fn open_object(&mut self) -> Value {
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

    fn patterned(&mut self) -> Value {
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

    fn array(&mut self) -> Value {
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

    /// Alternatives at a place without keys of its own (KEY-3).
    fn union(&mut self) -> Value {
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

    fn branch(&mut self) -> Value {
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

    fn total(&self) -> usize {
        self.first_whole + self.defs.len()
    }

    /// An in-place reference: only to a definition that stands already.
    fn reference_to_whole(&mut self) -> Value {
        let index = self.first_whole + self.dice.below(self.defs.len());
        if self.defs.is_empty() {
            json!({})
        } else {
            json!({"$ref": self.pointer(index)})
        }
    }

    /// A reference below a child: to anything, so recursion comes about.
    fn reference_to_any(&mut self) -> Value {
        if self.dice.chance(25) {
            return json!({"$ref": "#"});
        }
        let total = self.total();
        if total == 0 {
            return json!({"$ref": "#"});
        }
        let index = self.dice.below(total);
        let target = json!({"$ref": self.pointer(index)});
        match self.dice.below(6) {
            0 => json!({"anyOf": [target, {"type": "null"}]}),
            1 => json!({"type": "array", "items": target}),
            _ => target,
        }
    }

    fn pointer(&mut self, index: usize) -> String {
        let stands = index >= self.first_whole && self.defs.get(index - self.first_whole).is_some_and(Value::is_object);
        if self.anchored && stands && self.dice.chance(50) {
            format!("#anchor{index}")
        } else {
            format!("#/$defs/D{index}")
        }
    }

    /// An owner with narrowings beside it (KEY-9).
    fn narrowed(&mut self) -> Value {
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

    fn copy_of_whole(&mut self) -> Option<(String, Members)> {
        if self.defs.is_empty() || self.dice.chance(60) {
            return None;
        }
        let offset = self.dice.below(self.defs.len());
        let def = self.defs.get(offset)?.as_object()?;
        let plain = def
            .keys()
            .all(|key| matches!(key.as_str(), "properties" | "required" | "type" | "$anchor"));
        let properties = def.get("properties").filter(|_| plain)?.as_object()?.clone();
        let index = self.first_whole + offset;
        Some((self.pointer(index), properties))
    }

    fn narrowing(&mut self, known: &Members) -> (&'static str, Value) {
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
    fn demand(&mut self, known: &Members) -> Value {
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

    fn known_key(&mut self, known: &Members) -> String {
        let keys: Vec<&String> = known.keys().collect();
        if self.dice.chance(4) {
            return self.dice.word(&KEYS).to_owned();
        }
        self.dice
            .pick(&keys)
            .map_or_else(|| "a".to_owned(), |key| (*key).clone())
    }

    /// Schemas that together describe one object, closed or opened by the author (KEY-10).
    fn composed(&mut self) -> Value {
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

    fn flat_object(&mut self) -> Value {
        let properties: Members = self
            .dice
            .some(&KEYS, 40)
            .into_iter()
            .map(|key| (key.to_owned(), scalar(self.dice)))
            .collect();
        json!({ "properties": properties })
    }

    /// A keyless place whose one reference or member is the place, and the rest narrows it (KEY-9).
    fn keyless_with_narrowing(&mut self) -> Value {
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
}
