//! Schemas of values that hold no others.

use serde_json::{Value, json};

use super::dice::Dice;

/// A schema of a number, a text, a constant, or of several types.
pub(super) fn scalar(dice: &mut Dice) -> Value {
    match dice.weighted(&[4, 2, 4, 2, 1, 3, 3, 3, 2, 1, 1]) {
        0 => integer(dice),
        1 => number(dice),
        2 => string(dice),
        3 => json!({"type": "boolean"}),
        4 => json!({"type": "null"}),
        5 => json!({ "const": constant(dice) }),
        6 => json!({"enum": [constant(dice), constant(dice), "auto"]}),
        7 => {
            let first = dice.word(&["integer", "string", "boolean", "array"]);
            json!({"type": [first, dice.word(&["null", "object", "number"])]})
        }
        8 => json!({}),
        9 => json!(true),
        _ => json!(dice.chance(60)),
    }
}

fn integer(dice: &mut Dice) -> Value {
    match dice.below(4) {
        0 => json!({"type": "integer"}),
        1 => json!({"type": "integer", "minimum": 1, "maximum": 5}),
        2 => json!({"type": "integer", "exclusiveMinimum": 0}),
        _ => json!({"type": "integer", "multipleOf": 2}),
    }
}

fn number(dice: &mut Dice) -> Value {
    match dice.below(3) {
        0 => json!({"type": "number"}),
        1 => json!({"type": "number", "minimum": 0, "exclusiveMaximum": 10.5}),
        _ => json!({"type": "number", "multipleOf": 0.5}),
    }
}

fn string(dice: &mut Dice) -> Value {
    match dice.below(5) {
        0 => json!({"type": "string"}),
        1 => json!({"type": "string", "minLength": 1, "maxLength": 3}),
        2 => json!({"type": "string", "pattern": "^[a-c]+$"}),
        3 => json!({"type": "string", "format": "date"}),
        _ => json!({"type": "string", "format": dice.word(&["email", "uuid", "ipv4", "date-time"])}),
    }
}

/// A value that a `const` or an `enum` may hold; objects among them, since gate 7 reads their type.
fn constant(dice: &mut Dice) -> Value {
    match dice.below(7) {
        0 => json!("auto"),
        1 => json!(1),
        2 => json!(null),
        3 => json!(true),
        4 => json!({}),
        5 => json!({"a": 1}),
        _ => json!("b"),
    }
}
