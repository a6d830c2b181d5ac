//! The resources that a legacy client wants to hear of (wire contract L22).

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use wymcp_bound::limits;

/// URIs, as the client wrote them: at most [`limits::SUBSCRIBED`], each of at most [`limits::SUBSCRIBED_BYTES`].
#[derive(Debug, Default)]
pub(crate) struct Subscriptions(Mutex<BTreeSet<String>>);

impl Subscriptions {
    /// Whether there was room for it.
    pub(crate) fn add(&self, uri: String) -> bool {
        let mut uris = self.lock();
        let has_room =
            uri.len() <= limits::SUBSCRIBED_BYTES && (uris.len() < limits::SUBSCRIBED || uris.contains(&uri));
        if has_room {
            uris.insert(uri);
        }
        has_room
    }

    pub(crate) fn remove(&self, uri: &str) {
        self.lock().remove(uri);
    }

    pub(crate) fn has(&self, uri: &str) -> bool {
        self.lock().contains(uri)
    }

    pub(crate) fn all(&self) -> BTreeSet<String> {
        self.lock().clone()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn l_22_a_client_subscribes_to_what_it_names_up_to_a_number() {
        let subscriptions = Subscriptions::default();
        for number in 0..limits::SUBSCRIBED {
            assert!(subscriptions.add(number.to_string()));
        }
        assert!(subscriptions.add("7".to_owned()) && subscriptions.has("7"));
        assert!(!subscriptions.add("one more".to_owned()) && !subscriptions.has("one more"));
        assert!(!subscriptions.add("u".repeat(limits::SUBSCRIBED_BYTES + 1)));
        subscriptions.remove("7");
        assert!(!subscriptions.has("7") && subscriptions.add("one more".to_owned()));
    }
}
