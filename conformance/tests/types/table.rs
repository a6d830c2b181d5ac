//! type × outcome.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use crate::outcome::{check, offences};
use crate::shapes::*;

/// A line for each type: what passes and arrives as sent, what a gate refuses, and odd values that the schema admits although the
/// type refuses them (documented at `wymcp_router::typed`).
macro_rules! works {
    ($($type:ty: [$($good:tt)*], not [$($bad:tt)*] $(, but [$($but:tt)*])?;)+) => {{
        let mut wrong: Vec<String> = Vec::new();
        $({
            let (good, bad, but) = (json!([$($good)*]), json!([$($bad)*]), json!([$($($but)*)?]));
            wrong.extend(check::<$type>(stringify!($type), listed(good), listed(bad), listed(but)).await);
        })+
        assert_eq!(wrong.len(), 0, "{}", wrong.join("\n"));
    }};
}

fn listed(values: Value) -> Vec<Value> {
    match values {
        Value::Array(values) => values,
        one => vec![one],
    }
}

/// A line for each type that cannot be had: the code and the pointer of its offence.
macro_rules! offends {
    ($($type:ty: $code:literal at $pointer:literal;)+) => {
        $(assert_eq!(offences::<$type>(), [($code, $pointer.to_owned())], "{}", stringify!($type));)+
    };
}

#[tokio::test]
async fn def_5_scalars_and_what_holds_them() {
    works! {
        bool: [true, false], not [0, "true", null];
        String: ["", "é"], not [1, null, ["a"]];
        char: ["a", "é"], not ["", "ab", 1];
        (): [null], not [0, {}];
        Option<String>: ["", null], not [1];
        Option<Option<u8>>: [1, null], not [256, "1"];
        Box<str>: ["a"], not [1];
        Cow<'static, str>: ["a"], not [1];
        Box<u8>: [1], not [256];
        Vec<u8>: [[], [0, 255, 2.0]], not [[256], {}, [null]];
        Option<Vec<Option<u8>>>: [null, [1, null]], not [[256]];
        VecDeque<String>: [["a", "a"]], not [[1]];
        BTreeSet<u8>: [[1, 2]], not [[1, 1], [256]];
        [u8; 3]: [[1, 2, 3]], not [[1, 2], [1, 2, 3, 4], [1, 2, 256]];
        (u8, String): [[1, "a"]], not [[1], [1, "a", 2], ["a", 1]];
        (u8, Option<Person>): [[1, null], [1, {"name": "Ann"}]], not [[1, {"nme": "Ann"}], [1, {"name": "Ann", "x": 1}]];
        Value: [null, 1, "a", [{"a": [1.5]}]], not [];
    }
}

#[tokio::test]
async fn def_5_structs_and_newtypes() {
    works! {
        Person: [{"name": "Ann"}, {"name": "Ann", "boss": {"name": "Bob", "boss": null}, "tags": ["a"]}],
            not [{}, {"name": 1}, {"name": "Ann", "boss": {"nme": "Bob"}}, {"name": "Ann", "tag": []}, null, []];
        Newtype: [{"name": "Ann"}], not [{"nme": "Ann"}, [{"name": "Ann"}]];
        Transparent: [65535], not [65536, {"inner": 1}];
        Pair: [[1, null], [1, "a"]], not [[1], [1, 2], {}];
        Option<Box<Person>>: [null, {"name": "Ann"}], not [{}];
        Vec<Person>: [[], [{"name": "Ann"}, {"name": "Bob", "tags": []}]], not [[{}], [{"name": "Ann", "x": 1}]];
        Attributes: [{"twoWords": 1, "digit": "7"}, {"twoWords": 1, "named": null, "defaulted": 8, "digit": "0"}],
            not [{"two_words": 1, "digit": "7"}, {"twoWords": 1, "digit": 7}, {"twoWords": 1, "digit": "77"}, {"twoWords": 1, "digit": "7", "other": 1},
                {"twoWords": 1, "digit": "7", "skipped": 1}];
        Free: [{"any": null, "map": {}}, {"any": {"x": [1]}, "map": {"y": {"z": 1}}}], not [{"any": 1}, {"any": 1, "map": {}, "x": 1}];
    }
}

#[tokio::test]
async fn def_5_a_field_that_is_absent_null_or_a_value() {
    works! {
        Update: [{}, {"due": null}, {"due": 7}, {"owner": {"name": "Ann"}, "word": "abc"}, {"owner": null, "word": null, "due": 2.0}],
            not [{"due": 256}, {"due": "7"}, {"owner": {"nme": "Ann"}}, {"word": "abcd"}, {"x": 1}];
        Vec<Update>: [[{}, {"due": null}]], not [[{"due": 256}]];
    }
    offends! {
        Forgetful: "field_never_absent" at "/$defs/Forgetful/properties/due";
        Option<Vec<Forgetful>>: "field_never_absent" at "/$defs/Forgetful/properties/due";
    }
}

