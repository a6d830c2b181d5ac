//! What gate 7 answers (KEY-6).

use std::collections::BTreeMap;

use wymcp_bound::{DataPath, Listed, echo};

/// Stands for "any key" among the known names of an object (KEY-6).
pub const ANY_KEY: &str = "<any string key>";

/// The keys in some data that its schema does not know (KEY-6).
///
/// ```
/// use serde_json::json;
///
/// let schema = json!({"properties": {"name": {}, "tags": {"items": {"properties": {"id": {}}}}}});
/// let unknown = wymcp_keyset::check(&schema, &json!({"nmae": "x", "tags": [{"id": 1}, {"no": 2}]})).unwrap();
/// assert_eq!(unknown.unknown(), ["/nmae", "/tags/1/no"]);
/// assert_eq!(unknown.count(), 2);
/// assert_eq!(unknown.allowed()["/tags/1"], ["id"]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownKeys {
    entries: Listed<UnknownKey>,
    unknown: Vec<String>,
    allowed: BTreeMap<String, Vec<String>>,
}

/// One key that is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownKey {
    /// The data path of the key (BND-3).
    pub path: String,
    /// The key itself, as [`wymcp_bound::echo`] gives it: exact up to 64 scalar values.
    pub key: String,
    /// The names that its object admits, by code point.
    pub known: Vec<String>,
}

impl UnknownKeys {
    pub(crate) const fn new() -> Self {
        Self {
            entries: Listed::new(),
            unknown: Vec::new(),
            allowed: BTreeMap::new(),
        }
    }

    pub(crate) fn note(&mut self, object: &DataPath<'_>, key: &str, known: impl FnOnce() -> Vec<String>) {
        let (allowed, unknown) = (&mut self.allowed, &mut self.unknown);
        self.entries.note(|| {
            let known = known();
            if !object.is_cut() {
                allowed.insert(object.to_string(), known.clone());
            }
            let path = object.with_key(key);
            unknown.push(path.clone());
            UnknownKey {
                path,
                key: echo(key),
                known,
            }
        });
    }

    /// Data paths of the first ten, in order: keys by code point, indices as numbers, a prefix first (BND-3).
    #[must_use]
    pub fn unknown(&self) -> &[String] {
        &self.unknown
    }

    /// How many there are in all.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.entries.count()
    }

    /// Whether there is none.
    pub(crate) const fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// The known names of each object that holds one of the first ten, by the object's data path; an object whose path is cut is left out.
    #[must_use]
    pub const fn allowed(&self) -> &BTreeMap<String, Vec<String>> {
        &self.allowed
    }

    /// The first ten with what suggestions need.
    #[must_use]
    pub fn entries(&self) -> &[UnknownKey] {
        self.entries.first()
    }
}
