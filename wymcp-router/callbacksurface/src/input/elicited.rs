//! What a person answers to an elicitation (wire contract I11).

use serde_json::Value;

use super::question::Misread;

/// What a person did with a [`Form`](crate::Form) or a [`Visit`](crate::Visit).
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::Elicited;
///
/// let answer: Elicited<bool> = Elicited::Declined;
/// assert_eq!(answer.accepted(), None);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Elicited<T> {
    /// Sent what was asked for.
    Accepted(T),
    /// Said no.
    Declined,
    /// Went away without a choice.
    Cancelled,
}

impl<T> Elicited<T> {
    /// What was sent; nothing where the person declined or cancelled.
    #[must_use]
    pub fn accepted(self) -> Option<T> {
        match self {
            Self::Accepted(content) => Some(content),
            Self::Declined | Self::Cancelled => None,
        }
    }
}

/// The action of an elicitation's result, and its content where it was accepted.
pub(super) fn read(response: &Value) -> Result<Elicited<Option<&Value>>, Misread> {
    match response.get("action").and_then(Value::as_str) {
        Some("accept") => Ok(Elicited::Accepted(response.get("content"))),
        Some("decline") => Ok(Elicited::Declined),
        Some("cancel") => Ok(Elicited::Cancelled),
        _ => Err(Misread::unfit(
            "it has no `action` that is `accept`, `decline` or `cancel`.",
        )),
    }
}
