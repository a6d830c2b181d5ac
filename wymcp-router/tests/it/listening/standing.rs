//! Legacy sessions over HTTP hear of changes on their standing streams (H5, L12, L22).

use serde_json::json;

use super::{mount, plugin};
use crate::streams::raw::Server;
use crate::support::legacy;

const POST: [(&str, &str); 2] = [
    ("Content-Type", "application/json"),
    ("Accept", "application/json, text/event-stream"),
];

#[tokio::test]
async fn h_5_a_session_is_declared_and_told_every_kind_of_change_once() {
    let mount = mount();
    let server = Server::start(mount.clone()).await;
    for revision in ["2025-03-26", "2025-06-18", "2025-11-25"] {
        let opening = legacy(
            0,
            "initialize",
            json!({"protocolVersion": revision, "capabilities": {}}),
        );
        let (head, body) = server.send("POST", &POST, &opening.to_string()).await.rest().await;
        let agreed: serde_json::Value = serde_json::from_str(&body).unwrap();
        assert_eq!(
            agreed["result"]["capabilities"],
            json!({
                "completions": {}, "logging": {}, "prompts": {"listChanged": true},
                "resources": {"listChanged": true, "subscribe": true}, "tools": {"listChanged": true},
            })
        );
        let session = head
            .lines()
            .find_map(|line| line.strip_prefix("mcp-session-id: "))
            .unwrap();
        let mut stream = server
            .send(
                "GET",
                &[("Accept", "text/event-stream"), ("Mcp-Session-Id", session)],
                "",
            )
            .await;
        stream.until("\r\n\r\n").await;
        // L2: to a client that is not ready yet nothing is told.
        mount.prompts_changed();
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let ready = server
            .send(
                "POST",
                &[&POST[..], &[("Mcp-Session-Id", session)]].concat(),
                &ready.to_string(),
            )
            .await;
        assert!(ready.rest().await.0.contains("202"));
        mount.tools().add(plugin(revision)).unwrap();
        mount.prompts_changed();
        mount.resources_changed();
        for what in ["tools", "prompts", "resources"] {
            let said = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/{what}/list_changed\"}}");
            stream.until(&said).await;
        }
        let text = stream.until("").await;
        assert!(text.find("tools/list") < text.find("prompts/list"), "L2: {text}");
    }
    server.stop().await;
}
