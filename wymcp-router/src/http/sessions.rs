//! What HTTP has for sessions beside `POST`: opening one, reading its streams, ending it (wire contract L4 to L18).

use std::sync::Arc;

use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, Response, StatusCode};

use super::negotiate::{self, Form};
use super::resumable::Resumable;
use super::service::{events_of, write};
use super::sweep;
use crate::mount::Mount;
use crate::revision::Claim;
use crate::rpc::{Answer, RpcError, code};
use crate::session::{EndReason, EventId, SessionId, Sessions};
use crate::wire::{self, Facts, Field, Handshake, Rejection};

/// Let a client in: the answer to its `initialize` carries the id (L4). The id of an earlier session means nothing here (L9).
pub(super) fn open(sessions: &Arc<Sessions>, handshake: Arc<Handshake>, answer: Answer, form: Form) -> Response<Body> {
    let Ok(id) = SessionId::mint() else {
        return unavailable(StatusCode::INTERNAL_SERVER_ERROR, "the server could not make a session");
    };
    if sessions.open(id, handshake).is_none() {
        return unavailable(
            StatusCode::SERVICE_UNAVAILABLE,
            "the server has as many sessions as it takes, and all of them work",
        );
    }
    sweep::see_to(sessions);
    let mut response = write(answer, form);
    if let Ok(id) = HeaderValue::try_from(id.to_string()) {
        response.headers_mut().insert(wire::SESSION, id);
    }
    response
}

fn unavailable(status: StatusCode, message: &'static str) -> Response<Body> {
    let rejection = Rejection {
        status,
        error: RpcError::new(code::INTERNAL, message),
    };
    write(rejection.answer(None, Some("initialize")), Form::Json)
}

/// `GET` and `DELETE`, which legacy clients alone send; nothing where the method is another, or the mount keeps no sessions.
pub(super) fn operate(mount: &Mount, parts: &mut Parts) -> Result<Option<Response<Body>>, Rejection> {
    let Some(sessions) = &mount.core().sessions else {
        return Ok(None);
    };
    let reads = parts.method == Method::GET;
    if !reads && parts.method != Method::DELETE {
        return Ok(None);
    }
    let extensions = std::mem::take(&mut parts.extensions);
    let mut facts = Facts::http(&parts.headers)
        .with_extensions(extensions)
        .within(Some(sessions));
    if matches!(wire::version_claim(&facts)?, Some(Claim::Modern(_) | Claim::Newer)) {
        return Ok(None);
    }
    if reads && negotiate::accept(&parts.headers)? == Form::Json {
        return Err(negotiate::not_acceptable(
            "this answer is a stream: accept `text/event-stream`",
        ));
    }
    wire::enter(&mut facts)?;
    let Some(session) = facts.session else { return Ok(None) };
    if !reads {
        sessions.end(&session, EndReason::Deleted);
        return Ok(Some(write(
            Answer {
                status: StatusCode::NO_CONTENT,
                body: None,
            },
            Form::Json,
        )));
    }
    let every = mount.core().timing.keep_alive();
    let stream = match wire::field(&parts.headers, "last-event-id") {
        Field::Absent => session
            .streams
            .stand()
            .map(|reader| Resumable::begin(session, reader, every)),
        Field::Value(id) => EventId::parse(id)
            .and_then(|id| session.streams.resume(id))
            .map(|resumed| Resumable::resume(session, resumed, every)),
        Field::Malformed => None,
    };
    match stream {
        Some(stream) => Ok(Some(events_of(Body::new(stream)))),
        None => Err(Rejection::invalid(
            "nothing is left of the stream that `Last-Event-ID` names",
        )),
    }
}
