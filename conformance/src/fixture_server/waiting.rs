//! A tool that waits for ever, and one that tells that it was given up; the official suite asks for neither, our own clients do.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::json;
use tokio::sync::watch;
use wymcp_router::{Content, Context, Data, PlainTool, PlainToolBuilder, Reply};

/// The names of the calls that were dropped before their end.
type GivenUp = Arc<watch::Sender<BTreeSet<String>>>;

pub(super) fn tools() -> Vec<PlainToolBuilder> {
    let given_up = GivenUp::default();
    let told = Arc::clone(&given_up);
    vec![
        PlainTool::builder("test_waiting")
            .description("Reports that it has begun, and waits until it is given up")
            .input_schema(named())
            .handler(move |arguments: Data, ctx: Context| {
                let guard = Guard(name_of(&arguments), Arc::clone(&given_up));
                async move {
                    ctx.progress(1.0, None, Some("waiting"));
                    std::future::pending::<()>().await;
                    drop(guard);
                    Ok(Reply::content([]))
                }
            }),
        PlainTool::builder("test_given_up")
            .description("Answers when the waiting call of that name was given up")
            .input_schema(named())
            .handler(move |arguments: Data, _: Context| {
                let mut names = told.subscribe();
                async move {
                    let name = name_of(&arguments);
                    names.wait_for(|names| names.contains(&name)).await?;
                    Ok(Reply::content([Content::text("given up")]))
                }
            }),
    ]
}

fn named() -> serde_json::Value {
    json!({
        "type": "object",
        "properties": {"name": {"type": "string", "description": "What the caller calls the call"}},
        "required": ["name"],
    })
}

fn name_of(arguments: &Data) -> String {
    arguments["name"].as_str().unwrap_or_default().to_owned()
}

struct Guard(String, GivenUp);

impl Drop for Guard {
    fn drop(&mut self) {
        self.1.send_modify(|names| {
            names.insert(std::mem::take(&mut self.0));
        });
    }
}
