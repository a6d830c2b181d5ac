//! Payload types that describe their own properties (DEF-5, F14).

mod numbers;
mod refused;
mod shapes;

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

#[test]
fn def_5_a_type_as_one_document() {
    let recursive = OutputSchema::of::<Person>().document().unwrap();
    assert!(recursive.get("title").is_none() && recursive.get("$schema").is_none());
    let definitions: Vec<_> = recursive["$defs"].as_object().unwrap().keys().collect();
    assert_eq!(definitions, ["Person", "Tag"]);
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
