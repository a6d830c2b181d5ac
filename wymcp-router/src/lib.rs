//! An MCP server framework for tools of many actions, whose refusals tell a model how to become right.
//!
//! A *tool* is a Rust type with a closed set of *actions*. Each action declares what its data may be; the framework lists the tool,
//! checks every call against the declaration, and answers a wrong one with what was wrong, what is allowed, and the help call that
//! explains it. A mount of such tools speaks MCP over Streamable HTTP and standard input and output, to clients of 2026-07-28 and of
//! 2025-11-25, 2025-06-18 and 2025-03-26 at one endpoint.
//!
//! ```
//! use serde_json::json;
//! use wymcp_router::{ActionSchema, Context, Data, Failure, Mount, Reply, Tool, actions};
//!
//! actions! {
//!     /// What a caller may do with tasks.
//!     pub enum TasksAction { Create = "create", List = "list" }
//! }
//!
//! struct Tasks;
//!
//! impl Tool for Tasks {
//!     type Action = TasksAction;
//!     fn name(&self) -> &str { "tasks" }
//!     fn description(&self) -> &str { "Task management" }
//!     fn schema(&self, action: TasksAction) -> ActionSchema {
//!         match action {
//!             TasksAction::Create => ActionSchema::new("Create a task")
//!                 .property("title", json!({"type": "string", "minLength": 1}))
//!                 .required(["title"]),
//!             TasksAction::List => ActionSchema::new("List tasks").property("status", json!({"enum": ["open", "done"]})),
//!         }
//!     }
//!     async fn run_action(&self, action: TasksAction, data: Data, _: &Context) -> Result<Reply, Failure> {
//!         match action {
//!             TasksAction::Create => Ok(Reply::new(json!({"id": 1, "title": data["title"]}))),
//!             TasksAction::List => Ok(Reply::new(json!([]))),
//!         }
//!     }
//! }
//!
//! # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
//! // Every mistake in a declaration is found here, and all of them at once.
//! let mount = Mount::builder("task-server", "1.0.0").tool(Tasks).build()?;
//!
//! let created = mount.call("tasks", json!({"action": "create", "data": {"title": "write"}})).await?;
//! assert_eq!(created.json()["id"], 1);
//!
//! let refused = mount.call("tasks", json!({"action": "create", "data": {"titel": "write"}})).await?;
//! assert!(refused.is_error());
//! assert_eq!(refused.json()["missing"], json!(["title"]));
//! assert_eq!(refused.json()["help"], r#"help {"tool":"tasks","action":"create"}"#);
//!
//! // let app = axum::Router::new().route_service("/mcp", mount.into_service());
//! // mount.serve("127.0.0.1:8787").await?;
//! // mount.serve_stdio().await?;
//! # Ok::<(), Box<dyn std::error::Error>>(()) })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to look
//!
//! * [`Tool`] and [`actions!`]: a tool written as a type. [`PlainTool`] and [`ActionTool`]: tools made at run time.
//! * [`Manifest`]: tools from a file, handlers bound by name.
//! * [`ActionSchema`]: what an action's data may be. [`Reply`], [`Failure`], [`Content`], [`Hint`]: what a tool answers.
//! * `action_schema!` (feature `literal`): the same as it stands in JSON, checked while the program is compiled.
//! * [`Context`]: what a tool may know of its call. [`Principal`]: who calls.
//! * [`check_tool!`]: the check of a tool as a test of your own crate; `check_mount!` and `testkit` (feature `testkit`): of a whole server. [`Offences`]: what it and [`MountBuilder::build`] find.
//! * [`Resource`], [`ResourceTemplate`], [`Prompt`]: what is served beside tools; [`Resources`] and [`Prompts`] for what is only
//!   known while serving. [`Completion`]: what a client offers while an argument is typed.
//! * [`Context::progress`], [`Context::log`], [`Context::open_stream`]: what a tool says before its result. [`Transcript`]: what a test
//!   hears of it.
//! * [`Context::ask`]: what a tool asks its caller, by a [`Form`], a [`Visit`], a [`Sampling`] or [`Roots`]. [`Call::answers`]: how a test
//!   answers.
//! * [`Mount::tools`] and [`Mount::update`]: tools that come and go while they are served. [`Mount::resource_updated`] and its like: what clients
//!   that listen are told.
//! * [`Mount`]: how tools are served, and called without a transport. [`ToolBundle`]: tools that a library crate exports together.
//! * [`MountBuilder::visible`]: who sees what. [`Policy`]: who may do what does harm. [`DataRefusal`]: a tool's own check of data.
//!
//! Ids such as RUN-4 name promises of `docs/contract.md` in the repository.
//!
//! # Features
//!
//! `http` (an axum service and a listener), `stdio` and `typed` (payload types describe their own schema) are on by default. Without
//! them the mount is there still: [`Mount::call`] and [`Mount::handle`] need no socket and no runtime. Off are `redis`
//! (`RedisBroadcast`), `literal` (`action_schema!`; the check is then built for the compiler as well), and `testkit` (tests made from a
//! server's own declarations), which is for dev-dependencies.
//!
//! # What a call is held to
//!
//! Duplicate JSON keys in a message: the last one wins, before anything is checked. A body of more than 4 MiB, a message that
//! nests deeper than 127 levels and a request id of more than 256 bytes are refused before a tool is looked for. A panic of a tool is
//! contained and answered, unless the program is built with `panic = "abort"`.
//!
//! # What the log has
//!
//! What a caller is not told is in a `tracing` event of the target `wymcp`: the words of an internal failure in `tool.failure`, those of
//! a fault in `tool.error`. Beside them are `tool.start`, `tool.stop`, `help.called`, `wire.reject`, `session.start`, `session.end`, and
//! `broadcast.lost` and `broadcast.healed` of a link between processes. Without a subscriber, such as
//! `tracing-subscriber`, nobody sees any; over stdio it writes to standard error.
//!
//! # Sessions
//!
//! Clients of 2025-11-25 and earlier get a session over HTTP (`MountBuilder::legacy_sessions`). It lives in the memory of the process, so
//! several processes behind a balancer need its requests to reach the same one. In it, and over stdio, a legacy client is asked on
//! its call's own stream. A modern client needs no session: what its call keeps while it answers travels with it, sealed by the mount's
//! [`state_keys`](MountBuilder::state_keys).

