//! The help tool: how a model that holds nothing but a server's tool list learns the rest (contract HLP).
//!
//! Definitions in `tools/list` are small on purpose (LST-1): action names and one line each. Everything else (schemas, notes,
//! examples, related actions, run-time context) is read through one plain tool with the reserved name `help`, which is part of
//! every mount. It answers at three levels:
//!
//! | arguments | answer |
//! | --- | --- |
//! | `{}` | every tool, with the summaries of its actions |
//! | `{"tool": …}` | one tool, each of its actions a JSON Schema document with description, notes, examples |
//! | `{"tool": …, "action": …}` | one action, with the tool's run-time `context` when it gives one |
//!
//! A target that does not exist is told as such, with the names that do and the nearest of them; there is no silent fall back to a
//! broader answer (HLP-4). What a mount's filter hides does not exist here either (VIS-1).
//!
//! Pages are written when the mount is built and sent as stored (HLP-7). A refusal's `help` names the very call that explains it.
//!
//! This crate knows registrations and nothing of protocols or transports: help is served through the same sealed face, the same
//! gates and the same run as any other tool.
//!
//! ```
//! use std::sync::Arc;
//! use serde_json::json;
//! use wymcp_callbacksurface::{CallFacts, Context, PlainTool, Reply, ToolSet, View, call};
//!
//! # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
//! let ping = PlainTool::builder("ping")
//!     .description("Answer")
//!     .handler_without_arguments(|_: Context| async { Ok(Reply::new(json!("pong"))) })
//!     .build()?;
//! let tools = Arc::new(ToolSet::build(vec![(Arc::new(ping), None)])?);
//! let help = Arc::new(wymcp_help::register(tools).map_err(wymcp_callbacksurface::Offences::from)?);
//!
//! let answer = call(help, View::everything(), serde_json::Map::new(), CallFacts::default()).await?;
//! assert_eq!(answer.json()["tools"][0], json!({"tool": "ping", "description": "Answer"}));
//! # Ok::<(), Box<dyn std::error::Error>>(()) })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod event;
mod help;
mod page;
mod pages;
mod unknown;

pub use help::register;
pub use pages::{RenderedPage, rendered};

/// The reserved name of the help tool (HLP-1).
pub const NAME: &str = "help";
