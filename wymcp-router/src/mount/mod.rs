//! What one endpoint serves (contract MNT).

mod asking;
mod builder;
mod bundle;
mod cache;
mod call;
mod callers;
mod changes;
mod core;
mod info;
mod lenient;
mod messages;
mod options;
mod provided;
mod served;
mod timing;
mod tools;
mod transcript;

use std::sync::Arc;

use wymcp_callbacksurface::Era;

use crate::rpc::Answer;
use crate::wire::{self, Facts, Step};

pub use builder::MountBuilder;
pub use bundle::ToolBundle;
pub(crate) use cache::CacheHints;
pub use cache::CacheScope;
pub use call::Call;
pub(crate) use core::Core;
pub use messages::Messages;
pub(crate) use options::Limits;
pub(crate) use served::ServedTools;
pub(crate) use timing::Timing;
pub use tools::MountedTools;
pub use transcript::Transcript;

/// Tools, checked and ready to be served: over HTTP, over stdio, or by a test without either.
///
/// It exists only if every tool and every option passed its checks (SRF-5), and holds what was validated: callbacks are not asked
/// again. Tools may come and go while it is served ([`tools`](Self::tools)). Cloning is cheap.
///
/// ```
/// use serde_json::json;
/// use wymcp_router::{ActionSchema, Context, Data, Failure, Mount, Reply, Tool, actions};
///
/// actions! { pub enum EchoAction { Say = "say" } }
///
/// struct Echo;
///
/// impl Tool for Echo {
///     type Action = EchoAction;
///     fn name(&self) -> &str { "echo" }
///     fn description(&self) -> &str { "Says things again" }
///     fn schema(&self, _: EchoAction) -> ActionSchema {
///         ActionSchema::new("Say it again").property("text", json!({"type": "string"})).required(["text"])
///     }
///     async fn run_action(&self, _: EchoAction, data: Data, _: &Context) -> Result<Reply, Failure> {
///         Ok(Reply::new(data["text"].clone()))
///     }
/// }
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let mount = Mount::builder("echo-server", "1.0.0").tool(Echo).build().unwrap();
///
/// let answer = mount.call("echo", json!({"action": "say", "data": {"text": "hi"}})).await.unwrap();
/// assert_eq!(answer.text(), "\"hi\"");
///
/// let refused = mount.call("echo", json!({"action": "say", "data": {"txt": "hi"}})).await.unwrap();
/// assert!(refused.is_error());
/// assert_eq!(refused.json()["error"], "missing_required_fields");
/// # });
/// ```
#[derive(Debug, Clone)]
pub struct Mount {
    core: Arc<Core>,
}

impl Mount {
    /// Begin a mount; name and version are what clients see of the server.
    #[track_caller]
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> MountBuilder {
        MountBuilder::new(name.into(), version.into())
    }

    /// Call a tool as a client would, without a transport: the same gates, the same run.
    ///
    /// ```
    /// # use wymcp_router::{Mount, Principal};
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// # let mount = Mount::builder("empty", "1.0.0").build().unwrap();
    /// let index = mount.call("help", serde_json::json!({})).principal(Principal::new("ann")).await.unwrap();
    /// assert!(!index.is_error());
    /// # });
    /// ```
    pub fn call(&self, tool: impl Into<String>, arguments: impl Into<serde_json::Value>) -> Call {
        Call::new(Arc::clone(&self.core), tool.into(), arguments.into())
    }

    /// The array that `tools/list` answers, as JSON text: sorted by name, help last, and the same bytes in every run (LST-2).
    ///
    /// ```
    /// # use wymcp_router::{Era, Mount};
    /// let mount = Mount::builder("empty", "1.0.0").build().unwrap();
    /// let tools: serde_json::Value = serde_json::from_str(&mount.list(Era::Modern)).unwrap();
    /// assert_eq!(tools[0]["name"], "help");
    /// ```
    #[must_use]
    pub fn list(&self, era: Era) -> String {
        self.core.tools().list(era, &self.core.view(None)).into_owned()
    }

    /// Serve one message of a transport of your own: a body and what is known of it beside, to an answer.
    ///
    /// What HTTP has to see to before it reads a body (`Host` and `Origin`, media types, size) is its transport's. It keeps no sessions: a legacy message stands for itself. Dropping the future
    /// stops the tool at its next await (LNG-2).
    ///
    /// ```
    /// # use wymcp_router::{Facts, Mount};
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// # let mount = Mount::builder("empty", "1.0.0").build().unwrap();
    /// let answer = mount.handle(br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, Facts::bare()).await;
    /// assert_eq!(answer.body.as_deref(), Some(r#"{"id":1,"jsonrpc":"2.0","result":{}}"#));
    /// # });
    /// ```
    pub async fn handle(&self, body: &[u8], facts: Facts<'_>) -> Answer {
        match self.step(body, facts.hearing(false)) {
            Step::Call(running) => running.answer.await,
            step => step.into_answer(),
        }
    }

    /// [`handle`](Self::handle), with what a tool says before its result: the progress and the log messages that the request asks for (LNG-1).
    ///
    /// ```
    /// # use wymcp_router::{Context, Facts, Mount, PlainTool, Reply, Said};
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let index = PlainTool::builder("index").description("Index all").handler_without_arguments(|ctx: Context| async move {
    ///     ctx.progress(1.0, None, None);
    ///     Ok(Reply::new("done"))
    /// });
    /// let mount = Mount::builder("library", "1.0.0").tool(index).build().unwrap();
    ///
    /// let mut messages = mount.messages(br#"{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "index", "_meta": {
    ///     "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    ///     "io.modelcontextprotocol/clientCapabilities": {},
    ///     "progressToken": "p-1"
    /// }}}"#, Facts::bare());
    /// let progress = r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1,"progressToken":"p-1"}}"#;
    /// assert_eq!(messages.next().await, Some(Said::Message(progress.to_owned())));
    /// assert!(matches!(messages.next().await, Some(Said::Answer(_))));
    /// assert_eq!(messages.next().await, None);
    /// # });
    /// ```
    pub fn messages(&self, body: &[u8], facts: Facts<'_>) -> Messages {
        Messages::of(self.step(body, facts.hearing(true)))
    }

    pub(crate) fn step(&self, body: &[u8], facts: Facts<'_>) -> Step {
        wire::step(&self.core, body, facts)
    }

    #[cfg(any(feature = "http", feature = "stdio", feature = "testkit"))]
    pub(crate) fn core(&self) -> &Core {
        &self.core
    }
}
