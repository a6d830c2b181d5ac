//! The compiled schema, and the four questions as functions.

use serde_json::Value;
use wymcp_bound::json::depth_exceeds;
use wymcp_bound::limits::KEYSET_NESTING;

use crate::answer::UnknownKeys;
use crate::classify::Classified;
use crate::graph::build;
use crate::judge::judge;
use crate::known::KnownKeys;
use crate::offence::{Offence, OffenceKind};
use crate::roles::Roles;

/// The keys that a schema admits at every depth, compiled once.
///
/// ```
/// use serde_json::json;
/// use wymcp_keyset::KeySet;
///
/// let keys = KeySet::new(&json!({"type": "object", "properties": {"user": {"$ref": "#/$defs/User"}},
///     "$defs": {"User": {"type": "object", "properties": {"name": {"type": "string"}}}}})).unwrap();
/// assert!(keys.check(&json!({"user": {"name": 5}})).is_none(), "values are not its business");
/// assert_eq!(keys.check(&json!({"user": {"nmae": "x"}})).unwrap().unknown(), ["/user/nmae"]);
/// assert_eq!(keys.closed()["$defs"]["User"]["additionalProperties"], false);
/// ```
#[derive(Debug)]
pub struct KeySet {
    known: KnownKeys,
    closed: Value,
}

impl KeySet {
    /// Compile a schema document. Its root is a place like any other.
    ///
    /// # Errors
    ///
    /// Every offence of the schema: what the walk has to read and cannot, or else what KEY-9 and KEY-10 refuse.
    pub fn new(schema: &Value) -> Result<Self, Vec<Offence>> {
        let (keys, offences) = compile(schema)?;
        if offences.is_empty() { Ok(keys) } else { Err(offences) }
    }

    /// The keys in `data` that no alternative knows; nothing when all are known (KEY-3, KEY-6).
    ///
    /// Time is linear in the data times the schemas that describe a place; nothing recurses (KEY-7).
    #[must_use]
    pub fn check(&self, data: &Value) -> Option<UnknownKeys> {
        self.known.check(data)
    }

    /// The schema with its closure written into it (KEY-4): what this refuses, that refuses.
    #[must_use]
    pub const fn closed(&self) -> &Value {
        &self.closed
    }

    /// The closed schema, owned.
    #[must_use]
    pub fn into_closed(self) -> Value {
        self.closed
    }

    /// What checks read, and the closed schema, which they do not need.
    #[must_use]
    pub fn into_parts(self) -> (KnownKeys, Value) {
        (self.known, self.closed)
    }
}

/// A schema that could be read, and its offences.
fn compile(schema: &Value) -> Result<(KeySet, Vec<Offence>), Vec<Offence>> {
    if depth_exceeds(schema, KEYSET_NESTING) {
        return Err(vec![Offence::new(
            String::new(),
            OffenceKind::TooDeep { limit: KEYSET_NESTING },
        )]);
    }
    let all = Classified::new(build(schema)?);
    let roles = Roles::new(&all);
    let offences = judge(&all, &roles);
    let closed = crate::close::close(schema, &all, &roles);
    let known = KnownKeys::new(all);
    Ok((KeySet { known, closed }, offences))
}

/// [`KeySet::check`] for one question.
///
/// A schema with offences is read as far as it is sound to: where no one owns a place, nothing is judged there. For many
/// questions compile a [`KeySet`].
///
/// ```
/// use serde_json::json;
/// let schema = json!({"oneOf": [{"properties": {"user": {}}}, {"properties": {"team": {}}}]});
/// assert!(wymcp_keyset::check(&schema, &json!({"team": "t"})).is_none());
/// assert_eq!(wymcp_keyset::check(&schema, &json!({"usr": "a"})).unwrap().allowed()[""], ["team", "user"]);
/// ```
#[must_use]
pub fn check(schema: &Value, data: &Value) -> Option<UnknownKeys> {
    compile(schema).ok()?.0.check(data)
}

/// The closed form of a schema (KEY-4). One that cannot be read comes back as it is.
///
/// ```
/// use serde_json::json;
/// let closed = wymcp_keyset::close(&json!({"properties": {"a": {"properties": {}}, "b": {"type": "object"}}}));
/// assert_eq!(closed, json!({"additionalProperties": false,
///     "properties": {"a": {"properties": {}, "additionalProperties": false}, "b": {"type": "object"}}}));
/// ```
#[must_use]
pub fn close(schema: &Value) -> Value {
    compile(schema).map_or_else(|_| schema.clone(), |(keys, _)| keys.closed)
}

/// All offences of a schema; none when [`KeySet::new`] accepts it.
///
/// ```
/// use serde_json::json;
/// let narrowed = json!({"properties": {"a": {"properties": {"x": {}}}}, "allOf": [{"properties": {"a": {"properties": {"y": {}}}}}]});
/// let offences = wymcp_keyset::offences(&narrowed);
/// assert_eq!(offences[0].pointer(), "/allOf/0/properties/a/properties/y");
/// assert_eq!(offences[0].others(), ["/properties/a"]);
/// ```
#[must_use]
pub fn offences(schema: &Value) -> Vec<Offence> {
    compile(schema).map_or_else(|offences| offences, |(_, offences)| offences)
}

/// The keys inside a default that its schema would refuse from a caller (ACT-7), the first ten. A schema that cannot be read has
/// its own offences; its defaults are not judged.
///
/// ```
/// use serde_json::json;
/// let schema = json!({"type": "object", "properties": {"unit": {}}});
/// let offences = wymcp_keyset::default_offences(&schema, &json!({"unti": "km"}));
/// assert_eq!(offences[0].pointer(), "/unti");
/// assert_eq!(offences[0].others(), ["unit"]);
/// ```
#[must_use]
pub fn default_offences(schema: &Value, default: &Value) -> Vec<Offence> {
    let unknown = check(schema, default);
    let entries = unknown.iter().flat_map(|unknown| unknown.entries());
    entries
        .map(|entry| {
            Offence::new(
                entry.path.clone(),
                OffenceKind::DefaultKey {
                    known: entry.known.clone(),
                },
            )
        })
        .collect()
}
