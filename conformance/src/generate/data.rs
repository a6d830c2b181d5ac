//! Data derived from a schema: mostly right, with mistakes.

use serde_json::{Map, Value, json};

use super::dice::Dice;
use super::schema::KEYS;
use super::tree::target;

/// A value for a document, with a mistake in `mistakes` of a hundred places.
#[must_use]
pub fn data(dice: &mut Dice, document: &Value, mistakes: usize) -> Value {
    let mut maker = Maker {
        dice,
        document,
        mistakes,
        left: 80,
    };
    let made = maker.value(&[document], 0);
    if made.is_object() { made } else { json!({}) }
}

struct Maker<'d, 's> {
    dice: &'d mut Dice,
    document: &'s Value,
    mistakes: usize,
    /// Values that may still be made: recursion through several required keys doubles at every level.
    left: usize,
}

impl<'s> Maker<'_, 's> {
    /// A value that fits all of `schemas` together, as far as a quick reading goes.
    fn value(&mut self, schemas: &[&'s Value], depth: usize) -> Value {
        self.left = self.left.saturating_sub(1);
        if self.dice.chance(self.mistakes) {
            return self.anything();
        }
        let mut flat: Vec<&'s Map<String, Value>> = Vec::new();
        for schema in schemas {
            self.flatten(schema, &mut flat, 0);
        }
        if let Some(fixed) = self.fixed(&flat) {
            return fixed;
        }
        match self.kind(&flat, depth) {
            "object" => self.object(&flat, depth),
            "array" => self.array(&flat, depth),
            "string" => self.string(&flat),
            "integer" => self.integer(&flat),
            "number" => self.number(),
            "boolean" => json!(self.dice.chance(50)),
            _ => Value::Null,
        }
    }

    /// A schema and what applies in place beside it; of alternatives, one.
    fn flatten(&mut self, schema: &'s Value, into: &mut Vec<&'s Map<String, Value>>, hops: usize) {
        let Value::Object(members) = schema else { return };
        if hops > 8 {
            return;
        }
        into.push(members);
        if let Some(named) = members
            .get("$ref")
            .and_then(Value::as_str)
            .and_then(|named| target(self.document, named))
        {
            self.flatten(named, into, hops + 1);
        }
        for member in members.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            self.flatten(member, into, hops + 1);
        }
        for word in ["anyOf", "oneOf"] {
            if let Some(branches) = members.get(word).and_then(Value::as_array)
                && let Some(branch) = self.dice.pick(branches)
            {
                self.flatten(branch, into, hops + 1);
            }
        }
        if members.contains_key("if") {
            let conditional: &[&str] = if self.dice.chance(50) {
                &["if", "then"]
            } else {
                &["else"]
            };
            for word in conditional {
                if let Some(held) = members.get(*word) {
                    self.flatten(held, into, hops + 1);
                }
            }
        }
        for dependent in members
            .get("dependentSchemas")
            .and_then(Value::as_object)
            .into_iter()
            .flat_map(Map::values)
        {
            if self.dice.chance(50) {
                self.flatten(dependent, into, hops + 1);
            }
        }
    }

    fn fixed(&mut self, flat: &[&'s Map<String, Value>]) -> Option<Value> {
        for members in flat {
            if let Some(held) = members.get("const") {
                return Some(held.clone());
            }
            if let Some(held) = members.get("enum").and_then(Value::as_array) {
                return self.dice.pick(held).cloned();
            }
        }
        None
    }

    fn kind(&mut self, flat: &[&'s Map<String, Value>], depth: usize) -> &'s str {
        let mut typed: Option<Vec<&str>> = None;
        for members in flat {
            let here: Vec<&str> = match members.get("type") {
                Some(Value::String(one)) => vec![one],
                Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
                _ => continue,
            };
            typed = Some(match typed {
                Some(before) => before.into_iter().filter(|one| here.contains(one)).collect(),
                None => here,
            });
        }
        if let Some(types) = typed {
            if depth > 6
                && let Some(small) = types.iter().find(|one| !matches!(**one, "object" | "array"))
            {
                return small;
            }
            return self.dice.pick(&types).copied().unwrap_or("null");
        }
        let speaks = |words: &[&str]| {
            flat.iter()
                .any(|members| words.iter().any(|word| members.contains_key(*word)))
        };
        if speaks(&[
            "properties",
            "required",
            "additionalProperties",
            "unevaluatedProperties",
            "patternProperties",
            "propertyNames",
            "maxProperties",
            "minProperties",
        ]) {
            return if self.dice.chance(95) { "object" } else { "null" };
        }
        if speaks(&["items", "prefixItems", "contains", "maxItems", "minItems"]) {
            return "array";
        }
        self.dice.word(&["integer", "string", "object", "boolean", "null"])
    }

    fn object(&mut self, flat: &[&'s Map<String, Value>], depth: usize) -> Value {
        let mut children: Map<String, Value> = Map::new();
        let mut keys: Vec<(&'s str, Vec<&'s Value>, bool)> = Vec::new();
        for members in flat {
            let demanded: Vec<&str> = members
                .get("required")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            let declared = members
                .get("properties")
                .and_then(Value::as_object)
                .into_iter()
                .flatten();
            for (key, child) in declared {
                match keys.iter_mut().find(|(known, ..)| known == key) {
                    Some((_, schemas, _)) => schemas.push(child),
                    None => keys.push((key, vec![child], false)),
                }
            }
            for key in demanded {
                match keys.iter_mut().find(|(known, ..)| *known == key) {
                    Some((_, _, must)) => *must = true,
                    None => keys.push((key, Vec::new(), true)),
                }
            }
        }
        let likely = if depth > 6 || self.left == 0 { 0 } else { 60 };
        for (key, schemas, must) in keys {
            let kept = if must {
                depth < 12 && self.left > 0 && !self.dice.chance(self.mistakes)
            } else {
                self.dice.chance(likely)
            };
            if kept {
                let child = self.value(&schemas, depth + 1);
                children.insert(key.to_owned(), child);
            }
        }
        for members in flat {
            for word in ["additionalProperties", "unevaluatedProperties"] {
                if let Some(extra @ Value::Object(_)) = members.get(word)
                    && depth < 6
                    && self.dice.chance(50)
                {
                    let child = self.value(&[extra], depth + 1);
                    children.entry(self.dice.word(&["k1", "c", "m"])).or_insert(child);
                }
            }
            for under in members
                .get("patternProperties")
                .and_then(Value::as_object)
                .into_iter()
                .flat_map(Map::values)
            {
                if depth < 6 && self.dice.chance(50) {
                    let child = self.value(&[under], depth + 1);
                    children.entry(self.dice.word(&["x1", "x3"])).or_insert(child);
                }
            }
        }
        if self.dice.chance(self.mistakes * 4) {
            let key = if self.dice.chance(50) {
                self.dice.word(&KEYS)
            } else {
                self.dice.word(&["zz", "a~b", "a/b"])
            };
            let child = self.anything();
            children.entry(key).or_insert(child);
        }
        Value::Object(children)
    }

    fn array(&mut self, flat: &[&'s Map<String, Value>], depth: usize) -> Value {
        let mut items: Vec<Value> = Vec::new();
        let length = if depth > 6 || self.left == 0 {
            0
        } else {
            self.dice.below(4)
        };
        for index in 0..length {
            let mut schemas: Vec<&'s Value> = Vec::new();
            for members in flat {
                let first = members.get("prefixItems").and_then(Value::as_array);
                match first.and_then(|first| first.get(index)) {
                    Some(own) => schemas.push(own),
                    None => schemas.extend(members.get("items")),
                }
            }
            items.push(self.value(&schemas, depth + 1));
        }
        for witness in flat.iter().filter_map(|members| members.get("contains")) {
            if items.len() < 4 {
                items.push(self.value(&[witness], depth + 1));
            }
        }
        Value::Array(items)
    }

    fn string(&mut self, flat: &[&'s Map<String, Value>]) -> Value {
        let format = flat
            .iter()
            .find_map(|members| members.get("format"))
            .and_then(Value::as_str);
        match format {
            Some("date") => json!("2024-02-29"),
            Some("email") => json!("ann@example.org"),
            Some("uuid") => json!("6f9619ff-8b86-d011-b42d-00cf4fc964ff"),
            Some("ipv4") => json!("192.0.2.7"),
            Some("date-time") => json!("2024-02-29T10:00:00Z"),
            _ => json!(self.dice.word(&["a", "b", "abc", "cab"])),
        }
    }

    fn integer(&mut self, flat: &[&'s Map<String, Value>]) -> Value {
        let whole = if flat.iter().any(|members| members.contains_key("multipleOf")) {
            self.dice.word(&["2", "4", "2.0"])
        } else {
            self.dice
                .word(&["1", "2", "3", "5", "4.0", "1", "2", "3", "5", "4.0", "1e20", "-1e19"])
        };
        serde_json::from_str(whole).unwrap_or_default()
    }

    fn number(&mut self) -> Value {
        let text = self.dice.word(&["0.5", "1", "2.0", "9.5", "3", "18446744073709551615"]);
        serde_json::from_str(text).unwrap_or_default()
    }

    /// A value that asks no schema: often wrong.
    fn anything(&mut self) -> Value {
        match self.dice.below(16) {
            0 => json!(null),
            1 => json!(true),
            2 => json!(0),
            3 => json!(1.5),
            4 => json!("text"),
            5 => json!([]),
            6 => json!([{"zz": 1}]),
            7 => json!({"zz": 1}),
            8 => json!({"a": {"zz": 1}}),
            9 => json!({"a": 1, "b": {"c": 2}}),
            10 => json!("2026-02-30"),
            11 => json!(1e19),
            13 => json!(1e20),
            14 => json!(-1e19),
            12 => json!(-7),
            _ => json!({}),
        }
    }
}
