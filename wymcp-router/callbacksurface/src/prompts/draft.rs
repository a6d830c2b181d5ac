//! Prompts on their way into a mount.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::Location;
use std::sync::Arc;

use wymcp_bound::json;

use super::set::{PromptSet, RegisteredPrompt};
use super::{Prompt, Prompts, ServedPrompts};
use crate::Offence;
use crate::listing::Mounted;
use crate::offence::code;

type Place = &'static Location<'static>;

/// What a mount's builder collects; every mistake is found when the set is built (ACT-11).
#[derive(Default)]
pub struct PromptDrafts {
    prompts: Vec<(Prompt, Place)>,
    providers: Vec<Arc<dyn ServedPrompts>>,
}

impl PromptDrafts {
    /// Add a prompt with its handler.
    #[track_caller]
    pub fn prompt(&mut self, prompt: Prompt) {
        self.prompts.push((prompt, Location::caller()));
    }

    /// Add a provider.
    pub fn provider(&mut self, provider: impl Prompts) {
        self.providers.push(Arc::new(provider));
    }

    /// Check everything and serialise what is stored.
    ///
    /// # Errors
    /// Every offence, in the order of mounting.
    pub fn build(self, keeps_order: bool) -> Result<PromptSet, Vec<Offence>> {
        let mut found = Vec::new();
        let mut seen: BTreeMap<String, Place> = BTreeMap::new();
        let mut checked = Vec::new();
        for (index, (prompt, place)) in self.prompts.into_iter().enumerate() {
            let mut offences = prompt.offences();
            if let Some(first) = seen.get(prompt.name()) {
                offences.push(
                    Offence::new(
                        code::DUPLICATE_PROMPT,
                        format!("`{}` is mounted already, at {first}", prompt.name()),
                    )
                    .at("/name")
                    .wants("a name of its own")
                    .mended_by("rename one of the two"),
                );
            }
            seen.entry(prompt.name().to_owned()).or_insert(place);
            if prompt.handler.is_none() {
                offences.push(
                    Offence::new(code::MISSING_HANDLER, "nothing answers this prompt")
                        .wants("a handler")
                        .mended_by("give it one with `handler`, or let a `Prompts` provider serve it"),
                );
            }
            if offences.is_empty() {
                let mut definition = String::new();
                json::write_object(&mut definition, &prompt.definition());
                checked.push((prompt.name().into(), RegisteredPrompt { definition, prompt }));
            }
            found.extend(offences.into_iter().map(|offence| {
                let pointer = format!("/prompts/{index}{}", offence.pointer());
                offence.at(pointer).declared_at(Some(place))
            }));
        }
        if !found.is_empty() {
            return Err(found);
        }
        Ok(PromptSet {
            prompts: Mounted::new(checked, keeps_order),
            providers: self.providers,
        })
    }
}

impl fmt::Debug for PromptDrafts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PromptDrafts")
            .field("prompts", &self.prompts.len())
            .field("providers", &self.providers.len())
            .finish()
    }
}
