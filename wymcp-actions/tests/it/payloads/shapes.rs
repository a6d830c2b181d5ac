//! Enums and flattened fields in every representation of serde: which keys their objects admit (KEY-10).

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::json;
use wymcp_actions::ActionSchema;
use wymcp_actions::schemars::{self, JsonSchema};

use super::{Tag, action, keywords, told};

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "only described")]
pub(super) enum Tagged {
    Plain,
    Named { x: i32 },
    New(Inner),
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Inner {
    a: u8,
    next: Option<Box<Inner>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
#[expect(dead_code, reason = "only described")]
enum Adjacent {
    Plain,
    Named { x: i32 },
    New(Inner),
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only described")]
pub(super) enum External {
    Plain,
    Named { x: i32 },
    New(Inner),
    Pair(u8, u8),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only described")]
enum Untagged {
    Number(f32),
    Named { x: i32 },
    New(Inner),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only described")]
pub(super) struct Flat<T> {
    own: String,
    #[serde(flatten)]
    more: T,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only described")]
struct Shapes {
    tagged: Tagged,
    adjacent: Adjacent,
    external: External,
    untagged: Option<Untagged>,
    flat: Flat<Inner>,
    flat_optional: Flat<Option<Inner>>,
    flat_tagged: Flat<Tagged>,
    flat_external: Flat<External>,
    flat_twice: Flat<Flat2>,
    flat_map: Flat<HashMap<String, u8>>,
    numbered: BTreeMap<u32, Inner>,
    named: BTreeMap<String, Inner>,
    pair: (u8, Inner),
    lasts: std::time::Duration,
    nothing: (),
    letter: char,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only described")]
struct Flat2 {
    second: u8,
    #[serde(flatten)]
    more: Tagged,
}

#[test]
fn key_10_the_typed_door_closes_what_the_type_closes() {
    let action = action::<Shapes>();
    for (property, good, bad) in [
        ("tagged", json!({"kind": "new", "a": 1}), "x"),
        ("tagged", json!({"kind": "named", "x": 1}), "b"),
        ("adjacent", json!({"t": "New", "c": {"a": 1}}), "x"),
        ("external", json!({"Named": {"x": 1}}), "zz"),
        ("untagged", json!({"a": 1, "next": null}), "zz"),
        ("flat", json!({"own": "o", "a": 1}), "zz"),
        ("flat_optional", json!({"own": "o"}), "zz"),
        ("flat_tagged", json!({"own": "o", "kind": "new", "a": 1}), "zz"),
        ("flat_external", json!({"own": "o", "New": {"a": 1}}), "zz"),
        (
            "flat_twice",
            json!({"own": "o", "second": 2, "kind": "new", "a": 1}),
            "zz",
        ),
    ] {
        let mut sent = json!({ property: good });
        assert!(action.keys().check(&sent).is_none(), "{property}: {good}");
        sent[property]["zz"] = json!(1);
        let unknown = action
            .keys()
            .check(&sent)
            .unwrap_or_else(|| panic!("{property} admits {bad}"));
        assert_eq!(unknown.unknown(), [format!("/{property}/zz")]);
    }
    assert!(
        action
            .keys()
            .check(&json!({"flat_map": {"own": "o", "any": 1}, "named": {"any": {"a": 1}}}))
            .is_none()
    );
    assert!(action.keys().check(&json!({"named": {"any": {"zz": 1}}})).is_some());
    let mut all = Vec::new();
    keywords(action.schema(), &mut all);
    assert!(
        all.iter().all(|(key, _)| key != "unevaluatedProperties"),
        "no validator pays for it"
    );
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "outer")]
#[expect(dead_code, reason = "only described")]
enum Nested {
    Holds(Tagged),
    Repeats { all: Vec<Nested> },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only described")]
struct Twice {
    own: u8,
    #[serde(flatten)]
    first: Tagged,
    #[serde(flatten)]
    second: Choice,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "only described")]
enum Choice {
    Left { l: u8 },
    Right { r: Inner },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only described")]
struct Composed {
    nested: Nested,
    twice: Twice,
    numbered: BTreeMap<i64, Tag>,
}

#[test]
fn key_10_the_typed_door_says_what_the_generator_leaves_unsaid() {
    let action = action::<Composed>();
    let property = |name: &str| &action.schema()["properties"][name];
    // A union of whole objects where that can be written; else a word to the validator.
    assert_eq!(
        property("nested")["$defs"]["Nested"]["oneOf"][0]["oneOf"][0]["additionalProperties"],
        false
    );
    assert_eq!(property("twice")["$defs"]["Twice"]["unevaluatedProperties"], false);
    assert_eq!(property("numbered")["$defs"]["Tag"]["additionalProperties"], false);
    assert!(
        action
            .keys()
            .check(&json!({"nested": {"outer": "Holds", "kind": "new", "a": 1}}))
            .is_none()
    );
    assert!(
        action
            .keys()
            .check(&json!({"nested": {"outer": "Holds", "zz": 1}}))
            .is_some()
    );
}

#[test]
fn key_10_by_hand_the_author_says_it() {
    let composed = json!({"properties": {"a": {}}, "anyOf": [{"properties": {"b": {}}}, {}]});
    let offences = ActionSchema::new("Act")
        .property("p", composed)
        .check("act", None)
        .unwrap_err();
    assert_eq!(told(&offences), [("composed_place_is_silent", "/properties/p")]);
}

#[test]
fn def_5_a_merged_union_is_one_object_per_alternative() {
    let action = action::<Shapes>();
    insta::assert_json_snapshot!(action.schema()["properties"]["flat_tagged"]);
}
