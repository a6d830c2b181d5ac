//! A field that is absent, null or a value (DEF-5).

use serde::ser::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The keyword by which a schema of schemars says that its place is a [`Maybe`]; registration takes it out again.
pub(crate) const MARK: &str = "x-wymcp-maybe";

/// A field of a payload type that a caller may leave out, set to null, or give a value: an update tells "leave it as it is" from
/// "clear it" by it, which an `Option` cannot.
///
/// Such a field says `#[serde(default)]`, by which an absent one is [`Maybe::Absent`]; without it the field would have to be sent,
/// which registration tells as an offence. Where the type is serialised as well it says
/// `#[serde(skip_serializing_if = "Maybe::is_absent")]` too: there is no JSON for what is absent, and an error is better than a null.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// # use wymcp_actions as wymcp_router;
/// use wymcp_router::Maybe;
///
/// #[derive(Debug, PartialEq, Serialize, Deserialize)]
/// struct Update {
///     #[serde(default, skip_serializing_if = "Maybe::is_absent")]
///     due: Maybe<String>,
/// }
///
/// for (json, due) in [
///     ("{}", Maybe::Absent),
///     (r#"{"due":null}"#, Maybe::Null),
///     (r#"{"due":"2026-12-01"}"#, Maybe::Value("2026-12-01".to_owned())),
/// ] {
///     let update: Update = serde_json::from_str(json)?;
///     assert_eq!(update.due, due);
///     assert_eq!(serde_json::to_string(&update)?, json);
/// }
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_enums, reason = "there is no fourth way")]
pub enum Maybe<T> {
    /// The caller left it out.
    #[default]
    Absent,
    /// The caller sent null.
    Null,
    /// The caller sent a value.
    Value(T),
}

impl<T> Maybe<T> {
    /// Whether the caller left it out.
    #[must_use]
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// The value, if there is one.
    #[must_use]
    pub fn value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    /// What was sent: nothing if it was left out, `Some(None)` for null.
    ///
    /// ```
    /// # use wymcp_actions as wymcp_router;
    /// use wymcp_router::Maybe;
    ///
    /// let mut due = Some("2026-12-01".to_owned());
    /// if let Some(sent) = Maybe::<String>::Null.sent() {
    ///     due = sent;
    /// }
    /// assert_eq!(due, None);
    /// assert_eq!(Maybe::<String>::Absent.sent(), None);
    /// ```
    #[must_use]
    pub fn sent(self) -> Option<Option<T>> {
        match self {
            Self::Absent => None,
            Self::Null => Some(None),
            Self::Value(value) => Some(Some(value)),
        }
    }

    /// The same with a reference to the value.
    #[must_use]
    pub const fn as_ref(&self) -> Maybe<&T> {
        match self {
            Self::Absent => Maybe::Absent,
            Self::Null => Maybe::Null,
            Self::Value(value) => Maybe::Value(value),
        }
    }

    /// The same with another value.
    #[must_use]
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Maybe<U> {
        match self {
            Self::Absent => Maybe::Absent,
            Self::Null => Maybe::Null,
            Self::Value(value) => Maybe::Value(change(value)),
        }
    }
}

/// A value that is there, or null.
impl<T> From<Option<T>> for Maybe<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }
}

/// The inverse of [`Maybe::sent`].
impl<T> From<Option<Option<T>>> for Maybe<T> {
    fn from(sent: Option<Option<T>>) -> Self {
        sent.map_or(Self::Absent, Self::from)
    }
}

impl<T: Serialize> Serialize for Maybe<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Absent => Err(S::Error::custom(
                "an absent field has no JSON: write `#[serde(skip_serializing_if = \"Maybe::is_absent\")]` on it",
            )),
            Self::Null => serializer.serialize_none(),
            Self::Value(value) => serializer.serialize_some(value),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Maybe<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::<T>::deserialize(deserializer).map(Self::from)
    }
}

/// Like an `Option`, and marked, so that registration can see to it that it may be left out.
#[cfg(feature = "typed")]
impl<T: schemars::JsonSchema> schemars::JsonSchema for Maybe<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Maybe_of_{}", T::schema_name()).into()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        format!("wymcp::Maybe<{}>", T::schema_id()).into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let mut schema = Option::<T>::json_schema(generator);
        if schema.as_bool().is_none() {
            schema.insert(MARK.to_owned(), true.into());
        }
        schema
    }
}
