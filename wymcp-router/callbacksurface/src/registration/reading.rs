//! Whether a payload type reads what its own schema admits (DEF-5).
//!
//! serde and schemars read the same attributes, but not all of them, and each can be told something of its own. So a few small values
//! that the published schema admits are read as the type. What is refused shows a disagreement; that all are read proves nothing.

mod full;

use serde_json::{Value, json};
use wymcp_actions::{Payload, Unread};
use wymcp_bound::pointer::{below, join};
use wymcp_valuegate::ValueGate;

use crate::offence::code;
use crate::{Object, Offence};

/// Values that are tried for each property.
const TRIALS: usize = 8;

/// What a payload type refuses although the schema admits it; one offence for a property, without callback.
///
/// `schema` is the object schema as published. `examples` are the author's: what a type has reasons to refuse that no schema can say,
/// it need not refuse in all of them.
pub(super) fn offences(payload: &Payload, schema: &Value, required: &[String], examples: &[Object]) -> Vec<Offence> {
    if !payload.is_readable() {
        return Vec::new();
    }
    if schema.get("oneOf").is_some() || schema.get("anyOf").is_some() {
        return alternatives(payload, schema);
    }
    let parts: Vec<Part<'_>> = schema
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .map(|(name, _)| Part {
            name,
            values: values(schema, name, examples),
        })
        .collect();
    let base = match base(payload, &parts, required) {
        Ok(Some(base)) => base,
        Ok(None) => return Vec::new(),
        Err(offence) => return vec![*offence],
    };
    parts.iter().filter_map(|part| judged(payload, part, &base)).collect()
}

/// A property, and values that its schema admits.
struct Part<'s> {
    name: &'s str,
    values: Vec<Value>,
}

/// Values of a union at the root, each read as a whole.
fn alternatives(payload: &Payload, schema: &Value) -> Vec<Offence> {
    let witnesses = ValueGate::build(schema)
        .map(|gate| gate.witnesses(TRIALS))
        .unwrap_or_default();
    let refused = witnesses.into_iter().find_map(|value| {
        let unread = payload.read(value.clone())?.err()?;
        unread.refused.is_of_shape().then(|| undecodable(&value, &unread, ""))
    });
    refused.into_iter().collect()
}

/// What the schema of a property admits: small values, one in which everything is there, and those of the examples.
fn values(schema: &Value, name: &str, examples: &[Object]) -> Vec<Value> {
    let mut alone = json!({
        "type": "object",
        "properties": {name: &schema["properties"][name]},
        "required": [name],
        "additionalProperties": false,
    });
    if let Some(definitions) = schema.get("$defs") {
        alone["$defs"] = definitions.clone();
    }
    let Ok(gate) = ValueGate::build(&alone) else {
        return Vec::new();
    };
    let full = ValueGate::build(&full::filled(&alone))
        .ok()
        .and_then(|gate| gate.witness());
    let made = gate
        .witnesses(TRIALS)
        .into_iter()
        .chain(full.filter(|value| gate.is_valid(value)));
    let given = examples.iter().filter_map(|example| example.get(name).cloned());
    made.filter_map(|mut value| value.get_mut(name).map(Value::take))
        .chain(given)
        .collect()
}

/// The required properties with values that the type reads; nothing where that is not for single properties to say.
fn base(payload: &Payload, parts: &[Part<'_>], required: &[String]) -> Result<Option<Object>, Box<Offence>> {
    let mut chosen: Vec<(&Part<'_>, usize)> = parts
        .iter()
        .filter(|part| required.iter().any(|name| name == part.name))
        .map(|part| (part, 0))
        .collect();
    loop {
        let mut data = Object::new();
        for (part, choice) in &chosen {
            let Some(value) = part.values.get(*choice) else {
                return Ok(None);
            };
            data.insert(part.name.to_owned(), value.clone());
        }
        let Some(Err(unread)) = payload.read(Value::Object(data.clone())) else {
            return Ok(Some(data));
        };
        let culprit = chosen.iter_mut().find(|(part, _)| is_within(&unread, part.name));
        if unread.refused.is_of_shape() {
            let (name, value) = culprit.map_or(("", Value::Object(data.clone())), |(part, _)| {
                (part.name, data.get(part.name).cloned().unwrap_or_default())
            });
            return Err(Box::new(undecodable(&value, &unread, name)));
        }
        let Some((part, choice)) = culprit else { return Ok(None) };
        *choice += 1;
        if *choice == part.values.len() {
            return Err(Box::new(undecodable(
                data.get(part.name).unwrap_or(&Value::Null),
                &unread,
                part.name,
            )));
        }
    }
}

/// The offence of one property: a value of the wrong shape, or no value that is read.
fn judged(payload: &Payload, part: &Part<'_>, base: &Object) -> Option<Offence> {
    let mut refused = None;
    let mut all_refused = true;
    for value in &part.values {
        let mut data = base.clone();
        data.insert(part.name.to_owned(), value.clone());
        match payload.read(Value::Object(data))? {
            Err(unread) if unread.refused.is_of_shape() => return Some(undecodable(value, &unread, part.name)),
            Err(unread) if is_within(&unread, part.name) => refused = Some((value, unread)),
            // Read, or refused for what the whole says: then the property is not to blame.
            _ => all_refused = false,
        }
    }
    let (value, unread) = refused.filter(|_| all_refused)?;
    Some(undecodable(value, &unread, part.name))
}

fn is_within(unread: &Unread, name: &str) -> bool {
    below(&unread.pointer, &join("", name)).is_some()
}

fn undecodable(value: &Value, unread: &Unread, property: &str) -> Offence {
    let wanted = unread
        .refused
        .wanted()
        .map(|wanted| format!(": {wanted}"))
        .unwrap_or_default();
    let shown = wymcp_bound::echo(&wymcp_bound::json::to_string(value));
    let place = match unread.pointer.as_str() {
        "" => String::new(),
        pointer => format!(" at `{pointer}` of the data"),
    };
    let mend = if unread.refused.is_of_shape() {
        "let serde and schemars say the same: what `rename`, `with`, `deserialize_with` and the like say to the one, say to the other"
    } else {
        "say on the field what it reads (`#[schemars(regex(pattern = …))]`, `range`, `extend`), give an example that it reads, or take a plainer type and check it in the handler"
    };
    let pointer = if property.is_empty() {
        String::new()
    } else {
        join("/properties", property)
    };
    Offence::new(
        code::UNDECODABLE,
        format!(
            "the schema admits `{shown}`, and the type `{}` does not read it{place}{wanted}",
            unread.refused.type_name()
        ),
    )
    .at(pointer)
    .wants("a type that reads what its schema admits")
    .finds(value)
    .mended_by(mend)
}
