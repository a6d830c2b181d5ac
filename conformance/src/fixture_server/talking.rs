//! Tools that say something before their result, or let go of their connection.

use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;
use wymcp_router::{Content, Context, LogLevel, PlainTool, PlainToolBuilder, Reply};

const PAUSE: Duration = Duration::from_millis(50);

pub(super) fn tools() -> Vec<PlainToolBuilder> {
    vec![
        PlainTool::builder("test_tool_with_progress")
            .description("Reports its progress three times")
            .handler_without_arguments(|ctx: Context| async move {
                for percent in [0.0, 50.0, 100.0] {
                    ctx.progress(percent, Some(100.0), Some(&format!("{percent} of 100")));
                    sleep(PAUSE).await;
                }
                Ok(Reply::content([Content::text("Three reports of progress were made.")]))
            }),
        PlainTool::builder("test_tool_with_logging")
            .description("Writes three messages to the client's log")
            .handler_without_arguments(|ctx: Context| async move {
                for step in [
                    "Tool execution started",
                    "Tool processing data",
                    "Tool execution completed",
                ] {
                    ctx.log(LogLevel::Info, None, json!(step));
                    sleep(PAUSE).await;
                }
                Ok(Reply::content([Content::text("Three messages were logged.")]))
            }),
        PlainTool::builder("test_logging_tool")
            .description("Writes to the client's log, if the client asks for it")
            .handler_without_arguments(|ctx: Context| async move {
                ctx.log(LogLevel::Info, None, json!("Tool execution started"));
                Ok(Reply::content([Content::text(
                    "One message was logged, for whoever asked.",
                )]))
            }),
        PlainTool::builder("test_reconnection")
            .description("Lets go of its connection, and answers when the client has come back")
            .handler_without_arguments(|ctx: Context| async move {
                ctx.close_stream();
                sleep(PAUSE * 2).await;
                Ok(Reply::content([Content::text("The client came back for this.")]))
            }),
    ]
}
