//! What the protocol admits as a form: a flat object of primitive fields (wire contract I13).

use serde_json::{Value, json};
use wymcp_bound::{echo, json_type};

use super::Field;
use crate::Object;

/// What every field may say of itself.
const COMMON: [&str; 3] = ["type", "title", "description"];
/// The dialect that a form may name: the one that its answers are checked in.
const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";
/// Bounds that come in pairs, the lower one first.
const BOUNDS: [[&str; 2]; 3] = [
    ["minLength", "maxLength"],
    ["minItems", "maxItems"],
    ["minimum", "maximum"],
];
const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];

/// A schema that the protocol admits, or why it does not.
pub(super) fn admitted(schema: Value) -> Result<Object, String> {
    let Value::Object(schema) = schema else {
        return Err(format!("a form's schema is an object, got {}", json_type(&schema)));
    };
    let known = ["$schema", "type", "properties", "required"];
    if let Some(key) = schema.keys().find(|key| !known.contains(&key.as_str())) {
        return Err(format!(
            "a form's schema has no `{}`: it has {}",
            echo(key),
            known.join(", ")
        ));
    }
    if schema.get("$schema").is_some_and(|dialect| dialect != DIALECT) {
        return Err(format!("a form's `$schema` is {DIALECT}, or is left out"));
    }
    if schema.get("type") != Some(&json!("object")) {
        return Err("a form's schema needs `type`: `object`".to_owned());
    }
    let Some(Value::Object(properties)) = schema.get("properties") else {
        return Err("a form's schema needs `properties`, an object".to_owned());
    };
    for (name, property) in properties {
        check_field(property).map_err(|why| format!("the field `{}` {why}", echo(name)))?;
    }
    let required = match schema.get("required") {
        None => &[][..],
        Some(Value::Array(names)) => names,
        Some(_) => return Err("`required` of a form is a list".to_owned()),
    };
    let is_field = |name: &Value| name.as_str().is_some_and(|name| properties.contains_key(name));
    if !required.iter().all(is_field) {
        return Err("`required` of a form names fields of it".to_owned());
    }
    if !distinct(required) {
        return Err("`required` of a form names each field once".to_owned());
    }
    Ok(schema)
}

/// A schema with one field more.
pub(super) fn with_field(mut schema: Object, field: Field) -> Result<Object, String> {
    let Field {
        name,
        schema: property,
        is_optional,
    } = field;
    let property = Value::Object(property);
    check_field(&property).map_err(|why| format!("the field `{}` {why}", echo(&name)))?;
    if let Some(Value::Object(properties)) = schema.get_mut("properties")
        && properties.insert(name.clone(), property).is_some()
    {
        return Err(format!("the field `{}` is declared twice", echo(&name)));
    }
    if !is_optional {
        let required = schema.entry("required").or_insert_with(|| json!([]));
        if let Value::Array(names) = required {
            names.push(name.into());
        }
    }
    Ok(schema)
}

/// Why the protocol does not admit a field; the words follow its name.
fn check_field(property: &Value) -> Result<(), String> {
    let Value::Object(members) = property else {
        return Err(format!("needs to be an object, got {}", json_type(property)));
    };
    let kind = members.get("type").and_then(Value::as_str).unwrap_or_default();
    let keys: &[&str] = match kind {
        "string" if members.contains_key("oneOf") => &["oneOf", "default"],
        "string" if members.contains_key("enum") => &["enum", "enumNames", "default"],
        "string" => &["minLength", "maxLength", "format", "default"],
        "integer" | "number" => &["minimum", "maximum", "default"],
        "boolean" => &["default"],
        "array" => &["items", "minItems", "maxItems", "default"],
        _ => {
            return Err(
                "needs a type that a form admits: string, integer, number, boolean, or an array of choices".to_owned(),
            );
        }
    };
    if let Some(key) = members
        .keys()
        .map(String::as_str)
        .find(|key| !COMMON.contains(key) && !keys.contains(key))
    {
        let allowed = [&COMMON[..], keys].concat().join(", ");
        return Err(format!("has `{}`, and the protocol admits {allowed} here", echo(key)));
    }
    for (key, value) in members {
        check_member(kind, key, value)?;
    }
    for [lower, upper] in BOUNDS {
        let bound = |key| members.get(key).and_then(Value::as_f64);
        if let (Some(from), Some(to)) = (bound(lower), bound(upper))
            && from > to
        {
            return Err(format!(
                "has a `{lower}` above its `{upper}`: nothing could be answered"
            ));
        }
    }
    if let (Some(Value::Array(names)), Some(Value::Array(values))) = (members.get("enumNames"), members.get("enum"))
        && names.len() != values.len()
    {
        return Err("needs a name for each member of its `enum`, or no `enumNames`".to_owned());
    }
    if kind == "array" && !members.contains_key("items") {
        return Err("needs `items`, its choices".to_owned());
    }
    Ok(())
}

