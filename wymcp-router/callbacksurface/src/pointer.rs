//! Help pointers (GAT-2).

use wymcp_bound::json::write_str;

/// The help call that explains what was refused: `help {"tool":"tasks","action":"create"}`. What follows the word is a legal
/// `arguments` of help. `tool` stands before `action`, as a reader goes from one to the other.
///
/// ```
/// use wymcp_callbacksurface::help_pointer;
///
/// assert_eq!(help_pointer(Some("tasks"), Some("create")), r#"help {"tool":"tasks","action":"create"}"#);
/// assert_eq!(help_pointer(Some("tasks"), None), r#"help {"tool":"tasks"}"#);
/// assert_eq!(help_pointer(None, None), "help {}");
/// ```
#[must_use]
pub fn help_pointer(tool: Option<&str>, action: Option<&str>) -> String {
    let mut pointer = "help {".to_owned();
    if let Some(tool) = tool {
        pointer.push_str(r#""tool":"#);
        write_str(&mut pointer, tool);
        if let Some(action) = action {
            pointer.push_str(r#","action":"#);
            write_str(&mut pointer, action);
        }
    }
    pointer.push('}');
    pointer
}
