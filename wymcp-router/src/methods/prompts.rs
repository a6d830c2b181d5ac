//! `prompts/list`, `prompts/get` (wire contract N3, N4, N6).

use std::sync::Arc;

use serde_json::Value;
use wymcp_bound::{echo, json, json_type};
use wymcp_callbacksurface::{Era, PromptArguments, PromptReply, Unanswered};

use super::call::{write_block, write_required};
use super::provided::{Sought, page, refuse, run, run_asking, text};
use super::{Exchange, cursor};
use crate::Revision;
use crate::mount::Core;
use crate::rpc::{Answer, Id};
use crate::wire::{Rejection, Step};

const LIST: &str = "prompts/list";
const GET: &str = "prompts/get";

pub(super) fn list(core: &Arc<Core>, id: &Id, exchange: Exchange<'_>) -> Result<Step, Rejection> {
    let era = exchange.revision.era();
    let from = cursor::of(&exchange.params, LIST)?;
    Ok(run(core, id, exchange, LIST, move |core, answered, ctx| async move {
        let set = &core.prompts;
        match set.list(from, core.limits.page, &ctx).await {
            Ok(listing) => page(&core, &answered, era, LIST, "prompts", set.is_fixed(), &listing),
            Err(unanswered) => refuse(unanswered, &Sought::Page, era, &answered, LIST),
        }
    }))
}

pub(super) fn get(core: &Arc<Core>, id: &Id, mut exchange: Exchange<'_>) -> Result<Step, Rejection> {
    let revision = exchange.revision;
    let era = revision.era();
    let name = text(&mut exchange, "name")?;
    let arguments = strings(exchange.params.take("arguments"), "arguments")?;
    Ok(run_asking(
        core,
        id,
        exchange,
        GET,
        move |core, answered, ctx| async move {
            match core.prompts.get(&name, arguments, &ctx, &core.terms).await {
                Err(Unanswered::Asks(asked)) => Answer::result(&answered, |out| write_required(out, &core, &asked)),
                Ok(reply) => Answer::result(&answered, |out| write(out, &core, revision, &reply)),
                Err(unanswered) => refuse(
                    unanswered,
                    &Sought::Prompt(&name, &core, ctx.view()),
                    era,
                    &answered,
                    GET,
                ),
            }
        },
    ))
}

/// An object of strings; absent and null read as `{}`.
pub(super) fn strings(value: Option<Value>, place: &str) -> Result<PromptArguments, Rejection> {
    let members = match value {
        None | Some(Value::Null) => return Ok(PromptArguments::default()),
        Some(Value::Object(members)) => members,
        Some(other) => {
            let message = format!("`{place}` must be an object of strings, got {}", json_type(&other));
            return Err(Rejection::params(message));
        }
    };
    let mut wrong: Vec<_> = members.iter().filter(|(_, value)| !value.is_string()).collect();
    wrong.sort_by_key(|(name, _)| *name);
    if let Some((name, value)) = wrong.first() {
        return Err(Rejection::params(format!(
            "`{place}` must be an object of strings: `{}` is of type {}",
            echo(name),
            json_type(value)
        )));
    }
    let text = |value| match value {
        Value::String(text) => text,
        _ => String::new(),
    };
    Ok(members.into_iter().map(|(name, value)| (name, text(value))).collect())
}

fn write(out: &mut String, core: &Core, revision: Revision, reply: &PromptReply) {
    let is_modern = revision.era() == Era::Modern;
    out.push('{');
    if is_modern {
        core.info.write_meta(out);
        out.push(',');
    }
    if let Some(description) = reply.described() {
        out.push_str("\"description\":");
        json::write_str(out, description);
        out.push(',');
    }
    out.push_str("\"messages\":[");
    for (index, message) in reply.messages().iter().enumerate() {
        out.push_str(if index > 0 { ",{" } else { "{" });
        out.push_str("\"content\":");
        write_block(out, message.content(), revision);
        out.push_str(",\"role\":");
        json::write_str(out, message.role());
        out.push('}');
    }
    out.push(']');
    if is_modern {
        out.push_str(",\"resultType\":\"complete\"");
    }
    out.push('}');
}
