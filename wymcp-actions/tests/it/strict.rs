//! Conversion to JSON that loses nothing silently (ACT-13).

use std::collections::{BTreeMap, HashMap};

use proptest::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};
use wymcp_actions::{ActionSchema, checked_value};

#[derive(Debug, Clone, Serialize)]
enum Shape {
    Unit,
    Newtype(f64),
    Tuple(u64, i64),
    Struct { list: Vec<Option<f32>>, text: String },
}

#[derive(Debug, Clone, Serialize)]
struct Wrapper(BTreeMap<String, Shape>);

fn shapes() -> impl Strategy<Value = Shape> {
    prop_oneof![
        Just(Shape::Unit),
        (-1e9..1e9).prop_map(Shape::Newtype),
        (any::<u64>(), any::<i64>()).prop_map(|(a, b)| Shape::Tuple(a, b)),
        (
            proptest::collection::vec(proptest::option::of(-1e9f32..1e9), 0..3),
            ".{0,5}"
        )
            .prop_map(|(list, text)| Shape::Struct { list, text }),
    ]
}

proptest! {
    #[test]
    fn act_13_what_json_can_carry_is_what_serde_json_writes(map in proptest::collection::btree_map(".{0,4}", shapes(), 0..5)) {
        let value = Wrapper(map);
        prop_assert_eq!(checked_value(&value), Ok(serde_json::to_value(&value).unwrap()));
    }
}

#[derive(Serialize)]
struct Holder<T> {
    inside: Vec<T>,
}

fn refused<T: Serialize>(value: T) -> String {
    checked_value(&Holder { inside: vec![value] }).unwrap_err().to_string()
}

#[test]
fn act_13_what_json_cannot_carry_is_refused_with_its_place() {
    assert_eq!(refused(f64::NAN), "/inside/0: NaN is no JSON number");
    assert_eq!(refused(f32::NEG_INFINITY), "/inside/0: an infinity is no JSON number");
    assert_eq!(
        refused(i128::from(i64::MIN) - 1),
        "/inside/0: an integer beyond the range of i64 and u64 would lose digits"
    );
    assert_eq!(
        refused(u128::from(u64::MAX) + 1),
        "/inside/0: an integer beyond the range of i64 and u64 would lose digits"
    );
    assert_eq!(
        refused(HashMap::from([(1u8, 2u8)])),
        "/inside/0: a key of a JSON object is a string, and here it is a number"
    );
    assert_eq!(
        refused(HashMap::from([(true, 2u8)])),
        "/inside/0: a key of a JSON object is a string, and here it is a boolean"
    );
    assert_eq!(
        refused(Shape::Newtype(f64::NAN)),
        "/inside/0/Newtype: NaN is no JSON number"
    );
    assert_eq!(
        refused(Shape::Struct {
            list: vec![None, Some(f32::NAN)],
            text: String::new()
        }),
        "/inside/0/Struct/list/1: NaN is no JSON number"
    );
}

#[test]
fn act_13_the_widest_integers_pass() {
    assert_eq!(checked_value(&u128::from(u64::MAX)), Ok(json!(u64::MAX)));
    assert_eq!(checked_value(&i128::from(i64::MIN)), Ok(json!(i64::MIN)));
    assert_eq!(checked_value(&HashMap::from([('k', Some(()))])), Ok(json!({"k": null})));
}

#[test]
fn siz_nesting_ends_at_127_levels_for_typed_values() {
    #[derive(Serialize)]
    struct Chain(Option<Box<Chain>>, ());
    // Each level is an array of two.
    let chain = |levels: usize| (1..levels).fold(Chain(None, ()), |inner, _| Chain(Some(Box::new(inner)), ()));
    assert!(checked_value(&chain(127)).is_ok());
    let refused = checked_value(&chain(128)).unwrap_err();
    assert_eq!(refused.why(), "nests beyond 127 levels");
    let deep = (0..127).fold(json!(1), |inner, _| json!([inner]));
    assert!(checked_value(&deep).is_ok());
    assert!(checked_value(&json!({ "a": deep })).is_err());
    assert!(checked_value::<Value>(&json!([])).is_ok());
}

#[test]
fn act_13_a_builder_tells_it_with_the_place_and_the_line() {
    let offences = ActionSchema::new("Weigh")
        .property("scale", json!({"type": "array", "items": {"type": "number"}}))
        .default_to("scale", [1.0, f64::INFINITY])
        .example(HashMap::from([(1, 2)]))
        .check("weigh", None)
        .unwrap_err();
    let told: Vec<_> = offences.iter().map(|o| (o.code(), o.pointer())).collect();
    assert_eq!(told, [("not_json", "/defaults/scale/1"), ("not_json", "/examples/0")]);
    assert!(
        offences
            .iter()
            .all(|o| o.location().is_some_and(|l| l.file().ends_with("strict.rs")))
    );
}
