//! Prompts: messages that a user picks and a model reads (wire contract N3, N4).

mod argument;
mod draft;
mod message;
mod prompt;
mod provider;
mod set;

pub use argument::{PromptArgument, PromptArguments};
pub use draft::PromptDrafts;
pub use message::{PromptMessage, PromptReply};
pub use prompt::Prompt;
pub use provider::{Prompts, ServedPrompts};
pub use set::PromptSet;