#[tokio::test]
async fn def_5_what_schemars_says_of_values_is_enforced() {
    let fine = json!({"range": 1, "pair": [1, 2], "letters": "abc"});
    let with = |name: &str, value: Value| {
        let mut all = fine.clone();
        all[name] = value;
        all
    };
    works! {
        Bounds: [fine, with("range", json!(5)), with("ratio", json!(-1.5)), with("ratio", json!(null)), with("text", json!("abc")),
                with("email", json!("ann@example.org")), with("link", json!("https://example.org/a")), with("words", json!(["ab"])),
                with("with_x", json!("axb")), with("map", json!({"a": 9}))],
            not [with("range", json!(0)), with("range", json!(6)), with("ratio", json!(1.6)), with("text", json!("")), with("text", json!("abcd")),
                with("pair", json!([1])), with("pair", json!([1, 2, 3])), with("letters", json!("d")), with("letters", json!("")),
                with("email", json!("ann")), with("link", json!("/a")), with("words", json!(["abc"])), with("with_x", json!("ab")),
                with("map", json!({"a": 1, "b": 1})), with("map", json!({"a": 256}))];
        Foreign: [{"range": 5, "text": "abc"}], not [{"range": 6, "text": "abc"}, {"range": 5, "text": ""}, {"range": 5, "text": "abcd"}];
    }
}

#[tokio::test]
async fn def_5_enums() {
    works! {
        Unit: ["One", "zwei"], not ["Two", "one", null];
        Option<Unit>: ["One", null], not ["Two"];
        External: ["Nothing", {"Newtype": 7}, {"Struct": {"a": 1}}, {"Struct": {"a": 1, "b": null}}, {"Tuple": [1, "x"]}, {"Held": {"name": "Ann"}}],
            not ["Newtype", {"Nothing": null}, {"Newtype": 256}, {"Struct": {}}, {"Struct": {"a": 1, "c": 1}}, {"Newtype": 1, "Struct": {"a": 1}},
                {"Tuple": [1]}, {"Held": {"nme": 1}}, {}];
        Internal: [{"kind": "nothing"}, {"kind": "struct", "a": 1}, {"kind": "held", "name": "Ann", "boss": {"name": "Bob"}}],
            not [{"kind": "Nothing"}, {"kind": "struct"}, {"kind": "struct", "a": 1, "name": "x"}, {"kind": "held", "name": "Ann", "x": 1}, {"a": 1}];
        Adjacent: [{"t": "Nothing"}, {"t": "Newtype", "c": 7}, {"t": "Struct", "c": {"a": 1}}, {"t": "Tuple", "c": [1, true]}],
            not [{"t": "Newtype"}, {"t": "Newtype", "c": 256}, {"t": "Struct", "c": {"b": 1}}, {"t": "Tuple", "c": [1]}, {"c": 7}, {"t": "Nothing", "x": 1}];
        Untagged: [7, "x", {"a": 1}, [true, false]], not [256, null, {"a": 256}, {"b": 1}, [1]];
        Vec<Untagged>: [[7, "x", {"a": 1}]], not [[256]];
        Expression: [{"op": "literal", "value": 1}, {"op": "negate", "of": {"op": "sum", "of": [{"op": "literal", "value": 0.5}]}}],
            not [{"op": "literal"}, {"op": "negate", "of": [{"op": "literal", "value": 1}]}, {"op": "sum", "of": [{"op": "product"}]},
                {"op": "sum", "of": [{"op": "literal", "value": 1, "x": 1}]}];
        Result<u8, String>: [{"Ok": 1}, {"Err": "x"}], not [{"Ok": 256}, {"ok": 1}, {}];
        std::ops::Range<u8>: [{"start": 1, "end": 2}], not [{"start": 1}, {"start": 1, "end": 256}];
    }
}

#[tokio::test]
async fn def_5_flattened_fields() {
    works! {
        Flat<Person>: [{"own": 1, "name": "Ann"}], not [{"own": 1}, {"own": 1, "name": "Ann", "x": 1}, {"own": 256, "name": "Ann"}];
        Flat<Option<Person>>: [{"own": 1}, {"own": 1, "name": "Ann"}], not [{"own": 1, "x": 1}, {"name": "Ann"}];
        Flat<Internal>: [{"own": 1, "kind": "nothing"}, {"own": 1, "kind": "struct", "a": 1}], not [{"own": 1}, {"own": 1, "kind": "nothing", "x": 1}];
        Flat<Adjacent>: [{"own": 1, "t": "Newtype", "c": 7}], not [{"own": 1, "t": "Newtype", "c": 256}, {"own": 1, "t": "Nothing", "x": 1}];
        Flat<Flat2>: [{"own": 1, "second": 2, "name": "Ann"}], not [{"own": 1, "second": 2}, {"own": 1, "second": 2, "name": "Ann", "x": 1}];
        Flat<BTreeMap<String, u8>>: [{"own": 1}, {"own": 1, "any": 255}], not [{"any": 1}, {"own": 1, "any": 256}];
        Flat<HashMap<String, Value>>: [{"own": 1, "any": {"x": null}}], not [{"own": "1"}];
    }
}

