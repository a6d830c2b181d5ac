//! Tools that ask the client before they answer: the same code for both eras.

use serde_json::{Value, json};
use wymcp_router::{
    Content, Context, Data, Elicited, Failure, Field, Form, PlainTool, PlainToolBuilder, Reply, Sampling,
};

pub(super) fn tools() -> Vec<PlainToolBuilder> {
    vec![
        PlainTool::builder("test_sampling")
            .description("Has the client's model answer a prompt")
            .input_schema(one_string("prompt", "What the model is asked"))
            .handler(|arguments: Data, ctx: Context| async move {
                let prompt = arguments["prompt"].as_str().unwrap_or_default();
                let sampled = ctx.ask(Sampling::new("answer", 100).user(prompt))?;
                Ok(text(format!("The model says: {}", sampled.text())))
            }),
        PlainTool::builder("test_elicitation")
            .description("Asks the user for a name and an address")
            .input_schema(one_string("message", "What the user is asked"))
            .handler(|arguments: Data, ctx: Context| async move {
                let message = arguments["message"].as_str().unwrap_or_default();
                let form = Form::new("person", message)
                    .field(Field::text("username").description("User's response"))
                    .field(Field::email("email").description("User's email address"));
                elicit(&ctx, form)
            }),
        PlainTool::builder("test_elicitation_sep1034_defaults")
            .description("Asks the user with a default for every primitive type (SEP-1034)")
            .handler_without_arguments(|ctx: Context| async move { elicit(&ctx, defaults()) }),
        PlainTool::builder("test_elicitation_sep1330_enums")
            .description("Asks the user to choose, in each of the five ways (SEP-1330)")
            .handler_without_arguments(|ctx: Context| async move { elicit(&ctx, enums()) }),
    ]
}

fn elicit(ctx: &Context, form: Form) -> Result<Reply, Failure> {
    let (action, content) = match ctx.ask(form)? {
        Elicited::Accepted(content) => ("accept", Value::Object(content)),
        Elicited::Declined => ("decline", Value::Null),
        Elicited::Cancelled => ("cancel", Value::Null),
    };
    Ok(text(format!("The user's answer: action={action}, content={content}")))
}

pub(super) fn text(words: impl Into<String>) -> Reply {
    Reply::content([Content::text(words)])
}

fn one_string(name: &str, description: &str) -> Value {
    json!({
        "type": "object",
        "properties": {name: {"type": "string", "description": description}},
        "required": [name],
    })
}

fn defaults() -> Form {
    let fields = [
        Field::text("name").default_to("John Doe"),
        Field::integer("age").default_to(30),
        Field::number("score").default_to(95.5),
        Field::choice("status", ["active", "inactive", "pending"]).default_to("active"),
        Field::boolean("verified").default_to(true),
    ];
    let form = Form::new("details", "Please check your details");
    fields
        .into_iter()
        .fold(form, |form, field| form.field(field.optional()))
}

/// Written out: the suite asks for `enumNames`, which the builder has no word for.
fn enums() -> Form {
    let titled = |title: &str| {
        let one = |number: usize| json!({"const": format!("value{number}"), "title": format!("{title} {number}")});
        [one(1), one(2), one(3)]
    };
    let schema = json!({
        "type": "object",
        "properties": {
            "untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
            "titledSingle": {"type": "string", "oneOf": titled("Option")},
            "legacyEnum": {
                "type": "string",
                "enum": ["opt1", "opt2", "opt3"],
                "enumNames": ["Option One", "Option Two", "Option Three"],
            },
            "untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
            "titledMulti": {"type": "array", "items": {"anyOf": titled("Choice")}},
        },
        "required": [],
    });
    Form::of_schema("choices", "Please choose", schema)
}
