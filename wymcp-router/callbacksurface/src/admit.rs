//! The gates between a call and its action (GAT).

mod action;
mod arguments;
mod data;
mod gate;
mod words;

use serde_json::Value;

use crate::registration::{Kind, Registration};
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
}

impl Admitted {
    /// The data as the handler gets it: defaults fill what was left out whole (ACT-12, GAT-10).
    #[must_use]
    pub fn into_data(self, registration: &Registration) -> Object {
        let mut data = self.data;
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
/// # Errors
/// The refusal of the first gate that fails.
pub fn admit(registration: &Registration, view: &View, arguments: Object) -> Result<Admitted, Refusal> {
    match registration.kind() {
        Kind::Plain(plain) if plain.is_framework() => {
            registration.arguments().check(registration, view, &arguments)?;
            Ok(Admitted {
                action: None,
                data: arguments,
            })
        }
        Kind::Plain(plain) => {
            let data = data::Target::of_tool(registration.name(), plain).check(arguments)?;
            Ok(Admitted { action: None, data })
        }
        Kind::Actions(table) => {
            registration.arguments().check(registration, view, &arguments)?;
            let action = action::find(registration, table, view, &arguments)?;
            // GAT-4: absent data is empty data; the second gate has seen to its type.
            let mut arguments = arguments;
            let data = match arguments.remove("data") {
                Some(Value::Object(data)) => data,
                _ => Object::new(),
            };
            let data = data::Target::of_action(registration.name(), action).check(data)?;
            Ok(Admitted {
                action: Some(action.position()),
                data,
            })
        }
    }
}
