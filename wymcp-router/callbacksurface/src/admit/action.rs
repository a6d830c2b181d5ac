//! Gates 3 and 4: which action is called.

use wymcp_bound::echo;

use super::arguments::{called, pointer};
use super::words::names;
use crate::refusal::Answer;
use crate::registration::{ActionTable, RegisteredAction, Registration};
use crate::suggest::nearest;
use crate::{Gate, Object, Refusal, View};

/// The action, visible to the caller; gates 1 and 2 have passed.
pub(super) fn find<'t>(
    registration: &Registration,
    table: &'t ActionTable,
    view: &View,
    arguments: &Object,
) -> Result<&'t RegisteredAction, Refusal> {
    if let Some(action) = called(table, view, arguments) {
        return Ok(action);
    }
    let valid = table.names(view);
    let Some(sent) = arguments.get("action").and_then(serde_json::Value::as_str) else {
        let message = "`action` is missing: add one of `valid_actions`".to_owned();
        return Err(Answer::new(Gate::MissingAction, message, pointer(registration))
            .with("valid_actions", valid)
            .refuse());
    };
    let near = nearest(sent, valid.iter().copied());
    let advice = if near.is_empty() {
        "use one of `valid_actions`, exactly as written".to_owned()
    } else {
        format!("did you mean {}?", names(near.iter().map(String::as_str), "or"))
    };
    let message = format!("`{}` is no action of `{}`: {advice}", echo(sent), registration.name());
    Err(Answer::new(Gate::UnknownAction, message, pointer(registration))
        .with("action", echo(sent))
        .with("valid_actions", valid)
        .with_any("did_you_mean", near)
        .refuse())
}
