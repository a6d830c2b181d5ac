//! Arguments of prompts, declared and given.

use std::collections::BTreeMap;
use std::ops::Index;

use serde_json::Value;

use crate::completion::{Completer, Completion, CompletionRequest};
use crate::{Context, Failure, Object};

/// An argument that a prompt takes: a string, optional unless it is said to be required.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::PromptArgument;
///
/// let language = PromptArgument::required("language").description("Of the code").values(["rust", "zig"]);
/// let style = PromptArgument::new("style");
/// # let _ = (language, style);
/// ```
#[derive(Debug, Clone)]
pub struct PromptArgument {
    pub(super) name: String,
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) is_required: bool,
    pub(super) completer: Option<Completer>,
}

impl PromptArgument {
    /// An argument that may be left out.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            title: None,
            description: None,
            is_required: false,
            completer: None,
        }
    }

    /// An argument that must be given: the handler is not asked without it (N4).
    #[must_use]
    pub fn required(name: impl Into<String>) -> Self {
        Self {
            is_required: true,
            ..Self::new(name)
        }
    }

    /// A display title.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// What it is for.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.description = Some(description.into());
        self
    }

    /// Offer these values, as far as they begin with what was typed. Others may be given all the same.
    #[must_use]
    pub fn values<S: Into<String>>(mut self, values: impl IntoIterator<Item = S>) -> Self {
        self.completer = Some(Completer::of_values(values));
        self
    }

    /// What completes it.
    #[must_use]
    pub fn complete<F, R>(mut self, completer: F) -> Self
    where
        F: Fn(CompletionRequest, Context) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Completion, Failure>> + Send + 'static,
    {
        self.completer = Some(Completer::of_handler(completer));
        self
    }

    pub(super) fn definition(&self) -> Value {
        let mut members = Object::new();
        members.insert("name".to_owned(), Value::String(self.name.clone()));
        if let Some(title) = &self.title {
            members.insert("title".to_owned(), Value::String(title.clone()));
        }
        if let Some(description) = &self.description {
            members.insert("description".to_owned(), Value::String(description.clone()));
        }
        if self.is_required {
            members.insert("required".to_owned(), Value::Bool(true));
        }
        Value::Object(members)
    }
}

/// The arguments that a client gave: those that are required are there, and none that is not declared (wire contract N4).
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::PromptArguments;
///
/// let arguments = PromptArguments::from_iter([("language", "Rust")]);
/// assert_eq!((&arguments["language"], arguments.get("tone")), ("Rust", None));
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PromptArguments(BTreeMap<String, String>);

impl PromptArguments {
    /// The value of an argument, if it was given.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// All of them, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl Index<&str> for PromptArguments {
    type Output = str;

    /// # Panics
    /// When the argument was not given: index what is required, [`get`](Self::get) the rest.
    fn index(&self, name: &str) -> &str {
        &self.0[name]
    }
}

impl<K: Into<String>, V: Into<String>> FromIterator<(K, V)> for PromptArguments {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(arguments: I) -> Self {
        Self(
            arguments
                .into_iter()
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        )
    }
}
