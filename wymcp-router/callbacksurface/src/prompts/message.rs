//! What a prompt gives.

use crate::Content;

/// One message of a prompt: who says it, and one content block.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Content, PromptMessage};
///
/// let asked = PromptMessage::user("Describe this picture");
/// let shown = PromptMessage::user(Content::image(&[1, 2], "image/png"));
/// let begun = PromptMessage::assistant("I see");
/// # let _ = (asked, shown, begun);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct PromptMessage {
    role: &'static str,
    content: Content,
}

impl PromptMessage {
    /// What the user says.
    #[must_use]
    pub fn user(content: impl Into<Content>) -> Self {
        Self {
            role: "user",
            content: content.into(),
        }
    }

    /// What the assistant is to have said.
    #[must_use]
    pub fn assistant(content: impl Into<Content>) -> Self {
        Self {
            role: "assistant",
            content: content.into(),
        }
    }

    /// `user` or `assistant`.
    #[must_use]
    pub const fn role(&self) -> &'static str {
        self.role
    }

    /// The block.
    #[must_use]
    pub const fn content(&self) -> &Content {
        &self.content
    }
}

/// A prompt, filled in: its messages, and what it is where that depends on the arguments (wire contract N4).
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{PromptMessage, PromptReply};
///
/// let reply = PromptReply::new([PromptMessage::user("What is 6 × 7?"), PromptMessage::assistant("42.")]);
/// assert_eq!(reply.messages()[1].role(), "assistant");
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct PromptReply {
    pub(super) description: Option<String>,
    messages: Vec<PromptMessage>,
}

impl PromptReply {
    /// Messages, in order.
    #[must_use]
    pub fn new(messages: impl IntoIterator<Item = PromptMessage>) -> Self {
        Self {
            description: None,
            messages: messages.into_iter().collect(),
        }
    }

    /// One message of the user.
    #[must_use]
    pub fn user(content: impl Into<Content>) -> Self {
        Self::new([PromptMessage::user(content)])
    }

    /// What this is; by default the prompt's own description.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// The messages.
    #[must_use]
    pub fn messages(&self) -> &[PromptMessage] {
        &self.messages
    }

    /// What it is, where it says so.
    #[must_use]
    pub fn described(&self) -> Option<&str> {
        self.description.as_deref()
    }

    pub(super) fn is_unsendable(&self) -> bool {
        self.messages.iter().any(|message| message.content.is_unsendable())
    }
}

impl From<PromptMessage> for PromptReply {
    fn from(message: PromptMessage) -> Self {
        Self::new([message])
    }
}

impl<const N: usize> From<[PromptMessage; N]> for PromptReply {
    fn from(messages: [PromptMessage; N]) -> Self {
        Self::new(messages)
    }
}

impl From<Vec<PromptMessage>> for PromptReply {
    fn from(messages: Vec<PromptMessage>) -> Self {
        Self::new(messages)
    }
}