#[cfg(feature = "literal")]
mod action_schema;
mod broadcast;
mod changes;
#[cfg(feature = "testkit")]
mod check_mount;
mod check_tool;
// What is documentation alone is compiled for documentation alone; its code uses these features.
#[cfg(all(
    any(doc, doctest),
    feature = "http",
    feature = "literal",
    feature = "testkit",
    feature = "typed"
))]
pub mod guide;
#[cfg(feature = "http")]
mod http;
mod methods;
mod mount;
mod outbox;
#[cfg(any(feature = "http", feature = "stdio"))]
mod peer;
mod revision;
pub mod rpc;
#[cfg(feature = "http")]
mod session;
#[cfg(feature = "stdio")]
mod stdio;
#[cfg(feature = "testkit")]
pub mod testkit;
mod wire;

#[cfg(feature = "redis")]
pub use broadcast::RedisBroadcast;
pub use broadcast::{Broadcast, BroadcastError, LocalBroadcast, Notice, Receiver};
#[cfg(feature = "http")]
pub use http::MountService;
pub use mount::{CacheScope, Call, Messages, Mount, MountBuilder, MountedTools, ToolBundle, Transcript};
pub use outbox::Said;
pub use revision::Revision;
pub use rpc::{Answer, RpcError};
#[cfg(feature = "http")]
#[doc(hidden)]
pub use session::Census;
pub use wire::Facts;
#[cfg(feature = "typed")]
pub use wymcp_actions::{schemars, typed};
pub use wymcp_callbacksurface::{
    Action, ActionSchema, ActionTool, ActionToolBuilder, CallFacts, CallResult, Callback, Capability, Choice,
    Completion, CompletionRequest, Content, Contents, Context, Data, DataRefusal, Decision, Decode, Elicited, Era,
    ErrorKind, Failure, Field, Form, Hint, InputRequired, IntoReply, LogLevel, LogMessage, Manifest, Notification,
    Object, Offence, Offences, Outcome, OutputSchema, Page, PageRequest, Payload, PlainTool, PlainToolBuilder, Policy,
    PolicyCall, Principal, Progress, Prompt, PromptArgument, PromptArguments, PromptMessage, PromptReply, Prompts,
    Question, Questions, Reply, RequestError, Resource, ResourceTemplate, Resources, Root, Roots, Sampled, Sampling,
    Served, Source, StateKey, Tool, ToolChanges, ToolChoice, ToolUse, UriVariables, Visit, WithState, actions, check,
};
#[cfg(feature = "literal")]
#[doc(hidden)]
pub use wymcp_literal::action_schema as __action_schema;
