//! A schema that does not build, told as data (VAL-1).

use std::fmt;

/// Declares the codes and their list in one place.
macro_rules! codes {
    ($($(#[$doc:meta])+ $name:ident = $text:literal),+ $(,)?) => {
        pub(crate) mod code {
            $($(#[$doc])+ pub(crate) const $name: &str = $text;)+
        }

        /// The closed list of [`Offence::code`]s. Codes are stable: a tool may match on them.
        pub const CODES: &[&str] = &[$(code::$name),+];
    };
}

codes! {
    /// A keyword has no value that JSON Schema gives it.
    MALFORMED = "malformed_schema",
    /// The schema nests deeper than it can be judged (SIZ).
    NESTING = "schema_nesting",
    /// A `type` names no type.
    TYPE = "unknown_type",
    /// A format name is not known.
    FORMAT = "unknown_format",
    /// A reference names no schema of the document.
    UNRESOLVED = "unresolved_reference",
    /// A reference leads to another document, which is never fetched.
    REMOTE = "remote_reference",
    /// References lead in a circle that takes no step into the data.
    CYCLE = "reference_cycle",
    /// In-place applicators and references combine in too many ways.
    INTRICATE = "schema_too_intricate",
    /// A pattern does not compile.
    PATTERN = "invalid_pattern",
    /// A pattern needs an engine that backtracks.
    BACKTRACKING = "backtracking_pattern",
    /// A `$schema` names another dialect than 2020-12, or stands below the root.
    DIALECT = "unsupported_dialect",
    /// `$id` or `$dynamicRef` stands where it would change what references mean.
    IDENTIFIER = "unsupported_identifier",
    /// Two anchors are equal.
    ANCHOR = "duplicate_anchor",
    /// A keyword is one of an older dialect.
    LEGACY = "legacy_keyword",
}

/// One reason why a schema does not build: where, why, and how to mend it (VAL-1).
///
/// The texts quote the schema, which is the author's own, bounded.
///
/// ```
/// use serde_json::json;
/// use wymcp_valuegate::ValueGate;
///
/// let offences = ValueGate::build(&json!({"properties": {"n": {"type": "strng"}}})).unwrap_err();
/// assert_eq!((offences[0].pointer(), offences[0].code()), ("/properties/n/type", "unknown_type"));
/// assert!(offences[0].to_string().contains("strng"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Offence {
    pointer: String,
    code: &'static str,
    why: String,
    mend: String,
}

impl Offence {
    pub(crate) fn new(
        pointer: impl Into<String>,
        code: &'static str,
        why: impl Into<String>,
        mend: impl Into<String>,
    ) -> Self {
        Self {
            pointer: pointer.into(),
            code,
            why: why.into(),
            mend: mend.into(),
        }
    }

    /// The JSON Pointer into the schema; `""` is the whole.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// What is wrong there.
    #[must_use]
    pub fn why(&self) -> &str {
        &self.why
    }

    /// What to write instead.
    #[must_use]
    pub fn mend(&self) -> &str {
        &self.mend
    }

    /// A stable code, one of [`CODES`].
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.code
    }
}

impl fmt::Display for Offence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.pointer.is_empty() {
            "the root"
        } else {
            &self.pointer
        };
        write!(f, "at {place}: {}; {}", self.why, self.mend)
    }
}

impl std::error::Error for Offence {}
