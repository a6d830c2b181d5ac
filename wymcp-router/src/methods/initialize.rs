//! `initialize`: the door to the legacy revisions (wire contract L1, A13, A14).

use std::sync::Arc;

use serde_json::Value;
use wymcp_bound::json;

use crate::Revision;
use crate::mount::Core;
use crate::outbox::SharedLevel;
use crate::revision::Claim;
use crate::rpc::{Answer, Params, Request};
use crate::wire::{Handshake, Rejection, Step};

/// Agree on a revision. The answer carries no session: what is served needs none.
pub(crate) fn initialize(core: &Core, request: Request) -> Step {
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
    let handshake = Handshake {
        revision,
        client_info: params.take("clientInfo"),
        capabilities: match params.take("capabilities") {
            Some(Value::Object(capabilities)) => capabilities,
            _ => serde_json::Map::new(),
        },
        log_level: SharedLevel::default(),
    };
    let answer = Answer::result(&id, |out| {
        out.push('{');
        core.write_capabilities(out);
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
    Step::Handshake(Arc::new(handshake), answer)
}
