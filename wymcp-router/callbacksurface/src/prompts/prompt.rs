//! One prompt: what is listed of it, and for a mounted one what answers it.

use std::fmt;
use std::sync::Arc;

use serde_json::Value;
use wymcp_bound::{echo, limits};

use super::{PromptArgument, PromptArguments, PromptReply};
use crate::about::{About, describes_itself};
use crate::offence::code;
use crate::unanswered::Unanswered;
use crate::{BoxFuture, Context, Failure, Object, Offence};

pub(super) type Handler =
    dyn Fn(PromptArguments, Context) -> BoxFuture<'static, Result<PromptReply, Failure>> + Send + Sync;

/// A prompt: a name, a description, arguments, and a handler that makes messages of them.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Context, Prompt, PromptArgument, PromptArguments, PromptReply};
///
/// let review = Prompt::new("review", "Review a piece of code")
///     .argument(PromptArgument::required("code"))
///     .handler(|arguments: PromptArguments, _: Context| async move {
///         Ok(PromptReply::user(format!("Please review:\n{}", &arguments["code"])))
///     });
/// # let _ = review;
/// ```
#[derive(Clone)]
pub struct Prompt {
    pub(super) about: About,
    pub(super) arguments: Vec<PromptArgument>,
    pub(super) handler: Option<Arc<Handler>>,
}

describes_itself!(Prompt);

impl Prompt {
    /// A prompt by its name, and what it is for.
    #[must_use]
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        let mut about = About::named(name.into());
        about.description = Some(description.into());
        Self {
            about,
            arguments: Vec::new(),
            handler: None,
        }
    }

    /// Take an argument; listed in the order of declaration.
    #[must_use]
    pub fn argument(mut self, argument: PromptArgument) -> Self {
        self.arguments.push(argument);
        self
    }

    /// What makes the messages: a [`PromptReply`], or what becomes one.
    #[must_use]
    pub fn handler<F, R, M>(mut self, handler: F) -> Self
    where
        F: Fn(PromptArguments, Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<M, Failure>> + Send + 'static,
        M: Into<PromptReply>,
    {
        self.handler = Some(Arc::new(move |arguments, ctx| {
            let answering = handler(arguments, ctx);
            Box::pin(async move { answering.await.map(Into::into) })
        }));
        self
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.about.name
    }

    /// What is wrong with it as a listed prompt.
    pub(super) fn offences(&self) -> Vec<Offence> {
        let mut found = self.about.offences();
        for (index, argument) in self.arguments.iter().enumerate() {
            let at = |member: &str| format!("/arguments/{index}/{member}");
            if argument.name.trim().is_empty() {
                found.push(
                    Offence::new(
                        code::MISSING_NAME,
                        "an argument is given by its name, and the name is blank",
                    )
                    .at(at("name"))
                    .wants("a string that is not blank")
                    .mended_by("name it"),
                );
            } else if let Some(first) = self.arguments[..index]
                .iter()
                .position(|other| other.name == argument.name)
            {
                found.push(
                    Offence::new(
                        code::DUPLICATE_ARGUMENT,
                        format!(
                            "the argument `{}` is declared already, at /arguments/{first}",
                            argument.name
                        ),
                    )
                    .at(at("name"))
                    .wants("a name of its own")
                    .mended_by("drop one of the two"),
                );
            }
            if argument
                .description
                .as_ref()
                .is_some_and(|description| description.trim().is_empty())
            {
                found.push(
                    Offence::new(code::MISSING_DESCRIPTION, "the description of an argument is blank")
                        .at(at("description"))
                        .wants("a string that is not blank")
                        .mended_by("say what it is for, or leave the description out"),
                );
            }
        }
        found
    }

    /// As `prompts/list` shows it.
    pub(super) fn definition(&self) -> Object {
        let mut members = self.about.members();
        if !self.arguments.is_empty() {
            let arguments = self.arguments.iter().map(PromptArgument::definition);
            members.insert("arguments".to_owned(), Value::Array(arguments.collect()));
        }
        members
    }

    /// Whether the arguments are those that it takes: one answer says all that is wrong (N4).
    pub(super) fn check(&self, given: &PromptArguments) -> Result<(), Unanswered> {
        let missing: Vec<&str> = self
            .arguments
            .iter()
            .filter(|argument| argument.is_required && given.get(&argument.name).is_none())
            .map(|argument| argument.name.as_str())
            .collect();
        let is_known = |name: &str| self.arguments.iter().any(|argument| argument.name == name);
        let unknown: Vec<&str> = given
            .iter()
            .map(|(name, _)| name)
            .filter(|name| !is_known(name))
            .collect();
        if missing.is_empty() && unknown.is_empty() {
            return Ok(());
        }
        let mut data = Object::new();
        let mut words = Vec::new();
        if !missing.is_empty() {
            words.push(format!("needs {}", listed(&missing)));
            data.insert("missing".to_owned(), missing.clone().into());
        }
        if !unknown.is_empty() {
            words.push(format!("does not take {}", listed(&unknown)));
            let shown: Vec<String> = unknown.iter().take(limits::LISTED).map(|name| echo(name)).collect();
            data.insert("unknown".to_owned(), shown.into());
            data.insert("unknown_count".to_owned(), unknown.len().into());
            let allowed: Vec<&str> = self.arguments.iter().map(|argument| argument.name.as_str()).collect();
            data.insert("allowed".to_owned(), allowed.into());
        }
        Err(Unanswered::Refused {
            message: format!("the prompt `{}` {}", echo(self.name()), words.join(" and ")),
            data: Value::Object(data),
        })
    }
}

/// The first ten names, and how many there are beyond.
fn listed(names: &[&str]) -> String {
    let shown: Vec<String> = names
        .iter()
        .take(limits::LISTED)
        .map(|name| format!("`{}`", echo(name)))
        .collect();
    match names.len().checked_sub(limits::LISTED) {
        None | Some(0) => shown.join(", "),
        Some(more) => format!("{} and {more} more", shown.join(", ")),
    }
}

impl fmt::Debug for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Prompt")
            .field("name", &self.name())
            .finish_non_exhaustive()
    }
}
