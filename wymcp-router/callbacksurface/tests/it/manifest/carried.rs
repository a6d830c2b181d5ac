//! What JSON does not carry is an offence where it stands, and hides no other (ACT-13).

use serde::Deserialize as _;
use serde::de::value::{Error, MapDeserializer};
use serde_json::{Value, json};
use wymcp_callbacksurface::{Manifest, Offence};

use super::told;

#[test]
fn act_13_text_that_is_no_json_is_an_offence_like_any_other() {
    let manifest = Manifest::parse("{\"tools\": [\n  {\"name\" \"tasks\"}\n]}").in_file("tools.json");
    insta::assert_snapshot!(told(&manifest));
}

#[test]
fn act_13_of_two_equal_keys_the_second_is_an_offence() {
    let manifest = Manifest::parse(
        r#"{"tools": [{"name": "tasks", "description": "Tasks", "description": 5, "actions": {
            "list": {"description": "List", "properties": {"a": {}, "a": {}}},
            "list": {"description": "List", "properties": {}}
        }}], "tools": []}"#,
    );
    insta::assert_snapshot!(told(&manifest));
}

#[test]
fn act_13_numbers_that_json_does_not_carry_are_offences() {
    for (number, why) in [
        (f64::NAN, "NaN is no JSON number"),
        (f64::NEG_INFINITY, "an infinity is no JSON number"),
    ] {
        let document = MapDeserializer::<_, Error>::new([("tools", number)].into_iter());
        let offences = Manifest::deserialize(document).unwrap().validate().unwrap_err();
        let all: Vec<_> = offences.iter().map(|offence| (offence.code(), offence.why())).collect();
        assert_eq!(all, [("not_json", why)]);
    }
    let document = MapDeserializer::<_, Error>::new([("tools", u128::MAX)].into_iter());
    let offences = Manifest::deserialize(document).unwrap().validate().unwrap_err();
    assert_eq!(offences.iter().map(Offence::code).collect::<Vec<_>>(), ["not_json"]);
    // What fits is read, whatever type the format read it as.
    let document = MapDeserializer::<_, Error>::new([("tools", 7_i128)].into_iter());
    let offences = Manifest::deserialize(document).unwrap().validate().unwrap_err();
    assert_eq!(offences.iter().map(Offence::code).collect::<Vec<_>>(), ["invalid_type"]);
}

#[test]
fn siz_a_value_that_nests_too_deep_is_an_offence() {
    let deep = (0..200).fold(json!(1), |inner, _| json!([inner]));
    let manifest = Manifest::from_json(&json!({"tools": [{"name": "t", "description": "d", "_meta": {"k": deep}}]}));
    let offences = manifest.validate().unwrap_err();
    let codes: Vec<_> = offences.iter().map(Offence::code).collect();
    // What could be read is still deeper than a definition shows.
    assert_eq!(codes, ["not_json", "invalid_meta", "missing_input_schema"]);
}

proptest::proptest! {
    #![proptest_config(proptest::test_runner::Config { failure_persistence: None, ..Default::default() })]

    /// Whatever stands there, it is judged and nothing panics.
    #[test]
    fn any_json_is_judged(text in r#"[\[\]{}:,"a-z0-9 .-]{0,40}"#, kind in 0..4usize) {
        let value = Value::from(text.clone());
        let _ = Manifest::parse(&text).validate();
        let tools = [
            json!({"name": value, "actions": {"a": value}}),
            json!({"name": "t", "actions": value}),
            json!({(text.as_str()): value, "inputSchema": value}),
            value,
        ];
        let judged = Manifest::from_json(&json!({ "tools": [tools[kind]] })).validate();
        proptest::prop_assert!(judged.is_err());
    }
}
