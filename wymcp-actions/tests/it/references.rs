//! References of a property's document after it moved into P (ACT-4).

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use wymcp_actions::ActionSchema;

/// Keywords below which the test's schemas hold schemas: one, a list, names.
const ONE: [&str; 4] = ["items", "additionalProperties", "not", "if"];
const MANY: [&str; 3] = ["anyOf", "allOf", "prefixItems"];
const NAMED: [&str; 4] = ["properties", "$defs", "patternProperties", "dependentSchemas"];

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c]".prop_map(String::from),
        Just("$ref".to_owned()),
        Just("properties".to_owned()),
        Just("enum".to_owned()),
        Just("".to_owned()),
        "[a-z~/%é \"#0-9]{0,4}",
    ]
}

/// Schemas in which every `$ref` is a number: which subschema it shall name.
fn schema() -> impl Strategy<Value = Value> {
    let data = prop_oneof![
        Just(json!({"enum": [{"$ref": "#/nowhere"}]})),
        Just(json!({"const": {"$ref": "#/nowhere", "properties": 1}})),
        Just(json!({"default": {"$id": "x", "$ref": "#"}})),
        Just(json!({"examples": [{"$ref": "#/nowhere"}]})),
        Just(json!({"type": "string"})),
        any::<u8>().prop_map(|to| json!({ "$ref": to })),
        Just(json!(true)),
    ];
    data.prop_recursive(4, 24, 4, |inner| {
        let one = (proptest::sample::select(&ONE[..]), inner.clone())
            .prop_map(|(keyword, schema)| json!({ keyword: schema }));
        let many = (
            proptest::sample::select(&MANY[..]),
            proptest::collection::vec(inner.clone(), 1..3),
        )
            .prop_map(|(keyword, schemas)| json!({ keyword: schemas }));
        let named = (
            proptest::sample::select(&NAMED[..]),
            proptest::collection::btree_map(name(), inner, 0..3),
        )
            .prop_map(|(keyword, schemas)| json!({ keyword: schemas }));
        proptest::collection::vec(
            prop_oneof![one, many, named, any::<u8>().prop_map(|to| json!({ "$ref": to }))],
            1..4,
        )
        .prop_map(|parts| {
            let mut whole = Map::new();
            parts
                .into_iter()
                .filter_map(|part| part.as_object().cloned())
                .for_each(|part| whole.extend(part));
            Value::Object(whole)
        })
    })
}

/// Pointers of all subschemas.
fn places(schema: &Value, here: &str, out: &mut Vec<String>) {
    out.push(here.to_owned());
    let Value::Object(keywords) = schema else { return };
    for (keyword, below) in keywords {
        if ONE.contains(&keyword.as_str()) {
            places(below, &format!("{here}/{keyword}"), out);
        } else if MANY.contains(&keyword.as_str()) {
            for (index, below) in below.as_array().unwrap().iter().enumerate() {
                places(below, &format!("{here}/{keyword}/{index}"), out);
            }
        } else if NAMED.contains(&keyword.as_str()) {
            for (name, below) in below.as_object().unwrap() {
                places(below, &format!("{here}/{keyword}/{}", token(name)), out);
            }
        }
    }
}

fn token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Every byte but letters and digits percent-encoded: harder to read than any author writes, and the same reference.
fn fragment(pointer: &str, lower: bool) -> String {
    let encode = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'$' => char::from(byte).to_string(),
        byte if lower => format!("%{byte:02x}"),
        byte => format!("%{byte:02X}"),
    };
    format!("#{}", pointer.bytes().map(encode).collect::<String>())
}

/// What a reader of the document makes of a reference: RFC 3986 first, RFC 6901 then.
fn led(reference: &str) -> String {
    let mut bytes = reference.strip_prefix('#').unwrap().bytes();
    let mut out = Vec::new();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let hex = [bytes.next().unwrap(), bytes.next().unwrap()];
            out.push(u8::from_str_radix(std::str::from_utf8(&hex).unwrap(), 16).unwrap());
        } else {
            out.push(byte);
        }
    }
    String::from_utf8(out).unwrap()
}

