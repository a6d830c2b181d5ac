//! Generated actions, and data for them.

use serde_json::{Map, Value, json};

use crate::generate::data::data;
use crate::generate::dice::Dice;
use crate::generate::schema::document;

/// Names of generated properties; some need escapes in pointers and fragments.
const NAMES: [&str; 5] = ["p", "q", "r s", "t/u~v", "é%"];

/// An action as JSON, its properties generated documents.
#[must_use]
pub fn action(dice: &mut Dice) -> Value {
    let names = dice.some(&NAMES, 50);
    let mut properties = Map::new();
    for name in &names {
        let mut property = document(dice);
        if !properties.is_empty() {
            // Equal anchors in one action are an offence (ACT-4); the generator's have few names.
            property = without_anchors(&property);
        }
        properties.insert((*name).to_owned(), property);
    }
    let required = dice.some(&names, 25);
    let rest: Vec<&str> = names.iter().copied().filter(|name| !required.contains(name)).collect();
    let groups = match rest.as_slice() {
        [one, two, ..] if dice.chance(50) => json!([[one], [two]]),
        [one, two, three, ..] if dice.chance(50) => json!([[one, two], [three]]),
        _ => json!([]),
    };
    json!({"description": "Generated", "properties": properties, "required": required, "required_one_of": groups})
}

fn without_anchors(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => Value::Object(
            members
                .iter()
                .filter(|(word, _)| *word != "$anchor")
                .map(|(word, held)| (word.clone(), without_anchors(held)))
                .collect(),
        ),
        Value::Array(items) => items.iter().map(without_anchors).collect(),
        Value::String(text) if text.starts_with("#anchor") => json!(text.replace("#anchor", "#/$defs/D")),
        other => other.clone(),
    }
}

/// Data for an action as JSON.
#[must_use]
pub fn data_for(dice: &mut Dice, action: &Value, mistakes: usize) -> Value {
    let mut made = Map::new();
    for (name, property) in action["properties"].as_object().into_iter().flatten() {
        let required = action["required"]
            .as_array()
            .is_some_and(|required| required.contains(&json!(name)));
        if dice.chance(if required { 97 } else { 65 }) {
            made.insert(name.clone(), data(dice, property, mistakes));
        }
    }
    if dice.chance(mistakes) {
        made.insert("zz".to_owned(), json!(1));
    }
    Value::Object(made)
}
