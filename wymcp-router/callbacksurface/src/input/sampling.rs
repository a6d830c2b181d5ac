//! Sampling: the client's model answers a prompt (wire contract D9, I16).

use serde_json::{Value, json};
use wymcp_bound::json::{depth_exceeds, dismantle};

use super::question::{Misread, sealed};
use super::{Capability, InputRequest, Question};
use crate::{Content, Object};

/// Levels that what is sent may nest.
const NESTING: usize = 64;

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
    pub fn temperature(self, temperature: f64) -> Self {
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

/// Tools that the model may call; for clients that declared [`Capability::ToolSampling`].
///
/// A model that calls tools stops there ([`Sampled::tool_uses`]): the tool runs them, and asks again with their results.
///
/// ```
/// use serde_json::json;
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Context, Failure, Reply, Sampling};
///
/// async fn weather(ctx: &Context) -> Result<Reply, Failure> {
///     let ask = |id| {
///         Sampling::new(id, 200)
///             .user("Which of Rome and Oslo is warmer?")
///             .tool("temperature", "Degrees of a city", json!({"type": "object", "properties": {"city": {"type": "string"}}}))
///     };
///     let first = ctx.ask(ask("first"))?;
///     let uses = first.tool_uses();
///     if uses.is_empty() {
///         return Ok(Reply::new(json!(first.text())));
///     }
///     let results = uses.iter().map(|one| (one.id, if one.input["city"] == "Rome" { "25" } else { "8" }));
///     let last = ctx.ask(ask("last").after(&first, results))?;
///     Ok(Reply::new(json!(last.text())))
/// }
/// ```
impl Sampling {
    /// Offer a tool: its name, what it is for, and the JSON Schema of its input, an object.
    #[must_use]
    pub fn tool(
        mut self,
        name: impl Into<String>,
        description: impl Into<String>,
        input_schema: impl Into<Value>,
    ) -> Self {
        let schema = input_schema.into();
        if depth_exceeds(&schema, NESTING) {
            dismantle(schema);
            self.broken = Some(format!("the schema of a tool nests deeper than {NESTING} levels"));
            return self;
        }
        if schema["type"] != "object" {
            self.broken = Some("the schema of a tool's input has `type`: `object`".to_owned());
        }
        self.tools
            .push(json!({"name": name.into(), "description": description.into(), "inputSchema": schema}));
        self
    }

    /// Whether the model calls tools: `auto` if it likes, `required` at least one, `none`.
    #[must_use]
    pub fn tool_choice(self, mode: ToolChoice) -> Self {
        self.with("toolChoice", json!({"mode": mode.name()}))
    }

    /// Go on after an answer that called tools, with a result for each call by its id (wire contract I16).
    #[must_use]
    pub fn after<'r, C: Into<Content>>(
        mut self,
        sampled: &Sampled,
        results: impl IntoIterator<Item = (&'r str, C)>,
    ) -> Self {
        let mut open: Vec<&str> = sampled.tool_uses().iter().map(|one| one.id).collect();
        let mut blocks = Vec::new();
        for (id, content) in results {
            if !open.contains(&id) {
                self.broken = Some(format!(
                    "there is no call of a tool with the id `{}`, or it has its result already",
                    wymcp_bound::echo(id)
                ));
            }
            open.retain(|other| *other != id);
            blocks.push(json!({"type": "tool_result", "toolUseId": id, "content": [content.into().to_value()]}));
        }
        if !open.is_empty() {
            self.broken = Some("each call of a tool needs a result".to_owned());
        }
        self.messages
            .push(json!({"role": "assistant", "content": sampled.blocks}));
        self.messages.push(json!({"role": "user", "content": blocks}));
        self
    }
}

/// Whether a model calls the tools that it is offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ToolChoice {
    /// If it likes.
    Auto,
    /// At least one.
    Required,
    /// None.
    None,
}

impl ToolChoice {
    const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Required => "required",
            Self::None => "none",
        }
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
        if depth_exceeds(&value, NESTING) {
            dismantle(value);
            self.broken = Some(format!("`{key}` nests deeper than {NESTING} levels"));
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

/// What a model answered.
#[derive(Debug, Clone, PartialEq)]
pub struct Sampled {
    blocks: Vec<Value>,
    model: String,
    stop_reason: Option<String>,
}

/// A call of a tool that the model asks for.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct ToolUse<'s> {
    /// By which its result is told.
    pub id: &'s str,
    /// The tool's name.
    pub name: &'s str,
    /// As the model wrote it: unchecked.
    pub input: &'s Object,
}

impl Sampled {
    fn read(response: &Value) -> Option<Self> {
        let blocks = match response.get("content")? {
            Value::Array(blocks) => blocks.clone(),
            block => vec![block.clone()],
        };
        let is_role = matches!(response.get("role")?.as_str()?, "assistant" | "user");
        let are_blocks = blocks
            .iter()
            .all(|block| block.get("type").is_some_and(Value::is_string));
        (is_role && are_blocks).then_some(Self {
            blocks,
            model: response.get("model")?.as_str()?.to_owned(),
            stop_reason: response.get("stopReason").and_then(Value::as_str).map(str::to_owned),
        })
    }

    /// The first text; `""` where there is none.
    #[must_use]
    pub fn text(&self) -> &str {
        let text = |block: &Value| block["type"] == "text";
        let block = self.blocks.iter().find(|block| text(block));
        block.and_then(|block| block["text"].as_str()).unwrap_or_default()
    }

    /// All content blocks, as the client sent them.
    #[must_use]
    pub fn blocks(&self) -> &[Value] {
        &self.blocks
    }

    /// Which model it was, in the client's words.
    #[must_use]
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Why it stopped, in the client's words: `endTurn`, `maxTokens`, `stopSequence`, `toolUse`.
    #[must_use]
    pub fn stop_reason(&self) -> Option<&str> {
        self.stop_reason.as_deref()
    }

    /// The tools that it asks for.
    #[must_use]
    pub fn tool_uses(&self) -> Vec<ToolUse<'_>> {
        let uses = self.blocks.iter().filter(|block| block["type"] == "tool_use");
        uses.filter_map(|block| {
            Some(ToolUse {
                id: block["id"].as_str()?,
                name: block["name"].as_str()?,
                input: block["input"].as_object()?,
            })
        })
        .collect()
    }
}
