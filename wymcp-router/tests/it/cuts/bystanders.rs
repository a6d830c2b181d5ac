//! Clients that stay, and are answered right whatever becomes of the others.

use serde_json::json;
use tokio::sync::watch;

use super::exchange::listening;
use super::stage::{RESOURCE, Stage, working};
use crate::sessions::client::{Client, Response, messages};
use crate::support::{legacy, modern};

const STEPS: u32 = 5;

/// Calls in both eras, reads a standing stream and listens, until it is over.
pub(super) async fn are_served(stage: &Stage, over: watch::Receiver<bool>) {
    let client = Client::open(&stage.server, "2025-11-25", &json!({})).await;
    let mut standing = client.stand().await;
    let subscribe = legacy(1, "resources/subscribe", json!({"uri": RESOURCE}));
    assert_eq!(client.post(&subscribe).await.status, 200);
    let mut listening = stage.server.send_text(&listening(1)).await;
    listening.until("notifications/subscriptions/acknowledged").await;
    let mut answered = 0;
    while answered == 0 || !*over.borrow() {
        let call = modern(answered, "tools/call", working(0, "answer"));
        let answer = Response::of(stage.server.call(&call).await).await.json();
        assert_eq!(answer["result"]["content"][0]["text"], "0", "{answer}");
        assert_eq!(answer["id"], answered);
        let stream = client
            .post(&legacy(answered, "tools/call", working(STEPS, "answer")))
            .await;
        let said = messages(&stream.body);
        let steps: Vec<_> = said
            .iter()
            .filter_map(|message| message["params"]["progress"].as_u64())
            .collect();
        assert_eq!(steps, [1, 2, 3, 4, 5], "{stream:?}");
        assert_eq!(said[5]["id"], answered, "F4, F11: the answer ends the stream");
        answered += 1;
    }
    stage.mount.resource_updated(RESOURCE);
    standing.until("notifications/resources/updated").await;
    listening.until("notifications/resources/updated").await;
    drop((standing, listening));
    assert_eq!(client.delete().await.status, 204);
}
