//! What a transport knows of a message beside its bytes.

use std::sync::Arc;

use http::{Extensions, HeaderMap};
use serde_json::{Map, Value};

use crate::Revision;

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

    #[cfg(feature = "stdio")]
    pub(crate) fn after(self, handshake: Option<Arc<Handshake>>) -> Self {
        Self { handshake, ..self }
    }
}

/// What a legacy client said when it introduced itself.
#[derive(Debug)]
pub(crate) struct Handshake {
    pub(crate) revision: Revision,
    pub(crate) client_info: Option<Value>,
    pub(crate) capabilities: Map<String, Value>,
}