fn check_member(kind: &str, key: &str, value: &Value) -> Result<(), String> {
    let is_right = match key {
        "title" | "description" => value.is_string(),
        "minLength" | "maxLength" | "minItems" | "maxItems" => value.is_u64(),
        "minimum" | "maximum" => value.is_number(),
        "format" => value.as_str().is_some_and(|format| FORMATS.contains(&format)),
        "enum" => strings(value) && has_distinct(value, None),
        "enumNames" => strings(value),
        "oneOf" => titled(value) && has_distinct(value, Some("const")),
        "items" => {
            let only = |keys: &[&str]| {
                value
                    .as_object()
                    .is_some_and(|items| items.keys().all(|key| keys.contains(&key.as_str())))
            };
            match (value.get("enum"), value.get("anyOf")) {
                (Some(choices), None) => {
                    strings(choices)
                        && has_distinct(choices, None)
                        && value["type"] == "string"
                        && only(&["enum", "type"])
                }
                (None, Some(choices)) => titled(choices) && has_distinct(choices, Some("const")) && only(&["anyOf"]),
                _ => false,
            }
        }
        "default" => match kind {
            "string" => value.is_string(),
            "boolean" => value.is_boolean(),
            "integer" => value.is_i64() || value.is_u64(),
            "number" => value.is_number(),
            _ => value.as_array().is_some_and(|items| items.iter().all(Value::is_string)),
        },
        _ => true,
    };
    if is_right {
        return Ok(());
    }
    Err(match key {
        "format" => format!("needs a `format` that is one of {}", FORMATS.join(", ")),
        "enum" => "needs `enum`, a list of distinct strings that is not empty".to_owned(),
        "enumNames" => "needs `enumNames`, a list of strings that is not empty".to_owned(),
        "oneOf" => "needs `oneOf`, a list of `{\"const\", \"title\"}` that is not empty and has each `const` once".to_owned(),
        "items" => {
            "needs `items`: `{\"type\": \"string\", \"enum\": […]}`, or `{\"anyOf\": [{\"const\", \"title\"}, …]}`, each choice once"
                .to_owned()
        }
        _ => format!("has a `{key}` of the wrong type, {}", json_type(value)),
    })
}

fn strings(value: &Value) -> bool {
    value
        .as_array()
        .is_some_and(|items| !items.is_empty() && items.iter().all(Value::is_string))
}

fn titled(value: &Value) -> bool {
    let is_choice = |choice: &Value| {
        choice.as_object().is_some_and(|members| members.len() == 2)
            && ["const", "title"]
                .iter()
                .all(|key| choice.get(*key).is_some_and(Value::is_string))
    };
    value
        .as_array()
        .is_some_and(|choices| !choices.is_empty() && choices.iter().all(is_choice))
}

/// Whether a list has each choice once: of two alike, no answer could say which.
fn has_distinct(choices: &Value, key: Option<&str>) -> bool {
    let choices = choices.as_array().into_iter().flatten();
    let values: Vec<Value> = choices
        .map(|choice| key.map_or(choice, |key| &choice[key]).clone())
        .collect();
    distinct(&values)
}

fn distinct(values: &[Value]) -> bool {
    values
        .iter()
        .enumerate()
        .all(|(index, value)| !values[..index].contains(value))
}
