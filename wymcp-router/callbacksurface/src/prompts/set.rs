//! The prompts of a mount: checked, and ready to be listed, filled in and completed.

use std::borrow::Cow;
use std::fmt;
use std::pin::pin;
use std::sync::Arc;

use wymcp_bound::json;

use super::{Prompt, PromptArguments, PromptReply, ServedPrompts};
use crate::completion::{Completion, CompletionRequest, unknown_argument};
use crate::input::Rounds;
use crate::limit::within;
use crate::listing::{Listing, Mounted, Paged, Position};
use crate::unanswered::{Unanswered, ask};
use crate::{Context, Terms, View};

/// What a mount serves of prompts; exists only checked.
pub struct PromptSet {
    pub(super) prompts: Mounted<RegisteredPrompt>,
    pub(super) providers: Vec<Arc<dyn ServedPrompts>>,
}

pub(super) struct RegisteredPrompt {
    pub(super) definition: String,
    pub(super) prompt: Prompt,
}

/// A prompt that was asked for, and whose it is.
struct Found<'s> {
    prompt: Cow<'s, Prompt>,
    provider: Option<&'s Arc<dyn ServedPrompts>>,
}

impl PromptSet {
    /// Whether there is nothing, so that no method of prompts is served (H3).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.prompts.is_empty() && self.providers.is_empty()
    }

    /// Whether anything can be completed.
    #[must_use]
    pub fn completes(&self) -> bool {
        let has_completer = |entry: &RegisteredPrompt| {
            entry
                .prompt
                .arguments
                .iter()
                .any(|argument| argument.completer.is_some())
        };
        !self.providers.is_empty() || self.prompts.iter().any(|(_, entry)| has_completer(entry))
    }

    /// Whether the list is the same for everybody until the mount is built anew, so that the mount's cache hints hold for it.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.providers.is_empty()
    }

    /// The names of those that are mounted by themselves, as far as a caller sees them.
    pub fn names<'s>(&'s self, view: &'s View) -> impl Iterator<Item = &'s str> {
        let names = self.prompts.iter().map(|(name, _)| &**name);
        names.filter(|name| view.shows_prompt(name))
    }

    /// The entries of `prompts/list` that are mounted by themselves.
    #[doc(hidden)]
    pub fn definitions(&self) -> impl Iterator<Item = &str> {
        self.prompts.iter().map(|(_, entry)| &*entry.definition)
    }

    /// One page of `prompts/list`.
    ///
    /// # Errors
    /// A cursor that is none, and what a provider's code does.
    pub async fn list(&self, from: Position, size: usize, ctx: &Context) -> Result<Listing, Unanswered> {
        let list = Paged {
            mounted: &self.prompts,
            providers: &self.providers,
            is_shown: View::shows_prompt,
            definition: |entry| &entry.definition,
            list: |provider, request, ctx| provider.list(request, ctx),
            key: Prompt::name,
            define,
        };
        list.page(from, size, ctx).await
    }

    /// The messages of a prompt.
    ///
    /// The code behind it may ask its caller, under these terms, which also say how long it may run.
    ///
    /// # Errors
    /// A name that is none, arguments that are not those of the prompt, and what the code behind it does.
    pub async fn get(
        &self,
        name: &str,
        arguments: PromptArguments,
        ctx: &Context,
        terms: &Terms,
    ) -> Result<PromptReply, Unanswered> {
        let bound = arguments.iter().map(|(name, text)| (name.to_owned(), text.into()));
        let mut rounds = Rounds::of_provider(terms, ctx, name, &bound.collect())?;
        loop {
            let outcome = within(terms.end(), pin!(self.get_once(name, arguments.clone(), rounds.ctx()))).await;
            if let Some(outcome) = rounds.passed(outcome).await {
                return outcome;
            }
        }
    }

    async fn get_once(&self, name: &str, arguments: PromptArguments, ctx: &Context) -> Result<PromptReply, Unanswered> {
        let Found { prompt, provider } = self.find(name, ctx).await?;
        prompt.check(&arguments)?;
        let mut reply = match (&prompt.handler, provider) {
            (Some(handler), _) => ask(ctx, || handler(arguments, ctx.clone())).await?,
            (None, Some(provider)) => ask(ctx, || provider.get(name, arguments, ctx)).await?,
            (None, None) => return Err(Unanswered::Unknown),
        };
        if reply.is_unsendable() {
            return Err(Unanswered::invalid_reply(ctx, "a message of the prompt nests too deep"));
        }
        if reply.description.is_none() {
            reply.description.clone_from(&prompt.about.description);
        }
        Ok(reply)
    }

    /// Complete an argument of a prompt.
    ///
    /// # Errors
    /// A prompt or an argument that is none, and what the code behind it does.
    pub async fn complete(
        &self,
        name: &str,
        request: CompletionRequest,
        ctx: &Context,
    ) -> Result<Completion, Unanswered> {
        let Found { prompt, provider } = self.find(name, ctx).await?;
        let Some(argument) = prompt.arguments.iter().find(|known| known.name == request.argument()) else {
            let known: Vec<&str> = prompt.arguments.iter().map(|argument| argument.name.as_str()).collect();
            return Err(unknown_argument(request.argument(), &known));
        };
        match (&argument.completer, provider) {
            (Some(completer), _) => ask(ctx, || completer.complete(request, ctx)).await,
            (None, Some(provider)) => ask(ctx, || provider.complete(name, &request, ctx)).await,
            (None, None) => Ok(Completion::default()),
        }
    }

    async fn find(&self, name: &str, ctx: &Context) -> Result<Found<'_>, Unanswered> {
        if !ctx.view().shows_prompt(name) {
            return Err(Unanswered::Unknown);
        }
        if let Some(entry) = self.prompts.get(name) {
            return Ok(Found {
                prompt: Cow::Borrowed(&entry.prompt),
                provider: None,
            });
        }
        for provider in &self.providers {
            if let Some(prompt) = ask(ctx, || provider.find(name, ctx)).await? {
                return Ok(Found {
                    prompt: Cow::Owned(prompt),
                    provider: Some(provider),
                });
            }
        }
        Err(Unanswered::Unknown)
    }
}

/// What a provider lists is held to what a mounted prompt is.
fn define(prompt: &Prompt, ctx: &Context) -> Result<String, Unanswered> {
    if let Some(offence) = prompt.offences().first() {
        return Err(Unanswered::invalid_reply(
            ctx,
            &format!("a listed prompt has an offence: {offence}"),
        ));
    }
    let mut definition = String::new();
    json::write_object(&mut definition, &prompt.definition());
    Ok(definition)
}

impl fmt::Debug for PromptSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.prompts.iter().map(|(name, _)| name.to_string()).collect();
        f.debug_struct("PromptSet")
            .field("prompts", &names)
            .field("providers", &self.providers.len())
            .finish()
    }
}
