//! Payload types that describe their own properties (DEF-5, F14).

use std::collections::{BTreeMap, HashMap};
use std::num::{NonZeroI8, NonZeroU32};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wymcp_actions::schemars::{self, JsonSchema};
use wymcp_actions::{Action, ActionSchema, CheckedAction, Data, Object, Offence, OutputSchema, typed};

fn action<T: JsonSchema + serde::de::DeserializeOwned>() -> CheckedAction {
    ActionSchema::new("Act")
        .check("act", Some(typed::payload::<T>()))
        .unwrap()
}

fn offences<T: JsonSchema + serde::de::DeserializeOwned>() -> Vec<Offence> {
    ActionSchema::new("Act")
        .examine("act", Some(typed::payload::<T>()))
        .offences()
        .to_vec()
}

fn told(offences: &[Offence]) -> Vec<(&str, &str)> {
    offences
        .iter()
        .map(|offence| (offence.code(), offence.pointer()))
        .collect()
}

/// Every subschema keyword of a document, wherever it stands.
fn keywords(value: &Value, out: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(key, below)| {
            out.push((key.clone(), below.clone()));
            keywords(below, out);
        }),
        Value::Array(items) => items.iter().for_each(|below| keywords(below, out)),
        _ => {}
    }
}

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

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
struct Person {
    /// What people call them.
    name: String,
    boss: Option<Box<Person>>,
    #[serde(default)]
    tags: Vec<Tag>,
}

#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
struct Tag {
    word: String,
}

/// Create a task,
/// or a part of one.
///
/// More for those who read the source.
#[derive(Debug, Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only described")]
struct Create {
    /// Shown in lists.
    title: String,
    assignee: Option<Person>,
    #[serde(default)]
    reviewers: Vec<Person>,
    #[serde(default = "three")]
    priority: u8,
    #[serde(default)]
    due: Option<String>,
    #[serde(default)]
    owner: Person,
    parent: Option<Box<Create>>,
    free: Value,
}

fn three() -> u8 {
    3
}

#[test]
fn def_5_a_type_is_a_whole_declaration() {
    let schema = ActionSchema::of_payload()
        .notes("As the type says.")
        .required_group(["due"]);
    let action = schema.check("create", Some(typed::payload::<Create>())).unwrap();
    assert_eq!(action.description(), "Create a task, or a part of one.");
    assert_eq!(action.required(), ["title", "free"]);
    insta::assert_json_snapshot!(action.page());
}

#[test]
fn def_5_every_property_carries_the_definitions_it_reaches_and_no_other() {
    let action = action::<Create>();
    let definitions = |name: &str| -> Vec<String> {
        let defs = action.schema()["properties"][name]["$defs"].as_object();
        defs.into_iter().flatten().map(|(name, _)| name.clone()).collect()
    };
    assert_eq!(definitions("title"), <[String; 0]>::default());
    assert_eq!(definitions("assignee"), ["Person", "Tag"]);
    assert_eq!(definitions("parent"), ["Create", "Person", "Tag"]);
    let mut all = Vec::new();
    keywords(action.schema(), &mut all);
    for (_, reference) in all.into_iter().filter(|(key, _)| key == "$ref") {
        let fragment = reference
            .as_str()
            .and_then(|reference| reference.strip_prefix('#'))
            .unwrap();
        assert!(action.schema().pointer(fragment).is_some(), "{reference}");
    }
}

