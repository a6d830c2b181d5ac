//! Readers that do not read (LNG-3).

use std::sync::Mutex;

use serde_json::{Value, json};
use tokio::sync::oneshot::{Sender, channel};
use wymcp_router::{Context, LogLevel, PlainTool, PlainToolBuilder, Reply};

use super::puppet::{Puppet, legacy_call, modern_call, with_echo};
use super::raw::{Server, events};

/// More than any socket holds on its way.
const MESSAGES: u32 = 4000;
const BYTES: usize = 8 * 1024;

/// Says more than a client takes that does not read, one sentence after the other, and ends; then it tells.
fn flood(over: Sender<()>) -> PlainToolBuilder {
    let over = Mutex::new(Some(over));
    PlainTool::builder("puppet")
        .description("Talks")
        .handler_without_arguments(move |ctx: Context| {
            let over = over.lock().unwrap().take();
            async move {
                let line = "x".repeat(BYTES);
                for step in 0..MESSAGES {
                    ctx.progress(f64::from(step), None, None);
                    ctx.log(LogLevel::Info, None, line.as_str());
                    tokio::task::yield_now().await;
                }
                over.unwrap().send(()).unwrap();
                Ok(Reply::new(json!("finished")))
            }
        })
}

#[tokio::test]
async fn lng_3_a_reader_that_does_not_read_blocks_neither_its_own_call_nor_another() {
    let (over, is_over) = channel();
    let server = Server::start(with_echo(flood(over)).build().unwrap()).await;
    let mut connection = server
        .call(&modern_call(
            json!({"progressToken": 1, "io.modelcontextprotocol/logLevel": "info"}),
        ))
        .await;
    connection.until("\"progress\":0").await;
    let mut request = modern_call(json!({}));
    request["params"]["name"] = json!("echo");
    let (_, body) = server.call(&request).await.rest().await;
    assert!(body.contains("here"), "{body}");
    is_over.await.unwrap();

    let (_, body) = connection.rest().await;
    let (messages, _) = events(&body);
    let progress: Vec<_> = messages
        .iter()
        .filter_map(|message| message["params"]["progress"].as_f64())
        .collect();
    assert!(progress.is_sorted_by(|one, next| one < next), "{progress:?}");
    assert_eq!(
        progress.last(),
        Some(&f64::from(MESSAGES - 1)),
        "the newest is never lost"
    );
    let logs = messages
        .iter()
        .filter(|message| message["method"] == "notifications/message");
    let (notes, kept): (Vec<&Value>, Vec<&Value>) = logs.partition(|message| message["params"]["logger"] == "wymcp");
    let left_out: usize = notes
        .iter()
        .map(|note| {
            let words = note["params"]["data"].as_str().unwrap();
            words.rsplit(' ').next().unwrap().parse::<usize>().unwrap()
        })
        .sum();
    assert_eq!(
        kept.len() + left_out,
        usize::try_from(MESSAGES).unwrap(),
        "each is sent or counted"
    );
    assert!(left_out > 0, "the test's flood is too small to fill the sockets");
    assert!(messages.last().unwrap()["result"].is_object());
    server.stop().await;
}

#[tokio::test]
async fn lng_2_a_client_that_never_reads_and_goes_leaves_nothing_behind() {
    let modern = modern_call(json!({"progressToken": 1, "io.modelcontextprotocol/logLevel": "info"}));
    let legacy = legacy_call(json!({"progressToken": 1}));
    for (request, fate) in [(modern, (0, 1)), (legacy, (1, 0))] {
        let puppet = Puppet::new();
        let server = Server::start(puppet.mount()).await;
        let connection = server.call(&request).await;
        puppet.begun().await;
        for step in 0..500_u32 {
            puppet
                .does(move |ctx| {
                    ctx.progress(f64::from(step), None, Some(&"x".repeat(BYTES)));
                    ctx.log(LogLevel::Info, None, "x".repeat(BYTES));
                })
                .await;
        }
        drop(connection);
        server.stop().await;
        puppet.finish();
        puppet.ended().await;
        assert_eq!(puppet.fate(), fate, "finished, dropped");
    }
}
