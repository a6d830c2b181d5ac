//! What must hold for every schema, judged by a JSON Schema validator that knows nothing of closure.

use jsonschema::{Draft, Validator};
use proptest::prelude::*;
use serde_json::Value;
use wymcp_keyset::{KeySet, check, close, offences};

use crate::schemas::{data, document};

fn validator(schema: &Value) -> Option<Validator> {
    jsonschema::options()
        .with_draft(Draft::Draft202012)
        .offline()
        .build(schema)
        .ok()
}

fn mentions(schema: &Value, keywords: &[&str]) -> bool {
    match schema {
        Value::Object(members) => members
            .iter()
            .any(|(key, value)| keywords.contains(&key.as_str()) || mentions(value, keywords)),
        Value::Array(items) => items.iter().any(|item| mentions(item, keywords)),
        _ => false,
    }
}

/// Every difference between a schema and its closed form is one that closing may make.
fn only_closed(before: &Value, after: &Value) -> bool {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            let kept = before.iter().all(|(key, value)| {
                after
                    .get(key)
                    .is_some_and(|other| only_closed(value, other) || (key == "$ref" && other.is_string()))
            });
            kept && after.iter().all(|(key, value)| {
                before.contains_key(key)
                    || (key == "additionalProperties" && *value == Value::Bool(false))
                    || key == "$defs"
                    || key.contains("closed")
                    || key.contains("as_written")
            })
        }
        (Value::Array(before), Value::Array(after)) => {
            before.len() == after.len() && before.iter().zip(after).all(|(b, a)| only_closed(b, a))
        }
        (before, after) => before == after,
    }
}

fn dangling(document: &Value, schema: &Value) -> bool {
    match schema {
        Value::Object(members) => members.iter().any(|(key, value)| match value {
            Value::String(reference) if key == "$ref" && reference.starts_with("#/") => {
                document.pointer(&reference[1..].replace("%20", " ")).is_none()
            }
            value => dangling(document, value),
        }),
        Value::Array(items) => items.iter().any(|item| dangling(document, item)),
        _ => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { max_global_rejects: 1_000_000, ..ProptestConfig::default() })]

    #[test]
    fn key_5_gate_7_is_sound_and_closing_widens_nothing_but_by_one_of(schema in document(), samples in proptest::collection::vec(data(), 12)) {
        let closed = close(&schema);
        let (Some(open), Some(published)) = (validator(&schema), validator(&closed)) else {
            prop_assert_eq!(validator(&schema).is_some(), validator(&closed).is_some());
            return Ok(());
        };
        let judged_whole = !mentions(&schema, &["anyOf", "oneOf", "patternProperties", "unevaluatedProperties"]);
        for sample in &samples {
            let unknown = check(&schema, sample);
            let accepted = published.is_valid(sample);
            prop_assert!(unknown.is_none() || !accepted, "gate 7 refuses {} and the closed schema accepts it: {}", sample, closed);
            let was_accepted = open.is_valid(sample);
            prop_assert!(!accepted || was_accepted || mentions(&schema, &["oneOf"]), "closing widened to {}: {}", sample, closed);
            if judged_whole && was_accepted && !accepted {
                prop_assert!(unknown.is_some(), "closing refuses {} and gate 7 does not: {}", sample, closed);
            }
            prop_assert_eq!(check(&closed, sample), unknown);
        }
    }

    #[test]
    fn key_4_closing_twice_changes_nothing_and_touches_nothing_else(schema in document()) {
        let closed = close(&schema);
        prop_assert_eq!(close(&closed), closed.clone());
        prop_assert!(only_closed(&schema, &closed), "{}", closed);
        prop_assert_eq!(dangling(&schema, &schema), dangling(&closed, &closed), "{}", closed);
        prop_assert!(!offences(&schema).is_empty() || offences(&closed).is_empty(), "{:?} {}", offences(&closed), closed);
        prop_assert_eq!(KeySet::new(&schema).is_ok(), offences(&schema).is_empty());
    }
}