#[tokio::test]
async fn def_5_maps() {
    works! {
        BTreeMap<String, u8>: [{}, {"a": 1, "": 255}], not [{"a": 256}, [], null];
        HashMap<String, Person>: [{"a": {"name": "Ann"}}], not [{"a": {"nme": "Ann"}}, {"a": {"name": "Ann", "x": 1}}];
        BTreeMap<u64, u8>: [{"0": 1, "255": 2, "9999999999999999999": 3}], not [{"a": 1}, {"-1": 1}, {"007": 1}, {"1": 256}, {"1.0": 1}];
        BTreeMap<i64, Person>: [{"-1": {"name": "Ann"}, "0": {"name": "Bob"}}], not [{"-0": {"name": "Ann"}}, {"+1": {"name": "Ann"}}, {"1": {"nme": 1}}];
        BTreeMap<Unit, u8>: [{"One": 1}, {"zwei": 2}], not [{"Two": 1}, {"One": 256}];
        Option<BTreeMap<u64, Vec<u8>>>: [null, {"1": [1]}], not [{"x": [1]}];
    }
}

#[test]
fn def_5_keys_that_are_narrower_than_64_bits_cannot_be_told_in_a_schema() {
    offends! {
        BTreeMap<u8, u8>: "undecodable" at "/properties/v";
        HashMap<i32, u8>: "undecodable" at "/properties/v";
        Option<Vec<BTreeMap<u16, u8>>>: "undecodable" at "/properties/v";
    }
}

#[tokio::test]
async fn def_5_types_of_the_standard_library() {
    works! {
        IpAddr: ["127.0.0.1", "::1"], not ["127.0.0.256", "localhost", ""];
        Ipv4Addr: ["127.0.0.1"], not ["::1", "01.2.3.4"];
        Ipv6Addr: ["::1", "::ffff:1.2.3.4"], not ["127.0.0.1", "fe80::1%eth0"];
        Duration: [{"secs": 1, "nanos": 999_999_999}, {"secs": u64::MAX, "nanos": 0}], not [{"secs": 1}, {"secs": 1, "nanos": 1_000_000_000}, 1];
        SystemTime: [{"secs_since_epoch": 1, "nanos_since_epoch": 0}], not [{"secs_since_epoch": u64::MAX, "nanos_since_epoch": 0}];
        std::path::PathBuf: ["/a/b"], not [1];
        Arc<str>: ["a"], not [1];
    }
    offends! { SocketAddr: "undecodable" at "/properties/v"; }
}

#[tokio::test]
async fn def_5_dates_and_times() {
    works! {
        chrono::NaiveDate: ["2024-02-29", "0000-01-01"], not ["2023-02-29", "2024-13-01", ""];
        chrono::NaiveTime: ["10:00:00", "23:59:59.123456789"], not ["24:00:00", "10:00:00Z", "10:00:00.1234567890"];
        chrono::NaiveDateTime: ["2024-02-29T10:00:00", "2000-02-29T10:00:00.5"], not ["2023-02-29T10:00:00", "1900-02-29T10:00:00", "2024-02-29T10:00:00Z", "2024-02-29"];
        chrono::DateTime<chrono::Utc>: ["2024-02-29T10:00:00Z", "2024-02-29T10:00:00+02:00"], not ["2024-02-29T10:00:00", "2024-02-29"];
        chrono::DateTime<chrono::FixedOffset>: ["2024-02-29T10:00:00+02:00"], not ["2024-02-30T10:00:00Z"];
        jiff::civil::Date: ["2024-02-29"], not ["2023-02-29"];
        jiff::civil::Time: ["10:00:00", "23:59:59.123456789"], not ["24:00:00"];
        jiff::civil::DateTime: ["2024-02-29T10:00:00"], not ["2023-02-29T10:00:00", "2024-02-29T10:00:00Z"];
        jiff::Timestamp: ["2024-02-29T10:00:00Z", "2024-02-29T10:00:00+02:00"], not ["2024-02-29T10:00:00"],
            but ["2024-02-29T10:00:00.1234567890Z", "9999-12-31T23:59:59Z"];
        jiff::SignedDuration: ["PT1S"], not ["1s"], but ["P1D", "P1Y", "P99999Y"];
        jiff::Span: ["PT1S", "P1D"], not ["one day"], but ["P99999Y"];
    }
    offends! { jiff::Zoned: "unsupported_format" at "/properties/v"; }
}

#[tokio::test]
async fn def_5_urls_and_uuids() {
    works! {
        uuid::Uuid: ["6f9619ff-8b86-d011-b42d-00cf4fc964ff"], not ["6f9619ff8b86d011b42d00cf4fc964ff", "x"];
        url::Url: ["https://example.org/a?b#c", "mailto:ann@example.org"], not ["/relative", "example.org", ""],
            but ["http://", "http:", "http://[::1]:99999/"];
    }
}
