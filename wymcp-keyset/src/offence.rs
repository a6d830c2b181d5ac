//! Offences: configuration mistakes, as data (KEY-8). The words are derived from it.

mod words;

/// One mistake in a schema, or in a default of one.
///
/// ```
/// use serde_json::json;
/// use wymcp_keyset::{OffenceKind, offences};
///
/// let found = offences(&json!({"properties": {"a": {}}, "then": {"properties": {"b": {}}}, "if": {}}));
/// assert_eq!(found.len(), 1);
/// assert_eq!((found[0].pointer(), found[0].code()), ("", "composed_place_is_silent"));
/// assert!(matches!(found[0].kind(), OffenceKind::ComposedPlace { named, .. } if named == &["/then/properties/b"]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offence {
    pointer: String,
    kind: OffenceKind,
}

/// What is wrong. Every pointer is a JSON Pointer into the schema.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum OffenceKind {
    /// A keyword that the walk has to read is of the wrong JSON type.
    Malformed {
        /// What it should be.
        wanted: &'static str,
        /// The JSON type that stands there.
        found: &'static str,
    },
    /// The schema nests deeper than this crate follows.
    TooDeep {
        /// Levels of JSON nesting that are followed.
        limit: usize,
    },
    /// A narrowing names a key that the owner of its place does not know (KEY-9). The offence's pointer is the key's.
    NarrowingKey {
        /// The key.
        key: String,
        /// The schemas that own the place and do not know the key.
        owners: Vec<String>,
        /// It is named at the owner's own place, beside an `additionalProperties: false` that refuses it.
        beside_false: bool,
    },
    /// Schemas that apply together name keys that none of them owns, and the author has not said what else is admitted (KEY-10).
    ComposedPlace {
        /// The named keys that no one owns.
        named: Vec<String>,
        /// The schemas, at the place and below it, that have to say it and are silent.
        silent: Vec<String>,
    },
    /// An object below a pattern, or below a place that the author's `unevaluatedProperties` leaves to the validator, does not say
    /// which keys it admits (KEY-10).
    SilentBelow {
        /// The schemas that have to say it and are silent.
        silent: Vec<String>,
    },
    /// A reference cycle returns to an `unevaluatedProperties` through `anyOf`, `oneOf` or `if` (KEY-10).
    UnevaluatedCycle {
        /// The references through which the cycle runs.
        references: Vec<String>,
    },
    /// The combinations of alternatives are too many to be compared with what the narrowings name.
    TooIntricate,
    /// A default holds a key that a caller could not send (ACT-7). The offence's pointer leads into the default.
    DefaultKey {
        /// The keys that its object admits.
        known: Vec<String>,
    },
}

impl Offence {
    pub(crate) const fn new(pointer: String, kind: OffenceKind) -> Self {
        Self { pointer, kind }
    }

    /// A JSON Pointer into the schema; for [`OffenceKind::DefaultKey`], into the default.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// What is wrong, as data.
    #[must_use]
    pub const fn kind(&self) -> &OffenceKind {
        &self.kind
    }

    /// A stable name of the kind.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self.kind {
            OffenceKind::Malformed { .. } => "malformed_schema",
            OffenceKind::TooDeep { .. } => "schema_too_deep",
            OffenceKind::NarrowingKey { .. } => "narrowing_names_unknown_key",
            OffenceKind::ComposedPlace { .. } => "composed_place_is_silent",
            OffenceKind::SilentBelow { .. } => "object_is_silent",
            OffenceKind::UnevaluatedCycle { .. } => "unevaluated_in_cycle",
            OffenceKind::TooIntricate => "schema_too_intricate",
            OffenceKind::DefaultKey { .. } => "default_names_unknown_key",
        }
    }

    /// The other pointers (for a default: the known names) that the offence is about.
    #[must_use]
    pub fn others(&self) -> &[String] {
        match &self.kind {
            OffenceKind::NarrowingKey { owners, .. } => owners,
            OffenceKind::ComposedPlace { named, .. } => named,
            OffenceKind::SilentBelow { silent } => silent,
            OffenceKind::UnevaluatedCycle { references } => references,
            OffenceKind::DefaultKey { known } => known,
            OffenceKind::Malformed { .. } | OffenceKind::TooDeep { .. } | OffenceKind::TooIntricate => &[],
        }
    }
}

impl std::error::Error for Offence {}
