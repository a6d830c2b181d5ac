//! Streams that are taken up again (L15, L17, L18).

use serde_json::{Value, json};
use wymcp_router::Context;

use super::client::{Client, Event, Response, events, messages, serve};
use crate::streams::puppet::{Puppet, legacy_call, with_token};
use crate::streams::raw::{Connection, Server};

async fn server(puppet: &Puppet) -> Server {
    serve(puppet.builder().legacy_sessions(true).build().unwrap()).await
}

fn progress(step: u32) -> impl FnOnce(&Context) + Send + 'static {
    move |ctx| ctx.progress(f64::from(step), None, None)
}

fn steps(said: &[Value]) -> Vec<i64> {
    said.iter()
        .filter_map(|message| message["params"]["progress"].as_i64())
        .collect()
}

/// A call that has reported twice on a stream that was read so far; and what was read.
async fn reported_twice(client: &Client<'_>, puppet: &Puppet) -> (Connection, Vec<Event>) {
    let mut stream = client.stream(&legacy_call(with_token())).await;
    puppet.begun().await;
    for step in 1..=2 {
        puppet.does(progress(step)).await;
    }
    let text = stream
        .until("\"progress\":2,\"progressToken\":\"p-1\"}}\n\n")
        .await
        .to_owned();
    let body = text.split_once("\r\n\r\n").unwrap().1.replace("\r\n", "\n");
    let read = events(&body).into_iter().filter(|event| event.id.is_some()).collect();
    (stream, read)
}

#[tokio::test]
async fn l_17_event_ids_are_unique_in_a_session_and_tell_the_stream() {
    let puppet = Puppet::new();
    let server = server(&puppet).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        let (stream, _) = reported_twice(&client, &puppet).await;
        puppet.finish();
        let events = events(&stream.rest().await.1);
        assert!(events[0].is_priming(), "L14");
        let streams: Vec<_> = events
            .iter()
            .map(|event| event.id.as_deref().unwrap().split_once('-').unwrap().0.to_owned())
            .collect();
        assert!(streams.iter().all(|stream| *stream == streams[0]));
        ids.extend(events.into_iter().map(|event| event.id.unwrap()));
    }
    let mut distinct = ids.clone();
    distinct.sort();
    distinct.dedup();
    assert_eq!((ids.len(), distinct.len()), (8, 8), "{ids:?}");
    server.stop().await;
}

#[tokio::test]
async fn l_18_f_10_a_cut_call_goes_on_and_the_rest_is_read_from_where_it_was_cut() {
    for revision in ["2025-06-18", "2025-11-25"] {
        let puppet = Puppet::new();
        let server = server(&puppet).await;
        let client = Client::open(&server, revision, &json!({})).await;
        let (stream, read) = reported_twice(&client, &puppet).await;
        drop(stream);
        puppet.does(progress(3)).await;
        // Behind the first report: what was lost on the way, what was said meanwhile, and what is yet to come.
        let first = read.iter().find(|event| !event.is_priming()).unwrap();
        let mut again = client.resume(first.id.as_deref().unwrap()).await;
        again.until("\"progress\":3").await;
        puppet.does(progress(4)).await;
        puppet.finish();
        let answer = Response::of(again).await;
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (200, Some("text/event-stream"))
        );
        let said = messages(&answer.body);
        assert_eq!(steps(&said), [2, 3, 4]);
        assert_eq!((&said[3]["id"], said.len()), (&json!(1), 4), "the answer ends it");
        assert_eq!(puppet.fate(), (1, 0));
        server.stop().await;
    }
}

#[tokio::test]
async fn l_18_the_answer_of_a_call_that_ended_unread_is_read_later_and_more_than_once() {
    let puppet = Puppet::new();
    let server = server(&puppet).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let (stream, read) = reported_twice(&client, &puppet).await;
    drop(stream);
    puppet.finish();
    puppet.ended().await;
    for _ in 0..2 {
        let said = messages(&client.resume(read[2].id.as_deref().unwrap()).await.rest().await.1);
        assert_eq!(said.len(), 1);
        assert_eq!(said[0]["id"], 1);
    }
    let said = messages(&client.resume(read[0].id.as_deref().unwrap()).await.rest().await.1);
    assert_eq!(
        (steps(&said), said.len()),
        (vec![1, 2], 3),
        "from the priming event: everything"
    );
    server.stop().await;
}

#[tokio::test]
async fn l_18_one_stream_is_replayed_and_no_other_and_no_other_session() {
    let puppet = Puppet::new();
    let server = server(&puppet).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let mut first_ids = Vec::new();
    for _ in 0..2 {
        let (stream, read) = reported_twice(&client, &puppet).await;
        puppet.finish();
        stream.rest().await;
        first_ids.push(read[0].id.clone().unwrap());
    }
    for id in &first_ids {
        let replayed = events(&client.resume(id).await.rest().await.1);
        let stream = id.split_once('-').unwrap().0;
        assert_eq!(replayed.len(), 3);
        assert!(
            replayed
                .iter()
                .all(|event| event.id.as_deref().unwrap().starts_with(&format!("{stream}-")))
        );
    }
    let other = Client::open(&server, "2025-11-25", &json!({})).await;
    for unknown in [
        first_ids[0].as_str(),
        "99-1",
        "banana",
        "1",
        "-",
        "1-1-1",
        "+1-1",
        "99999999999999999999-1",
    ] {
        let answer = Response::of(other.resume(unknown).await).await;
        assert_eq!(
            (answer.status, &answer.json()["error"]["code"]),
            (400, &json!(-32600)),
            "{unknown}"
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn l_13_whoever_comes_back_takes_the_stream_over_from_a_connection_that_hangs() {
    let puppet = Puppet::new();
    let server = server(&puppet).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let (hanging, read) = reported_twice(&client, &puppet).await;
    let mut again = client.resume(read[2].id.as_deref().unwrap()).await;
    again.until("data: \n\n").await;
    assert_eq!(messages(&hanging.rest().await.1).len(), 2, "the first connection ends");
    puppet.finish();
    assert_eq!(messages(&again.rest().await.1)[0]["id"], 1);
    server.stop().await;
}

#[tokio::test]
async fn l_15_a_tool_lets_go_of_its_connection_and_the_client_comes_back_for_the_answer() {
    let puppet = Puppet::new();
    let server = server(&puppet).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let stream = client.stream(&legacy_call(json!({}))).await;
    puppet.begun().await;
    puppet.does(Context::close_stream).await;
    let closed = events(&stream.rest().await.1);
    assert_eq!(closed.len(), 1, "{closed:?}");
    assert!(closed[0].is_priming() && closed[0].retry.is_some());
    let mut again = client.resume(closed[0].id.as_deref().unwrap()).await;
    again.until("data: \n\n").await;
    puppet.finish();
    assert_eq!(messages(&again.rest().await.1)[0]["id"], 1);
    server.stop().await;
}

#[tokio::test]
async fn l_15_nobody_is_let_go_who_would_not_come_back() {
    for (revision, sessions) in [("2025-06-18", true), ("2025-11-25", false)] {
        let puppet = Puppet::new();
        let server = serve(puppet.builder().legacy_sessions(sessions).build().unwrap()).await;
        let call = legacy_call(json!({}));
        let client;
        let stream = if sessions {
            client = Client::open(&server, revision, &json!({})).await;
            client.stream(&call).await
        } else {
            server.call(&call).await
        };
        puppet.begun().await;
        puppet.does(Context::close_stream).await;
        puppet.finish();
        assert!(stream.rest().await.1.contains("finished"), "{revision}");
        server.stop().await;
    }
}
