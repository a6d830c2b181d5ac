//! Which era a request speaks: rows 8 to 11 of the ladder.

use super::headers::{self, Field};
use super::{Facts, Rejection, meta};
use crate::Revision;
use crate::revision::Claim;
use crate::rpc::{Params, Request};

/// How a request wants to be served.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spoken {
    /// By its own metadata; not yet looked at.
    Modern,
    /// It opens a legacy conversation.
    Handshake,
    Legacy(Revision),
    /// Legacy by every sign, on a transport that has seen no `initialize` (O8).
    Stranger,
}

/// The body decides; the header is a cross-check (A5).
pub(crate) fn of(request: &Request, facts: &Facts<'_>) -> Result<Spoken, Rejection> {
    if request.method == "initialize" && !claims_modern(&request.params) {
        return match header(facts)? {
            // A17: the header need not equal the body.
            None | Some(Claim::Legacy(_)) => Ok(Spoken::Handshake),
            Some(Claim::Modern(_) | Claim::Newer) => Err(Rejection::header(
                "`initialize` opens a conversation of an earlier revision than `MCP-Protocol-Version` names",
            )),
            Some(Claim::Unknown) => Err(unknown_header()),
        };
    }
    if request
        .params
        .meta()
        .is_some_and(|meta| meta.contains_key(meta::PROTOCOL_VERSION))
    {
        return Ok(Spoken::Modern);
    }
    match header(facts)? {
        Some(Claim::Modern(_) | Claim::Newer) => Err(meta::missing(&meta::unmet(&request.params))),
        Some(Claim::Legacy(revision)) => Ok(Spoken::Legacy(revision)),
        Some(Claim::Unknown) => Err(unknown_header()),
        None => Ok(match &facts.handshake {
            Some(handshake) => Spoken::Legacy(handshake.revision),
            None if facts.headers.is_some() => Spoken::Legacy(Revision::ASSUMED),
            None => Spoken::Stranger,
        }),
    }
}

/// A complete modern `_meta` wins over the method's name (A4); one that names a legacy revision claims nothing modern.
fn claims_modern(params: &Params) -> bool {
    let version = params
        .meta()
        .and_then(|meta| meta.get(meta::PROTOCOL_VERSION)?.as_str());
    meta::unmet(params).is_empty() && version.is_some_and(|version| !matches!(Claim::of(version), Claim::Legacy(_)))
}

/// What the version header claims, for a message whose body does not say it. An unreadable one is refused here (D18, A15).
pub(crate) fn header(facts: &Facts<'_>) -> Result<Option<Claim>, Rejection> {
    match facts.headers.map_or(Field::Absent, |headers| {
        headers::field(headers, &headers::PROTOCOL_VERSION)
    }) {
        Field::Absent => Ok(None),
        Field::Value(version) => Ok(Some(Claim::of(version))),
        Field::Malformed => Err(Rejection::invalid(
            "`MCP-Protocol-Version` cannot be read, or was given twice with different values",
        )),
    }
}

/// A15: what neither era knows.
pub(crate) fn unknown_header() -> Rejection {
    let known: Vec<&str> = Revision::LEGACY
        .iter()
        .chain(Revision::MODERN)
        .map(|revision| revision.name())
        .collect();
    Rejection::invalid(format!(
        "`MCP-Protocol-Version` names no revision that this server speaks ({})",
        known.join(", ")
    ))
}
