//! The standing stream, and log levels of a session (L11 to L14, K10).

use serde_json::{Value, json};
use wymcp_router::{Context, LogLevel};

use super::client::{Client, Response, events, messages, serve};
use crate::streams::puppet::{Puppet, legacy_call};
use crate::support::{legacy, with_sessions};

#[tokio::test]
async fn l_11_l_14_get_opens_a_stream_that_is_primed_for_the_last_revision_alone() {
    let server = serve(with_sessions().build().unwrap()).await;
    for (revision, primes) in [("2025-03-26", false), ("2025-06-18", false), ("2025-11-25", true)] {
        let client = Client::open(&server, revision, &json!({})).await;
        let mut stream = client.stand().await;
        stream.until(if primes { "\ndata: \n\n" } else { ":\n\n" }).await;
        assert_eq!(client.delete().await.status, 204);
        let answer = Response::of(stream).await;
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, Some("text/event-stream"))
        );
        assert_eq!(answer.header("x-accel-buffering"), Some("no"));
        let events = answer.events();
        assert_eq!(
            events.iter().filter(|event| event.is_priming()).count(),
            usize::from(primes),
            "{events:?}"
        );
        assert_eq!(
            events.len(),
            usize::from(primes),
            "it ends with its session, and said nothing"
        );
        assert!(events.iter().all(|event| event.retry.is_some()));
    }
    server.stop().await;
}

#[tokio::test]
async fn c_13_get_needs_to_admit_streams() {
    let server = serve(with_sessions().build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    for accept in ["application/json", "text/html"] {
        assert_eq!(
            client.tell("GET", &[("Accept", accept)], "").await.status,
            406,
            "{accept}"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn l_13_a_second_reader_takes_the_place_of_the_first() {
    let server = serve(with_sessions().build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let mut first = client.stand().await;
    first.until("data: \n\n").await;
    let mut second = client.stand().await;
    second.until("data: \n\n").await;
    let first = events(&first.rest().await.1);
    assert_eq!(first.len(), 1, "it ended");
    assert_eq!(client.delete().await.status, 204);
    let second = events(&second.rest().await.1);
    assert_ne!(first[0].id, second[0].id, "L17");
    server.stop().await;
}

#[tokio::test]
async fn lng_3_the_process_ends_though_somebody_reads() {
    let server = serve(with_sessions().build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let mut stream = client.stand().await;
    stream.until("data: \n\n").await;
    server.stop().await;
    assert_eq!(Response::of(stream).await.events().len(), 1);
}

#[tokio::test]
async fn k_10_a_level_is_set_for_its_session_and_reaches_calls_that_run() {
    let puppet = Puppet::new();
    let server = serve(puppet.builder().legacy_sessions(true).build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let other = Client::open(&server, "2025-11-25", &json!({})).await;
    let set = |level: &str| legacy(5, "logging/setLevel", json!({"level": level}));
    let log = |level: LogLevel| move |ctx: &Context| ctx.log(level, None, level.name());
    assert_eq!(client.post(&set("loud")).await.json()["error"]["code"], -32602);
    let call = client.stream(&legacy_call(json!({}))).await;
    puppet.begun().await;
    puppet.does(log(LogLevel::Emergency)).await;
    assert_eq!(other.post(&set("debug")).await.json()["result"], json!({}));
    puppet.does(log(LogLevel::Alert)).await;
    assert_eq!(client.post(&set("warning")).await.json()["result"], json!({}));
    puppet.does(log(LogLevel::Info)).await;
    puppet.does(log(LogLevel::Error)).await;
    puppet.finish();
    let said = messages(&call.rest().await.1);
    let levels: Vec<&Value> = said.iter().map(|message| &message["params"]["level"]).collect();
    assert_eq!(
        levels,
        [&json!("error"), &Value::Null],
        "none before it asked, none of less weight"
    );
    server.stop().await;
}
