//! What a checked action shows: P, digest, page, summary (KEY-5, GAT-3, HLP-3, TXT-2); and the macro's names.

use proptest::prelude::*;
use serde_json::{Value, json};
use wymcp_actions::{Action, ActionSchema, CheckedAction, Data, Object, join_summaries, summary};

fn update() -> CheckedAction {
    ActionSchema::new("Update a task")
        .property("number", json!({"type": "integer", "minimum": 1}))
        .property("title", json!({"type": "string", "default": "untitled"}))
        .property("due", json!({"type": ["string", "null"], "format": "date"}))
        .property(
            "assignee",
            json!({
                "$ref": "#/$defs/Person",
                "$defs": {"Person": {"type": "object", "properties": {"name": {"type": "string"}, "boss": {"$ref": "#/$defs/Person"}}}},
            }),
        )
        .property("any", json!(true))
        .required(["number"])
        .required_group(["title"])
        .required_group(["due", "assignee"])
        .default_to("any", json!({"free": "form"}))
        .notes("Only what is sent changes.\nThe rest stays.")
        .related(["get", "list"])
        .example(json!({"number": 1, "title": "milk"}))
        .check("update", None)
        .unwrap()
}

fn bare() -> CheckedAction {
    ActionSchema::from_json(&json!({"description": "List tasks", "properties": {}}))
        .unwrap()
        .check("list", None)
        .unwrap()
}

#[test]
fn key_5_p_is_what_is_published() {
    insta::assert_json_snapshot!(update().schema());
    assert_eq!(
        bare().schema(),
        &json!({"type": "object", "properties": {}, "additionalProperties": false})
    );
}

#[test]
fn gat_3_the_digest_says_all_that_the_gates_ask() {
    insta::assert_json_snapshot!(update().digest());
    insta::assert_json_snapshot!(bare().digest());
}

/// A key outside the eight is refused, a key inside reaches a check, and only what passed can be read.
#[test]
fn act_10_each_key_is_checked_and_nothing_is_read_out_of_what_did_not_pass() {
    let declared = |key: &str| {
        let mut schema = json!({"description": "Act", "properties": {"a": {}}});
        schema[key] = json!(5);
        ActionSchema::read_json(&schema).examine("act", None).into_result()
    };
    let eight = [
        "description",
        "properties",
        "required",
        "required_one_of",
        "defaults",
        "notes",
        "related",
        "examples",
    ];
    for key in eight.into_iter().chain(["notess", "if"]) {
        let offences = declared(key).unwrap_err();
        let pointers: Vec<_> = offences.iter().map(|offence| offence.pointer()).collect();
        assert_eq!(pointers, [format!("/{key}")], "one mistake, one offence");
    }
    let passed = bare();
    assert_eq!(
        (passed.description(), &passed.schema()["properties"]),
        ("List tasks", &json!({}))
    );
}

#[test]
fn hlp_3_the_page_is_p_with_what_is_not_empty() {
    insta::assert_json_snapshot!(update().page());
    insta::assert_json_snapshot!(bare().page());
}

#[test]
fn act_8_empty_parts_are_not_shown() {
    let action = ActionSchema::from_json(&json!({
        "description": "Act", "properties": {"a": {}}, "required": [], "required_one_of": [], "defaults": {}, "notes": "", "related": [],
        "examples": [],
    }))
    .unwrap()
    .check("act", None)
    .unwrap();
    let keys: Vec<_> = action.page().into_iter().map(|(key, _)| key).collect();
    assert_eq!(
        keys,
        ["additionalProperties", "description", "properties", "required", "type"]
    );
}

#[test]
fn act_1_json_and_builder_declare_the_same() {
    let json = json!({
        "description": "Find", "properties": {"a": {"type": "string"}, "b": {}, "c": {}}, "required": ["c", "a"],
        "required_one_of": [["b"], ["a", "c"]], "defaults": {"b": 2}, "notes": "n", "related": ["x"], "examples": [{"a": "1"}],
    });
    let read = ActionSchema::from_json(&json).unwrap().check("find", None).unwrap();
    let built = ActionSchema::new("Find")
        .property("c", json!({}))
        .property("b", json!({}))
        .property("a", json!({"type": "string"}))
        .required(["c", "a"])
        .required_group(["b"])
        .required_group(["a", "c"])
        .default_to("b", 2)
        .notes("n")
        .related(["x"])
        .example(json!({"a": "1"}))
        .check("find", None)
        .unwrap();
    assert_eq!((read.page(), read.digest()), (built.page(), built.digest()));
    assert_eq!(read.required(), ["c", "a"]);
    assert_eq!(read.property_names().collect::<Vec<_>>(), ["a", "b", "c"]);
}

