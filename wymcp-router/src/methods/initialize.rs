//! `initialize`: the door to the legacy revisions (wire contract L1, A13, A14).

use std::sync::Arc;
#[cfg(any(feature = "http", feature = "stdio"))]
use std::sync::atomic::AtomicBool;

use serde_json::Value;
use wymcp_bound::{json, limits};
use wymcp_callbacksurface::Client;

use crate::Revision;
use crate::mount::Core;
use crate::outbox::SharedLevel;
use crate::revision::Claim;
use crate::rpc::{Answer, Params, Request};
use crate::wire::{Agreed, Facts, Handshake, Rejection, Step};

/// Agree on a revision. What the client can be told later depends on its transport, and on a place among the listeners (H5, J11).
pub(crate) fn initialize(core: &Core, request: Request, facts: &Facts<'_>) -> Step {
    let Request { id, method, mut params } = request;
    let reject = |message: String| Step::Answer(Rejection::params(message).answer(Some(&id), Some(&method)));
    if let Params::Malformed(found) = params {
        return reject(format!("`params` must be an object, got {found}"));
    }
    let Some(Value::String(requested)) = params.take("protocolVersion") else {
        return reject("`initialize` needs `protocolVersion`, a string".to_owned());
    };
    let revision = match Claim::of(&requested) {
        Claim::Legacy(revision) => revision,
        // The modern era has no handshake: who opens one is offered the last revision that has (A14).
        Claim::Modern(_) | Claim::Newer | Claim::Unknown => Revision::LATEST_LEGACY,
    };
    let mut client = Client::default();
    client.info = params.take("clientInfo").map(without_icons);
    if let Some(Value::Object(capabilities)) = params.take("capabilities") {
        client.capabilities = capabilities;
    }
    if bytes(&client) > limits::INTRODUCTION_BYTES {
        return reject("`clientInfo` and `capabilities` are longer than a server can keep (16 KiB)".to_owned());
    }
    let handshake = Handshake {
        revision,
        client: Arc::new(client),
        log_level: SharedLevel::default(),
        principal: facts.extensions.get().cloned(),
        #[cfg(any(feature = "http", feature = "stdio"))]
        asked: crate::peer::Asked::new(core.timing.answer_within()),
        #[cfg(any(feature = "http", feature = "stdio"))]
        calls: crate::peer::Calls::default(),
        #[cfg(any(feature = "http", feature = "stdio"))]
        subscriptions: crate::peer::Subscriptions::default(),
        #[cfg(feature = "http")]
        pulse: crate::session::Pulse::default(),
        #[cfg(any(feature = "http", feature = "stdio"))]
        is_ready: AtomicBool::new(false),
        #[cfg(any(feature = "http", feature = "stdio"))]
        can_be_told: AtomicBool::new(facts.remembers()),
    };
    let handshake = Arc::new(handshake);
    #[cfg(feature = "stdio")]
    let telling = facts
        .is_conversation
        .then(|| crate::changes::telling(core, &handshake, facts.handshake.as_deref()))
        .flatten();
    #[cfg(any(feature = "http", feature = "stdio"))]
    let can_be_told = handshake.can_be_told();
    #[cfg(not(any(feature = "http", feature = "stdio")))]
    let can_be_told = false;
    let answer = Answer::result(&id, |out| {
        out.push('{');
        core.write_capabilities(out, can_be_told);
        if let Some(instructions) = &core.info.instructions {
            out.push_str(",\"instructions\":");
            json::write_str(out, instructions);
        }
        out.push_str(",\"protocolVersion\":");
        json::write_str(out, revision.name());
        out.push_str(",\"serverInfo\":");
        out.push_str(&core.info.server_info);
        out.push('}');
    });
    Step::Handshake(Agreed {
        handshake,
        answer,
        #[cfg(feature = "stdio")]
        telling,
    })
}

/// Pictures of the client are for people, large, and no tool's business: what is kept for long is kept without them.
fn without_icons(mut client_info: Value) -> Value {
    if let Value::Object(members) = &mut client_info {
        members.remove("icons");
    }
    client_info
}

fn bytes(client: &Client) -> usize {
    let mut out = String::new();
    json::write_object(&mut out, &client.capabilities);
    if let Some(info) = &client.info {
        json::write(&mut out, info);
    }
    out.len()
}
