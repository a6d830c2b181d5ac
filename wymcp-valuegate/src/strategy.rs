//! Random schemas and data for the properties of this crate.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

/// Stands in every text that a caller sends here, so that a leak is seen.
pub(crate) const SECRET: &str = "s3cr3t";

const KEYS: [&str; 4] = ["a", "b", "c", "x-d"];

pub(crate) fn data() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (-3_i64..8).prop_map(Value::from),
        prop_oneof![Just(2.0), Just(2.5), Just(-0.0), Just(7.0)].prop_map(Value::from),
        prop_oneof![Just("open"), Just("2024-02-29"), Just("")].prop_map(Value::from),
        "[a-z]{0,4}".prop_map(|text| Value::from(format!("{SECRET}{text}"))),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            btree_map(key(), inner, 0..4).prop_map(|members| json!(members)),
        ]
    })
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        6 => proptest::sample::select(&KEYS).prop_map(str::to_owned),
        1 => "[e-f]{1,2}",
    ]
}

/// A document with two definitions that its parts refer to.
pub(crate) fn schema() -> impl Strategy<Value = Value> {
    (part(), part(), part()).prop_map(|(root, one, two)| {
        let mut root = match root {
            Value::Object(members) => members,
            other => Map::from_iter([("allOf".to_owned(), json!([other]))]),
        };
        root.insert("$defs".to_owned(), json!({"one": one, "two": two}));
        Value::Object(root)
    })
}

fn reference() -> impl Strategy<Value = Value> {
    proptest::sample::select(&["#/$defs/one", "#/$defs/two", "#"][..]).prop_map(|target| json!({"$ref": target}))
}

fn part() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        8 => assertion(),
        // In place a reference soon leads in a circle; below it is what recursion is made of.
        1 => reference(),
        3 => reference().prop_map(|target| json!({"properties": {"a": target}})),
        2 => reference().prop_map(|target| json!({"items": target})),
        1 => any::<bool>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        let several = vec(inner.clone(), 1..4);
        let named = btree_map(proptest::sample::select(&KEYS), inner.clone(), 0..3);
        prop_oneof![
            3 => (applicator(&inner.clone().boxed(), &several.boxed(), named.boxed()), inner.clone()).prop_map(both),
            1 => (inner.clone(), inner).prop_map(both),
        ]
    })
}

/// Two schemas in one object, where both are objects.
fn both((one, two): (Value, Value)) -> Value {
    match (one, two) {
        (Value::Object(one), Value::Object(mut two)) => {
            two.extend(one);
            Value::Object(two)
        }
        (one, _) => one,
    }
}

fn assertion() -> impl Strategy<Value = Value> {
    let keys = || proptest::sample::subsequence(&KEYS[..], 0..3);
    prop_oneof![
        4 => proptest::sample::select(&["null", "boolean", "integer", "number", "string", "array", "object"][..])
            .prop_map(|name| json!({"type": name})),
        1 => Just(json!({"type": ["integer", "null"]})),
        1 => Just(json!({"type": ["string", "object", "array"]})),
        1 => data().prop_map(|value| json!({"const": value})),
        1 => vec(data(), 1..4).prop_map(|values| json!({"enum": values})),
        1 => (-2_i64..4).prop_map(|least| json!({"minimum": least})),
        1 => (-2_i64..4).prop_map(|most| json!({"exclusiveMaximum": most, "maximum": 3})),
        1 => prop_oneof![Just(0.5), Just(2.0)].prop_map(|of| json!({"multipleOf": of})),
        1 => (0_u64..3, 2_u64..9).prop_map(|(least, most)| json!({"minLength": least, "maxLength": most})),
        1 => Just(json!({"format": "date"})),
        1 => Just(json!({"pattern": "^[a-z]*$"})),
        2 => keys().prop_map(|names| json!({"required": names})),
        1 => (proptest::sample::select(&KEYS[..]), keys()).prop_map(|(key, names)| json!({"dependentRequired": {key: names}})),
        1 => (0_u64..2, 1_u64..4).prop_map(|(least, most)| json!({"minProperties": least, "maxProperties": most})),
        1 => (0_u64..2, 1_u64..4).prop_map(|(least, most)| json!({"minItems": least, "maxItems": most})),
        1 => Just(json!({"uniqueItems": true})),
    ]
}

fn applicator(
    one: &BoxedStrategy<Value>,
    several: &BoxedStrategy<Vec<Value>>,
    named: BoxedStrategy<std::collections::BTreeMap<&'static str, Value>>,
) -> impl Strategy<Value = Value> + use<> {
    let keyword = |keyword: &'static str| one.clone().prop_map(move |schema| json!({keyword: schema}));
    let list = |keyword: &'static str| several.clone().prop_map(move |schemas| json!({keyword: schemas}));
    prop_oneof![
        4 => named.clone().prop_map(|properties| json!({"properties": properties})),
        2 => (named.clone(), one.clone()).prop_map(|(p, rest)| json!({"properties": p, "additionalProperties": rest})),
        1 => (named.clone(), one.clone()).prop_map(|(p, rest)| json!({"properties": p, "patternProperties": {"^x-": rest}})),
        2 => named.clone().prop_map(|p| json!({"properties": p, "patternProperties": {"^x-": true}, "additionalProperties": false})),
        1 => named.prop_map(|dependent| json!({"dependentSchemas": dependent})),
        1 => keyword("propertyNames"),
        2 => keyword("items"),
        1 => (several.clone(), one.clone()).prop_map(|(prefix, rest)| json!({"prefixItems": prefix, "items": rest})),
        1 => (one.clone(), 0_u64..3, 1_u64..4)
            .prop_map(|(of, least, most)| json!({"contains": of, "minContains": least, "maxContains": most})),
        1 => keyword("contains"),
        2 => list("allOf"),
        3 => list("anyOf"),
        3 => list("oneOf"),
        1 => keyword("not"),
        1 => (one.clone(), one.clone(), one.clone()).prop_map(|(i, t, e)| json!({"if": i, "then": t, "else": e})),
        1 => (several.clone(), one.clone()).prop_map(|(all, rest)| json!({"allOf": all, "unevaluatedProperties": rest})),
        1 => several.clone().prop_map(|any| json!({"anyOf": any, "unevaluatedProperties": false})),
        1 => (several.clone(), one.clone()).prop_map(|(any, rest)| json!({"oneOf": any, "unevaluatedItems": rest})),
    ]
}
