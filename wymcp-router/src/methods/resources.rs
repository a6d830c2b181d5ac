//! `resources/list`, `resources/templates/list`, `resources/read` (wire contract N1, N2, N6, N7).

use std::sync::Arc;

use wymcp_callbacksurface::{Era, Unanswered};

use super::call::write_required;
use super::provided::{Sought, cache, page, refuse, run, run_asking, text};
use super::{Exchange, cursor};
use crate::mount::Core;
use crate::rpc::{Answer, Id};
use crate::wire::{Rejection, Step};

const LIST: &str = "resources/list";
const TEMPLATES: &str = "resources/templates/list";
const READ: &str = "resources/read";

pub(super) fn list(core: &Arc<Core>, id: &Id, exchange: Exchange<'_>) -> Result<Step, Rejection> {
    let era = exchange.revision.era();
    let from = cursor::of(&exchange.params, LIST)?;
    Ok(run(core, id, exchange, LIST, move |core, answered, ctx| async move {
        let set = &core.resources;
        match set.list(from, core.limits.page, &ctx).await {
            Ok(listing) => page(&core, &answered, era, LIST, "resources", set.is_fixed(), &listing),
            Err(unanswered) => refuse(unanswered, &Sought::Page, era, &answered, LIST),
        }
    }))
}

pub(super) fn list_templates(core: &Core, id: &Id, exchange: &Exchange<'_>) -> Result<Answer, Rejection> {
    let era = exchange.revision.era();
    let from = cursor::of(&exchange.params, TEMPLATES)?;
    let view = core.view(exchange.principal());
    Ok(match core.resources.list_templates(&from, core.limits.page, &view) {
        Ok(listing) => page(core, id, era, TEMPLATES, "resourceTemplates", true, &listing),
        Err(unanswered) => refuse(unanswered, &Sought::Page, era, id, TEMPLATES),
    })
}

pub(super) fn read(core: &Arc<Core>, id: &Id, mut exchange: Exchange<'_>) -> Result<Step, Rejection> {
    let era = exchange.revision.era();
    let uri = text(&mut exchange, "uri")?;
    // What is brought along is looked at, and not passed over (INP-2, G8).
    let brings_input = exchange
        .params
        .get("inputResponses")
        .or(exchange.params.get("requestState"))
        .is_some();
    let stored = core.resources.stored(&uri, &core.view(exchange.principal()));
    if let (false, Some(contents)) = (brings_input, stored) {
        return Ok(Step::Answer(contents_of(core, id, era, true, contents)));
    }
    Ok(run_asking(
        core,
        id,
        exchange,
        READ,
        move |core, answered, ctx| async move {
            match core.resources.read(&uri, &ctx, &core.terms).await {
                Err(Unanswered::Asks(asked)) => Answer::result(&answered, |out| write_required(out, &core, &asked)),
                Ok(contents) => contents_of(&core, &answered, era, false, &contents),
                Err(unanswered) => refuse(
                    unanswered,
                    &Sought::Resource(&uri, &core, ctx.view()),
                    era,
                    &answered,
                    READ,
                ),
            }
        },
    ))
}

fn contents_of(core: &Core, id: &Id, era: Era, is_stored: bool, contents: &str) -> Answer {
    let cache = cache(core, is_stored);
    Answer::result(id, |out| {
        out.reserve(contents.len() + 256);
        out.push('{');
        if era == Era::Modern {
            core.info.write_meta(out);
            cache.write_scope(out);
            out.push(',');
        }
        out.push_str("\"contents\":");
        out.push_str(contents);
        if era == Era::Modern {
            out.push_str(",\"resultType\":\"complete\"");
            cache.write_ttl(out);
        }
        out.push('}');
    })
}
