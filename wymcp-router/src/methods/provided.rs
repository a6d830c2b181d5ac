//! What the methods of resources, prompts and completion have in common.

use std::pin::pin;
use std::sync::Arc;

use http::StatusCode;
use serde_json::{Value, json};
use wymcp_bound::{echo, json_type};
use wymcp_callbacksurface::{Context, Era, Listing, Unanswered, View, within};

use super::call::lacks;
use super::near::with_near;
use super::stage::Stage;
use super::{Exchange, cursor};
use crate::mount::{CacheHints, Core};
use crate::rpc::{Answer, Id, RpcError, code};
use crate::wire::{Rejection, Step};

/// Go on in the author's code: what can say something meanwhile, be waited for, cancelled and given up like a call (RUN-1, LNG-1).
pub(super) fn run<F>(
    core: &Arc<Core>,
    id: &Id,
    exchange: Exchange<'_>,
    method: &'static str,
    answer: impl FnOnce(Arc<Core>, Id, Context) -> F,
) -> Step
where
    F: Future<Output = Answer> + Send + 'static,
{
    let era = exchange.revision.era();
    let (limit, answered) = (core.timing.limit(), id.clone());
    run_asking(core, id, exchange, method, move |core, id, ctx| {
        let answer = answer(core, id, ctx.clone());
        async move {
            match within(limit, pin!(answer)).await {
                Some(answer) => answer,
                None => refuse(Unanswered::timeout(&ctx), &Sought::Page, era, &answered, method),
            }
        }
    })
}

/// The same for what may ask its caller, and sees to the time itself: waiting for an answer does not count (INP-5).
pub(super) fn run_asking<F>(
    core: &Arc<Core>,
    id: &Id,
    mut exchange: Exchange<'_>,
    method: &'static str,
    answer: impl FnOnce(Arc<Core>, Id, Context) -> F,
) -> Step
where
    F: Future<Output = Answer> + Send + 'static,
{
    let view = core.view(exchange.principal());
    let stage = Stage::of(id, &mut exchange);
    let input = super::call::input(&mut exchange);
    let mut facts = super::call::facts(id, exchange);
    facts.input = input;
    facts.outlet = stage.outlet();
    let ctx = Context::of_method(facts, method, view);
    Step::Call(stage.run(Box::pin(answer(Arc::clone(core), id.clone(), ctx))))
}

/// A member of params that must be a string.
pub(super) fn text(exchange: &mut Exchange<'_>, key: &str) -> Result<String, Rejection> {
    match exchange.params.take(key) {
        Some(Value::String(text)) => Ok(text),
        Some(other) => Err(Rejection::params(format!(
            "`{key}` must be a string, got {}",
            json_type(&other)
        ))),
        None => Err(Rejection::params(format!("the method needs `{key}`, a string"))),
    }
}

/// What stands at the beginning of the answer for a URI that nothing has.
pub(crate) const NO_RESOURCE: &str = "no resource has this URI";

/// What was asked for, for the answer that there is none: that names what is near and mounted, as far as the caller sees it.
pub(super) enum Sought<'s> {
    Page,
    Resource(&'s str, &'s Core, &'s View),
    Prompt(&'s str, &'s Core, &'s View),
    Template(&'s str, &'s Core, &'s View),
}

/// The answer to what has no result (N1, N4, N5): what the caller can mend is told as such, the rest is the server's own.
pub(super) fn refuse(unanswered: Unanswered, sought: &Sought<'_>, era: Era, id: &Id, method: &str) -> Answer {
    let error = match unanswered {
        Unanswered::UnknownCursor => return cursor::unknown().answer(Some(id), Some(method)),
        Unanswered::Unknown => unknown(sought, era),
        Unanswered::Input(error) => RpcError::new(code::INVALID_PARAMS, error.to_string()),
        Unanswered::Lacks(lacking) if era == Era::Modern => return lacks(&lacking).answer(Some(id), Some(method)),
        Unanswered::Lacks(lacking) => RpcError::new(code::INVALID_PARAMS, lacking.words()),
        Unanswered::Refused { message, data } => RpcError::new(code::INVALID_PARAMS, message).with_data(data),
        Unanswered::Failed {
            message,
            for_caller: true,
        } => RpcError::new(code::INVALID_PARAMS, message),
        // The log has these two already, with more than is told.
        Unanswered::Failed { message, .. } => {
            return Answer::error(StatusCode::OK, Some(id), &RpcError::new(code::INTERNAL, message));
        }
        Unanswered::Asks(_) | Unanswered::Interrupted(_) => {
            let words = format!("the server wants to ask, and `{method}` is nothing that can ask");
            RpcError::new(code::INTERNAL, words)
        }
        Unanswered::Fault(fault) => {
            let data = json!({"errorType": "provider_fault", "exception": fault.exception().name()});
            let error = RpcError::new(code::INTERNAL, fault.message().to_owned()).with_data(data);
            return Answer::error(StatusCode::OK, Some(id), &error);
        }
    };
    let status = StatusCode::OK;
    Rejection { status, error }.answer(Some(id), Some(method))
}

fn unknown(sought: &Sought<'_>, era: Era) -> RpcError {
    match *sought {
        Sought::Page => RpcError::new(code::INVALID_PARAMS, "there is no such page"),
        Sought::Resource(uri, core, view) => {
            let code = match era {
                Era::Modern => code::INVALID_PARAMS,
                Era::Legacy => code::RESOURCE_NOT_FOUND,
            };
            let words = with_near(NO_RESOURCE, uri, core.resources.uris(view));
            RpcError::new(code, words).with_data(json!({"uri": echo(uri)}))
        }
        Sought::Prompt(name, core, view) => {
            let words = format!("unknown prompt `{}`", echo(name));
            RpcError::new(code::INVALID_PARAMS, with_near(&words, name, core.prompts.names(view)))
        }
        Sought::Template(uri, core, view) => {
            let words = with_near(
                "no resource template has this text",
                uri,
                core.resources.templates(view),
            );
            RpcError::new(code::INVALID_PARAMS, words).with_data(json!({"uri": echo(uri)}))
        }
    }
}

/// A page of a list; `method` names the list, `key` its member in the result.
pub(super) fn page(
    core: &Core,
    id: &Id,
    era: Era,
    method: &str,
    key: &str,
    is_fixed: bool,
    listing: &Listing,
) -> Answer {
    let cache = cache(core, is_fixed);
    Answer::result(id, |out| {
        out.reserve(listing.entries.len() + 256);
        out.push('{');
        if era == Era::Modern {
            core.info.write_meta(out);
            cache.write_scope(out);
            out.push(',');
        }
        if let Some(next) = &listing.next {
            out.push_str("\"nextCursor\":");
            wymcp_bound::json::write_str(out, &cursor::write(method, next));
            out.push(',');
        }
        wymcp_bound::json::write_str(out, key);
        out.push(':');
        out.push_str(&listing.entries);
        if era == Era::Modern {
            out.push_str(",\"resultType\":\"complete\"");
            cache.write_ttl(out);
        }
        out.push('}');
    })
}

/// The mount's hints hold for what stays as it is; what code of the author's answers is not kept, for only the author knows how long it
/// holds, and for whom (G7).
pub(super) fn cache(core: &Core, is_fixed: bool) -> CacheHints {
    if is_fixed { core.cache } else { CacheHints::default() }
}