#[test]
fn act_7_defaults_can_be_replaced_by_normalised_ones() {
    let mut action = update();
    action.set_defaults(Object::from_iter([("any".to_owned(), json!(1))]));
    assert_eq!(action.digest()["defaults"], json!({"any": 1}));
    assert_eq!(action.page()["defaults"], json!({"any": 1}));
}

#[test]
fn act_11_a_pointer_leads_to_the_call_that_declared_it() {
    let action = update();
    let line = |pointer: &str| action.location(pointer).map(|location| location.line());
    assert_eq!(line("/properties/title/type").map(|l| l + 1), line("/properties/due"));
    assert!(line("/defaults/any/free").is_some());
    assert_eq!(line("/properties/none"), None);
}

proptest! {
    #[test]
    fn txt_2_summaries_are_sorted_by_name_and_keep_every_word(names in proptest::collection::btree_set("[a-c :]{1,4}", 0..6), seed: u64) {
        let mut shuffled: Vec<_> = names.iter().map(|name| (name.clone(), summary(name, &format!("does {name}")))).collect();
        shuffled.sort_by_key(|(name, _)| name.bytes().fold(seed, |hash, byte| hash.rotate_left(9) ^ u64::from(byte).wrapping_mul(seed | 1)));
        let joined = join_summaries(shuffled.iter().map(|(name, summary)| (name.as_str(), summary.as_str())));
        let wanted: Vec<_> = names.iter().map(|name| format!("{name}: does {name}")).collect();
        prop_assert_eq!(joined, wanted.join("\n"));
    }

    #[test]
    fn act_6_a_group_is_redundant_exactly_when_it_holds_another(groups in proptest::collection::vec(proptest::collection::btree_set("[a-d]", 1..4), 1..5)) {
        let all = ["a", "b", "c", "d"].into_iter().fold(ActionSchema::new("Act"), |schema, name| schema.property(name, json!({})));
        let schema = all.required_one_of(groups.clone());
        let found: Vec<String> = schema.examine("act", None).offences().iter().map(|o| o.pointer().to_owned()).collect();
        // A group decides nothing when another that is not itself lies within it; of equal ones the first stays.
        let wanted: Vec<String> = (0..groups.len())
            .filter(|i| (0..groups.len()).any(|j| groups[j].is_subset(&groups[*i]) && (groups[j] != groups[*i] || j < *i)))
            .map(|i| format!("/required_one_of/{i}"))
            .collect();
        prop_assert_eq!(found, wanted);
    }
}

wymcp_actions::actions! {
    /// Documented by the user.
    #[derive(PartialOrd, Ord)]
    pub(crate) enum Names {
        /// Lists.
        List = "list",
        RemoveAll = "remove all",
    }
}

#[test]
fn srf_1_names_are_a_closed_set() {
    assert_eq!(Names::ALL, [Names::List, Names::RemoveAll]);
    assert_eq!(Names::RemoveAll.name(), "remove all");
    assert!(Names::List < Names::RemoveAll && Names::List.payload().is_none());
    let data = Data::from(Object::from_iter([("a".to_owned(), Value::Null)]));
    assert_eq!(Names::List.decode(data.clone()), Ok(data));
}

wymcp_actions::actions! {
    enum Untyped, UntypedData { Get = "get", List = "list" }
}

#[test]
fn srf_1_variants_without_a_type_get_plain_data() {
    let UntypedData::Get(data) = Untyped::Get.decode(Data::default()).unwrap() else {
        panic!("another variant")
    };
    assert!(data.is_empty());
    assert_eq!(format!("{:?}", Untyped::List.decode(Data::default())), "Ok(List(..))");
}
