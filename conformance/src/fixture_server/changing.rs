//! What changes while it is served, and the tools that change it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

use serde_json::json;
use wymcp_router::{
    Content, Context, Failure, Mount, Page, PageRequest, PlainTool, PlainToolBuilder, Prompt, PromptArguments,
    PromptReply, Prompts, Reply,
};

/// The mount that the tools are part of, once it is there.
///
/// A mount whose tools hold it is never dropped. This one is served until the process ends; elsewhere a layer puts the mount among the
/// extensions of its requests.
pub(super) type Later = Arc<OnceLock<Mount>>;

const DYNAMIC: &str = "test_dynamic_tool";

pub(super) fn tools(mount: &Later, prompt: &Dynamic) -> Vec<PlainToolBuilder> {
    let (here, of_prompt, prompt) = (Arc::clone(mount), Arc::clone(mount), prompt.clone());
    vec![
        PlainTool::builder("test_trigger_tool_change")
            .description("Adds a tool, or removes the one that it added")
            .handler_without_arguments(move |_: Context| {
                let outcome = at(&here).and_then(change_tools);
                async move { outcome.map(|()| done()) }
            }),
        PlainTool::builder("test_trigger_prompt_change")
            .description("Adds a prompt, or removes the one that it added")
            .handler_without_arguments(move |_: Context| {
                let outcome = at(&of_prompt).map(|mount| {
                    prompt.0.fetch_xor(true, Ordering::Relaxed);
                    mount.prompts_changed();
                });
                async move { outcome.map(|()| done()) }
            }),
    ]
}

fn at(mount: &Later) -> Result<&Mount, Failure> {
    mount
        .get()
        .ok_or_else(|| Failure::internal("the mount is not served yet"))
}

fn change_tools(mount: &Mount) -> Result<(), Failure> {
    if mount.tools().names().iter().any(|name| name == DYNAMIC) {
        return Ok(mount.tools().remove(DYNAMIC)?);
    }
    let tool = PlainTool::builder(DYNAMIC)
        .description("Was added while it was served")
        .handler_without_arguments(|_: Context| async { Ok(done()) });
    Ok(mount.tools().add(tool)?)
}

fn done() -> Reply {
    Reply::content([Content::json(&json!({"done": true}))])
}

/// A prompt that is there at times.
#[derive(Clone, Default)]
pub(super) struct Dynamic(Arc<AtomicBool>);

impl Dynamic {
    fn prompt(&self) -> Option<Prompt> {
        let is_there = self.0.load(Ordering::Relaxed);
        is_there.then(|| Prompt::new("test_dynamic_prompt", "Was added while it was served"))
    }
}

impl Prompts for Dynamic {
    async fn list(&self, _: &PageRequest, _: &Context) -> Result<Page<Prompt>, Failure> {
        Ok(Page::whole(self.prompt()))
    }

    async fn find(&self, name: &str, _: &Context) -> Result<Option<Prompt>, Failure> {
        Ok(self.prompt().filter(|_| name == "test_dynamic_prompt"))
    }

    async fn get(&self, _: &str, _: PromptArguments, _: &Context) -> Result<PromptReply, Failure> {
        Ok(PromptReply::user("A prompt that comes and goes."))
    }
}
