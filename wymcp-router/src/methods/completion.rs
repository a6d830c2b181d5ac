//! `completion/complete` (wire contract N5).

use std::sync::Arc;

use serde_json::{Map, Value};
use wymcp_bound::{echo, json, json_type};
use wymcp_callbacksurface::{Completion, CompletionRequest, Era};

use super::Exchange;
use super::prompts::strings;
use super::provided::{Sought, refuse, run};
use crate::mount::Core;
use crate::rpc::{Answer, Id};
use crate::wire::{Rejection, Step};

const COMPLETE: &str = "completion/complete";

/// What is completed.
enum Reference {
    Prompt(String),
    Template(String),
}

pub(super) fn complete(core: &Arc<Core>, id: &Id, mut exchange: Exchange<'_>) -> Result<Step, Rejection> {
    let era = exchange.revision.era();
    let reference = reference(object(exchange.params.take("ref"), "ref")?)?;
    let mut argument = object(exchange.params.take("argument"), "argument")?;
    let name = text(argument.remove("name"), "argument.name")?;
    let value = text(argument.remove("value"), "argument.value")?;
    let known = match exchange.params.take("context") {
        None | Some(Value::Null) => None,
        given => object(given, "context")?.remove("arguments"),
    };
    let known = strings(known, "context.arguments")?;
    let request = CompletionRequest::new(name, value).with_arguments(known);
    Ok(run(
        core,
        id,
        exchange,
        COMPLETE,
        move |core, answered, ctx| async move {
            let (completion, sought) = match &reference {
                Reference::Prompt(name) => (
                    core.prompts.complete(name, request, &ctx).await,
                    Sought::Prompt(name, &core, ctx.view()),
                ),
                Reference::Template(uri) => (
                    core.resources.complete(uri, request, &ctx).await,
                    Sought::Template(uri, &core, ctx.view()),
                ),
            };
            match completion {
                Ok(completion) => Answer::result(&answered, |out| write(out, &core, era, &completion)),
                Err(unanswered) => refuse(unanswered, &sought, era, &answered, COMPLETE),
            }
        },
    ))
}

fn reference(mut members: Map<String, Value>) -> Result<Reference, Rejection> {
    match text(members.remove("type"), "ref.type")?.as_str() {
        "ref/prompt" => Ok(Reference::Prompt(text(members.remove("name"), "ref.name")?)),
        "ref/resource" => Ok(Reference::Template(text(members.remove("uri"), "ref.uri")?)),
        other => Err(Rejection::params(format!(
            "`ref.type` must be `ref/prompt` or `ref/resource`, got `{}`",
            echo(other)
        ))),
    }
}

fn object(value: Option<Value>, place: &str) -> Result<Map<String, Value>, Rejection> {
    match value {
        Some(Value::Object(members)) => Ok(members),
        other => Err(wrong(place, "an object", other.as_ref())),
    }
}

fn text(value: Option<Value>, place: &str) -> Result<String, Rejection> {
    match value {
        Some(Value::String(text)) => Ok(text),
        other => Err(wrong(place, "a string", other.as_ref())),
    }
}

fn wrong(place: &str, wanted: &str, found: Option<&Value>) -> Rejection {
    Rejection::params(match found {
        None => format!("`{COMPLETE}` needs `{place}`, {wanted}"),
        Some(found) => format!("`{place}` must be {wanted}, got {}", json_type(found)),
    })
}

fn write(out: &mut String, core: &Core, era: Era, completion: &Completion) {
    out.push('{');
    if era == Era::Modern {
        core.info.write_meta(out);
        out.push(',');
    }
    out.push_str("\"completion\":{\"hasMore\":");
    out.push_str(if completion.has_more() { "true" } else { "false" });
    if let Some(total) = completion.total_values() {
        out.push_str(",\"total\":");
        out.push_str(&total.to_string());
    }
    out.push_str(",\"values\":[");
    for (index, value) in completion.values().iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        json::write_str(out, value);
    }
    out.push_str("]}");
    if era == Era::Modern {
        out.push_str(",\"resultType\":\"complete\"");
    }
    out.push('}');
}
