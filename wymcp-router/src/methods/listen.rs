//! `subscriptions/listen`: a request whose answer comes when the server ends it, with news before (wire contract J).

use std::collections::BTreeSet;
use std::pin::pin;
use std::sync::Arc;

use http::StatusCode;
use serde_json::{Map, Value};
use wymcp_bound::{json_type, limits};
use wymcp_callbacksurface::{Context, Era, Unanswered, within};

use super::Exchange;
use super::provided::{Sought, refuse};
use crate::changes::{Full, Interests, Listener, Lists, Tag, Watched};
use crate::mount::Core;
use crate::outbox::{Audience, Outbox};
use crate::rpc::{Answer, Id, RpcError, code};
use crate::wire::{Rejection, Running, Step};

const LISTEN: &str = "subscriptions/listen";

pub(super) fn start(core: &Arc<Core>, id: &Id, mut exchange: Exchange<'_>) -> Result<Step, Rejection> {
    if !exchange.hears {
        return Err(Rejection {
            status: StatusCode::NOT_ACCEPTABLE,
            ..Rejection::invalid("this answer is a stream: accept `text/event-stream`")
        });
    }
    let (lists, uris) = asked(exchange.params.take("notifications"))?;
    let shares_its_channel = exchange.headers.is_none();
    let view = core.view(exchange.principal());
    // No outlet: nothing but news is said on a subscription (J5).
    let facts = super::call::facts(id, exchange);
    let ctx = Context::of_method(facts, LISTEN, view.clone());
    let outbox = Arc::new(Outbox::new(None, Audience::Request(None)));
    let (core, id, news) = (Arc::clone(core), id.clone(), Arc::clone(&outbox));
    Ok(Step::Call(Running::standing(Some(id.clone()), outbox, async move {
        let Some(uris) = within(core.timing.limit(), pin!(watchable(&core, uris, &ctx))).await else {
            return refuse(Unanswered::timeout(&ctx), &Sought::Page, Era::Modern, &id, LISTEN);
        };
        let interests = Interests {
            lists: lists.and(core.changing_lists()),
            watched: Watched::Named(uris),
            view,
        };
        let tag = Tag::of(&id);
        let listener = Listener::subscription(Arc::clone(&news), interests, tag.clone());
        let place = match core.listeners.enter(listener) {
            Ok(place) => place,
            Err(Full) => return too_many().answer(Some(&id), Some(LISTEN)),
        };
        place.ended().await;
        drop(place);
        if shares_its_channel {
            news.announce(tag.cancelled());
        }
        ended(&core, &id, &tag)
    })))
}

/// What is asked for: lists, and URIs of resources, each once (J1).
fn asked(notifications: Option<Value>) -> Result<(Lists, BTreeSet<String>), Rejection> {
    let mut members = match notifications {
        Some(Value::Object(members)) => members,
        Some(other) => return Err(wrong("notifications", "an object", &other)),
        None => {
            return Err(Rejection::params(
                "`subscriptions/listen` needs `notifications`, an object that says what to tell of",
            ));
        }
    };
    let lists = Lists {
        tools: flag(&mut members, "toolsListChanged")?,
        prompts: flag(&mut members, "promptsListChanged")?,
        resources: flag(&mut members, "resourcesListChanged")?,
    };
    let place = "notifications.resourceSubscriptions";
    let uris = match members.remove("resourceSubscriptions") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(uris)) => uris,
        Some(other) => return Err(wrong(place, "an array of strings", &other)),
    };
    let texts = uris.into_iter().map(|uri| match uri {
        Value::String(uri) => Ok(uri),
        other => Err(wrong(place, "an array of strings alone", &other)),
    });
    let uris = texts.collect::<Result<BTreeSet<String>, _>>()?;
    if uris.len() > limits::SUBSCRIBED || uris.iter().any(|uri| uri.len() > limits::SUBSCRIBED_BYTES) {
        let (many, long) = (limits::SUBSCRIBED, limits::SUBSCRIBED_BYTES);
        return Err(Rejection::params(format!(
            "`{place}` names at most {many} resources, by URIs of at most {long} bytes"
        )));
    }
    Ok((lists, uris))
}

fn flag(members: &mut Map<String, Value>, key: &str) -> Result<bool, Rejection> {
    match members.remove(key) {
        None | Some(Value::Null) => Ok(false),
        Some(Value::Bool(is_wanted)) => Ok(is_wanted),
        Some(other) => Err(wrong(&format!("notifications.{key}"), "a boolean", &other)),
    }
}

fn wrong(place: &str, wanted: &str, found: &Value) -> Rejection {
    Rejection::params(format!("`{place}` must be {wanted}, got {}", json_type(found)))
}

/// Those that can be watched. The others are left out of what is honoured; why is in the log, where a provider's code is to blame.
async fn watchable(core: &Core, uris: BTreeSet<String>, ctx: &Context) -> BTreeSet<String> {
    let mut watchable = BTreeSet::new();
    for uri in uris {
        if core.resources.subscribe(&uri, ctx).await.unwrap_or(false) {
            watchable.insert(uri);
        }
    }
    watchable
}

fn too_many() -> Rejection {
    Rejection {
        status: StatusCode::SERVICE_UNAVAILABLE,
        error: RpcError::new(
            code::INTERNAL,
            "the server has as many listeners as it takes; try again later",
        ),
    }
}

/// The server ends it (J8).
fn ended(core: &Core, id: &Id, tag: &Tag) -> Answer {
    Answer::result(id, |out| {
        out.push('{');
        core.info.write_meta_with(out, |out| tag.write(out));
        out.push_str(",\"resultType\":\"complete\"}");
    })
}
