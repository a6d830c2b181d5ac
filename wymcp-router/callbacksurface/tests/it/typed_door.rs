//! Handlers of builders that take and answer with types (DEF-1, DEF-5, RUN-6).

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wymcp_callbacksurface::schemars::{self, JsonSchema};
use wymcp_callbacksurface::{
    ActionSchema, ActionTool, Content, Context, Data, Era, Failure, OutputSchema, PlainTool, PlainToolBuilder, Reply,
    View,
};

use crate::support::{called, registered};

/// What is to be repeated.
#[derive(Deserialize, JsonSchema)]
struct Repeat {
    text: String,
    #[serde(default = "once")]
    #[schemars(range(min = 1, max = 3))]
    times: u8,
    style: Option<Style>,
}

#[derive(Deserialize, JsonSchema)]
struct Style {
    loud: bool,
    below: Option<Box<Style>>,
}

fn once() -> u8 {
    1
}

#[derive(Serialize, JsonSchema)]
struct Repeated {
    text: String,
    times: u8,
}

async fn repeat(Repeat { text, times, style }: Repeat, _: Context) -> Result<Repeated, Failure> {
    let is_loud = style.is_some_and(|style| style.loud || style.below.is_some());
    let text = text.repeat(times.into());
    Ok(Repeated {
        text: if is_loud { text.to_uppercase() } else { text },
        times,
    })
}

fn repeater() -> PlainToolBuilder {
    PlainTool::builder("repeat")
        .description("Says a text several times")
        .typed_handler(repeat)
}

fn codes(tool: &PlainToolBuilder) -> Vec<(&'static str, String)> {
    let offences = tool
        .validate()
        .map_or_else(wymcp_callbacksurface::Offences::into_vec, |()| Vec::new());
    offences
        .iter()
        .map(|offence| (offence.code(), offence.pointer().to_owned()))
        .collect()
}

#[tokio::test]
async fn def_5_arguments_and_answer_are_types_and_the_schemas_come_from_them() {
    let repeater = registered(repeater());
    insta::assert_snapshot!(repeater.definition(Era::Modern, &View::everything()));
    let twice = called(
        &repeater,
        json!({"text": "ab", "times": 2.0, "style": {"loud": false, "below": {"loud": true}}}),
    )
    .await;
    assert_eq!(twice.structured(), Some(&json!({"text": "ABAB", "times": 2})));
    assert_eq!(
        called(&repeater, json!({"text": "a"})).await.structured(),
        Some(&json!({"text": "a", "times": 1}))
    );
    for (arguments, error) in [
        (json!({"times": 2}), "missing_required_fields"),
        (json!({"text": "a", "tmes": 2}), "unknown_params"),
        (
            json!({"text": "a", "style": {"loud": true, "below": {"loud": true, "lod": 1}}}),
            "unknown_params",
        ),
        (json!({"text": "a", "times": 4}), "invalid_values"),
        (json!({"text": "a", "times": 0}), "invalid_values"),
    ] {
        assert_eq!(
            called(&repeater, arguments.clone()).await.json()["error"],
            error,
            "{arguments}"
        );
    }
}

#[tokio::test]
async fn run_7_a_typed_handler_may_answer_with_a_reply() {
    let tool = PlainTool::builder("draw")
        .description("Draws")
        .output_schema(OutputSchema::of::<Repeated>())
        .typed_handler(|Repeat { text, times, .. }: Repeat, _: Context| async move {
            Ok(Reply::of(&Repeated { text, times }).with_content([Content::text("drawn")]))
        });
    let answer = called(&registered(tool), json!({"text": "a"})).await;
    assert_eq!(answer.structured(), Some(&json!({"text": "a", "times": 1})));
    assert!(serde_json::to_string(&answer).unwrap().contains("drawn"));
}

#[tokio::test]
async fn run_6_a_type_that_may_be_any_value_promises_nothing() {
    let tool = PlainTool::builder("any")
        .description("Answers anything")
        .typed_handler(|Repeat { text, .. }: Repeat, _: Context| async move { Ok(json!([text])) });
    let any = registered(tool);
    assert!(
        !any.definition(Era::Modern, &View::everything())
            .contains("outputSchema")
    );
    let answer = called(&any, json!({"text": "a"})).await;
    assert_eq!((answer.structured(), answer.json()), (None, json!(["a"])));
}

#[test]
fn def_5_what_a_type_describes_is_declared_once() {
    let beside = repeater()
        .input_schema(json!({"type": "object"}))
        .output_schema(json!({"type": "object"}));
    assert_eq!(
        codes(&beside),
        [
            ("declared_by_payload", String::new()),
            ("declared_by_payload", String::new())
        ]
    );
    insta::assert_snapshot!(
        beside
            .validate()
            .unwrap_err()
            .to_string()
            .lines()
            .map(|line| line.split(", declared at").next().unwrap_or(line))
            .collect::<Vec<_>>()
            .join("\n")
    );
    // The last handler counts, with what it describes.
    let replaced = repeater()
        .input_schema(json!({"type": "object"}))
        .handler(|_, _| async { Ok(Reply::new(1)) });
    assert_eq!(codes(&replaced), []);
}

#[derive(Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Shape {
    Circle { radius: u8 },
    Square { side: u8 },
    Nothing,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only described")]
struct Wide {
    count: i128,
    inner: Vec<Option<u128>>,
}

#[derive(Serialize, JsonSchema)]
struct WideAnswer {
    count: u128,
}

