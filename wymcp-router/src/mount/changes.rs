//! Saying that something has changed (wire contract H5, J6, L22).

use super::{Core, Mount};
use crate::broadcast::Notice;
use crate::changes::{Change, Lists};
#[cfg(any(feature = "http", feature = "stdio"))]
use crate::changes::{Interests, Watched};
#[cfg(any(feature = "http", feature = "stdio"))]
use crate::wire::Handshake;

/// What a mount cannot notice by itself. None of these ever waits; what waits to be read already is not said twice, so they may be called for
/// every little change.
///
/// News reach modern clients on their subscriptions (`subscriptions/listen`), and legacy clients in HTTP sessions, on their standing streams
/// (now, or when they read them), and over stdio.
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
impl Mount {
    /// Tell the clients that subscribed to this resource that it has changed; they read it again if they like.
    pub fn resource_updated(&self, uri: impl Into<String>) {
        self.core.tell(&Change::Resource(uri.into()));
    }

    /// Tell clients that a provider's list of resources, or what its templates stand for, has changed.
    pub fn resources_changed(&self) {
        self.core.tell(&Change::Resources);
    }

    /// Tell clients that a provider's list of prompts has changed.
    pub fn prompts_changed(&self) {
        self.core.tell(&Change::Prompts);
    }

    /// End the streams that would never end by themselves: subscriptions are answered, standing streams are closed. Clients that come back are
    /// served.
    ///
    /// [`serve`](Self::serve) does so when it stops; call it in a graceful shutdown of your own.
    pub fn hang_up(&self) {
        self.core.hang_up();
    }
}

impl Core {
    /// Tell whoever listens, here and at other processes.
    pub(crate) fn tell(&self, change: &Change) {
        self.tell_own(change);
        if let Some((broadcast, origin)) = &self.broadcast {
            broadcast.publish(Notice::of(change, *origin));
        }
    }

    /// Tell whoever listens here.
    pub(crate) fn tell_own(&self, change: &Change) {
        self.listeners.tell(change);
        #[cfg(feature = "http")]
        for session in self.sessions.iter().flat_map(|sessions| sessions.all()) {
            let interests = self.interests_of(&session.handshake);
            interests.news(change, |news| session.streams.announce(news.message(None)));
        }
    }

    pub(crate) fn hang_up(&self) {
        self.listeners.hang_up();
        #[cfg(feature = "http")]
        if let Some(sessions) = &self.sessions {
            sessions.hang_up();
        }
    }

    /// The lists that can change: those of what is served.
    pub(crate) fn changing_lists(&self) -> Lists {
        Lists {
            tools: true,
            prompts: self.serves_prompts(),
            resources: self.serves_resources(),
        }
    }

    /// What a legacy client hears of: every list, and what it subscribes to (L22).
    #[cfg(any(feature = "http", feature = "stdio"))]
    pub(crate) fn interests_of(&self, client: &std::sync::Arc<Handshake>) -> Interests {
        Interests {
            lists: self.changing_lists(),
            watched: Watched::Conversation(std::sync::Arc::clone(client)),
            view: self.view(client.principal.clone()),
        }
    }
}
