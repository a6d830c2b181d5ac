//! `resources/subscribe`, `resources/unsubscribe`: legacy clients in sessions, which can be told later (wire contract L22).

use std::sync::Arc;

use http::StatusCode;
use wymcp_bound::limits;
use wymcp_callbacksurface::Era;

use super::Exchange;
use super::provided::{Sought, refuse, run, text};
use crate::mount::Core;
use crate::rpc::{Answer, Id, RpcError, code};
use crate::wire::{Handshake, Rejection, Step};

const SUBSCRIBE: &str = "resources/subscribe";
const UNSUBSCRIBE: &str = "resources/unsubscribe";

pub(super) fn subscribe(core: &Arc<Core>, id: &Id, mut exchange: Exchange<'_>) -> Result<Step, Rejection> {
    check_told(&exchange)?;
    let uri = text(&mut exchange, "uri")?;
    let client = exchange.handshake.clone();
    Ok(run(core, id, exchange, SUBSCRIBE, move |core, id, ctx| async move {
        let refused = match core.resources.subscribe(&uri, &ctx).await {
            Ok(true) => return note(client.as_deref(), uri, &id),
            Ok(false) => wymcp_callbacksurface::Unanswered::Unknown,
            Err(unanswered) => unanswered,
        };
        refuse(
            refused,
            &Sought::Resource(&uri, &core, ctx.view()),
            Era::Legacy,
            &id,
            SUBSCRIBE,
        )
    }))
}

pub(super) fn unsubscribe(core: &Arc<Core>, id: &Id, mut exchange: Exchange<'_>) -> Result<Step, Rejection> {
    check_told(&exchange)?;
    let uri = text(&mut exchange, "uri")?;
    // Whatever a provider makes of it, the client hears nothing more.
    if let Some(client) = &exchange.handshake {
        client.subscriptions.remove(&uri);
    }
    Ok(run(core, id, exchange, UNSUBSCRIBE, move |core, id, ctx| async move {
        match core.resources.unsubscribe(&uri, &ctx).await {
            Ok(()) => done(&id),
            Err(unanswered) => refuse(
                unanswered,
                &Sought::Resource(&uri, &core, ctx.view()),
                Era::Legacy,
                &id,
                UNSUBSCRIBE,
            ),
        }
    }))
}

/// What was not promised is not served (H3, H5).
fn check_told(exchange: &Exchange<'_>) -> Result<(), Rejection> {
    if exchange.handshake.as_ref().is_none_or(|client| client.can_be_told()) {
        return Ok(());
    }
    Err(Rejection {
        status: StatusCode::OK,
        error: RpcError::new(
            code::METHOD_NOT_FOUND,
            "no subscriptions in this conversation: the server had as many listeners as it takes when it began; \
             read the resource when you need it, or begin anew later",
        ),
    })
}

fn note(client: Option<&Handshake>, uri: String, id: &Id) -> Answer {
    if client.is_some_and(|client| client.subscriptions.add(uri)) {
        return done(id);
    }
    let (many, long) = (limits::SUBSCRIBED, limits::SUBSCRIBED_BYTES);
    Rejection::params(format!(
        "a client subscribes to at most {many} resources, by URIs of at most {long} bytes: unsubscribe from others first"
    ))
    .answer(Some(id), Some(SUBSCRIBE))
}

fn done(id: &Id) -> Answer {
    Answer::result(id, |out| out.push_str("{}"))
}
