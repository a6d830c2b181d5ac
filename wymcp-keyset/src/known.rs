//! What gate 7 reads, without the document.

use serde_json::Value;

use crate::answer::UnknownKeys;
use crate::classify::Classified;
use crate::graph::Graph;

/// The keys that a schema admits, for checks alone: a [`KeySet`](crate::KeySet) that has let go of its closed schema.
///
/// Made by [`KeySet::into_parts`](crate::KeySet::into_parts), for whoever keeps many schemas and has published the closed ones elsewhere.
#[derive(Debug)]
pub struct KnownKeys {
    all: Classified,
}

impl KnownKeys {
    pub(crate) fn new(mut all: Classified) -> Self {
        all.forget_names();
        Self { all }
    }

    /// As [`KeySet::check`](crate::KeySet::check).
    #[must_use]
    pub fn check(&self, data: &Value) -> Option<UnknownKeys> {
        crate::check::check(&self.all, data)
    }

    /// Whether the `properties` of the schema's root name this key.
    ///
    /// ```
    /// use serde_json::json;
    /// use wymcp_keyset::KeySet;
    ///
    /// let (known, closed) = KeySet::new(&json!({"properties": {"user": {}}})).unwrap().into_parts();
    /// assert!(known.names("user") && !known.names("usr"));
    /// assert_eq!(known.check(&json!({"usr": 1})).unwrap().unknown(), ["/usr"]);
    /// assert_eq!(closed["additionalProperties"], false);
    /// ```
    #[must_use]
    pub fn names(&self, key: &str) -> bool {
        let root = &self.all.graph[Graph::ROOT];
        root.properties
            .as_ref()
            .is_some_and(|properties| properties.contains_key(key))
    }
}
