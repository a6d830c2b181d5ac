//! What a client was about when it went.

use serde_json::{Value, json};
use tokio::net::TcpStream;

use super::cut::Cut;
use super::dice::Dice;
use super::stage::{RESOURCE, working};
use crate::sessions::client::{Client, POST};
use crate::streams::raw::{mirror, request};
use crate::support::{VERSION, legacy, modern};

const STEPS: u32 = 12;

/// Answers that end may be waited for beyond their end.
const ENDS: usize = 4096;
/// The head, and the progress of a call that goes on.
const TALKS: usize = 1500;
/// Less than any head.
const HEAD: usize = 100;

pub(super) struct Exchange {
    request: String,
    cut: Cut,
}

impl Exchange {
    pub(super) fn any(dice: &mut Dice, clients: &[Client<'_>], id: usize) -> Self {
        // The first speaks 2025-03-26, the one revision with batches.
        let client = &clients[dice.below(clients.len())];
        let post = |message: &Value| request("POST", &client.headers("POST", &[]), &message.to_string());
        let in_session = |steps, then| post(&legacy(id, "tools/call", working(steps, then)));
        let event = format!("{}-{}", dice.below(4), dice.below(4));
        let (request, surely) = match dice.below(11) {
            0 => (modern_call(id, 0, "answer"), ENDS),
            1 => (modern_call(id, STEPS, "answer"), ENDS),
            2 => (modern_call(id, STEPS, "hold"), TALKS),
            3 => (in_session(0, "answer"), ENDS),
            4 => (in_session(STEPS, "answer"), ENDS),
            5 => (in_session(STEPS, "hold"), TALKS),
            6 => (in_session(STEPS, "ask"), TALKS),
            7 => {
                let batch = json!([
                    legacy(id, "tools/call", working(STEPS, "answer")),
                    legacy("p", "ping", json!({}))
                ]);
                (
                    request("POST", &clients[0].headers("POST", &[]), &batch.to_string()),
                    ENDS,
                )
            }
            8 => (listening(id), HEAD),
            9 => (get(client, &[("Accept", "text/event-stream")]), HEAD),
            _ => (
                get(client, &[("Accept", "text/event-stream"), ("Last-Event-ID", &event)]),
                HEAD,
            ),
        };
        let cut = Cut::any(dice, request.len(), surely);
        Self { request, cut }
    }

    pub(super) async fn cut(self, socket: TcpStream) {
        self.cut.perform(socket, &self.request).await;
    }
}

fn modern_call(id: usize, steps: u32, then: &str) -> String {
    let mut call = modern(id, "tools/call", working(steps, then));
    call["params"]["_meta"]["progressToken"] = json!("p");
    let [version, method, name] = mirror(&call);
    let headers = [("Content-Type", "application/json"), version, method, name];
    request("POST", &headers, &call.to_string())
}

/// A modern client that wants to hear of changes (J10).
pub(super) fn listening(id: usize) -> String {
    let wanted = json!({"notifications": {"resourceSubscriptions": [RESOURCE]}});
    let mut headers = POST.to_vec();
    headers.extend([
        ("MCP-Protocol-Version", VERSION),
        ("Mcp-Method", "subscriptions/listen"),
    ]);
    request(
        "POST",
        &headers,
        &modern(id, "subscriptions/listen", wanted).to_string(),
    )
}

fn get(client: &Client<'_>, headers: &[(&str, &str)]) -> String {
    request("GET", &client.headers("GET", headers), "")
}
