//! Which readings are taken, and which are not (GAT-9).

use serde_json::{Value, json};

use crate::ValueGate;

/// The data as read, and the paths of what changed.
fn read(schema: &Value, mut data: Value) -> (Value, Vec<String>) {
    let gate = ValueGate::build(schema).unwrap();
    let changed = gate.repair(&mut data, 127);
    assert_eq!(changed.count(), changed.first().len());
    (data, changed.first().to_vec())
}

fn of(property: &Value, sent: &Value) -> Value {
    let schema = json!({"type": "object", "properties": {"p": property}});
    let sent = json!({ "p": sent });
    let (read, changed) = read(&schema, sent.clone());
    assert_eq!(read == sent, changed.is_empty(), "{read} of {sent}: {changed:?}");
    read.get("p").cloned().unwrap_or_else(|| json!("left out"))
}

#[test]
fn gat_9_the_three_habits_are_read() {
    let point =
        || json!({"type": "object", "properties": {"x": {"type": "number"}, "y": {"type": ["integer", "null"]}}});
    for (property, sent, read) in [
        (json!({"type": "integer"}), json!("12"), json!(12)),
        (json!({"type": "integer"}), json!(" -3\n"), json!(-3)),
        (json!({"type": "number"}), json!("1.50"), json!(1.5)),
        (json!({"type": "number"}), json!("1E2"), json!(100.0)),
        (json!({"enum": [0.5, 1.5]}), json!("1.5"), json!(1.5)),
        (json!({"type": ["integer", "null"]}), json!("7"), json!(7)),
        (
            json!({"anyOf": [{"type": "integer"}, {"type": "array"}]}),
            json!("7"),
            json!(7),
        ),
        (
            json!({"anyOf": [{"type": "integer"}, {"type": "array"}]}),
            json!("[7]"),
            json!([7]),
        ),
        (point(), json!(r#"{"x":"1","y":null}"#), json!({"x": 1, "y": null})),
        (point(), json!({"x": null, "y": "2"}), json!({"y": 2})),
        (
            json!({"type": "array", "items": {"type": "integer"}}),
            json!(["1", 2, "three"]),
            json!([1, 2, "three"]),
        ),
        (
            json!({"type": "array", "items": point()}),
            json!([r#"{"x":"0"}"#]),
            json!([{"x": 0}]),
        ),
        (json!({"allOf": [point()]}), json!("{}"), json!({})),
        (json!({"type": "string"}), json!(null), json!("left out")),
        (json!({"enum": ["a", "b"]}), json!(null), json!("left out")),
        (
            json!({"type": "object", "additionalProperties": {"type": "integer"}}),
            json!({"k": "1", "l": null}),
            json!({"k": 1}),
        ),
    ] {
        assert_eq!(of(&property, &sent), read, "{sent} as {property}");
    }
}

#[test]
fn gat_9_what_fits_what_is_doubtful_and_what_is_no_reading_stays() {
    let tagged = |tag: &str, n: &str| json!({"type": "object", "properties": {"t": {"const": tag}, "n": {"type": n}}});
    for (property, sent) in [
        // A string is admitted: whatever else is wrong with it, it may be meant.
        (json!({"type": "string", "format": "date"}), json!("12")),
        (json!({"type": ["string", "integer"], "maxLength": 1}), json!("12")),
        (
            json!({"anyOf": [{"type": "string", "pattern": "^a"}, {"type": "integer"}]}),
            json!("12"),
        ),
        (json!({}), json!("12")),
        (json!({"minimum": 3}), json!("12")),
        // Null is admitted.
        (json!({"type": ["string", "null"], "minLength": 1}), json!(null)),
        // No number of JSON.
        (json!({"type": "integer"}), json!("012")),
        (json!({"type": "integer"}), json!("+1")),
        (json!({"type": "integer"}), json!("0x1f")),
        (json!({"type": "integer"}), json!("1_000")),
        (json!({"type": "integer"}), json!("1,5")),
        (json!({"type": "integer"}), json!("")),
        (json!({"type": "integer"}), json!("twelve")),
        (json!({"type": "number"}), json!("1e400")),
        (json!({"type": "number"}), json!("NaN")),
        (json!({"type": "number"}), json!("12 14")),
        // Another type than is wanted, or one that is not among the habits.
        (json!({"type": "integer"}), json!("[12]")),
        (json!({"type": "object"}), json!("[]")),
        (json!({"type": "array"}), json!("{}")),
        (json!({"type": "object"}), json!("null")),
        (json!({"type": "object"}), json!(r#""{}""#)),
        (json!({"type": "boolean"}), json!("true")),
        (json!({"type": "string"}), json!(12)),
        (json!({"type": "array"}), json!({})),
        (json!({"type": "object"}), json!("{\"a\": }")),
        // An item has no key that could be left out.
        (json!({"type": "array", "items": {"type": "integer"}}), json!([null])),
        // A key that has to be there.
        (
            json!({"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}),
            json!({"x": null}),
        ),
        // Which alternative is meant, the data does not tell.
        (
            json!({"anyOf": [tagged("a", "integer"), tagged("a", "number")]}),
            json!({"t": "a", "n": "1"}),
        ),
        // Under a pattern, and where nothing is said.
        (
            json!({"type": "object", "patternProperties": {"^n": {"type": "integer"}}}),
            json!({"n": "1"}),
        ),
        (json!({"type": "object"}), json!({"n": "1", "m": null})),
        // What only narrows under a condition.
        (
            json!({"if": {"type": "string"}, "then": {"type": "integer"}}),
            json!("12"),
        ),
        (json!({"not": {"type": "string"}}), json!("12")),
    ] {
        assert_eq!(of(&property, &sent), sent, "{sent} as {property}");
    }
}

#[test]
fn gat_9_a_tag_tells_which_alternative_is_meant() {
    let tagged = |tag: &str, n: &str| json!({"type": "object", "properties": {"t": {"const": tag}, "n": {"type": n}}, "required": ["t"]});
    let union = json!({"oneOf": [tagged("a", "integer"), tagged("b", "string"), {"type": "null"}]});
    assert_eq!(of(&union, &json!({"t": "a", "n": "1"})), json!({"t": "a", "n": 1}));
    assert_eq!(of(&union, &json!({"t": "b", "n": "1"})), json!({"t": "b", "n": "1"}));
    assert_eq!(of(&union, &json!({"t": "c", "n": "1"})), json!({"t": "c", "n": "1"}));
    assert_eq!(of(&union, &json!(r#"{"t": "a", "n": "1"}"#)), json!({"t": "a", "n": 1}));
}

#[test]
fn bnd_3_paths_come_in_order_a_text_before_what_it_holds() {
    let schema = json!({"type": "object", "properties": {
        "b": {"type": "object", "properties": {"x/y": {"type": "integer"}, "a": {"type": "array", "items": {"type": "integer"}}}},
        "a": {"type": "integer"},
    }});
    let (read, changed) = read(&schema, json!({"b": r#"{"x/y": "1", "a": ["1", 2, "3"]}"#, "a": "0"}));
    assert_eq!(read, json!({"a": 0, "b": {"a": [1, 2, 3], "x/y": 1}}));
    assert_eq!(changed, ["/a", "/b", "/b/a/0", "/b/a/2", "/b/x~1y"]);
}

/// A schema that describes itself, so that any depth is wanted.
fn tree() -> ValueGate {
    ValueGate::build(&json!({
        "type": "object",
        "properties": {"in": {"$ref": "#"}, "n": {"type": "integer"}},
    }))
    .unwrap()
}

#[test]
fn val_6_texts_in_texts_are_read_to_a_small_depth() {
    let text = |levels: usize| (0..levels).fold(json!({"n": 1}), |inner, _| json!({"in": inner.to_string()}));
    let mut four = text(4);
    assert_eq!(tree().repair(&mut four, 127).count(), 4);
    assert!(tree().is_valid(&four));
    let mut five = text(5);
    assert_eq!(tree().repair(&mut five, 127).count(), 4);
    assert!(!tree().is_valid(&five));
}

#[test]
fn siz_what_is_read_nests_no_deeper_than_data_may() {
    let nested = |levels: usize| (1..levels).fold(json!({}), |inner, _| json!({ "in": inner }));
    for (levels, is_read) in [(99, true), (100, false), (400, false)] {
        let mut data = json!({"in": nested(levels).to_string()});
        assert_eq!(tree().repair(&mut data, 100).count(), usize::from(is_read), "{levels}");
    }
    let mut deep = nested(127);
    assert_eq!(tree().repair(&mut deep, 100).count(), 0);
}

#[test]
fn val_6_hostile_texts_are_read_once() {
    let list = ValueGate::build(&json!({"type": "object", "properties": {
        "a": {"type": "array", "items": {"type": "integer"}},
        "n": {"type": "integer"},
    }}))
    .unwrap();
    for sent in [
        json!({"a": format!("[{}1]", "\"1\",".repeat(500_000))}),
        json!({"a": "[".repeat(4_000_000)}),
        json!({"a": format!("[\"{}\"]", "\\\"".repeat(1_000_000))}),
        json!({"n": "9".repeat(4_000_000)}),
        json!({"n": format!("0.{}1", "0".repeat(4_000_000))}),
    ] {
        let mut data = sent;
        let changed = list.repair(&mut data, 127);
        assert!(changed.first().len() <= 10);
    }
}
