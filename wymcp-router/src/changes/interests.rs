//! What a client wants to hear of (wire contract J1, J4, L22).

use std::collections::BTreeSet;
#[cfg(any(feature = "http", feature = "stdio"))]
use std::sync::Arc;

use wymcp_bound::json;
use wymcp_callbacksurface::View;

use super::{Change, News};
#[cfg(any(feature = "http", feature = "stdio"))]
use crate::wire::Handshake;

/// Which lists.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Lists {
    pub(crate) tools: bool,
    pub(crate) prompts: bool,
    pub(crate) resources: bool,
}

impl Lists {
    /// Those that both name.
    pub(crate) const fn and(self, other: Self) -> Self {
        Self {
            tools: self.tools && other.tools,
            prompts: self.prompts && other.prompts,
            resources: self.resources && other.resources,
        }
    }
}

/// Which resources, by their URIs.
#[derive(Debug)]
pub(crate) enum Watched {
    /// A subscription names them once.
    Named(BTreeSet<String>),
    /// A legacy conversation subscribes to one after the other, and gives them up again.
    #[cfg(any(feature = "http", feature = "stdio"))]
    Conversation(Arc<Handshake>),
}

/// What one client wants to hear of, and may know.
#[derive(Debug)]
pub(crate) struct Interests {
    pub(crate) lists: Lists,
    pub(crate) watched: Watched,
    pub(crate) view: View,
}

impl Interests {
    /// What a change is to this client: nothing, or one piece of news; any number where nobody knows what has changed.
    pub(crate) fn news(&self, change: &Change, mut tell: impl FnMut(News<'_>)) {
        if !self.is_ready() {
            return;
        }
        let Lists {
            tools,
            prompts,
            resources,
        } = self.lists;
        match change {
            Change::Tools(changed) if tools && changed.concern(&self.view) => tell(News::Tools),
            Change::Prompts if prompts => tell(News::Prompts),
            Change::Resources if resources => tell(News::Resources),
            Change::Resource(uri) if self.watches(uri) => tell(News::Updated(uri)),
            Change::Anything => {
                for (wanted, news) in [
                    (tools, News::Tools),
                    (prompts, News::Prompts),
                    (resources, News::Resources),
                ] {
                    if wanted {
                        tell(news);
                    }
                }
                self.each_watched(|uri| tell(News::Updated(uri)));
            }
            _ => {}
        }
    }

    /// A legacy client is told nothing before it says that it is ready (L2).
    fn is_ready(&self) -> bool {
        match &self.watched {
            Watched::Named(_) => true,
            #[cfg(any(feature = "http", feature = "stdio"))]
            Watched::Conversation(client) => client.is_ready(),
        }
    }

    /// Whether they are of this conversation.
    #[cfg(feature = "stdio")]
    pub(super) fn is_of(&self, client: &Handshake) -> bool {
        matches!(&self.watched, Watched::Conversation(own) if std::ptr::eq(&**own, client))
    }

    fn watches(&self, uri: &str) -> bool {
        match &self.watched {
            Watched::Named(uris) => uris.contains(uri),
            #[cfg(any(feature = "http", feature = "stdio"))]
            Watched::Conversation(client) => client.subscriptions.has(uri),
        }
    }

    fn each_watched(&self, mut tell: impl FnMut(&str)) {
        match &self.watched {
            Watched::Named(uris) => uris.iter().for_each(|uri| tell(uri)),
            #[cfg(any(feature = "http", feature = "stdio"))]
            Watched::Conversation(client) => client.subscriptions.all().iter().for_each(|uri| tell(uri)),
        }
    }

    /// Bytes of the URIs that are kept for this client alone.
    pub(super) fn bytes(&self) -> usize {
        match &self.watched {
            Watched::Named(uris) => uris.iter().map(String::len).sum(),
            #[cfg(any(feature = "http", feature = "stdio"))]
            Watched::Conversation(_) => 0,
        }
    }

    /// Append the members of `notifications`: what of a request is honoured (J2).
    pub(crate) fn write(&self, out: &mut String) {
        let begin = out.len();
        let member = |out: &mut String, key: &str| {
            if out.len() > begin {
                out.push(',');
            }
            json::write_str(out, key);
            out.push(':');
        };
        if self.lists.prompts {
            member(out, "promptsListChanged");
            out.push_str("true");
        }
        if let Watched::Named(uris) = &self.watched
            && !uris.is_empty()
        {
            member(out, "resourceSubscriptions");
            for (index, uri) in uris.iter().enumerate() {
                out.push(if index == 0 { '[' } else { ',' });
                json::write_str(out, uri);
            }
            out.push(']');
        }
        if self.lists.resources {
            member(out, "resourcesListChanged");
            out.push_str("true");
        }
        if self.lists.tools {
            member(out, "toolsListChanged");
            out.push_str("true");
        }
    }
}
