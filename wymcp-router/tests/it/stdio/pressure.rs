//! More calls than there are places (back-pressure).

use std::collections::BTreeSet;

use serde_json::json;
use wymcp_router::{Context, Elicited, Form, Mount, PlainTool, Reply};

use super::client::Client;
use crate::gate::Gate;
use crate::support::{self, call, legacy, modern};

#[tokio::test]
async fn many_calls_through_narrow_pipes_are_all_answered_once() {
    let mut client = Client::with_pipes(support::mount(), 64);
    let mut input = client.input.take().unwrap();
    let sender = tokio::spawn(async move {
        use tokio::io::AsyncWriteExt as _;
        for id in 0..500 {
            let line = format!(
                "{}\n",
                modern(id, "tools/call", call("notes", json!({"action": "read"})))
            );
            input.write_all(line.as_bytes()).await.unwrap();
        }
    });
    let mut ids = BTreeSet::new();
    for _ in 0..500 {
        assert!(ids.insert(client.next().await["id"].as_i64().unwrap()));
    }
    sender.await.unwrap();
    assert_eq!(ids.len(), 500);
    assert!(client.close().await.is_empty());
}

#[tokio::test]
async fn a_cancellation_is_seen_behind_calls_that_fill_every_place() {
    let gate = Gate::default();
    let mut client = Client::of(support::builder().tool(gate.tool()).build().unwrap());
    // More than run at once: some wait for a place.
    for id in 0..100 {
        client.send(&modern(id, "tools/call", call("wait", json!({})))).await;
    }
    for id in 0..100 {
        client
            .send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}))
            .await;
    }
    client
        .send(&modern("last", "tools/call", call("notes", json!({"action": "read"}))))
        .await;
    let rest = client.close().await;
    assert_eq!(
        rest.iter().map(|answer| &answer["id"]).collect::<Vec<_>>(),
        [&json!("last")]
    );
    assert_eq!(gate.finished(), 0);
}

#[tokio::test]
async fn calls_that_waited_for_a_place_are_answered_in_the_end() {
    let gate = Gate::default();
    let mut client = Client::of(support::builder().tool(gate.tool()).build().unwrap());
    for id in 0..100 {
        client.send(&modern(id, "tools/call", call("wait", json!({})))).await;
    }
    let go = std::sync::Arc::clone(&gate.inner);
    let opener = tokio::spawn(async move {
        loop {
            go.go.notify_one();
            tokio::task::yield_now().await;
        }
    });
    assert_eq!(client.close().await.len(), 100);
    opener.abort();
    assert_eq!(gate.finished(), 100);
}

/// What a call asks is answered on the channel that its successors fill: reading goes on while one waits for its client.
#[tokio::test(start_paused = true)]
async fn l_19_answers_are_read_behind_more_calls_than_there_are_places() {
    let asks = PlainTool::builder("asks")
        .description("Asks")
        .handler_without_arguments(|ctx: Context| async move {
            let answer = ctx.ask(Form::new("sure", "Sure?"))?;
            Ok(Reply::new(json!(answer == Elicited::Declined)))
        });
    let mut client = Client::of(Mount::builder("asking", "1.0.0").tool(asks).build().unwrap());
    let introduction = json!({"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}}});
    client.send(&legacy("in", "initialize", introduction)).await;
    client.next().await;
    const CALLS: usize = 400;
    for id in 0..CALLS {
        client.send(&legacy(id, "tools/call", call("asks", json!({})))).await;
    }
    let (mut answered, mut refused) = (0, 0);
    while answered + refused < CALLS {
        let message = client.next().await;
        if message["method"] == "elicitation/create" {
            let answer = json!({"jsonrpc": "2.0", "id": message["id"], "result": {"action": "decline"}});
            client.send(&answer).await;
        } else if message["error"]["code"] == -32_603 {
            refused += 1;
        } else {
            assert_eq!(message["result"]["content"][0]["text"], "true", "{message}");
            answered += 1;
        }
    }
    // As many as may run and wait; the others are told to come later.
    assert_eq!((answered, refused), (64 + 256, CALLS - 64 - 256));
    assert!(client.close().await.is_empty());
}
