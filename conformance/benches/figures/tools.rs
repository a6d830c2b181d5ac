//! The tools that are measured.

use serde_json::{Value, json};
use wymcp_router::{ActionSchema, Context, Data, Failure, Object, Reply, Tool, actions};

actions! {
    /// One action to call, one with a group.
    pub(crate) enum TypicalAction { Place = "place", Find = "find" }
}

/// A tool with a typical action: six properties, a nested object, an array of objects.
#[derive(Debug)]
pub(crate) struct Typical;

impl Tool for Typical {
    type Action = TypicalAction;

    fn name(&self) -> &str {
        "typical"
    }

    fn description(&self) -> &str {
        "Orders"
    }

    fn schema(&self, action: TypicalAction) -> ActionSchema {
        match action {
            TypicalAction::Place => place("Place an order"),
            TypicalAction::Find => ActionSchema::new("Find an order")
                .property("id", json!({"type": "string"}))
                .property("customer", json!({"type": "string"}))
                .property("number", json!({"type": "integer", "minimum": 1}))
                .required_one_of([vec!["id"], vec!["customer", "number"]]),
        }
    }

    async fn run_action(&self, _: TypicalAction, data: Data, _: &Context) -> Result<Reply, Failure> {
        let lines = data.get("lines").and_then(Value::as_array).map_or(0, Vec::len);
        Ok(Reply::new(json!({"id": "o-1", "lines": lines, "total": 125.5})))
    }
}

/// An action of six properties, one of them an object, one an array of objects.
pub(crate) fn place(description: &str) -> ActionSchema {
    ActionSchema::new(description)
        .property("customer", json!({"type": "string", "minLength": 1, "maxLength": 80}))
        .property("express", json!({"type": "boolean"}))
        .property("currency", json!({"type": "string", "enum": ["EUR", "USD", "GBP"]}))
        .property("discount", json!({"type": "integer", "minimum": 0, "maximum": 100}))
        .property(
            "address",
            json!({
                "type": "object",
                "properties": {
                    "street": {"type": "string"},
                    "city": {"type": "string"},
                    "zip": {"type": "string", "pattern": "^[0-9]{4,6}$"},
                },
                "required": ["street", "city"],
            }),
        )
        .property(
            "lines",
            json!({
                "type": "array",
                "minItems": 1,
                "items": {
                    "type": "object",
                    "properties": {
                        "article": {"type": "string"},
                        "count": {"type": "integer", "minimum": 1},
                        "price": {"type": "number", "minimum": 0},
                    },
                    "required": ["article", "count"],
                },
            }),
        )
        .required(["customer", "lines"])
        .default_to("currency", "EUR")
}

/// Arguments that pass: all six properties, ten lines.
pub(crate) fn typical_call() -> Value {
    let lines: Vec<Value> = (1..=10)
        .map(|number| json!({"article": format!("a-{number}"), "count": number, "price": 12.55}))
        .collect();
    json!({
        "action": "place",
        "data": {
            "customer": "Ann Example",
            "express": true,
            "currency": "EUR",
            "discount": 5,
            "address": {"street": "High Street 1", "city": "Old Town", "zip": "12345"},
            "lines": lines,
        },
    })
}

/// The typical call, with one change.
pub(crate) fn changed(change: impl FnOnce(&mut Value)) -> Object {
    let mut call = typical_call();
    change(&mut call);
    match call {
        Value::Object(arguments) => arguments,
        _ => Object::new(),
    }
}
