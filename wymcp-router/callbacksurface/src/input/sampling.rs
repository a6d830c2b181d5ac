//! Sampling: the client's model answers a prompt (wire contract D9, I16).

mod answer;
mod tools;

use serde_json::{Value, json};
use wymcp_bound::json::{depth_exceeds, dismantle};
use wymcp_bound::limits::QUESTION_NESTING;

use super::question::{Misread, sealed};
use super::{Capability, InputRequest, Question};
use crate::{Content, Object};
pub use answer::{Sampled, ToolUse};
pub use tools::ToolChoice;

/// Asks the client's model; the answer is [`Sampled`].
///
/// The client, and a person, may change or refuse what is asked, and choose the model.
///
/// ```
/// use serde_json::json;
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Context, Failure, Reply, Sampling};
///
/// async fn capital(ctx: &Context) -> Result<Reply, Failure> {
///     let question = Sampling::new("capital", 20)
///         .system_prompt("Answer in one word.")
///         .user("What is the capital of France?")
///         .hint("small")
///         .cost_priority(0.9);
///     Ok(Reply::new(json!({"capital": ctx.ask(question)?.text()})))
/// }
/// ```
#[derive(Debug, Clone)]
pub struct Sampling {
    id: String,
    params: Object,
    messages: Vec<Value>,
    hints: Vec<Value>,
    preferences: Object,
    tools: Vec<Value>,
    /// Why it cannot be asked.
    broken: Option<String>,
}

/// What is said.
impl Sampling {
    /// A prompt by the tool's own id for it, and how many tokens the answer may have.
    #[must_use]
    pub fn new(id: impl Into<String>, max_tokens: u32) -> Self {
        Self {
            id: id.into(),
            params: Object::from_iter([("maxTokens".to_owned(), max_tokens.into())]),
            messages: Vec::new(),
            hints: Vec::new(),
            preferences: Object::new(),
            tools: Vec::new(),
            broken: None,
        }
    }

    /// Something that the user says: text, an image, or a sound.
    #[must_use]
    pub fn user(self, content: impl Into<Content>) -> Self {
        self.message("user", &content.into())
    }

    /// Something that the model is to have said.
    #[must_use]
    pub fn assistant(self, content: impl Into<Content>) -> Self {
        self.message("assistant", &content.into())
    }

    /// What the model is told before the messages.
    #[must_use]
    pub fn system_prompt(self, prompt: impl Into<String>) -> Self {
        self.with("systemPrompt", prompt.into())
    }

    /// How freely the model chooses its words.
    #[must_use]
    pub fn temperature(mut self, temperature: f64) -> Self {
        // JSON has neither NaN nor infinities: they would become a null, which is no temperature (ACT-13).
        if !temperature.is_finite() {
            self.broken = Some("a temperature is a finite number".to_owned());
        }
        self.with("temperature", temperature)
    }

    /// Texts that end the answer.
    #[must_use]
    pub fn stop_sequences<S: Into<String>>(self, sequences: impl IntoIterator<Item = S>) -> Self {
        let sequences: Vec<Value> = sequences.into_iter().map(|text| Value::String(text.into())).collect();
        self.with("stopSequences", sequences)
    }

    /// What the client passes on to the model's provider.
    #[must_use]
    pub fn metadata(self, metadata: Object) -> Self {
        self.with("metadata", metadata)
    }
}

/// Which model.
impl Sampling {
    /// A part of a model's name; earlier hints count more.
    #[must_use]
    pub fn hint(mut self, name: impl Into<String>) -> Self {
        self.hints.push(json!({"name": name.into()}));
        self
    }

    /// How much it matters that the answer is cheap, from 0 to 1.
    #[must_use]
    pub fn cost_priority(self, priority: f64) -> Self {
        self.prefer("costPriority", priority)
    }

    /// How much it matters that the answer comes soon, from 0 to 1.
    #[must_use]
    pub fn speed_priority(self, priority: f64) -> Self {
        self.prefer("speedPriority", priority)
    }

    /// How much it matters that the answer is good, from 0 to 1.
    #[must_use]
    pub fn intelligence_priority(self, priority: f64) -> Self {
        self.prefer("intelligencePriority", priority)
    }

    fn prefer(mut self, key: &str, priority: f64) -> Self {
        self.preferences
            .insert(key.to_owned(), crate::about::priority(priority));
        self
    }
}

impl Sampling {
    fn message(mut self, role: &str, content: &Content) -> Self {
        if content.is_unsendable() || !matches!(content.kind(), "text" | "image" | "audio") {
            self.broken = Some("a message to a model is text, an image or a sound".to_owned());
        }
        self.messages.push(json!({"role": role, "content": content.to_value()}));
        self
    }

    fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        let value = value.into();
        if depth_exceeds(&value, QUESTION_NESTING) {
            dismantle(value);
            self.broken = Some(format!("`{key}` nests deeper than {QUESTION_NESTING} levels"));
        } else {
            self.params.insert(key.to_owned(), value);
        }
        self
    }
}

impl sealed::Sealed for Sampling {}

impl Question for Sampling {
    type Answer = Sampled;

    fn id(&self) -> &str {
        &self.id
    }

    fn request(&self) -> Result<InputRequest, String> {
        if let Some(why) = &self.broken {
            return Err(why.clone());
        }
        if self.messages.is_empty() {
            return Err("a model is asked by at least one message".to_owned());
        }
        let mut params = self.params.clone();
        let mut put = |key: &str, value: Value| params.insert(key.to_owned(), value);
        put("messages", self.messages.clone().into());
        let mut preferences = self.preferences.clone();
        if !self.hints.is_empty() {
            preferences.insert("hints".to_owned(), self.hints.clone().into());
        }
        if !preferences.is_empty() {
            put("modelPreferences", preferences.into());
        }
        let needs = if self.tools.is_empty() && !self.params.contains_key("toolChoice") {
            Capability::Sampling
        } else {
            put("tools", self.tools.clone().into());
            Capability::ToolSampling
        };
        Ok(InputRequest {
            method: "sampling/createMessage",
            params,
            needs,
        })
    }

    fn read(&self, response: &Value) -> Result<Sampled, Misread> {
        Sampled::read(response)
            .ok_or_else(|| Misread::unfit("it has no `role`, no `model`, or no `content` of typed blocks."))
    }
}
