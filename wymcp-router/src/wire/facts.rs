//! What a transport knows of a message beside its bytes.

use std::sync::Arc;
#[cfg(any(feature = "http", feature = "stdio"))]
use std::sync::atomic::{AtomicBool, Ordering};

use http::{Extensions, HeaderMap};
use wymcp_callbacksurface::{Client, Principal};

use crate::Revision;
use crate::outbox::SharedLevel;
#[cfg(any(feature = "http", feature = "stdio"))]
use crate::peer::{Asked, Calls, Subscriptions};
#[cfg(feature = "http")]
use crate::session::{Pulse, Session, Sessions};

/// What a transport knows of a message beside its bytes, for [`Mount::handle`](crate::Mount::handle).
///
/// ```
/// use http::{Extensions, HeaderMap};
/// use wymcp_router::{Facts, Principal};
///
/// let headers = HeaderMap::new();
/// let mut extensions = Extensions::new();
/// extensions.insert(Principal::new("ann"));
/// let _over_http = Facts::http(&headers).with_extensions(extensions);
/// let _without_headers = Facts::bare();
/// ```
#[derive(Debug, Clone, Default)]
pub struct Facts<'r> {
    pub(crate) headers: Option<&'r HeaderMap>,
    pub(crate) extensions: Extensions,
    /// What `initialize` agreed on, where a transport remembers it.
    pub(crate) handshake: Option<Arc<Handshake>>,
    /// Whether the transport passes on what a call says before its result.
    pub(crate) hears: bool,
    /// Whether the transport is one conversation with one client.
    #[cfg(feature = "stdio")]
    pub(crate) is_conversation: bool,
    /// Where legacy messages find their sessions, if the transport keeps any.
    #[cfg(feature = "http")]
    pub(crate) sessions: Option<&'r Sessions>,
    /// The session that the message belongs to, once it was found.
    #[cfg(feature = "http")]
    pub(crate) session: Option<Arc<Session>>,
}

impl<'r> Facts<'r> {
    /// A message that came over HTTP: its headers are checked (wire contract D).
    #[must_use]
    pub fn http(headers: &'r HeaderMap) -> Self {
        Self {
            headers: Some(headers),
            ..Self::default()
        }
    }

    /// A message of a transport without headers, such as stdio (wire contract O3).
    #[must_use]
    pub fn bare() -> Self {
        Self::default()
    }

    /// What layers found out about the request; the tool reads it from its context (RUN-1). A [`Principal`](crate::Principal) among
    /// them is the authenticated caller.
    #[must_use]
    pub fn with_extensions(self, extensions: Extensions) -> Self {
        Self { extensions, ..self }
    }

    /// The transport passes on what a call says before its result, or does not.
    pub(crate) fn hearing(self, hears: bool) -> Self {
        Self { hears, ..self }
    }

    /// Legacy messages belong to sessions.
    #[cfg(feature = "http")]
    pub(crate) fn within(self, sessions: Option<&'r Sessions>) -> Self {
        Self { sessions, ..self }
    }

    /// Whether a legacy client that introduces itself is remembered, so that it can be told of changes later.
    #[cfg(any(feature = "http", feature = "stdio"))]
    pub(crate) const fn remembers(&self) -> bool {
        #[cfg(feature = "http")]
        if self.sessions.is_some() {
            return true;
        }
        #[cfg(feature = "stdio")]
        if self.is_conversation {
            return true;
        }
        false
    }

    #[cfg(feature = "stdio")]
    pub(crate) fn after(self, handshake: Option<Arc<Handshake>>) -> Self {
        Self {
            handshake,
            is_conversation: true,
            ..self
        }
    }
}

/// What a legacy client said when it introduced itself, and what is kept of it while its conversation lasts.
#[derive(Debug)]
pub(crate) struct Handshake {
    pub(crate) revision: Revision,
    pub(crate) client: Arc<Client>,
    /// From which level up the client hears log messages (K10).
    pub(crate) log_level: SharedLevel,
    /// Whose conversation it is (L25).
    #[cfg_attr(
        not(any(feature = "http", feature = "stdio")),
        expect(dead_code, reason = "nobody is told anything")
    )]
    pub(crate) principal: Option<Principal>,
    #[cfg(any(feature = "http", feature = "stdio"))]
    pub(crate) asked: Asked,
    #[cfg(any(feature = "http", feature = "stdio"))]
    pub(crate) calls: Calls,
    #[cfg(any(feature = "http", feature = "stdio"))]
    pub(crate) subscriptions: Subscriptions,
    #[cfg(feature = "http")]
    pub(crate) pulse: Pulse,
    /// Whether the client has said `notifications/initialized`: before that nothing is told unasked (L2).
    #[cfg(any(feature = "http", feature = "stdio"))]
    pub(crate) is_ready: AtomicBool,
    /// Whether there is a way, and a place, to tell it of changes; it was promised so (H5).
    #[cfg(any(feature = "http", feature = "stdio"))]
    pub(crate) can_be_told: AtomicBool,
}

#[cfg(any(feature = "http", feature = "stdio"))]
impl Handshake {
    pub(crate) fn is_ready(&self) -> bool {
        self.is_ready.load(Ordering::Relaxed)
    }

    pub(crate) fn can_be_told(&self) -> bool {
        self.can_be_told.load(Ordering::Relaxed)
    }
}
