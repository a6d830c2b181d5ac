//! Telling clients that something has changed (wire contract L22).

use crate::mount::Mount;
use crate::outbox::updated;

impl Mount {
    /// Tell the clients that subscribed to this resource that it has changed; they read it again if they like.
    ///
    /// Reaches legacy clients in HTTP sessions, on their standing streams: now, or when they read them. What waits there already is not
    /// said twice, so this may be called for every little change. It never waits.
    ///
    /// ```
    /// use wymcp_router::{Mount, Resource};
    ///
    /// let mount = Mount::builder("news-server", "1.0.0")
    ///     .resource(Resource::text("news://today", "today", "text/plain", "Nothing new"))
    ///     .build()
    ///     .unwrap();
    /// let reporter = mount.clone();
    /// // … serve `mount`, and elsewhere, when the news come in:
    /// reporter.resource_updated("news://today");
    /// ```
    pub fn resource_updated(&self, uri: &str) {
        if let Some(sessions) = &self.core().sessions {
            sessions.announce(&updated(uri), |client| client.subscriptions.has(uri));
        }
    }
}
