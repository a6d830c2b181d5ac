//! Random schema documents over every keyword that KEY speaks of, and data made of their names.

use proptest::prelude::*;
use serde_json::{Map, Value, json};

const KEYS: [&str; 4] = ["a", "b", "c", "zz"];

fn key() -> impl Strategy<Value = String> {
    prop_oneof![4 => Just("a"), 3 => Just("b"), 1 => Just("c")].prop_map(str::to_owned)
}

fn reference() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => Just("#/$defs/A"),
        4 => Just("#/$defs/B"),
        2 => Just("#/$defs/C"),
        1 => Just("#"),
        1 => Just("#/properties/a"),
        1 => Just("#/$defs/A/properties/a"),
        1 => Just("#/allOf/0"),
        1 => Just("#anchor"),
        1 => Just("#/x-kept/D%20d"),
    ]
    .prop_map(Value::from)
}

fn type_name() -> impl Strategy<Value = Value> {
    prop_oneof![
        4 => Just(json!("object")),
        1 => Just(json!("array")),
        1 => Just(json!("string")),
        1 => Just(json!(["object", "null"])),
        1 => Just(json!(["object", "array"])),
    ]
}

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        1 => any::<bool>().prop_map(Value::from),
        2 => Just(json!({})),
        1 => type_name().prop_map(|name| json!({ "type": name })),
        1 => Just(json!({"const": "auto"})),
        1 => Just(json!({"enum": [1, {"a": 1}]})),
        2 => Just(json!({"properties": {}})),
        4 => proptest::collection::btree_set(key(), 1..3)
            .prop_map(|keys| json!({"properties": keys.into_iter().map(|key| (key, json!({}))).collect::<Map<_, _>>()})),
        2 => key().prop_map(|key| json!({ "required": [key] })),
        3 => reference().prop_map(|reference| json!({ "$ref": reference })),
    ]
}

/// One keyword with its value.
fn keyword(inner: &BoxedStrategy<Value>) -> BoxedStrategy<(String, Value)> {
    let list = |keyword: &'static str| {
        proptest::collection::vec(inner.clone(), 1..3)
            .prop_map(move |list| (keyword.to_owned(), Value::from(list)))
            .boxed()
    };
    let one = |keyword: &'static str| {
        inner
            .clone()
            .prop_map(move |schema| (keyword.to_owned(), schema))
            .boxed()
    };
    let word = |keyword: &'static str| {
        prop_oneof![2 => any::<bool>().prop_map(Value::from), 1 => inner.clone()]
            .prop_map(move |word| (keyword.to_owned(), word))
            .boxed()
    };
    let map = |keyword: &'static str, key: BoxedStrategy<String>| {
        proptest::collection::btree_map(key, inner.clone(), 0..3)
            .prop_map(move |map| (keyword.to_owned(), json!(map)))
            .boxed()
    };
    prop_oneof![
        8 => map("properties", key().boxed()),
        2 => word("additionalProperties"),
        2 => word("unevaluatedProperties"),
        1 => map("patternProperties", prop_oneof![Just("^a".to_owned()), Just("z".to_owned())].boxed()),
        2 => one("items"),
        1 => list("prefixItems"),
        1 => one("unevaluatedItems"),
        3 => list("allOf"),
        3 => list("anyOf"),
        3 => list("oneOf"),
        1 => one("if"),
        1 => one("then"),
        1 => one("else"),
        1 => map("dependentSchemas", key().boxed()),
        1 => one("not"),
        1 => one("contains"),
        1 => one("propertyNames"),
        4 => reference().prop_map(|reference| ("$ref".to_owned(), reference)),
        2 => type_name().prop_map(|name| ("type".to_owned(), name)),
        1 => key().prop_map(|key| ("required".to_owned(), json!([key]))),
    ]
    .boxed()
}

fn schema() -> BoxedStrategy<Value> {
    leaf()
        .prop_recursive(3, 16, 3, |inner| {
            let inner = inner.boxed();
            let keywords = proptest::collection::vec(keyword(&inner), 1..4);
            prop_oneof![1 => inner, 8 => keywords.prop_map(|keywords| Value::Object(keywords.into_iter().collect()))]
        })
        .boxed()
}

/// A document: a root schema, three definitions, and one below a keyword that no one evaluates.
pub(crate) fn document() -> impl Strategy<Value = Value> {
    let root = schema().prop_filter("the root is an object schema", Value::is_object);
    (root, proptest::collection::vec(schema(), 4)).prop_map(|(mut root, mut definitions)| {
        if let Value::Object(second) = &mut definitions[1] {
            second.insert("$anchor".to_owned(), json!("anchor"));
        }
        let mut definitions = definitions.into_iter();
        let mut next = || definitions.next().unwrap_or_default();
        root["$defs"] = json!({"A": next(), "B": next(), "C": next()});
        root["x-kept"] = json!({ "D d": next() });
        root
    })
}

/// Data made of the names that schemas use, and one that none does.
pub(crate) fn data() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(1)),
        Just(json!("auto")),
        Just(Value::Null),
        Just(json!({})),
        Just(json!([]))
    ];
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            4 => proptest::collection::btree_map(proptest::sample::select(&KEYS[..]), inner.clone(), 0..4).prop_map(|map| json!(map)),
            1 => proptest::collection::vec(inner, 0..3).prop_map(Value::from),
        ]
    })
}
