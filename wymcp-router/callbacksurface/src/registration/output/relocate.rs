//! Moving a schema document below another one's root, so that its references still lead where they led (ACT-4, RUN-6).

use std::collections::BTreeMap;

use serde_json::Value;
use wymcp_bound::pointer::to_fragment;
use wymcp_bound::subschemas::{Holds, children, holds};

/// The document as it stands at `place`: references lead below it, and what only a root or a reference by name needs is gone.
pub(super) fn below(document: &Value, place: &str) -> Value {
    let mut anchors = BTreeMap::new();
    find_anchors(document, place, &mut anchors);
    let mut moved = document.clone();
    if let Some(root) = moved.as_object_mut() {
        root.remove("$schema");
        root.remove("$id");
    }
    rewrite(&mut moved, place, &anchors);
    moved
}

fn find_anchors(schema: &Value, pointer: &str, anchors: &mut BTreeMap<String, String>) {
    if let Some(anchor) = schema.get("$anchor").and_then(Value::as_str) {
        anchors.insert(anchor.to_owned(), pointer.to_owned());
    }
    for child in children(schema) {
        find_anchors(child.schema, &child.pointer(pointer), anchors);
    }
}

fn rewrite(schema: &mut Value, place: &str, anchors: &BTreeMap<String, String>) {
    let members = match schema {
        Value::Object(members) => members,
        Value::Array(items) => return items.iter_mut().for_each(|item| rewrite(item, place, anchors)),
        _ => return,
    };
    // Two documents may use one anchor for different places; all references by name have become pointers.
    members.remove("$anchor");
    for (keyword, value) in members.iter_mut() {
        match (keyword.as_str(), holds(keyword), value) {
            ("$ref", _, Value::String(reference)) => {
                if let Some(target) = moved_target(reference, place, anchors) {
                    *reference = target;
                }
            }
            ("const" | "default" | "enum" | "examples", ..) => {}
            (_, Some(Holds::Map), Value::Object(map)) => {
                map.values_mut().for_each(|child| rewrite(child, place, anchors))
            }
            // A keyword that is not known may hold the target of a reference.
            (_, _, value) => rewrite(value, place, anchors),
        }
    }
}

fn moved_target(reference: &str, place: &str, anchors: &BTreeMap<String, String>) -> Option<String> {
    let fragment = reference.strip_prefix('#')?;
    if fragment.is_empty() || fragment.starts_with('/') {
        return Some(format!("#{place}{fragment}"));
    }
    let pointer = anchors.get(fragment)?;
    Some(format!("#{}", to_fragment(pointer)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn run_6_references_lead_where_they_led() {
        let document = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object",
            "properties": {"$ref": {"$ref": "#/$defs/n"}, "again": {"$ref": "#"}, "named": {"$ref": "#here"}, "const": {"$ref": "#/$defs/n"}},
            "default": {"$ref": "#/left/alone"},
            "$defs": {"n": {"type": "integer"}, "a b": {"$anchor": "here"}},
        });
        let moved = below(&document, "/anyOf/1");
        assert_eq!(
            moved,
            json!({
                "type": "object",
                "properties": {
                    "$ref": {"$ref": "#/anyOf/1/$defs/n"}, "again": {"$ref": "#/anyOf/1"},
                    "named": {"$ref": "#/anyOf/1/$defs/a%20b"}, "const": {"$ref": "#/anyOf/1/$defs/n"},
                },
                "default": {"$ref": "#/left/alone"},
                "$defs": {"n": {"type": "integer"}, "a b": {}},
            })
        );
    }
}
