//! Tools that ask the client in the middle of a call.

use serde_json::{Value, json};
use wymcp_router::{Content, Context, Data, Failure, PlainTool, PlainToolBuilder, Reply};

pub(super) fn tools() -> Vec<PlainToolBuilder> {
    vec![
        PlainTool::builder("test_sampling")
            .description("Has the client's model answer a prompt")
            .input_schema(one_string("prompt", "What the model is asked"))
            .handler(|arguments: Data, ctx: Context| async move {
                let message = json!({"role": "user", "content": {"type": "text", "text": &arguments["prompt"]}});
                let params = json!({"messages": [message], "maxTokens": 100});
                let answer = ctx.request("sampling/createMessage", params).await?;
                let said = answer["content"]["text"].as_str().unwrap_or("nothing");
                Ok(Reply::content([Content::text(format!("The model says: {said}"))]))
            }),
        PlainTool::builder("test_elicitation")
            .description("Asks the user for a name and an address")
            .input_schema(one_string("message", "What the user is asked"))
            .handler(|arguments: Data, ctx: Context| async move {
                let schema = json!({
                    "type": "object",
                    "properties": {
                        "username": {"type": "string", "description": "User's response"},
                        "email": {"type": "string", "description": "User's email address"},
                    },
                    "required": ["username", "email"],
                });
                elicit(&ctx, &arguments["message"], schema).await
            }),
        PlainTool::builder("test_elicitation_sep1034_defaults")
            .description("Asks the user with a default for every primitive type (SEP-1034)")
            .handler_without_arguments(|ctx: Context| async move {
                elicit(&ctx, &json!("Please check your details"), defaults()).await
            }),
        PlainTool::builder("test_elicitation_sep1330_enums")
            .description("Asks the user to choose, in each of the five ways (SEP-1330)")
            .handler_without_arguments(
                |ctx: Context| async move { elicit(&ctx, &json!("Please choose"), enums()).await },
            ),
    ]
}

async fn elicit(ctx: &Context, message: &Value, schema: Value) -> Result<Reply, Failure> {
    let params = json!({"message": message, "requestedSchema": schema});
    let answer = ctx.request("elicitation/create", params).await?;
    let (action, content) = (&answer["action"], &answer["content"]);
    Ok(Reply::content([Content::text(format!(
        "The user's answer: action={action}, content={content}"
    ))]))
}

fn one_string(name: &str, description: &str) -> Value {
    json!({
        "type": "object",
        "properties": {name: {"type": "string", "description": description}},
        "required": [name],
    })
}

fn defaults() -> Value {
    json!({
        "type": "object",
        "properties": {
            "name": {"type": "string", "default": "John Doe"},
            "age": {"type": "integer", "default": 30},
            "score": {"type": "number", "default": 95.5},
            "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
            "verified": {"type": "boolean", "default": true},
        },
        "required": [],
    })
}

fn enums() -> Value {
    let titled = |title: &str| {
        let one = |number: usize| json!({"const": format!("value{number}"), "title": format!("{title} {number}")});
        [one(1), one(2), one(3)]
    };
    json!({
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
    })
}
