//! A sampling in which the model may call tools (wire contract I16).

use serde_json::{Value, json};
use wymcp_bound::json::{depth_exceeds, dismantle};
use wymcp_bound::limits::QUESTION_NESTING;

use super::{Sampled, Sampling};
use crate::Content;

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
        if depth_exceeds(&schema, QUESTION_NESTING) {
            dismantle(schema);
            self.broken = Some(format!(
                "the schema of a tool nests deeper than {QUESTION_NESTING} levels"
            ));
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
