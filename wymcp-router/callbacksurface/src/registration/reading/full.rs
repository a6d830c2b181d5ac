//! The largest plain value of a schema: everything is there that may be.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use wymcp_actions::INTEGER_KEYS;
use wymcp_bound::subschemas::{Holds, children, holds};

use crate::Object;

/// Whether a value may be null where it may be something else: where types hold themselves, it has to end somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nulls {
    Taken,
    Left,
}

/// The schema of values in which everything is there that may be: all properties, an item in each array, a key in each map, and no
/// null where something else is admitted, unless a type holds itself.
pub(super) fn filled(schema: &Value) -> Value {
    with(
        schema,
        if holds_itself(schema) {
            Nulls::Taken
        } else {
            Nulls::Left
        },
    )
}

fn with(schema: &Value, nulls: Nulls) -> Value {
    let Value::Object(members) = schema else {
        return schema.clone();
    };
    let below = |(keyword, value): (&String, &Value)| (keyword.clone(), below(keyword, value, nulls));
    let mut full: Object = members.iter().map(below).collect();
    let names = full.get("properties").and_then(Value::as_object).into_iter().flatten();
    let names: Vec<Value> = names.map(|(name, _)| name.clone().into()).collect();
    if !names.is_empty() {
        full.insert("required".to_owned(), names.into());
    }
    if nulls == Nulls::Left {
        leave_null(&mut full);
    }
    if let Some(Value::Object(patterns)) = full.get_mut("patternProperties") {
        for (_, published, greatest) in INTEGER_KEYS {
            if let Some(schema) = patterns.remove(published) {
                patterns.insert(format!("^{greatest}$"), schema);
            }
        }
    }
    let is_map =
        full.contains_key("patternProperties") || full.get("additionalProperties").is_some_and(Value::is_object);
    for (keyword, wanted) in [("minProperties", is_map), ("minItems", full.contains_key("items"))] {
        if wanted {
            full.entry(keyword).or_insert_with(|| 1.into());
        }
    }
    Value::Object(full)
}

/// Take null out of the types and alternatives of a schema, where something else is left.
fn leave_null(full: &mut Object) {
    let of_null = json!({"type": "null"});
    for (keyword, null) in [("type", &of_null["type"]), ("anyOf", &of_null)] {
        if let Some(Value::Array(alternatives)) = full.get_mut(keyword)
            && alternatives.iter().any(|one| one != null)
        {
            alternatives.retain(|one| one != null);
        }
    }
}

fn below(keyword: &str, value: &Value, nulls: Nulls) -> Value {
    match (holds(keyword), value) {
        // What they say is turned around, or asked only.
        _ if matches!(keyword, "not" | "if") => value.clone(),
        (Some(Holds::One), schema) => with(schema, nulls),
        (Some(Holds::List), Value::Array(schemas)) => schemas.iter().map(|schema| with(schema, nulls)).collect(),
        (Some(Holds::Map), Value::Object(schemas)) => Value::Object(
            schemas
                .iter()
                .map(|(name, schema)| (name.clone(), with(schema, nulls)))
                .collect(),
        ),
        _ => value.clone(),
    }
}

/// Whether some definition leads back to itself.
fn holds_itself(schema: &Value) -> bool {
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    collect(schema, None, &mut uses);
    uses.keys().any(|start| {
        let mut reached = BTreeSet::new();
        let mut todo: Vec<&String> = uses[start].iter().collect();
        while let Some(name) = todo.pop() {
            if reached.insert(name) {
                todo.extend(uses.get(name).into_iter().flatten());
            }
        }
        reached.contains(start)
    })
}

/// The definitions that each definition refers to, by name.
fn collect(schema: &Value, within: Option<&str>, uses: &mut BTreeMap<String, BTreeSet<String>>) {
    if let (Some(within), Some(reference)) = (within, schema.get("$ref").and_then(Value::as_str)) {
        let name = reference.rsplit('/').next().unwrap_or(reference);
        uses.entry(within.to_owned()).or_default().insert(name.to_owned());
    }
    for child in children(schema) {
        match &child.key {
            Some(name) if child.keyword == "$defs" => collect(child.schema, Some(name), uses),
            _ => collect(child.schema, within, uses),
        }
    }
}
