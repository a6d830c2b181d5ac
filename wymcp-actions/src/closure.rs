//! The seam to closure: what `wymcp-keyset` says of P, in the words of an action schema (KEY-5, KEY-9, KEY-10).

use std::collections::BTreeSet;

use serde_json::Value;
use wymcp_bound::subschemas::applies_in_place;
use wymcp_keyset::{KeySet, OffenceKind};

use crate::Object;
use crate::offence::{Offence, OffenceCode};
use crate::pointer;

/// Rounds of writing what a type leaves unsaid: what is said at one place may show that another is silent.
pub(crate) const SAYINGS: usize = 4;

/// What closing P gave.
#[derive(Debug)]
pub(crate) struct Closure {
    /// P compiled; nothing where it has an offence.
    pub(crate) keys: Option<KeySet>,
    pub(crate) offences: Vec<Offence>,
    /// Schemas that have to say which further keys they admit, and are silent (KEY-10).
    pub(crate) silent: BTreeSet<String>,
    /// Properties in which something cannot be read at all.
    pub(crate) unreadable: BTreeSet<String>,
}

/// P of KEY-5 around some properties.
pub(crate) fn object_schema(properties: Object) -> Value {
    Value::Object(Object::from_iter([
        ("type".to_owned(), "object".into()),
        ("properties".to_owned(), Value::Object(properties)),
        ("additionalProperties".to_owned(), false.into()),
    ]))
}

/// Close P around these properties. What cannot be read is left out and the rest is judged all the same, so that all offences
/// come at once.
pub(crate) fn close(properties: &Object) -> Closure {
    let mut rest = properties.clone();
    let mut closure = Closure {
        keys: None,
        offences: Vec::new(),
        silent: BTreeSet::new(),
        unreadable: BTreeSet::new(),
    };
    loop {
        let found = match KeySet::new(&object_schema(rest.clone())) {
            Ok(keys) => {
                closure.keys = closure.offences.is_empty().then_some(keys);
                return closure;
            }
            Err(found) => found,
        };
        let unreadable: Vec<String> = rest
            .keys()
            .filter(|name| found.iter().any(|offence| is_unreadable(offence, name)))
            .cloned()
            .collect();
        closure.offences.extend(found.iter().map(told));
        closure.silent.extend(found.iter().flat_map(silent).cloned());
        for name in &unreadable {
            rest.remove(name);
        }
        if unreadable.is_empty() {
            return closure;
        }
        closure.unreadable.extend(unreadable);
    }
}

/// Write into a type's document what the type leaves unsaid: its objects admit the keys that it names (KEY-10).
pub(crate) fn shut(document: &mut Value) {
    for _ in 0..SAYINGS {
        let Err(found) = KeySet::new(document) else { return };
        let places: BTreeSet<String> = found.iter().flat_map(silent).cloned().collect();
        if places.is_empty() {
            return;
        }
        places.iter().for_each(|place| say_shut(document, place));
    }
}

/// Write that the schema at a place admits no further keys, unless it says something of them.
pub(crate) fn say_shut(schema: &mut Value, place: &str) {
    let Some(Value::Object(keywords)) = schema.pointer_mut(place) else {
        return;
    };
    let says = |keyword: &str| keywords.contains_key(keyword);
    if says("additionalProperties") || says("unevaluatedProperties") {
        return;
    }
    let has_keys_beside = keywords
        .keys()
        .any(|keyword| keyword == "$ref" || applies_in_place(keyword));
    let keyword = if has_keys_beside {
        "unevaluatedProperties"
    } else {
        "additionalProperties"
    };
    keywords.insert(keyword.to_owned(), false.into());
}

fn is_unreadable(offence: &wymcp_keyset::Offence, property: &str) -> bool {
    matches!(offence.kind(), OffenceKind::Malformed { .. })
        && pointer::below(offence.pointer(), &pointer::join("/properties", property)).is_some()
}

fn silent(offence: &wymcp_keyset::Offence) -> &[String] {
    match offence.kind() {
        OffenceKind::ComposedPlace { silent, .. } | OffenceKind::SilentBelow { silent } => silent,
        _ => &[],
    }
}

/// The offence of a schema as one of an action schema: P is laid out like it, so the pointers are the same.
fn told(offence: &wymcp_keyset::Offence) -> Offence {
    let (code, wanted) = match offence.kind() {
        OffenceKind::Malformed { wanted, .. } => (OffenceCode::MalformedSchema, *wanted),
        OffenceKind::TooDeep { .. } => (OffenceCode::SchemaNesting, "a flatter schema"),
        OffenceKind::NarrowingKey { .. } => (
            OffenceCode::NarrowingKey,
            "only keys that the owner of the place declares",
        ),
        OffenceKind::SilentBelow { .. } => (OffenceCode::SilentObject, "a word on which further keys are admitted"),
        OffenceKind::UnevaluatedCycle { .. } => (
            OffenceCode::UnevaluatedInCycle,
            "no reference cycle back to `unevaluatedProperties`",
        ),
        OffenceKind::TooIntricate => (OffenceCode::TooIntricate, "a schema whose alternatives can be counted"),
        _ => (OffenceCode::ComposedPlace, "a word on which further keys are admitted"),
    };
    let why = match offence.kind() {
        OffenceKind::Malformed { wanted, .. } => format!("this decides which keys are admitted, and must be {wanted}"),
        OffenceKind::NarrowingKey { .. } => format!("a schema that narrows another {}", offence.why()),
        _ => offence.why(),
    };
    let found = match offence.kind() {
        OffenceKind::Malformed { found, .. } => found,
        _ => "object",
    };
    Offence::new(code, offence.pointer())
        .wants(wanted)
        .finds_type(found)
        .because(why)
        .mended_by(offence.mend())
}

/// The keys in the value of a property that would be refused from a caller, each with its data path and the names that its object
/// admits (ACT-7).
pub(crate) fn unknown_keys(properties: &Object, name: &str, value: &Value) -> Vec<(String, Vec<String>)> {
    let sent = Value::Object(Object::from_iter([(name.to_owned(), value.clone())]));
    let unknown = wymcp_keyset::check(&object_schema(properties.clone()), &sent);
    let entries = unknown.iter().flat_map(|unknown| unknown.entries());
    entries.map(|entry| (entry.path.clone(), entry.known.clone())).collect()
}
