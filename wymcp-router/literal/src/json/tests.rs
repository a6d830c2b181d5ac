use proc_macro2::{Delimiter, Group, Punct, Spacing, TokenStream, TokenTree};
use proptest::prelude::*;
use serde_json::{Value, json};
use wymcp_bound::pointer::join;

use super::Literal;

fn read(source: &str) -> Literal {
    Literal::read(source.parse().expect("tokens"))
}

fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".*".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(".*", inner, 0..4).prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// JSON as Rust tokens: as it is, but for the escapes in strings.
fn tokens(value: &Value) -> String {
    match value {
        Value::String(text) => proc_macro2::Literal::string(text).to_string(),
        Value::Array(items) => format!("[{}]", items.iter().map(tokens).collect::<Vec<_>>().join(", ")),
        Value::Object(members) => {
            let members = members
                .iter()
                .map(|(key, value)| format!("{}: {}", proc_macro2::Literal::string(key), tokens(value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
        scalar => scalar.to_string(),
    }
}

/// Every place of a value, by pointer.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                pointers(item, &join(at, &index.to_string()), found);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                pointers(member, &join(at, key), found);
            }
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_json_value_is_read_as_itself_and_has_its_places(value in values()) {
        let literal = read(&tokens(&value));
        prop_assert!(literal.mistakes.is_empty(), "{:?}", literal.mistakes);
        // The text is what `serde_json` would have been given.
        let expected: Value = serde_json::from_str(&value.to_string()).unwrap();
        prop_assert_eq!(serde_json::from_str::<Value>(&literal.text).unwrap(), expected);
        let mut all = Vec::new();
        pointers(&value, "", &mut all);
        for pointer in all {
            prop_assert!(literal.places.contains(&pointer), "{}", pointer);
        }
    }
}

#[test]
fn a_last_comma_and_raw_strings_are_rust_and_welcome() {
    let literal = read(r##"{"a": [1, 2,], "b": r#"\d"#,}"##);
    assert!(literal.mistakes.is_empty());
    assert_eq!(
        serde_json::from_str::<Value>(&literal.text).unwrap(),
        json!({"a": [1, 2], "b": "\\d"})
    );
}

#[test]
fn act_11_every_slip_is_told_and_hides_no_other() {
    let literal = read(r#"{a: 1, "b" 2 "c": MAX, "d": -, "e": 'x', "f": , 5: 6, "a": f(1), "g": 1e400, "h": [1 2]}"#);
    assert_eq!(literal.mistakes.len(), 11, "{:#?}", literal.mistakes);
    assert_eq!(
        serde_json::from_str::<Value>(&literal.text).unwrap(),
        json!({"a": 1, "b": 2, "c": null, "d": null, "e": null, "f": null, "g": null, "h": [1, 2]})
    );
    assert!(literal.is_stand_in("/c") && !literal.is_stand_in("/b"));
}

#[test]
fn what_a_macro_hands_on_is_read_and_an_expression_is_told() {
    let handed_on = |source: &str| TokenTree::from(Group::new(Delimiter::None, source.parse().unwrap()));
    let member = |key: &str, value: &str| {
        let tokens = [handed_on(key), Punct::new(':', Spacing::Alone).into(), handed_on(value)];
        Literal::read(TokenTree::from(Group::new(Delimiter::Brace, TokenStream::from_iter(tokens))).into())
    };
    let literal = member(r#""a""#, "-1");
    assert!(literal.mistakes.is_empty());
    assert_eq!(literal.text, r#"{"a":-1}"#);
    assert_eq!(member(r#""a""#, "1 + 2").mistakes.len(), 1);
}
