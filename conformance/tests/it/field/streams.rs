//! F29 and F30: progress, and sessions that are gone.

use serde_json::{Value, json};
use wymcp_router::{Context, Facts, Mount, PlainTool, Reply, Said};

use crate::support::http::{Served, meta};
use crate::support::{block_on, mount};

/// The progress that a call of a tool is told, before its answer.
async fn progress_of(token: Option<Value>) -> Vec<Value> {
    let tool = PlainTool::builder("steps")
        .description("Reports how far it is")
        .handler_without_arguments(|ctx: Context| async move {
            for step in [1.0, 2.0, 2.0, 1.0, 3.0] {
                ctx.progress(step, Some(3.0), None);
            }
            Ok(Reply::new(json!("done")))
        });
    let mount = Mount::builder("steps", "1.0.0").tool(tool).build().unwrap();
    let mut meta = meta();
    if let Some(token) = token {
        meta["progressToken"] = token;
    }
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "steps", "_meta": meta}});
    let mut messages = mount.messages(call.to_string().as_bytes(), Facts::bare());
    let mut told = Vec::new();
    loop {
        match messages.next().await {
            Some(Said::Message(message)) => told.push(serde_json::from_str(&message).unwrap()),
            Some(Said::Answer(answer)) => {
                assert!(answer.body.unwrap().contains("done"));
                assert_eq!(messages.next().await, None, "nothing comes after the result");
                return told;
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn f29_lng_1_progress_is_told_to_who_gave_a_token_and_strictly_rises() {
    block_on(async {
        assert_eq!(progress_of(None).await, Vec::<Value>::new());
        let told = progress_of(Some(json!("p-1"))).await;
        assert!(!told.is_empty());
        for message in &told {
            assert_eq!(message["method"], "notifications/progress");
            assert_eq!(message["params"]["progressToken"], "p-1");
        }
        let values: Vec<f64> = told
            .iter()
            .map(|message| message["params"]["progress"].as_f64().unwrap())
            .collect();
        assert!(values.is_sorted_by(|a, b| a < b), "{values:?}");
    });
}

#[test]
fn f30_a_session_that_is_gone_is_404_and_none_at_all_is_400() {
    block_on(async {
        let served = Served::start(mount()).await;
        let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).to_string();
        let headers = [
            ("Content-Type", "application/json"),
            ("Accept", "application/json, text/event-stream"),
            ("MCP-Protocol-Version", "2025-11-25"),
        ];
        let without = served.send("POST", &headers, list.as_bytes()).await;
        assert_eq!(without.status, 400);
        let gone: Vec<_> = headers.into_iter().chain([("Mcp-Session-Id", "gone-0001")]).collect();
        assert_eq!(served.send("POST", &gone, list.as_bytes()).await.status, 404);
    });
}
