//! What the generated schemas and data covered: a property that never met a keyword has said nothing about it.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::{Map, Value};

use super::tree::{all, below, target};

/// Everything that has to be met, by the words of the contract (KEY-3, KEY-9, KEY-10).
fn wanted() -> impl Iterator<Item = &'static str> {
    PLAIN.into_iter().chain(SITUATIONS)
}

/// Keywords whose presence alone is a feature.
const PLAIN: [&str; 23] = [
    "const",
    "contains",
    "else",
    "enum",
    "exclusiveMinimum",
    "format",
    "if",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "pattern",
    "patternProperties",
    "prefixItems",
    "properties",
    "propertyNames",
];

/// Keywords in a certain form or company.
const SITUATIONS: [&str; 29] = [
    "$ref to #",
    "$ref to $defs",
    "$ref to an anchor",
    "additionalProperties: false",
    "additionalProperties: schema",
    "additionalProperties: true",
    "allOf that is the place",
    "allOf, composed",
    "allOf, narrowing",
    "anyOf as alternatives",
    "anyOf, composed",
    "anyOf, narrowing",
    "array as owner, narrowed",
    "boolean schema",
    "definition used in two ways",
    "dependentSchemas, composed",
    "dependentSchemas, narrowing",
    "oneOf as alternatives",
    "oneOf, composed",
    "oneOf, narrowing",
    "recursion",
    "reference, narrowing",
    "required",
    "then, composed",
    "then, narrowing",
    "type list",
    "unevaluatedProperties alone",
    "unevaluatedProperties beside an applicator",
    "unevaluatedProperties beside a reference",
];

/// Counts of one run.
#[derive(Debug, Clone, Default)]
pub struct Coverage {
    counts: BTreeMap<&'static str, usize>,
    /// Schemas that were made.
    pub made: usize,
    /// Schemas that registered; the others were offences, and skipped.
    pub registered: usize,
    /// Data that the referee accepted.
    pub accepted: usize,
    /// Data that the referee refused.
    pub refused: usize,
    /// Data that gate 7 refused.
    pub by_gate_7: usize,
}

impl Coverage {
    /// Count what a registered document uses. `closed` is what is published of it.
    pub fn note(&mut self, document: &Value, closed: &Value) {
        self.registered += 1;
        for feature in features(document, closed) {
            *self.counts.entry(feature).or_default() += 1;
        }
    }

    /// What is missing: features never met, and sides of the data that are too thin: accepted and refused want a tenth each, and of
    /// what is refused gate 7 wants a tenth.
    #[must_use]
    pub fn gaps(&self) -> Vec<String> {
        let mut gaps: Vec<String> = wanted()
            .filter(|feature| !self.counts.contains_key(feature))
            .map(|feature| format!("no registered schema has: {feature}"))
            .collect();
        let data = self.accepted + self.refused;
        for (side, count, of) in [
            ("accepted", self.accepted, data),
            ("refused", self.refused, data),
            ("refused by gate 7", self.by_gate_7, self.refused),
        ] {
            if count * 10 < of || of == 0 {
                gaps.push(format!("only {count} of {of} were {side}"));
            }
        }
        if self.registered * 3 < self.made {
            gaps.push(format!("only {} of {} schemas registered", self.registered, self.made));
        }
        gaps
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} schemas, {} registered; {} data: {} accepted, {} refused, {} of them by gate 7",
            self.made,
            self.registered,
            self.accepted + self.refused,
            self.accepted,
            self.refused,
            self.by_gate_7
        )?;
        for feature in wanted() {
            writeln!(
                f,
                "  {:>7}  {feature}",
                self.counts.get(feature).copied().unwrap_or_default()
            )?;
        }
        Ok(())
    }
}

fn features(document: &Value, closed: &Value) -> Vec<&'static str> {
    let mut found: Vec<&'static str> = Vec::new();
    for schema in all(document) {
        found.extend(of_one(schema));
        if below(schema).any(|(_, one)| one.is_boolean()) {
            found.push("boolean schema");
        }
    }
    if recurses(document) {
        found.push("recursion");
    }
    let definitions = |of: &Value| of.get("$defs").and_then(Value::as_object).map_or(0, Map::len);
    if definitions(closed) > definitions(document) {
        found.push("definition used in two ways");
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn of_one(schema: &Map<String, Value>) -> Vec<&'static str> {
    let has = |word: &str| schema.contains_key(word);
    let mut found: Vec<&'static str> = PLAIN.into_iter().filter(|word| has(word)).collect();
    let names_keys = has("properties");
    let judged = has("unevaluatedProperties") || (has("additionalProperties") && !names_keys);
    let composed = has("unevaluatedProperties");
    if has("required") {
        found.push("required");
    }
    if schema.get("type").is_some_and(Value::is_array) {
        found.push("type list");
    }
    match schema.get("additionalProperties") {
        Some(Value::Bool(true)) => found.push("additionalProperties: true"),
        Some(Value::Bool(false)) => found.push("additionalProperties: false"),
        Some(Value::Object(_)) => found.push("additionalProperties: schema"),
        _ => {}
    }
    match schema.get("$ref").and_then(Value::as_str) {
        Some("#") => found.push("$ref to #"),
        Some(reference) if reference.starts_with("#/") => found.push("$ref to $defs"),
        Some(_) => found.push("$ref to an anchor"),
        None => {}
    }
    let applicator = ["allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"]
        .into_iter()
        .any(has);
    if has("unevaluatedProperties") {
        match (applicator, has("$ref")) {
            (_, true) => found.push("unevaluatedProperties beside a reference"),
            (true, _) => found.push("unevaluatedProperties beside an applicator"),
            _ => found.push("unevaluatedProperties alone"),
        }
    }
    for (word, alternatives, joined, narrowing) in [
        (
            "allOf",
            "allOf that is the place",
            "allOf, composed",
            "allOf, narrowing",
        ),
        ("anyOf", "anyOf as alternatives", "anyOf, composed", "anyOf, narrowing"),
        ("oneOf", "oneOf as alternatives", "oneOf, composed", "oneOf, narrowing"),
    ] {
        if has(word) {
            found.push(match (composed || judged, names_keys) {
                (true, _) => joined,
                (false, true) => narrowing,
                (false, false) => alternatives,
            });
        }
    }
    for (word, joined, narrowing) in [
        ("then", "then, composed", "then, narrowing"),
        (
            "dependentSchemas",
            "dependentSchemas, composed",
            "dependentSchemas, narrowing",
        ),
    ] {
        if has(word) {
            found.push(if composed { joined } else { narrowing });
        }
    }
    if has("$ref") && names_keys && !composed {
        found.push("reference, narrowing");
    }
    if (has("items") || has("prefixItems")) && has("allOf") {
        found.push("array as owner, narrowed");
    }
    found
}

/// Whether some reference leads back to a schema that holds it.
fn recurses(document: &Value) -> bool {
    all(document)
        .iter()
        .filter_map(|schema| schema.get("$ref")?.as_str())
        .any(|reference| {
            let mut seen: Vec<&str> = Vec::new();
            let mut todo: Vec<&str> = vec![reference];
            while let Some(next) = todo.pop() {
                let Some(named) = target(document, next) else { continue };
                for inner in all(named).iter().filter_map(|schema| schema.get("$ref")?.as_str()) {
                    if inner == reference {
                        return true;
                    }
                    if !seen.contains(&inner) {
                        seen.push(inner);
                        todo.push(inner);
                    }
                }
            }
            false
        })
}
