//! What a name may have been meant for, where nothing has it (GAT-5): only what the caller may know of is offered (VIS-1).

use wymcp_callbacksurface::nearest;

/// The words, and the near names behind them if there are any.
pub(super) fn with_near<'k>(words: &str, sent: &str, known: impl IntoIterator<Item = &'k str>) -> String {
    let near: Vec<String> = nearest(sent, known).iter().map(|name| format!("`{name}`")).collect();
    if near.is_empty() {
        return words.to_owned();
    }
    format!("{words}; did you mean {}?", near.join(" or "))
}
