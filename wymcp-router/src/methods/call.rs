//! `tools/call`: from params to the tool, and from its result to the wire (contract GAT-7, GAT-10).

use std::sync::Arc;

use serde_json::{Map, Value};
use wymcp_bound::{json, json_type};
use wymcp_callbacksurface::{
    CallFacts, CallResult, Content, Era, Input, InputError, InputRequired, Lacking, Registration, View, begin,
};

use super::Exchange;
use super::near::with_near;
use super::stage::Stage;
use crate::Revision;
use crate::mount::Core;
use crate::rpc::{Answer, Id, Params, RpcError, code};
use crate::wire::{self, Rejection, Running};

type Object = Map<String, Value>;

pub(crate) fn start(core: &Arc<Core>, id: &Id, mut exchange: Exchange<'_>) -> Result<Running, Rejection> {
    let view = core.view_of_call(exchange.principal());
    let name = match exchange.params.take("name") {
        Some(Value::String(name)) => name,
        Some(other) => {
            return Err(Rejection::params(format!(
                "`name` must be a string, got {}",
                json_type(&other)
            )));
        }
        None => return Err(Rejection::params("`tools/call` needs `name`, the name of a tool")),
    };
    let (registration, arguments) =
        target(core, &view, &name, exchange.params.take("arguments")).map_err(|error| Rejection {
            status: http::StatusCode::OK,
            error,
        })?;
    let revision = exchange.revision;
    if let (Era::Modern, Some(headers)) = (revision.era(), exchange.headers) {
        wire::check_mirrored(&registration, headers, &arguments)?;
    }
    let stage = Stage::of(id, &mut exchange);
    let input = input(&mut exchange);
    let mut facts = facts(id, exchange);
    facts.input = input;
    facts.outlet = stage.outlet();
    // What is served to a modern client needs no second look at the tool.
    let listed = (revision.era() == Era::Legacy).then(|| Box::new((Arc::clone(&registration), view.clone())));
    let call = begin(registration, view, arguments, facts, &core.terms).map_err(unreadable)?;
    let (core, answered) = (Arc::clone(core), id.clone());
    Ok(stage.run(Box::pin(async move {
        match call.answer(&core.terms).await {
            Ok(result) => Answer::result(&answered, |out| {
                write(out, &core, revision, &result, || {
                    listed.is_none_or(|listed| listed.0.lists_output(Era::Legacy, &listed.1))
                });
            }),
            // The call has begun, and has its end in the log (OBS-2): what its client lacks is told as it stands.
            Err(lacking) => {
                let rejection = lacks(&lacking);
                Answer::error(rejection.status, Some(&answered), &rejection.error)
            }
        }
    })))
}

/// Who is called, with what: an unknown or hidden tool beats malformed arguments (GAT-7).
pub(crate) fn target(
    core: &Core,
    view: &View,
    name: &str,
    arguments: Option<Value>,
) -> Result<(Arc<Registration>, Object), RpcError> {
    let Some(registration) = core.find(name, view) else {
        let words = format!("unknown tool `{}`", wymcp_bound::echo(name));
        let tools = core.tools();
        let words = with_near(&words, name, tools.visible(view));
        return Err(RpcError::new(code::INVALID_PARAMS, words));
    };
    let arguments = match arguments {
        None | Some(Value::Null) => Object::new(),
        Some(Value::Object(arguments)) => arguments,
        Some(other) => {
            let message = format!("`arguments` must be an object, got {}", json_type(&other));
            return Err(RpcError::new(code::INVALID_PARAMS, message));
        }
    };
    Ok((registration, arguments))
}

/// What the tool may know of the request (RUN-1).
pub(super) fn facts(id: &Id, exchange: Exchange<'_>) -> CallFacts {
    let principal = exchange.principal();
    let Exchange {
        revision,
        mut params,
        extensions,
        handshake,
        ..
    } = exchange;
    let meta = match params {
        Params::Object(_) => match params.take("_meta") {
            Some(Value::Object(meta)) => meta,
            _ => Object::new(),
        },
        Params::Malformed(_) => Object::new(),
    };
    let mut facts = CallFacts::default();
    if revision.era() == Era::Legacy {
        // Whoever never introduced itself has said nothing, whatever its metadata holds.
        facts.client = Some(handshake.map_or_else(Arc::default, |handshake| Arc::clone(&handshake.client)));
    }
    facts.request_id = id.to_value();
    facts.protocol_version = revision.name().into();
    facts.meta = meta;
    facts.principal = principal;
    facts.extensions = extensions;
    facts
}

