//! The meta-schema's findings in our words.

use std::collections::BTreeSet;

use jsonschema::ValidationError;
use jsonschema::error::{TypeKind, ValidationErrorKind};
use serde_json::Value;
use wymcp_bound::json_type;
use wymcp_bound::subschemas::{Holds, holds};

use crate::offence::{Offence, code};
use crate::types::TypeSet;
use crate::words::{cut, quoted};

/// Check a document against the meta-schema of its dialect: one offence for each place and fault.
///
/// The document is the author's, so its errors may be iterated; its depth is bounded before this runs.
pub(super) fn judge(root: &Value, offences: &mut Vec<Offence>) {
    let found: BTreeSet<Offence> = jsonschema::draft202012::meta::validator()
        .iter_errors(root)
        .map(|e| offence(root, &e))
        .collect();
    offences.extend(found);
}

fn offence(root: &Value, error: &ValidationError<'_>) -> Offence {
    let pointer = error.instance_path().as_str().to_owned();
    let there = root.pointer(&pointer).unwrap_or(&Value::Null);
    let keyword = pointer.rsplit('/').next().unwrap_or_default();
    if matches!(
        error.kind(),
        ValidationErrorKind::AnyOf { .. } | ValidationErrorKind::Enum { .. }
    ) && pointer_names_type(&pointer)
    {
        let written = not_types(there);
        return Offence::new(
            pointer,
            code::TYPE,
            format!("{written} names no type"),
            "use null, boolean, integer, number, string, array, object, or a list of distinct ones",
        );
    }
    let mend = match holds(keyword) {
        Some(Holds::Map) => "write an object of JSON Schemas",
        Some(Holds::List) => "write a list of JSON Schemas that is not empty",
        _ if keyword == "required" => "write a list of distinct strings",
        _ => "write what JSON Schema 2020-12 allows there",
    };
    Offence::new(pointer, code::MALFORMED, why(error, there), mend)
}

/// What a `type` keyword holds that names no type.
fn not_types(written: &Value) -> String {
    match written {
        Value::String(name) => quoted(name),
        Value::Array(names) => match names
            .iter()
            .find(|name| TypeSet::written(name) == TypeSet::NONE || name.is_array())
        {
            Some(Value::String(name)) => quoted(name),
            Some(other) => format!("a member of type {}", json_type(other)),
            None => "an empty list, or one that holds a type twice,".to_owned(),
        },
        other => format!("a value of type {}", json_type(other)),
    }
}

/// Whether a pointer ends at the keyword `type`, or at a member of its list.
fn pointer_names_type(pointer: &str) -> bool {
    let mut segments = pointer.rsplit('/');
    match segments.next() {
        Some("type") => true,
        Some(index) if index.bytes().all(|b| b.is_ascii_digit()) => segments.next() == Some("type"),
        _ => false,
    }
}

fn why(error: &ValidationError<'_>, there: &Value) -> String {
    match error.kind() {
        ValidationErrorKind::Type { kind } => {
            let wanted = match kind {
                TypeKind::Single(one) => one.to_string(),
                TypeKind::Multiple(several) => several
                    .iter()
                    .map(|one| one.to_string())
                    .collect::<Vec<_>>()
                    .join(" or "),
            };
            format!("must be {wanted}, got {}", json_type(there))
        }
        ValidationErrorKind::UniqueItems => "holds two equal items".to_owned(),
        ValidationErrorKind::MinItems { .. } => "must hold at least one schema".to_owned(),
        _ => cut(error.masked().to_string()),
    }
}
