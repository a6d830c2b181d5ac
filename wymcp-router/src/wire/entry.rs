//! Which session a legacy message belongs to (wire contract L6, L7, L25, A15).

use super::{Facts, Rejection};
use crate::Revision;

/// Find the session that the message names, on a transport that keeps any, and the revision that it speaks.
#[cfg(feature = "http")]
pub(crate) fn enter(facts: &mut Facts<'_>) -> Result<Option<Revision>, Rejection> {
    use std::sync::Arc;

    use http::StatusCode;
    use wymcp_callbacksurface::Principal;

    use super::era;
    use super::headers::{self, Field};
    use crate::revision::Claim;
    use crate::session::SessionId;

    let (Some(sessions), Some(headers)) = (facts.sessions, facts.headers) else {
        return Ok(None);
    };
    let id = match headers::field(headers, &headers::SESSION) {
        Field::Value(id) => id,
        Field::Absent => {
            return Err(Rejection::invalid(
                "this message belongs to no session: open one with `initialize` and send its `Mcp-Session-Id`, or speak 2026-07-28, without sessions: name it in \
                 the header `MCP-Protocol-Version` and in `params._meta`",
            ));
        }
        Field::Malformed => {
            return Err(Rejection::invalid(
                "`Mcp-Session-Id` cannot be read, or was given twice with different values",
            ));
        }
    };
    let principal = facts.extensions.get::<Principal>().map(Principal::id);
    let session = SessionId::parse(id).and_then(|id| sessions.find(id, principal));
    let Some(session) = session else {
        return Err(Rejection {
            status: StatusCode::NOT_FOUND,
            ..Rejection::invalid("there is no such session, or it has ended: open one with `initialize`")
        });
    };
    let revision = session.handshake.revision;
    match era::header(facts)? {
        None => {}
        Some(Claim::Legacy(named)) if named == revision => {}
        _ => {
            return Err(Rejection::invalid(format!(
                "`MCP-Protocol-Version` differs from the revision of the session, {}",
                revision.name()
            )));
        }
    }
    facts.handshake = Some(Arc::clone(&session.handshake));
    facts.session = Some(session);
    // Found once: the messages of a batch are all in it.
    facts.sessions = None;
    Ok(Some(revision))
}

#[cfg(not(feature = "http"))]
#[expect(clippy::unnecessary_wraps, reason = "with HTTP there are sessions")]
pub(crate) const fn enter(_: &mut Facts<'_>) -> Result<Option<Revision>, Rejection> {
    Ok(None)
}
