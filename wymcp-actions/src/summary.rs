//! The one way action summaries are written, for listing and help (TXT-2).

/// An action's summary: `<action>: <description>`.
///
/// ```
/// assert_eq!(wymcp_actions::summary("create", "Create a task"), "create: Create a task");
/// ```
#[must_use]
pub fn summary(name: &str, description: &str) -> String {
    format!("{name}: {description}")
}

/// Summaries, each beside its action's name, sorted by the name (code point order) and joined by a newline: the description of
/// the `action` enum (TXT-2, LST-1).
///
/// ```
/// let joined = wymcp_actions::join_summaries([("list", "list: List tasks"), ("create", "create: Create a task")]);
/// assert_eq!(joined, "create: Create a task\nlist: List tasks");
/// ```
#[must_use]
pub fn join_summaries<'a>(summaries: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    let mut sorted: Vec<_> = summaries.into_iter().collect();
    // By name, not by the whole line: `a b: …` sorts before `a: …` as text, and after it as a name.
    sorted.sort_by_key(|(name, _)| *name);
    sorted
        .iter()
        .map(|(_, summary)| *summary)
        .collect::<Vec<_>>()
        .join("\n")
}
