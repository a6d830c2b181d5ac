//! Telling a legacy client over stdio what has changed (wire contract H5, L22).

use std::sync::Arc;

use crate::changes::Listener;
use crate::mount::Core;
use crate::outbox::{Audience, Outbox};
use crate::rpc::Answer;
use crate::wire::{Handshake, Running};

/// What passes news on for as long as the conversation lasts; nothing where the mount has as many listeners as it takes.
pub(super) fn told(core: &Core, client: &Arc<Handshake>) -> Option<Running> {
    let outbox = Arc::new(Outbox::new(None, Audience::Request(None)));
    let listener = Listener::conversation(Arc::clone(&outbox), core.interests_of(client));
    let place = core.listeners.enter(listener).ok()?;
    Some(Running::standing(None, outbox, async move {
        place.ended().await;
        Answer::ACCEPTED
    }))
}
