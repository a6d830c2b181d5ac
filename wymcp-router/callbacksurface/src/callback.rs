//! The closed list of callbacks (SRF-1, SRF-4).

/// Every callback of the tool surface. Adding an entry breaks the conformance suite until it is covered (SRF-1, SRF-4).
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::Callback;
///
/// let asked_once: Vec<_> = Callback::ALL.iter().filter(|callback| callback.is_asked_at_registration()).collect();
/// assert!(asked_once.contains(&&Callback::Schema) && !asked_once.contains(&&Callback::RunAction));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Callback {
    /// The tool's name.
    Name,
    /// What the tool is for.
    Description,
    /// The closed set of actions.
    Actions,
    /// The declaration of one action.
    Schema,
    /// The action itself.
    RunAction,
    /// A display title.
    Title,
    /// MCP tool annotations.
    Annotations,
    /// Icons.
    Icons,
    /// `_meta` of the definition.
    Meta,
    /// The schema of an action's structured output.
    OutputSchema,
    /// Suggested next calls.
    Hints,
    /// The words of a failure.
    HandleError,
    /// Run-time context of an action.
    ActionContext,
    /// The tool's own look at data that passed the gates.
    ValidateData,
    /// Whether an action is held to the mount's policy.
    Sensitive,
    /// The tool's input schema, which the framework assembles.
    InputSchema,
    /// The entry point, which the framework owns.
    Run,
}

/// Who provides a callback (SRF-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Provider {
    /// The author must write it.
    Required,
    /// The framework has a default that the author may replace.
    Defaulted,
    /// Absent unless the author gives it.
    Optional,
    /// The framework's own; an action tool cannot override it.
    Framework,
}

impl Callback {
    /// All of them, in the order of the contract.
    pub const ALL: &'static [Self] = &[
        Self::Name,
        Self::Description,
        Self::Actions,
        Self::Schema,
        Self::RunAction,
        Self::Title,
        Self::Annotations,
        Self::Icons,
        Self::Meta,
        Self::OutputSchema,
        Self::Hints,
        Self::HandleError,
        Self::ActionContext,
        Self::ValidateData,
        Self::Sensitive,
        Self::InputSchema,
        Self::Run,
    ];

    /// The method's name in Rust.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Description => "description",
            Self::Actions => "actions",
            Self::Schema => "schema",
            Self::RunAction => "run_action",
            Self::Title => "title",
            Self::Annotations => "annotations",
            Self::Icons => "icons",
            Self::Meta => "meta",
            Self::OutputSchema => "output_schema",
            Self::Hints => "hints",
            Self::HandleError => "handle_error",
            Self::ActionContext => "action_context",
            Self::ValidateData => "validate_data",
            Self::Sensitive => "sensitive",
            Self::InputSchema => "input_schema",
            Self::Run => "run",
        }
    }

    /// Where a tool that is made from data says it: the key of its definition (DEF-3). `schema` is said under `actions`, by name; an
    /// action tool says its `output_schema`s under `outputSchemas`, by action. Nothing for what only code can say.
    #[must_use]
    pub const fn key(self) -> Option<&'static str> {
        match self {
            Self::Name => Some("name"),
            Self::Description => Some("description"),
            Self::Actions | Self::Schema => Some("actions"),
            Self::Title => Some("title"),
            Self::Annotations => Some("annotations"),
            Self::Icons => Some("icons"),
            Self::Meta => Some("_meta"),
            Self::OutputSchema => Some("outputSchema"),
            Self::InputSchema => Some("inputSchema"),
            Self::Sensitive => Some("sensitive"),
            Self::RunAction
            | Self::Hints
            | Self::HandleError
            | Self::ActionContext
            | Self::ValidateData
            | Self::Run => None,
        }
    }

    /// Who provides it.
    #[must_use]
    pub const fn provider(self) -> Provider {
        match self {
            Self::Name | Self::Description | Self::Actions | Self::Schema | Self::RunAction => Provider::Required,
            Self::Hints | Self::HandleError | Self::OutputSchema | Self::ValidateData | Self::Sensitive => {
                Provider::Defaulted
            }
            Self::Title | Self::Annotations | Self::Icons | Self::Meta | Self::ActionContext => Provider::Optional,
            Self::InputSchema | Self::Run => Provider::Framework,
        }
    }

    /// Whether it takes nothing of a request, and so is asked once, at registration (SRF-2).
    #[must_use]
    pub const fn is_asked_at_registration(self) -> bool {
        !matches!(
            self,
            Self::RunAction | Self::Hints | Self::HandleError | Self::ActionContext | Self::ValidateData | Self::Run
        )
    }
}