#[derive(Deserialize, JsonSchema)]
#[expect(dead_code, reason = "only described")]
struct Composed {
    own: u8,
    #[serde(flatten)]
    first: Option<Shape>,
}

fn taking<T: serde::de::DeserializeOwned + JsonSchema + 'static>() -> PlainToolBuilder {
    PlainTool::builder("takes")
        .description("Takes it")
        .typed_handler(|_: T, _: Context| async { Ok(Reply::new(1)) })
}

#[tokio::test]
async fn def_2_a_union_as_arguments_is_root_composition_unless_allowed() {
    assert_eq!(codes(&taking::<Shape>()), [("root_composition", "/oneOf".to_owned())]);
    let area = PlainTool::builder("area")
        .description("Tells the area")
        .allow_root_composition()
        .typed_handler(|shape: Shape, _: Context| async move {
            Ok(match shape {
                Shape::Circle { radius } => f64::from(radius).powi(2) * std::f64::consts::PI,
                Shape::Square { side } => f64::from(side).powi(2),
                Shape::Nothing => 0.0,
            })
        });
    let area = registered(area);
    assert_eq!(
        called(&area, json!({"kind": "square", "side": 3})).await.json(),
        json!(9.0)
    );
    assert_eq!(
        called(&area, json!({"kind": "square", "side": 3, "radius": 1}))
            .await
            .json()["error"],
        "invalid_values"
    );
    assert_eq!(
        called(&area, json!({"kind": "square", "site": 3})).await.json()["error"],
        "unknown_params"
    );
    assert_eq!(codes(&taking::<Composed>().allow_root_composition()), []);
}

#[test]
fn def_5_a_type_that_no_call_can_carry_is_told_where_it_is() {
    let wide = |pointer: &str| ("unsupported_number", pointer.to_owned());
    assert_eq!(
        codes(&taking::<Wide>()),
        [wide("/properties/count"), wide("/properties/inner/items")]
    );
    assert_eq!(codes(&taking::<Vec<u8>>()), [("payload_not_an_object", String::new())]);
    assert_eq!(
        codes(&taking::<Option<Style>>()),
        [("payload_not_an_object", String::new())]
    );
    let answers = PlainTool::builder("wide")
        .description("Answers")
        .typed_handler(|_: Style, _: Context| async { Ok(WideAnswer { count: 1 }) });
    assert_eq!(codes(&answers), [wide("/properties/count")]);
}

#[tokio::test]
async fn def_5_an_open_type_takes_keys_of_any_name() {
    let open = registered(taking::<std::collections::BTreeMap<String, u8>>());
    assert_eq!(called(&open, json!({"any": 1})).await.json(), 1);
    assert_eq!(
        called(&open, json!({"any": 256})).await.json()["error"],
        "invalid_values"
    );
}

#[derive(Deserialize, JsonSchema)]
struct Even {
    #[serde(deserialize_with = "even")]
    size: u32,
}

fn even<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let size = u32::deserialize(deserializer)?;
    if size.is_multiple_of(2) {
        Ok(size)
    } else {
        Err(serde::de::Error::custom(format!("{size} is odd")))
    }
}

#[tokio::test]
async fn run_5_what_serde_refuses_behind_the_gates_is_a_fault_that_quotes_nothing() {
    let tool = PlainTool::builder("even")
        .description("Takes even sizes")
        .typed_handler(|Even { size }: Even, _: Context| async move { Ok(Reply::new(size)) });
    let tool = registered(tool);
    assert_eq!(called(&tool, json!({"size": 70_708})).await.json(), 70_708);
    let fault = called(&tool, json!({"size": 70_707})).await;
    insta::assert_snapshot!(fault.text());
}

#[tokio::test]
async fn def_5_actions_of_a_builder_may_be_typed_as_well() {
    let tool = ActionTool::builder("texts", "Handles texts")
        .typed_action("repeat", ActionSchema::of_payload(), repeat)
        .action(
            "count",
            ActionSchema::new("Count").property("text", json!({"type": "string"})),
            |data: Data, _: Context| async move {
                let text = data.get("text").and_then(Value::as_str).unwrap_or_default();
                Ok(Reply::new(json!({"text": text, "times": text.len()})))
            },
        )
        .output_schema(OutputSchema::of::<Repeated>());
    let tool = registered(tool.build().unwrap());
    let twice = called(&tool, json!({"action": "repeat", "data": {"text": "a", "times": 2}})).await;
    assert_eq!(twice.structured(), Some(&json!({"text": "aa", "times": 2})));
    assert_eq!(
        tool.actions().unwrap().get("repeat").unwrap().1.summary(),
        "repeat: What is to be repeated."
    );
    let listed: Value = serde_json::from_str(&tool.definition(Era::Modern, &View::everything())).unwrap();
    assert_eq!(
        listed["outputSchema"]["properties"]["times"],
        json!({"type": "integer", "minimum": 0, "maximum": 255})
    );
}

#[test]
fn run_6_typed_answers_beside_replies_without_a_schema_are_a_mixture() {
    let tool = ActionTool::builder("texts", "Handles texts")
        .typed_action("repeat", ActionSchema::of_payload(), repeat)
        .action("ping", ActionSchema::new("Answer"), |_, _| async { Ok(Reply::new(1)) });
    let offences = tool.validate().unwrap_err();
    assert_eq!(
        offences
            .iter()
            .map(wymcp_callbacksurface::Offence::code)
            .collect::<Vec<_>>(),
        ["mixed_output_schemas"]
    );
}
