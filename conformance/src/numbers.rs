//! VAL-5's one exception, as a schema: where an integer and no other number is admitted, it lies in −2^63…2^64−1.

use serde_json::{Map, Value, json};

use crate::generate::tree::below;

/// The document, each schema that admits an integer and no other number bounded to the range.
///
/// What passes is what this schema accepts *and* what the document itself accepts: within the range alone, a `oneOf` may have one
/// match where the document has two.
#[must_use]
pub fn ranged(document: &Value) -> Value {
    let Value::Object(members) = document else {
        return document.clone();
    };
    let mut changed = Map::new();
    for (word, held) in members {
        let held = match word.as_str() {
            _ if below(members).all(|(at, _)| at != word) => held.clone(),
            _ => match held {
                Value::Object(named)
                    if matches!(
                        word.as_str(),
                        "properties" | "patternProperties" | "dependentSchemas" | "$defs"
                    ) =>
                {
                    Value::Object(named.iter().map(|(name, one)| (name.clone(), ranged(one))).collect())
                }
                Value::Array(items) => items.iter().map(ranged).collect(),
                one => ranged(one),
            },
        };
        changed.insert(word.clone(), held);
    }
    if admits_integers_alone(members) {
        let range = json!({"minimum": i64::MIN, "maximum": u64::MAX});
        match changed.get_mut("allOf").and_then(Value::as_array_mut) {
            Some(all) => all.push(range),
            None => drop(changed.insert("allOf".to_owned(), json!([range]))),
        }
    }
    Value::Object(changed)
}

fn admits_integers_alone(members: &Map<String, Value>) -> bool {
    let types: Vec<&str> = match members.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(several)) => several.iter().filter_map(Value::as_str).collect(),
        _ => return false,
    };
    types.contains(&"integer") && !types.contains(&"number")
}

/// Whether a value holds a number outside −2^63…2^64−1.
#[must_use]
pub fn beyond_range(value: &Value) -> bool {
    match value {
        Value::Number(number) if number.is_f64() => number
            .as_f64()
            .is_some_and(|float| !(-9_223_372_036_854_775_808.0..18_446_744_073_709_551_616.0).contains(&float)),
        Value::Array(items) => items.iter().any(beyond_range),
        Value::Object(members) => members.values().any(beyond_range),
        _ => false,
    }
}

/// The value as VAL-5 delivers it: a float without fraction that lies in the range of an integer is that integer.
#[must_use]
pub fn as_delivered(value: &Value) -> Value {
    match value {
        // A whole float prints as an integer with `.0`, or with an exponent: the text of its integer is read anew.
        Value::Number(number) if number.is_f64() => match number.as_f64() {
            Some(float) if float.fract() == 0.0 => serde_json::from_str(&format!("{float:.0}"))
                .ok()
                .filter(|read: &Value| read.is_i64() || read.is_u64())
                .map_or_else(|| value.clone(), |read| if float == 0.0 { json!(0) } else { read }),
            _ => value.clone(),
        },
        Value::Array(items) => items.iter().map(as_delivered).collect(),
        Value::Object(members) => Value::Object(
            members
                .iter()
                .map(|(key, one)| (key.clone(), as_delivered(one)))
                .collect(),
        ),
        other => other.clone(),
    }
}
