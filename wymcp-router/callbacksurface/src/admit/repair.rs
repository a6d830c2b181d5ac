//! A refused call read as it may have been meant (GAT-9).

use serde_json::Value;
use wymcp_bound::{Listed, json, limits};

use super::arguments::called;
use super::{Admitted, judge};
use crate::registration::{Kind, Registration};
use crate::{Gate, Object, Refusal, View};

/// Levels of a message above `arguments`: the message, and its params.
const ABOVE_ARGUMENTS: usize = 2;

/// The call as read, if it passes whole; else the refusal of the call as it was sent.
#[cold]
pub(super) fn retry(
    registration: &Registration,
    view: &View,
    arguments: Object,
    refusal: Refusal,
) -> Result<Admitted, Refusal> {
    // A key that is missing or unknown, and a name that is, stay so however values are read.
    if !matches!(refusal.gate(), Gate::InvalidArgumentType | Gate::InvalidValues) {
        return Err(refusal);
    }
    let mut arguments = arguments;
    let repaired = read(registration, view, &mut arguments);
    let arguments = Value::Object(arguments);
    if repaired.is_empty() || json::depth_exceeds(&arguments, limits::MESSAGE_NESTING - ABOVE_ARGUMENTS) {
        return Err(refusal);
    }
    match judge(registration, view, &arguments) {
        Ok(action) => Ok(Admitted {
            repaired,
            ..Admitted::of(action, arguments)
        }),
        Err(_) => Err(refusal),
    }
}

/// Read what can be read, and list it by data path (for help, by path in its arguments).
fn read(registration: &Registration, view: &View, arguments: &mut Object) -> Listed<String> {
    const LEVELS: usize = limits::MESSAGE_NESTING - ABOVE_ARGUMENTS;
    match registration.kind() {
        Kind::Plain(plain) if plain.is_framework() => registration.arguments().leave_nulls_out(arguments),
        Kind::Plain(plain) => {
            let mut whole = Value::Object(std::mem::take(arguments));
            let repaired = plain.values().repair(&mut whole, LEVELS);
            if let Value::Object(read) = whole {
                *arguments = read;
            }
            repaired
        }
        Kind::Actions(table) => {
            let action = called(table, view, arguments);
            match (action, arguments.get_mut("data")) {
                (Some(action), Some(data)) if !data.is_null() => action.values().repair(data, LEVELS - 1),
                (Some(_), Some(_)) => {
                    // Null in place of nothing: the data is left out.
                    arguments.remove("data");
                    let mut repaired = Listed::new();
                    repaired.note(String::new);
                    repaired
                }
                _ => Listed::new(),
            }
        }
    }
}
