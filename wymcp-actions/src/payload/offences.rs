//! What a payload type can be wrong about.

use serde_json::Value;

use super::Payload;
use crate::offence::{Offence, OffenceCode};
use crate::pointer;

/// What a payload type describes, in words.
pub(super) const DATA: &str = "the data of an action is one object of named properties";
pub(super) const ARGUMENTS: &str = "the arguments of a tool are one JSON object";

pub(super) fn no_object(payload: Payload, what_it_is_for: &str, what: &str) -> Offence {
    Offence::new(OffenceCode::PayloadNotAnObject, "/properties")
        .wants("a struct of named fields")
        .because(format!("the payload type `{}` {what}, and {what_it_is_for}", payload.name()))
        .mended_by("make it a struct of named fields, put the type into a field of one, or declare an action for each alternative")
}

pub(super) fn open(payload: Payload) -> Offence {
    Offence::new(OffenceCode::OpenPayload, "/properties")
        .wants("a struct of named fields")
        .because(format!(
            "the payload type `{}` takes keys of any name, and the data of an action holds only declared ones",
            payload.name()
        ))
        .mended_by("give the map a field of its own, without `#[serde(flatten)]`")
}

pub(super) fn too_wide(pointer: &str, name: &str) -> Offence {
    Offence::new(OffenceCode::UnsupportedNumber, pointer)
        .wants("an integer of at most 64 bits")
        .because(format!(
            "`{name}` holds more than the i64, u64 or f64 that a number arrives as, and would lose digits"
        ))
        .mended_by("use a 64-bit integer, or take the number as a string of digits")
}

pub(super) fn indescribable(pointer: &str, format: &str) -> Offence {
    Offence::new(OffenceCode::UnsupportedFormat, pointer)
        .wants("a text that a JSON Schema can describe")
        .because(format!(
            "no schema can say which texts of the format `{format}` the type will read"
        ))
        .mended_by("take a point in time (`date-time`) and the name of the zone as a field of its own, or a string")
}

pub(super) fn never_absent(pointer: &str) -> Offence {
    Offence::new(OffenceCode::FieldNeverAbsent, pointer)
        .wants("`#[serde(default)]` on the field")
        .because("this `Maybe` has to be sent, so it can never be absent")
        .mended_by("write `#[serde(default)]` on it, or make it an `Option` that has to be sent")
}

/// A default that is null although the field is a number: NaN and the infinities are written so.
pub(super) fn lost_number(name: &str, schema: &Value) -> Option<Offence> {
    let number = matches!(schema.get("type"), Some(Value::String(kind)) if kind == "number");
    number.then(|| {
        Offence::new(OffenceCode::NotJson, pointer::join("/defaults", name))
            .wants("a value that JSON can carry")
            .because(format!("the default of field `{name}` is NaN or an infinity"))
            .mended_by("make the field an `Option`, or give it a finite default")
    })
}
