//! What the suite's scenarios `input-required-result-*` ask for, and two tools of `server-stateless`.

use wymcp_router::{
    Capability, Context, Field, Form, PlainTool, PlainToolBuilder, Prompt, PromptArguments, PromptReply,
    Questions as _, Roots, Sampling,
};

use super::asking::text;

pub(super) fn tools() -> Vec<PlainToolBuilder> {
    vec![
        tool("elicitation", "Asks the user for a name").handler_without_arguments(|ctx: Context| async move {
            let name = ctx.ask(name())?.accepted();
            Ok(text(name.map_or_else(
                || "Hello, whoever you are".to_owned(),
                |form| format!("Hello, {}", form["name"]),
            )))
        }),
        tool("sampling", "Asks the client's model").handler_without_arguments(|ctx: Context| async move {
            let sampled = ctx.ask(capital())?;
            Ok(text(format!("The model says: {}", sampled.text())))
        }),
        tool("list_roots", "Asks the client where it works").handler_without_arguments(|ctx: Context| async move {
            let roots = ctx.ask(Roots::new("client_roots"))?;
            let uris: Vec<_> = roots.iter().map(|root| root.uri()).collect();
            Ok(text(format!("The client works in {}", uris.join(", "))))
        }),
        tool("request_state", "Keeps a state until the user has answered").handler_without_arguments(
            |ctx: Context| async move {
                ctx.ask(confirm().with_state(&"kept"))?;
                let is_kept = ctx.state::<String>()?.is_some_and(|state| state == "kept");
                Ok(text(if is_kept { "state-ok" } else { "state-lost" }))
            },
        ),
        tool("multiple_inputs", "Asks three things at once").handler_without_arguments(|ctx: Context| async move {
            let (name, capital, roots) = ctx.ask((name(), capital(), Roots::new("client_roots")))?;
            let is_named = name.accepted().is_some();
            Ok(text(format!(
                "named: {is_named}, capital: {}, roots: {}",
                capital.text(),
                roots.len()
            )))
        }),
        tool("multi_round", "Asks one thing after the other").handler_without_arguments(|ctx: Context| async move {
            let is_named = ctx.ask(name())?.accepted().is_some();
            let color = Form::new("color", "And your favourite color?").field(Field::text("color"));
            let is_colored = ctx.ask(color)?.accepted().is_some();
            Ok(text(format!("named: {is_named}, colored: {is_colored}")))
        }),
        tool("tampered_state", "Keeps a state that must come back as it was").handler_without_arguments(
            |ctx: Context| async move {
                ctx.ask(confirm().with_state(&"untouched"))?;
                Ok(text("The state came back as it was."))
            },
        ),
        tool("capabilities", "Asks only what the client can answer").handler_without_arguments(
            |ctx: Context| async move {
                if ctx.declares(Capability::Elicitation) {
                    ctx.ask(confirm())?;
                }
                if ctx.declares(Capability::Sampling) {
                    ctx.ask(capital())?;
                }
                Ok(text("All that could be asked was answered."))
            },
        ),
        PlainTool::builder("test_streaming_elicitation")
            .description("Asks the user for a name, after a word on its stream")
            .handler_without_arguments(|ctx: Context| async move {
                ctx.progress(1.0, None, Some("about to ask"));
                ctx.ask(name())?;
                Ok(text("The user has answered."))
            }),
        PlainTool::builder("test_missing_capability")
            .description("Needs a client whose model can be asked")
            .handler_without_arguments(|ctx: Context| async move {
                ctx.require(Capability::Sampling)?;
                Ok(text("The client's model can be asked."))
            }),
    ]
}

pub(super) fn prompt() -> Prompt {
    Prompt::new("test_input_required_result_prompt", "A prompt that asks the user first").handler(
        |_: PromptArguments, ctx: Context| async move {
            let form = Form::new("user_context", "What is it about?").field(Field::text("context"));
            let context = ctx.ask(form)?.accepted().map(|form| form["context"].to_string());
            Ok(PromptReply::user(format!("Context: {}", context.unwrap_or_default())))
        },
    )
}

fn tool(name: &str, description: &str) -> PlainToolBuilder {
    PlainTool::builder(format!("test_input_required_result_{name}")).description(description)
}

fn name() -> Form {
    Form::new("user_name", "What is your name?").field(Field::text("name"))
}

fn confirm() -> Form {
    Form::new("confirm", "Please confirm").field(Field::boolean("ok"))
}

fn capital() -> Sampling {
    Sampling::new("capital_question", 100).user("What is the capital of France?")
}
