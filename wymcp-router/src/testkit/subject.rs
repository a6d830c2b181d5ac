//! What is examined: an action of a tool, or a plain tool.

use std::borrow::Cow;

use serde_json::{Value, json};
use wymcp_callbacksurface::{
    ActionTable, Admitted, Kind, Object, PlainRegistration, Refusal, RegisteredAction, Registration, View,
    admit_as_sent,
};

use super::Finding;

/// One operation that can be called.
pub(super) struct Subject<'m> {
    tool: &'m Registration,
    operation: Operation<'m>,
    schema: Cow<'m, Value>,
}

#[derive(Clone, Copy)]
enum Operation<'m> {
    Action(&'m RegisteredAction),
    Plain(&'m PlainRegistration),
}

impl<'m> Subject<'m> {
    /// The operations of a tool, actions in the order of their names.
    pub(super) fn all(tool: &'m Registration) -> Vec<Self> {
        match tool.kind() {
            Kind::Actions(table) => table
                .iter()
                .map(|action| Self {
                    tool,
                    operation: Operation::Action(action),
                    schema: Cow::Owned(action.schema()),
                })
                .collect(),
            Kind::Plain(plain) => vec![Self {
                tool,
                operation: Operation::Plain(plain),
                schema: Cow::Borrowed(plain.input_schema()),
            }],
        }
    }

    pub(super) fn tool(&self) -> &'m Registration {
        self.tool
    }

    pub(super) fn table(&self) -> Option<&'m ActionTable> {
        self.tool.actions()
    }

    pub(super) fn action(&self) -> Option<&'m RegisteredAction> {
        match self.operation {
            Operation::Action(action) => Some(action),
            Operation::Plain(_) => None,
        }
    }

    /// The finding, of this operation.
    pub(super) fn found(&self, finding: Finding) -> Finding {
        match self.action() {
            Some(action) => {
                let location = action.rules().location(finding.pointer());
                finding.of(self.tool.name(), Some(action.name())).declared_at(location)
            }
            None => finding.of(self.tool.name(), None),
        }
    }

    pub(super) fn is_sensitive(&self) -> bool {
        self.tool.is_sensitive(self.action().map(RegisteredAction::position))
    }

    /// `tasks.create`, or `shout`.
    pub(super) fn label(&self) -> String {
        match self.action() {
            Some(action) => format!("{}.{}", self.tool.name(), action.name()),
            None => self.tool.name().to_string(),
        }
    }

    /// What messages call the data.
    pub(super) const fn place(&self) -> &'static str {
        match self.operation {
            Operation::Action(_) => "data",
            Operation::Plain(_) => "arguments",
        }
    }

    /// P of KEY-5; a plain tool's listed schema.
    pub(super) fn schema(&self) -> &Value {
        &self.schema
    }

    pub(super) fn output(&self) -> Option<&'m Value> {
        match self.operation {
            Operation::Action(action) => action.output(),
            Operation::Plain(plain) => plain.output(),
        }
        .map(wymcp_callbacksurface::Output::schema)
    }

    /// Names and schemas of the declared properties, in code point order.
    pub(super) fn properties(&self) -> Vec<(&str, &Value)> {
        let declared = self.schema().get("properties").and_then(Value::as_object);
        let mut all: Vec<_> = declared
            .into_iter()
            .flatten()
            .map(|(name, schema)| (name.as_str(), schema))
            .collect();
        all.sort_unstable_by_key(|(name, _)| *name);
        all
    }

    pub(super) fn required(&self) -> &'m [String] {
        match self.operation {
            Operation::Action(action) => action.rules().required(),
            Operation::Plain(plain) => plain.required(),
        }
    }

    pub(super) fn groups(&self) -> &'m [Vec<String>] {
        match self.operation {
            Operation::Action(action) => action.rules().groups(),
            Operation::Plain(_) => &[],
        }
    }

    /// Payloads that the author shows; of a plain tool those of JSON Schema's `examples`.
    pub(super) fn examples(&self) -> Vec<&'m Object> {
        match self.operation {
            Operation::Action(action) => action.rules().examples().iter().collect(),
            Operation::Plain(plain) => {
                let shown = plain.input_schema().get("examples").and_then(Value::as_array);
                shown.into_iter().flatten().filter_map(Value::as_object).collect()
            }
        }
    }

    /// The arguments of a call with some data.
    pub(super) fn arguments(&self, data: Object) -> Object {
        match self.operation {
            Operation::Plain(_) => data,
            Operation::Action(action) => Object::from_iter([
                ("action".to_owned(), json!(&**action.name())),
                ("data".to_owned(), Value::Object(data)),
            ]),
        }
    }

    /// What the gates say to arguments as they were sent, also where the mount repairs; nothing of the tool runs.
    pub(super) fn admit(&self, arguments: Object) -> Result<Admitted, Refusal> {
        admit_as_sent(self.tool, &View::everything(), arguments)
    }
}
