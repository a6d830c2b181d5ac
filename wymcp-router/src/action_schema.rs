//! Action schemas as they stand in JSON, checked by the compiler (SRF-5).

/// An [`ActionSchema`](crate::ActionSchema) as it stands in JSON, checked while the program is compiled. Feature `literal`.
///
/// It takes the eight keys of an action schema and runs the check that registration runs. Each offence is an error of the compiler, in
/// the same words, at the token that is wrong, and all come at once; so an editor underlines a mistyped `"strng"` as it is written.
///
/// ```
/// use wymcp_router::{ActionSchema, action_schema};
///
/// fn create() -> ActionSchema {
///     action_schema!({
///         "description": "Create a task",
///         "properties": {
///             "title": {"type": "string", "minLength": 1},
///             // Comments are Rust's, and a last comma is welcome.
///             "priority": {"type": "integer", "minimum": 1, "maximum": 5},
///         },
///         "required": ["title"],
///         "defaults": {"priority": 3},
///     })
/// }
/// # let _ = create();
/// ```
///
/// A mistake does not compile:
///
/// ```compile_fail
/// # use wymcp_router::action_schema;
/// let schema = action_schema!({"description": "Create a task", "properties": {"title": {"type": "strng"}}});
/// ```
///
/// ```text
/// error: unknown type "strng" [unknown_type]
///        …
///   |
/// 3 | let schema = action_schema!({"description": "Create a task", "properties": {"title": {"type": "strng"}}});
///   |                                                                                               ^^^^^^^
/// ```
///
/// Strings are Rust's strings, raw ones too (`r"^\d+$"`); numbers are JSON's, so `1_000` and `0xff` are errors. It is a literal and
/// holds no expressions: what is computed is declared by [`ActionSchema::new`](crate::ActionSchema::new).
///
/// What is not in an action schema is not seen here: the action's name, which `actions!` checks, and what registration compares between
/// actions and tools.
#[macro_export]
macro_rules! action_schema {
    ($($json:tt)*) => { $crate::__action_schema!([$crate] $($json)*) };
}