proptest! {
    #[test]
    fn act_4_a_reference_names_the_same_schema_after_the_move(property in name(), mut schema in schema(), lower: bool) {
        let mut all = Vec::new();
        places(&schema, "", &mut all);
        let mut references = Vec::new();
        for place in &all {
            let Some(Value::Object(keywords)) = schema.pointer_mut(place) else { continue };
            let Some(to) = keywords.get("$ref").and_then(Value::as_u64) else { continue };
            let target = &all[usize::try_from(to).unwrap() % all.len()];
            keywords.insert("$ref".to_owned(), fragment(target, lower).into());
            references.push((place.clone(), target.clone()));
        }
        let examined = ActionSchema::new("Move").property(property.clone(), schema.clone()).examine("move", None);
        let mut moved = examined.judgeable().clone();
        let at = format!("/properties/{}", token(&property));
        for (place, target) in references {
            let reference = moved.pointer(&format!("{at}{place}/$ref")).and_then(Value::as_str).map(led);
            prop_assert_eq!(reference, Some(format!("{at}{target}")));
            // Put back as it was, to see below that nothing else has changed.
            let original = schema.pointer(&format!("{place}/$ref")).cloned().unwrap();
            *moved.pointer_mut(&format!("{at}{place}/$ref")).unwrap() = original;
        }
        prop_assert_eq!(&moved["properties"][property.as_str()], &schema);
    }
}

fn moved(schema: Value) -> Value {
    ActionSchema::new("Move")
        .property("p", schema)
        .check("move", None)
        .unwrap()
        .schema()["properties"]["p"]
        .clone()
}

#[test]
fn act_4_names_and_data_are_no_references() {
    let data = json!({"$ref": "#/nowhere", "$id": "x", "dependencies": {}, "x-mcp-header": "X", "$anchor": "a"});
    let schema = json!({
        "type": "object",
        "properties": {
            "$ref": {"type": "string"}, "$id": {}, "properties": {"type": "string"}, "dependencies": {}, "x-mcp-header": {},
            "enum": {"enum": [data, data]}, "const": {"const": data}, "default": {"default": data}, "examples": {"examples": [data]},
        },
        "additionalProperties": false,
    });
    assert_eq!(moved(schema.clone()), schema);
}

#[test]
fn act_4_anchors_stay_and_resolve_in_their_own_property() {
    let list = json!({"$anchor": "node", "type": "object", "properties": {"next": {"$ref": "#node"}}});
    assert_eq!(moved(list.clone())["properties"]["next"]["$ref"], "#node");
    let offences = ActionSchema::new("Two")
        .property("a", list)
        .property("b", json!({"$ref": "#node"}))
        .check("two", None)
        .unwrap_err();
    assert_eq!(
        offences.iter().map(|o| (o.code(), o.pointer())).collect::<Vec<_>>(),
        [("unresolved_reference", "/properties/b/$ref")]
    );
}

#[test]
fn act_4_the_whole_property_is_named_by_an_empty_fragment() {
    let tree = |reference: &str| json!({"type": "object", "properties": {"children": {"type": "array", "items": {"$ref": reference}}}});
    for reference in ["#", ""] {
        assert_eq!(
            moved(tree(reference))["properties"]["children"]["items"]["$ref"],
            "#/properties/p"
        );
    }
}

#[test]
fn act_4_a_reference_to_another_document_is_left_to_the_validator() {
    let examined = ActionSchema::new("Far")
        .property("p", json!({"$ref": "https://example.com/s.json"}))
        .examine("far", None);
    assert_eq!(examined.offences(), []);
    assert_eq!(
        examined.judgeable()["properties"]["p"]["$ref"],
        "https://example.com/s.json"
    );
}
