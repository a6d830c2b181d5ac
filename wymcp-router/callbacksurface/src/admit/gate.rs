//! The eight gates, in their order (GAT).

/// One of the eight checks between a call and its action. Adding an entry breaks the conformance suite until it is covered (SRF-4).
///
/// ```
/// use wymcp_callbacksurface::Gate;
///
/// assert_eq!(Gate::ORDER.map(Gate::number), [1, 2, 3, 4, 5, 6, 7, 8]);
/// assert_eq!(Gate::UnknownParams.error(), "unknown_params");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gate {
    /// A key beside the arguments that the tool takes.
    UnknownArguments,
    /// An argument of the wrong JSON type.
    InvalidArgumentType,
    /// No `action`.
    MissingAction,
    /// A name that is no action.
    UnknownAction,
    /// A required property is not supplied.
    MissingRequiredFields,
    /// No group of `required_one_of` is supplied whole.
    MissingRequiredGroup,
    /// An unknown key at any depth of the data.
    UnknownParams,
    /// A value that its schema refuses.
    InvalidValues,
}

impl Gate {
    /// All of them, in the order in which they run.
    pub const ORDER: [Self; 8] = [
        Self::UnknownArguments,
        Self::InvalidArgumentType,
        Self::MissingAction,
        Self::UnknownAction,
        Self::MissingRequiredFields,
        Self::MissingRequiredGroup,
        Self::UnknownParams,
        Self::InvalidValues,
    ];

    /// The word of a refusal's `error`.
    #[must_use]
    pub const fn error(self) -> &'static str {
        match self {
            Self::UnknownArguments => "unknown_arguments",
            Self::InvalidArgumentType => "invalid_argument_type",
            Self::MissingAction => "missing_action",
            Self::UnknownAction => "unknown_action",
            Self::MissingRequiredFields => "missing_required_fields",
            Self::MissingRequiredGroup => "missing_required_group",
            Self::UnknownParams => "unknown_params",
            Self::InvalidValues => "invalid_values",
        }
    }

    /// The gate's number, from 1.
    #[must_use]
    pub const fn number(self) -> usize {
        self as usize + 1
    }
}
