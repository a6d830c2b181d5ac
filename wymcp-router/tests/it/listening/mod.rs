//! Clients that are told what has changed (wire contract J, H5, L22).

mod declared;
mod joined;
#[cfg(feature = "stdio")]
mod lines;
#[cfg(feature = "redis")]
mod redis;
#[cfg(feature = "http")]
mod sockets;
#[cfg(feature = "http")]
mod standing;
mod stream;
mod subscription;
mod views;

use serde_json::{Value, json};
use wymcp_router::{
    Contents, Context, Failure, Mount, MountBuilder, Page, PageRequest, PlainTool, PlainToolBuilder, Prompt,
    PromptArguments, PromptReply, Reply, Resource, Resources,
};

use crate::support::modern;

/// Mails, of which the pinned one can be watched; asking for some of the others goes wrong.
struct Mails;

impl Resources for Mails {
    async fn list(&self, _: &PageRequest, _: &Context) -> Result<Page<Resource>, Failure> {
        Ok(Page::whole([]))
    }

    async fn read(&self, _: &str, _: &Context) -> Result<Option<Contents>, Failure> {
        Ok(None)
    }

    async fn subscribe(&self, uri: &str, ctx: &Context) -> Result<bool, Failure> {
        // J5: whatever a provider says meanwhile, nothing of it is heard.
        ctx.progress(1.0, None, None);
        match uri {
            "mail://panic" => panic!("no mail today"),
            "mail://secret" => Err(Failure::internal("the password is 12345")),
            _ => Ok(uri == "mail://pinned"),
        }
    }
}

fn builder() -> MountBuilder {
    Mount::builder("news-server", "1.0.0")
        .resource(Resource::text("news://today", "today", "text/plain", "Nothing new"))
        .resource(Resource::text("news://sports", "sports", "text/plain", "Nil nil"))
        .resources(Mails)
        .prompt(
            Prompt::new("greet", "Greets")
                .handler(|_: PromptArguments, _: Context| async { Ok(PromptReply::user("hi")) }),
        )
}

fn mount() -> Mount {
    builder().build().unwrap()
}

fn plugin(name: &str) -> PlainToolBuilder {
    PlainTool::builder(name)
        .description("A plugin")
        .handler_without_arguments(|_: Context| async { Ok(Reply::new(json!("done"))) })
}

fn listen(id: impl Into<Value>, notifications: impl Into<Value>) -> Value {
    modern(
        id,
        "subscriptions/listen",
        json!({"notifications": notifications.into()}),
    )
}

fn acknowledged(id: impl Into<Value>, notifications: &Value) -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": {
        "_meta": {"io.modelcontextprotocol/subscriptionId": id.into()},
        "notifications": notifications,
    }})
}

/// News on a subscription.
fn news(id: impl Into<Value>, method: &str, uri: Option<&str>) -> Value {
    let mut params = json!({"_meta": {"io.modelcontextprotocol/subscriptionId": id.into()}});
    if let Some(uri) = uri {
        params["uri"] = uri.into();
    }
    json!({"jsonrpc": "2.0", "method": format!("notifications/{method}"), "params": params})
}

const TOOLS: &str = "tools/list_changed";
const PROMPTS: &str = "prompts/list_changed";
const RESOURCES: &str = "resources/list_changed";
const UPDATED: &str = "resources/updated";
