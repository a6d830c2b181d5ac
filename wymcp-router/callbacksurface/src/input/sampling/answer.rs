//! What comes back of a sampling.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::Object;

/// What a model answered to a [`Sampling`](crate::Sampling), unchecked beyond its shape (wire contract I16).
#[derive(Debug, Clone, PartialEq)]
pub struct Sampled {
    pub(super) blocks: Vec<Value>,
    model: String,
    stop_reason: Option<String>,
}

/// A call of a tool that the model asks for; [`Sampling::after`](crate::Sampling::after) takes its result.
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
    pub(super) fn read(response: &Value) -> Option<Self> {
        let blocks = match response.get("content")? {
            Value::Array(blocks) => blocks.clone(),
            block => vec![block.clone()],
        };
        let is_role = matches!(response.get("role")?.as_str()?, "assistant" | "user");
        let sampled = Self {
            blocks,
            model: response.get("model")?.as_str()?.to_owned(),
            stop_reason: response.get("stopReason").and_then(Value::as_str).map(str::to_owned),
        };
        (is_role && sampled.has_whole_blocks()).then_some(sampled)
    }

    /// Whether each block says what it is, and each call of a tool can be told its result, by an id of its own (wire contract I16).
    fn has_whole_blocks(&self) -> bool {
        let is_use = |block: &&Value| block["type"] == "tool_use";
        let uses = self.tool_uses();
        let ids: BTreeSet<&str> = uses.iter().map(|one| one.id).collect();
        self.blocks.iter().all(|block| block["type"].is_string())
            && self.blocks.iter().filter(is_use).count() == uses.len()
            && ids.len() == uses.len()
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