#[test]
fn def_5_a_null_default_is_published_and_not_applied() {
    let action = action::<Create>();
    assert_eq!(action.schema()["properties"]["due"]["default"], Value::Null);
    let names: Vec<_> = action.defaults().keys().cloned().collect();
    assert_eq!(names, ["owner", "priority", "reviewers"]);
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[expect(dead_code, reason = "only described")]
enum Tagged {
    Plain,
    Named { x: i32 },
    New(Inner),
}

#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Inner {
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
enum External {
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
struct Flat<T> {
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
fn def_5_a_type_as_one_document() {
    let document = OutputSchema::of::<Numbers>().document().unwrap();
    assert_eq!(
        (&document["type"], &document["properties"]["tiny"]["minimum"]),
        (&json!("object"), &json!(-128))
    );
    assert!(document.get("title").is_none() && document.get("$schema").is_none());
    let recursive = OutputSchema::of::<Person>().document().unwrap();
    let definitions: Vec<_> = recursive["$defs"].as_object().unwrap().keys().collect();
    assert_eq!(definitions, ["Person", "Tag"]);
    let found = OutputSchema::of::<Vec<Option<u128>>>().document().unwrap_err();
    assert_eq!(told(&found), [("unsupported_number", "/items")]);
}

#[test]
fn def_5_a_merged_union_is_one_object_per_alternative() {
    let action = action::<Shapes>();
    insta::assert_json_snapshot!(action.schema()["properties"]["flat_tagged"]);
}

#[test]
fn def_5_a_payload_is_a_struct_of_named_fields() {
    #[derive(Deserialize, JsonSchema)]
    struct Unit;
    #[derive(Deserialize, JsonSchema)]
    struct Nothing {}
    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only described")]
    struct Wrapped(Create);
    #[derive(Deserialize, JsonSchema)]
    #[expect(dead_code, reason = "only described")]
    struct Pair(u8, u8);
    assert_eq!(action::<Nothing>().schema()["properties"], json!({}));
    assert_eq!(action::<Wrapped>().required(), ["title", "free"]);
    let no_object = [("payload_not_an_object", "/properties")];
    assert_eq!(told(&offences::<Unit>()), no_object);
    assert_eq!(told(&offences::<Pair>()), no_object);
    assert_eq!(told(&offences::<Tagged>()), no_object);
    assert_eq!(told(&offences::<External>()), no_object);
    assert_eq!(told(&offences::<Flat<Tagged>>()), no_object);
    assert_eq!(told(&offences::<Vec<u8>>()), no_object);
    assert_eq!(told(&offences::<Value>()), no_object);
    assert_eq!(
        told(&offences::<HashMap<String, u8>>()),
        [("open_payload", "/properties")]
    );
    assert_eq!(
        told(&offences::<Flat<HashMap<String, u8>>>()),
        [("open_payload", "/properties")]
    );
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

#[test]
fn def_5_declaring_beside_the_type_is_an_offence_for_each_call() {
    let schema = ActionSchema::new("Act")
        .property("title", json!({}))
        .required(["title"])
        .default_to("extra", 1);
    let found = schema
        .examine("act", Some(typed::payload::<Create>()))
        .offences()
        .to_vec();
    assert_eq!(
        told(&found),
        [
            ("declared_by_payload", "/properties/title"),
            ("declared_by_payload", "/required/0"),
            ("declared_by_payload", "/defaults/extra")
        ]
    );
}

wymcp_actions::actions! {
    /// What a caller may do with people.
    pub(crate) enum PeopleAction, PeopleData { Add(Person) = "add", Tag(super::payloads::Tag) = "tag", List = "list" }
}

#[test]
fn def_5_what_passes_is_decoded_into_the_payload() {
    assert_eq!(
        PeopleAction::ALL
            .iter()
            .map(|action| action.payload().is_some())
            .collect::<Vec<_>>(),
        [true, true, false]
    );
    let data = Data::from(Object::from_iter([
        ("name".to_owned(), json!("Ann")),
        ("tags".to_owned(), json!([{"word": "x"}])),
    ]));
    let PeopleData::Add(person) = PeopleAction::Add.decode(data.clone()).unwrap() else {
        panic!("another variant")
    };
    assert_eq!((person.name.as_str(), person.tags[0].word.as_str()), ("Ann", "x"));
    let refused = PeopleAction::Tag.decode(data).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the payload type `Tag` refused data that passed the gates (missing field `word`)"
    );
}
