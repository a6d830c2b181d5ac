//! Numbers: what a generator writes as a format becomes bounds, and what no JSON number holds is told.

use std::num::{NonZeroI8, NonZeroU32};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wymcp_actions::OutputSchema;
use wymcp_actions::schemars::{self, JsonSchema};

use super::{action, keywords, offences, told};

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
struct Numbers {
    big: u64,
    size: usize,
    ratio: f32,
    exact: f64,
    tiny: i8,
    wide: i64,
    signed_size: isize,
    small: Option<u8>,
    least: NonZeroU32,
    not_zero: NonZeroI8,
    #[schemars(range(min = 1, max = 5))]
    ranged: u32,
    #[schemars(range(min = -1))]
    too_low: u16,
    list: Option<Vec<String>>,
    address: std::net::IpAddr,
}

#[test]
fn f14_number_formats_become_bounds() {
    let action = action::<Numbers>();
    let bounds = |name: &str| {
        let property = &action.schema()["properties"][name];
        (property["minimum"].clone(), property["maximum"].clone())
    };
    assert_eq!(bounds("big"), (json!(0), json!(u64::MAX)));
    assert_eq!(bounds("size"), (json!(0), json!(usize::MAX)));
    assert_eq!(bounds("ratio"), (json!(f32::MIN), json!(f32::MAX)));
    assert_eq!(bounds("exact"), (Value::Null, Value::Null));
    assert_eq!(bounds("tiny"), (json!(-128), json!(127)));
    assert_eq!(bounds("wide"), (json!(i64::MIN), json!(i64::MAX)));
    assert_eq!(bounds("signed_size"), (json!(isize::MIN), json!(isize::MAX)));
    assert_eq!(bounds("small"), (json!(0), json!(255)));
    assert_eq!(bounds("least"), (json!(1), json!(u32::MAX)));
    assert_eq!(bounds("not_zero"), (json!(-128), json!(127)));
    assert_eq!(bounds("ranged"), (json!(1), json!(5)));
    assert_eq!(bounds("too_low"), (json!(0), json!(u16::MAX)));
    let mut all = Vec::new();
    keywords(action.schema(), &mut all);
    let formats: Vec<_> = all
        .into_iter()
        .filter(|(key, _)| key == "format")
        .map(|(_, format)| format)
        .collect();
    assert_eq!(formats, ["ipv4", "ipv6"]);
}

#[test]
fn def_5_numbers_of_a_document_are_read_like_those_of_properties() {
    let document = OutputSchema::of::<Numbers>().document().unwrap();
    assert_eq!(
        (&document["type"], &document["properties"]["tiny"]["minimum"]),
        (&json!("object"), &json!(-128))
    );
    let found = OutputSchema::of::<Vec<Option<u128>>>().document().unwrap_err();
    assert_eq!(told(&found), [("unsupported_number", "/items")]);
}

#[test]
fn def_5_wide_numbers_are_told_once_each() {
    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only described")]
    struct Wide {
        own: u128,
        one: Deep,
        two: Deep,
    }
    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only described")]
    struct Deep {
        inner: Option<i128>,
    }
    let found = offences::<Wide>();
    assert_eq!(
        told(&found),
        [
            ("unsupported_number", "/properties/one/$defs/Deep/properties/inner"),
            ("unsupported_number", "/properties/own")
        ]
    );
    assert!(found[0].why().contains("i128") && found[1].why().contains("u128"));
}
