//! Telling a legacy client over stdio what has changed (wire contract H5, J11, L22).

use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::Listener;
use crate::mount::Core;
use crate::outbox::{Audience, Outbox};
use crate::rpc::Answer;
use crate::wire::{Handshake, Running};

/// What passes news on for as long as the conversation lasts. Nothing where the mount has as many listeners as it takes: then the client
/// is promised nothing that it would wait for in vain, and the operator hears of it.
///
/// `earlier` is what the same client agreed on before, if it begins anew: that ends, and its place is free.
pub(crate) fn telling(core: &Core, client: &Arc<Handshake>, earlier: Option<&Handshake>) -> Option<Running> {
    if let Some(earlier) = earlier {
        core.listeners.leave(earlier);
    }
    let outbox = Arc::new(Outbox::new(None, Audience::Request(None)));
    let listener = Listener::conversation(Arc::clone(&outbox), core.interests_of(client));
    let Ok(place) = core.listeners.enter(listener) else {
        client.can_be_told.store(false, Ordering::Relaxed);
        tracing::warn!(
            name: "listener.reject",
            target: "wymcp",
            event = "listener.reject",
            cap = core.limits.listeners,
            "a conversation over stdio is told of no changes: the mount has as many listeners as it takes (see `listener_cap`)"
        );
        return None;
    };
    Some(Running::standing(None, outbox, async move {
        place.ended().await;
        Answer::ACCEPTED
    }))
}