/// What the request brings along for one that asked before (wire contract I5); the legacy revisions have no such thing.
pub(super) fn input(exchange: &mut Exchange<'_>) -> Option<Box<Input>> {
    if exchange.revision.era() == Era::Legacy {
        return None;
    }
    let input = Input {
        responses: exchange.params.take("inputResponses"),
        state: exchange.params.take("requestState"),
    };
    (input != Input::default()).then(|| Box::new(input))
}

/// What a call brought along for one that asked before cannot be read (INP-2).
pub(crate) fn unreadable(error: InputError) -> Rejection {
    Rejection::params(error.to_string())
}

/// The client did not declare what the call needs: told with a status of its own, though the tool has run (E5, D7).
pub(crate) fn lacks(lacking: &Lacking) -> Rejection {
    let error = RpcError::new(code::MISSING_CAPABILITY, lacking.words())
        .with_data(serde_json::json!({"requiredCapabilities": lacking.required()}));
    Rejection::bad_request(error)
}

/// What a modern client has to answer first (I2, I3); nobody keeps it (G5).
pub(super) fn write_required(out: &mut String, core: &Core, asked: &InputRequired) {
    out.push('{');
    core.info.write_meta(out);
    out.push_str(",\"inputRequests\":");
    json::write_object(out, asked.requests());
    out.push_str(",\"requestState\":");
    json::write_str(out, asked.state());
    out.push_str(",\"resultType\":\"input_required\"}");
}

/// The result as the revision wants it: `resultType` and identity to modern clients alone (G1 to G3), to legacy ones no structured
/// content but objects (M6), to the oldest no resource links (L3a).
fn write(out: &mut String, core: &Core, revision: Revision, result: &CallResult, lists_output: impl FnOnce() -> bool) {
    if let Some(asked) = result.input_required() {
        return write_required(out, core, asked);
    }
    out.push('{');
    write_meta(out, core, revision, result);
    out.push_str("\"content\":[");
    for (index, block) in result.content().iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_block(out, block, revision);
    }
    out.push(']');
    if result.is_error() {
        out.push_str(",\"isError\":true");
    }
    if revision.era() == Era::Modern {
        out.push_str(",\"resultType\":\"complete\"");
    }
    if let Some(structured) = result.structured()
        && (revision.era() == Era::Modern || structured.is_object())
        && lists_output()
    {
        out.push_str(",\"structuredContent\":");
        json::write(out, structured);
    }
    out.push('}');
}

/// `_meta` and a comma, where there is any: who the server is, to modern clients, and what it did not take as it was sent (GAT-9).
fn write_meta(out: &mut String, core: &Core, revision: Revision, result: &CallResult) {
    let Some(repaired) = result.repaired_meta() else {
        if revision.era() == Era::Modern {
            core.info.write_meta(out);
            out.push(',');
        }
        return;
    };
    out.push_str("\"_meta\":{");
    if revision.era() == Era::Modern {
        core.info.write_identity(out);
        out.push(',');
    }
    for (index, (key, value)) in repaired.iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        json::write_str(out, key);
        out.push(':');
        json::write(out, value);
    }
    out.push_str("},");
}

/// A content block, of a result or of a prompt's message.
pub(super) fn write_block(out: &mut String, block: &Content, revision: Revision) {
    match block.kind() {
        "resource_link" if revision == Revision::V2025_03_26 => as_text(block).write(out),
        _ => block.write(out),
    }
}

/// A link's address, for a client that knows no links.
fn as_text(link: &Content) -> Content {
    Content::text(link.to_value().get("uri").and_then(Value::as_str).unwrap_or_default())
}
