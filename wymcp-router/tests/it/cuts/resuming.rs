//! A client that loses its connection again and again, and comes back for the rest (L14, L17, L18).

use std::net::SocketAddr;

use serde_json::Value;
use tokio::net::TcpStream;

use super::cut::Cut;
use super::dice::Dice;
use super::stage::working;
use crate::sessions::client::{POST, events};
use crate::streams::raw::request;
use crate::support::legacy;

const STEPS: u32 = 20;

/// Reads the answer of one call, cut after cut, and sees that no message is missing or comes twice; gives the number of cuts.
pub(super) async fn read_whole(address: SocketAddr, session: String, mut dice: Dice) -> usize {
    let own = [
        ("Mcp-Session-Id", session.as_str()),
        ("MCP-Protocol-Version", "2025-11-25"),
    ];
    let call = legacy(1, "tools/call", working(STEPS, "answer")).to_string();
    let mut next = request("POST", &[&POST[..], &own].concat(), &call);
    let mut said: Vec<Value> = Vec::new();
    let mut cuts = 0;
    while said.last().is_none_or(|message| message["id"] != 1) {
        let socket = TcpStream::connect(address).await.unwrap();
        let read = Cut::reading(&mut dice).perform(socket, &next).await;
        for event in events(&whole_events(&read)) {
            if !event.is_priming() {
                said.push(event.message());
            }
            let last = event.id.unwrap();
            let resume = [("Accept", "text/event-stream"), ("Last-Event-ID", last.as_str())];
            next = request("GET", &[&resume[..], &own].concat(), "");
        }
        cuts += 1;
    }
    let steps: Vec<_> = said
        .iter()
        .filter_map(|message| message["params"]["progress"].as_u64())
        .collect();
    assert_eq!(steps, (1..=u64::from(STEPS)).collect::<Vec<_>>());
    assert_eq!(said.len(), steps.len() + 1);
    let socket = TcpStream::connect(address).await.unwrap();
    let status = Cut::after(15).perform(socket, &request("DELETE", &own, "")).await;
    assert_eq!(String::from_utf8(status).unwrap(), "HTTP/1.1 204 No");
    cuts
}

/// The events that came whole, without the marks of chunks.
fn whole_events(read: &[u8]) -> String {
    let text = std::str::from_utf8(read).unwrap();
    let Some((head, mut rest)) = text.split_once("\r\n\r\n") else {
        return String::new();
    };
    assert!(head.starts_with("HTTP/1.1 200 "), "{text}");
    let mut body = String::new();
    while let Some((length, chunk)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap();
        body.push_str(&chunk[..length.min(chunk.len())]);
        rest = chunk.get(length + 2..).unwrap_or_default();
    }
    body.truncate(body.rfind("\n\n").map_or(0, |end| end + 2));
    body
}
