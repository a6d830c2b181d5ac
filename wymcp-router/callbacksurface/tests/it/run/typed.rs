//! A tool whose actions carry payload types, beside one that does not (RUN-1, RUN-5).

use serde::Deserialize;
use serde_json::{Value, json};
use wymcp_callbacksurface::{
    Action, ActionSchema, Context, Data, Decode, Failure, Hint, Object, Outcome, Payload, Reply, Tool, actions,
};

use crate::support::{called, registered};

actions! {
    /// What a caller may do.
    enum NotesAction { Add = "add", Decode = "decode", Marked = "marked", Context = "context" }
}

/// Stricter than the schema says.
#[derive(Deserialize)]
struct Small {
    #[expect(dead_code, reason = "only decoded")]
    size: u8,
}

struct Notes;

impl Tool for Notes {
    type Action = NotesAction;

    fn name(&self) -> &str {
        "notes"
    }

    fn description(&self) -> &str {
        "Keeps notes"
    }

    fn schema(&self, action: NotesAction) -> ActionSchema {
        match action {
            NotesAction::Add | NotesAction::Context => ActionSchema::new("Add a note"),
            NotesAction::Decode | NotesAction::Marked => {
                ActionSchema::new("Decode").property("size", json!({"type": "integer"}))
            }
        }
    }

    async fn run_action(&self, action: NotesAction, data: Data, _: &Context) -> Result<Reply, Failure> {
        match action {
            NotesAction::Add => Ok(Reply::new(json!({"id": 1})).with_hints([("id", json!(1))])),
            NotesAction::Decode => Ok(data.decode::<Small>().map(|_| Reply::new(json!("small")))?),
            NotesAction::Marked => data.decode::<Small>().map(|_| Reply::new(json!("small"))).for_caller(),
            NotesAction::Context => Ok(Reply::new(json!({"id": 1}))),
        }
    }

    fn hints(&self, action: NotesAction, hint_context: &Object, _: &Context) -> Vec<Hint> {
        vec![Hint::new(
            "context",
            format!("After {action:?} of {}", hint_context["id"]),
        )]
    }

    async fn action_context(&self, action: NotesAction, ctx: &Context) -> Option<Object> {
        (action == NotesAction::Context).then(|| Object::from_iter([("action".to_owned(), json!(ctx.action()))]))
    }
}

#[tokio::test]
async fn run_3_a_tool_of_a_type_is_asked_by_its_own_enum() {
    let notes = registered(Notes);
    let hinted = called(&notes, json!({"action": "add"})).await;
    assert_eq!(
        hinted.json(),
        json!({"id": 1, "hints": [{"tool": "notes", "action": "context", "description": "After Add of 1"}]})
    );
    let with_context = called(&notes, json!({"action": "context"})).await;
    assert_eq!(with_context.json(), json!({"id": 1, "context": {"action": "context"}}));
}

#[tokio::test]
async fn run_5_a_payload_that_serde_refuses_is_a_fault_that_quotes_nothing() {
    let notes = registered(Notes);
    assert_eq!(
        called(&notes, json!({"action": "decode", "data": {"size": 7}}))
            .await
            .json(),
        "small"
    );
    let fault = called(&notes, json!({"action": "decode", "data": {"size": 70_707}})).await;
    assert_eq!(fault.json()["exception"], "invalid_reply");
    assert!(!fault.text().contains("70707"), "{}", fault.text());
    insta::assert_snapshot!(fault.text());
}

#[tokio::test]
async fn run_4_a_decode_error_that_the_tool_marks_for_the_caller_is_a_failure() {
    let failure = called(
        &registered(Notes),
        json!({"action": "marked", "data": {"size": 70_707}}),
    )
    .await;
    assert_eq!((failure.is_error(), failure.json()), (true, Value::Null));
    assert!(failure.text().contains("`Small`"));
}

/// A set of names beside a set of payloads, as `actions!` writes them for types that describe themselves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ShapesAction {
    Draw,
    List,
}

enum ShapesData {
    Draw(Circle),
    List(Data),
}

#[derive(Deserialize)]
struct Circle {
    radius: u8,
    #[serde(default)]
    filled: bool,
}

impl Action for ShapesAction {
    type Data = ShapesData;
    const ALL: &'static [Self] = &[Self::List, Self::Draw];

    fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::List => "list",
        }
    }

    fn payload(self) -> Option<Payload> {
        let circle = || {
            json!({
                "type": "object",
                "properties": {"radius": {"type": "integer"}, "filled": {"type": "boolean"}},
                "required": ["radius"],
            })
        };
        (self == Self::Draw).then(|| Payload::new("Circle", circle))
    }

    fn decode(self, data: Data) -> Result<ShapesData, Decode> {
        Ok(match self {
            Self::Draw => ShapesData::Draw(data.decode()?),
            Self::List => ShapesData::List(data),
        })
    }
}

struct Shapes;

impl Tool for Shapes {
    type Action = ShapesAction;

    fn name(&self) -> &str {
        "shapes"
    }

    fn description(&self) -> &str {
        "Draws"
    }

    fn schema(&self, action: ShapesAction) -> ActionSchema {
        match action {
            ShapesAction::Draw => ActionSchema::new("Draw a circle"),
            ShapesAction::List => ActionSchema::new("List shapes").property("of", json!({"type": "string"})),
        }
    }

    async fn run_action(&self, _: ShapesAction, data: ShapesData, _: &Context) -> Result<Reply, Failure> {
        Ok(Reply::new(match data {
            ShapesData::Draw(circle) => json!([circle.radius, circle.filled]),
            ShapesData::List(data) => Value::Object(data.into_inner()),
        }))
    }
}

#[tokio::test]
async fn run_1_typed_and_untyped_actions_of_one_tool_get_what_they_declare() {
    let shapes = registered(Shapes);
    let draw = |radius: Value| json!({"action": "draw", "data": {"radius": radius}});
    assert_eq!(called(&shapes, draw(json!(3.0))).await.json(), json!([3, false]));
    let listed = called(&shapes, json!({"action": "list", "data": {"of": "circles"}})).await;
    assert_eq!(listed.json(), json!({"of": "circles"}));
    assert_eq!(
        called(&shapes, draw(json!("3"))).await.json()["error"],
        "invalid_values"
    );
    let fault = called(&shapes, draw(json!(70_707))).await;
    assert_eq!(
        (&fault.json()["exception"], &fault.json()["action"]),
        (&json!("invalid_reply"), &json!("draw"))
    );
    assert!(!fault.text().contains("70707"), "{}", fault.text());
}
