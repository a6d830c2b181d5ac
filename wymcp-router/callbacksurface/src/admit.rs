//! The gates between a call and its action (GAT).

mod action;
mod arguments;
mod data;
mod gate;
mod repair;
mod words;

use std::borrow::Cow;

use serde_json::Value;
use wymcp_bound::Listed;

use crate::registration::{Kind, RegisteredAction, Registration};
use crate::{Object, Refusal, View};

pub(crate) use arguments::Arguments;
pub use gate::Gate;

/// A call that passed every gate.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Admitted {
    /// The action's position in the tool's surface; nothing for a plain tool.
    pub action: Option<usize>,
    /// The data as sent, numbers normalised (VAL-5); for a plain tool, the arguments.
    pub data: Object,
    /// Data paths of what was not taken as it was sent: only under a mount that repairs, and only of a call that a gate would have
    /// refused (GAT-9).
    pub repaired: Listed<String>,
}

impl Admitted {
    /// Of a call that [`judge`] let pass.
    fn of(action: Option<&RegisteredAction>, arguments: Value) -> Self {
        let mut data = match (action, arguments) {
            // GAT-4: absent data is empty data; the second gate has seen to its type.
            (Some(_), Value::Object(mut arguments)) => arguments.remove("data").unwrap_or_default(),
            (_, arguments) => arguments,
        };
        wymcp_valuegate::normalise(&mut data);
        Self {
            action: action.map(RegisteredAction::position),
            data: match data {
                Value::Object(data) => data,
                _ => Object::new(),
            },
            repaired: Listed::new(),
        }
    }

    /// The data as the handler gets it: defaults fill what was left out whole (ACT-12, GAT-10).
    #[must_use]
    pub fn into_data(mut self, registration: &Registration) -> Object {
        self.take_data(registration)
    }

    pub(crate) fn take_data(&mut self, registration: &Registration) -> Object {
        let mut data = std::mem::take(&mut self.data);
        let action = self.action.and_then(|position| registration.actions()?.at(position));
        if let Some(action) = action {
            action.rules().apply_defaults(&mut data);
        }
        data
    }
}

/// Let a call through the gates, or say what is wrong with it: the first gate that fails answers with all it found.
///
/// Pure and synchronous; nothing of the tool runs. `arguments` are those of a `tools/call`, absent and null read as `{}`. They nest
/// no deeper than a message may ([`wymcp_bound::limits::MESSAGE_NESTING`]): who makes a call without a transport bounds them.
///
/// Keys that the mount ignores are gone before the first gate. Under a mount that repairs, a refused call is read as it may have been
/// meant, and goes on if it passes so as a whole (GAT-9).
///
/// # Errors
/// The refusal of the first gate that fails, of the call as it was sent.
pub fn admit(registration: &Registration, view: &View, arguments: Object) -> Result<Admitted, Refusal> {
    let mut arguments = arguments;
    registration.rules().strip(&mut arguments);
    let arguments = Value::Object(arguments);
    match judge(registration, view, &arguments) {
        Ok(action) => Ok(Admitted::of(action, arguments)),
        Err(refusal) => match arguments {
            Value::Object(arguments) if registration.rules().repairs() => {
                repair::retry(registration, view, arguments, refusal)
            }
            _ => Err(refusal),
        },
    }
}

/// [`admit`] without its second reading: what the gates say of a call as it was sent, whatever the mount repairs. For who tests them.
///
/// # Errors
/// The refusal of the first gate that fails.
#[doc(hidden)]
pub fn admit_as_sent(registration: &Registration, view: &View, arguments: Object) -> Result<Admitted, Refusal> {
    let mut arguments = arguments;
    registration.rules().strip(&mut arguments);
    let arguments = Value::Object(arguments);
    let action = judge(registration, view, &arguments)?;
    Ok(Admitted::of(action, arguments))
}

/// Whether every gate lets a call pass; which action it calls, unless the tool has none. `arguments` are an object.
fn judge<'r>(
    registration: &'r Registration,
    view: &View,
    arguments: &Value,
) -> Result<Option<&'r RegisteredAction>, Refusal> {
    let none = Object::new();
    let members = arguments.as_object().unwrap_or(&none);
    match registration.kind() {
        Kind::Plain(plain) if plain.is_framework() => {
            registration.arguments().check(registration, view, members)?;
            Ok(None)
        }
        Kind::Plain(plain) => {
            data::Target::of_tool(registration.name(), plain).check(arguments)?;
            Ok(None)
        }
        Kind::Actions(table) => {
            registration.arguments().check(registration, view, members)?;
            let action = action::find(registration, table, view, members)?;
            let data = members
                .get("data")
                .map_or_else(|| Cow::Owned(Value::Object(Object::new())), Cow::Borrowed);
            data::Target::of_action(registration.name(), action).check(&data)?;
            Ok(Some(action))
        }
    }
}
