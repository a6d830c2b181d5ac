//! A configuration mistake, as data (ACT-11).

use std::fmt;
use std::panic::Location;

/// Declares the codes, their text and their table in one place.
macro_rules! codes {
    ($($(#[$doc:meta])* $variant:ident = $text:literal),+ $(,)?) => {
        /// Every code that an [`Offence`] of this crate can carry. The text is stable: tests and tools may rely on it.
        ///
        /// | code | what is wrong |
        /// | --- | --- |
        $(#[doc = concat!("| `", $text, "` | [`", stringify!($variant), "`](OffenceCode::", stringify!($variant), ") |")])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum OffenceCode {
            $($(#[$doc])* $variant),+
        }

        impl OffenceCode {
            /// Every code.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The code as text.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }
    };
}

codes! {
    /// The action schema is no JSON object (ACT-1).
    NotAnObject = "not_an_object",
    /// A key beside the eight (ACT-1).
    UnknownKey = "unknown_key",
    /// One of the eight keys, or an entry of it, has the wrong JSON type (ACT-1 to ACT-8).
    InvalidType = "invalid_type",
    /// The same thing is declared twice, and one of the two would be lost (SRF-3, ACT-5, ACT-6).
    DeclaredTwice = "declared_twice",
    /// The action's name is blank or holds a newline (ACT-2).
    InvalidActionName = "invalid_action_name",
    /// There is no `description`, or a blank one (ACT-2).
    MissingDescription = "missing_description",
    /// The `description` holds a newline (ACT-2).
    NewlineInDescription = "newline_in_description",
    /// There is no `properties` (ACT-3).
    MissingProperties = "missing_properties",
    /// A value cannot be written as JSON (ACT-13).
    NotJson = "not_json",
    /// A property schema, a default or an example nests deeper than an answer can show it (SIZ).
    SchemaNesting = "schema_nesting",
    /// A property schema, a member of its `properties` or its `additionalProperties` is no JSON Schema (ACT-3, ACT-4).
    MalformedSchema = "malformed_schema",
    /// `$id` or `$dynamicRef` in a property schema (ACT-4).
    UnsupportedIdentifier = "unsupported_identifier",
    /// `$schema` in a property schema (ACT-4).
    UnsupportedDialect = "unsupported_dialect",
    /// A keyword of an older dialect, `dependencies`, in a property schema (ACT-4).
    LegacyKeyword = "legacy_keyword",
    /// Two anchors of one action are equal (ACT-4).
    DuplicateAnchor = "duplicate_anchor",
    /// A local reference names no schema of its own property's document (ACT-4).
    UnresolvedReference = "unresolved_reference",
    /// `x-mcp-header` stands in an action's property, where no client looks for it.
    HeaderInAction = "header_in_action",
    /// Schemas that apply together name keys that none of them owns, and none says whether more are admitted (KEY-10).
    ComposedPlace = "composed_place_is_silent",
    /// An object in a place that closure does not reach does not say which keys it admits (KEY-10).
    SilentObject = "object_is_silent",
    /// A narrowing schema names a key that the owner of its place does not know (KEY-9).
    NarrowingKey = "narrowing_names_unknown_key",
    /// A reference cycle returns to an `unevaluatedProperties` (KEY-10).
    UnevaluatedInCycle = "unevaluated_in_cycle",
    /// The alternatives of a schema combine in too many ways to be compared (KEY-9).
    TooIntricate = "schema_too_intricate",
    /// `required`, a group or a default names a property that is not declared (ACT-5 to ACT-7).
    UndeclaredProperty = "undeclared_property",
    /// A group of `required_one_of` is empty (ACT-6).
    EmptyGroup = "empty_group",
    /// A group of `required_one_of` equals another or contains it (ACT-6).
    RedundantGroup = "redundant_group",
    /// A default for a required property can never apply (ACT-7).
    DefaultForRequired = "default_for_required",
    /// A default holds a key that would be refused from a caller (ACT-7).
    DefaultNamesUnknownKey = "default_names_unknown_key",
    /// The builder declares what the payload type declares (DEF-5).
    DeclaredByPayload = "declared_by_payload",
    /// The payload type is no struct with named fields (DEF-5).
    PayloadNotAnObject = "payload_not_an_object",
    /// The payload type admits keys of any name, which the data of an action never does (DEF-5).
    OpenPayload = "open_payload",
    /// A field of the payload type is wider than JSON numbers are here (DEF-5).
    UnsupportedNumber = "unsupported_number",
    /// A field of the payload type is a text that no schema can describe (DEF-5).
    UnsupportedFormat = "unsupported_format",
    /// A field that tells absent from null is required (DEF-5).
    FieldNeverAbsent = "field_never_absent",
}

/// A mistake in the declaration of an action, found at registration (ACT-11).
///
/// Tool and callback are added by who registers the action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offence {
    pub(crate) code: OffenceCode,
    pub(crate) pointer: String,
    pub(crate) wanted: String,
    pub(crate) found: Option<&'static str>,
    pub(crate) why: String,
    pub(crate) mend: String,
    pub(crate) location: Option<&'static Location<'static>>,
}

impl Offence {
    pub(crate) fn new(code: OffenceCode, pointer: impl Into<String>) -> Self {
        Self {
            code,
            pointer: pointer.into(),
            wanted: String::new(),
            found: None,
            why: String::new(),
            mend: String::new(),
            location: None,
        }
    }

    pub(crate) fn wants(mut self, wanted: impl Into<String>) -> Self {
        self.wanted = wanted.into();
        self
    }

    pub(crate) fn finds(self, value: &serde_json::Value) -> Self {
        self.finds_type(wymcp_bound::json_type(value))
    }

    pub(crate) fn finds_type(mut self, json_type: &'static str) -> Self {
        self.found = Some(json_type);
        self
    }

    pub(crate) fn because(mut self, why: impl Into<String>) -> Self {
        self.why = why.into();
        self
    }

    pub(crate) fn mended_by(mut self, mend: impl Into<String>) -> Self {
        self.mend = mend.into();
        self
    }

    pub(crate) fn at(mut self, location: Option<&'static Location<'static>>) -> Self {
        self.location = location;
        self
    }
}

/// What an offence says.
impl Offence {
    /// Which mistake it is: stable, from one closed list.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.code.as_str()
    }

    /// Which mistake it is, to match on.
    #[must_use]
    pub const fn kind(&self) -> OffenceCode {
        self.code
    }

    /// A JSON Pointer into the action schema, such as `/properties/title/type` or `/required/0`.
    #[must_use]
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// What was wanted at that place.
    #[must_use]
    pub fn wanted(&self) -> &str {
        &self.wanted
    }

    /// The JSON type that stands there, where a value does.
    #[must_use]
    pub const fn found(&self) -> Option<&'static str> {
        self.found
    }

    /// Why it is a mistake.
    #[must_use]
    pub fn why(&self) -> &str {
        &self.why
    }

    /// How to mend it.
    #[must_use]
    pub fn mend(&self) -> &str {
        &self.mend
    }

    /// The source line of the builder call that declared it.
    #[must_use]
    pub const fn location(&self) -> Option<&'static Location<'static>> {
        self.location
    }
}

/// One line: where, why, what was wanted and found, how to mend it.
impl fmt::Display for Offence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.pointer.is_empty() {
            write!(f, "{}: ", wymcp_bound::escape_invisible(&self.pointer))?;
        }
        write!(
            f,
            "{} (wanted {}",
            wymcp_bound::escape_invisible(&self.why),
            wymcp_bound::escape_invisible(&self.wanted)
        )?;
        if let Some(found) = self.found {
            write!(f, ", found {found}")?;
        }
        write!(f, "); {} [{}]", wymcp_bound::escape_invisible(&self.mend), self.code())?;
        match self.location {
            Some(location) => write!(f, ", declared at {location}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Offence {}
