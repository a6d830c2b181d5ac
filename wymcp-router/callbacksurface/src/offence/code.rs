//! The codes of offences (DEF-2).

/// Declares the codes and their list in one place.
macro_rules! codes {
    ($($(#[$doc:meta])+ $name:ident = $text:literal),+ $(,)?) => {
        $($(#[$doc])+ pub(crate) const $name: &str = $text;)+

        /// The codes of offences that this crate finds itself (DEF-2); those of action schemas and of schemas that do not build
        /// keep the codes of their crates. Codes are stable: a tool may match on them.
        pub const CODES: &[&str] = &[$($name),+];
    };
}

codes! {
    /// The definition of a tool from data is no JSON object (DEF-3).
    NOT_AN_OBJECT = "not_an_object",
    /// A key that the definition of a tool does not have (DEF-3).
    UNKNOWN_KEY = "unknown_key",
    /// A member of a definition has the wrong JSON type (DEF-3).
    INVALID_TYPE = "invalid_type",
    /// Text or a value of a manifest is no JSON, or none that JSON carries (ACT-13).
    NOT_JSON = "not_json",
    /// A manifest has no list of tools (DEF-3).
    MISSING_TOOLS = "missing_tools",
    /// A handler is bound to a tool or an action that is not declared (DEF-3).
    UNDECLARED_ACTION = "undeclared_action",
    /// The same thing is declared twice, and one of the two would be lost.
    DECLARED_TWICE = "declared_twice",
    /// A schema is declared beside the type that describes it (DEF-5).
    DECLARED_BY_PAYLOAD = "declared_by_payload",
    /// A payload type refuses what its own schema admits (DEF-5).
    UNDECODABLE = "undecodable",
    /// The tool gives no name, or a blank one.
    MISSING_NAME = "missing_name",
    /// The name is no identifier as MCP wants it (SRF-3).
    INVALID_NAME = "invalid_name",
    /// The name is `help` (HLP-1).
    RESERVED_NAME = "reserved_name",
    /// Two tools of one mount have one name.
    DUPLICATE_TOOL = "duplicate_tool",
    /// A tool that is to be replaced or removed is not served (DEF-6).
    UNKNOWN_TOOL = "unknown_tool",
    /// A callback of a tool that was to be added while serving panicked (SRF-7).
    CALLBACK_PANICKED = "callback_panicked",
    /// The description is missing or blank.
    MISSING_DESCRIPTION = "missing_description",
    /// Nothing would answer a call.
    MISSING_HANDLER = "missing_handler",
    /// A plain tool gives no input schema.
    MISSING_INPUT_SCHEMA = "missing_input_schema",
    /// The root of an input schema is not `type: object`, or it nests too deep to be listed.
    INVALID_INPUT_SCHEMA = "invalid_input_schema",
    /// The root of an input schema has a union or a `$ref`.
    ROOT_COMPOSITION = "root_composition",
    /// `required` names a property that is not declared.
    UNDECLARED_PROPERTY = "undeclared_property",
    /// A tool of actions has none.
    NO_ACTIONS = "no_actions",
    /// Two actions of one tool have one name.
    DUPLICATE_ACTION = "duplicate_action",
    /// What is called sensitive does not exist (DEF-4).
    UNKNOWN_SENSITIVE = "unknown_sensitive",
    /// A key that the mount ignores is one that calls are made of (GAT-9).
    IGNORED_PROPERTY = "ignored_property",
    /// A default does not fit its property (ACT-7).
    INVALID_DEFAULT = "invalid_default",
    /// Annotations have a wrong type (SRF-3).
    INVALID_ANNOTATIONS = "invalid_annotations",
    /// Icons are not as MCP defines them.
    INVALID_ICONS = "invalid_icons",
    /// `_meta` is not as MCP defines it.
    INVALID_META = "invalid_meta",
    /// An `x-mcp-header` would make clients drop the tool (wire contract D24).
    INVALID_HEADER = "invalid_header",
    /// Some actions give an output schema, and some do not (RUN-6).
    MIXED_OUTPUT_SCHEMAS = "mixed_output_schemas",
    /// An output schema cannot be listed.
    INVALID_OUTPUT_SCHEMA = "invalid_output_schema",
    /// The URI of a resource is none that could be read (N2).
    INVALID_URI = "invalid_uri",
    /// Two resources of one mount have one URI.
    DUPLICATE_RESOURCE = "duplicate_resource",
    /// A URI template is none, or none that could be matched.
    INVALID_URI_TEMPLATE = "invalid_uri_template",
    /// Two resource templates of one mount are the same.
    DUPLICATE_RESOURCE_TEMPLATE = "duplicate_resource_template",
    /// Completion is offered for a variable that the template does not have.
    UNDECLARED_VARIABLE = "undeclared_variable",
    /// Two prompts of one mount have one name.
    DUPLICATE_PROMPT = "duplicate_prompt",
    /// A prompt declares an argument twice.
    DUPLICATE_ARGUMENT = "duplicate_argument",
}
