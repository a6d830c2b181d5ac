//! A schema that does not build, told as data (VAL-1).

use std::fmt;

/// The closed list of [`Offence::code`]s.
pub(crate) mod code {
    pub(crate) const MALFORMED: &str = "malformed_schema";
    pub(crate) const NESTING: &str = "schema_nesting";
    pub(crate) const TYPE: &str = "unknown_type";
    pub(crate) const FORMAT: &str = "unknown_format";
    pub(crate) const UNRESOLVED: &str = "unresolved_reference";
    pub(crate) const REMOTE: &str = "remote_reference";
    pub(crate) const CYCLE: &str = "reference_cycle";
    pub(crate) const INTRICATE: &str = "schema_too_intricate";
    pub(crate) const PATTERN: &str = "invalid_pattern";
    pub(crate) const BACKTRACKING: &str = "backtracking_pattern";
    pub(crate) const DIALECT: &str = "unsupported_dialect";
    pub(crate) const IDENTIFIER: &str = "unsupported_identifier";
    pub(crate) const ANCHOR: &str = "duplicate_anchor";
    pub(crate) const LEGACY: &str = "legacy_keyword";
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

    /// A stable code: `malformed_schema`, `schema_nesting`, `unknown_type`, `unknown_format`, `unresolved_reference`,
    /// `remote_reference`, `reference_cycle`, `schema_too_intricate`, `invalid_pattern`, `backtracking_pattern`,
    /// `unsupported_dialect`, `unsupported_identifier`, `duplicate_anchor` or `legacy_keyword`.
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
