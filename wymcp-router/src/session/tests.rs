//! Sessions of a mount, counted, on a clock that stands still until it is moved.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, Response};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tokio::time::advance;
use tower::ServiceExt as _;

use super::*;
use crate::{Context, Mount, PlainTool, Reply};

const IDLE: Duration = Duration::from_secs(60);

fn mount(cap: usize) -> Mount {
    let wait = PlainTool::builder("wait")
        .description("Says something, and waits for a minute and a half")
        .handler_without_arguments(|ctx: Context| async move {
            ctx.progress(1.0, None, None);
            tokio::time::sleep(Duration::from_secs(90)).await;
            Ok(Reply::new(json!("waited")))
        });
    Mount::builder("counted", "1.0.0")
        .tool(wait)
        .session_idle(IDLE)
        .session_cap(cap)
        .build()
        .unwrap()
}

fn sessions(mount: &Mount) -> &Arc<Sessions> {
    mount.core().sessions.as_ref().unwrap()
}

async fn send(mount: &Mount, method: &str, id: Option<&str>, body: Value) -> Response<Body> {
    let mut request = Request::builder()
        .method(method)
        .header("content-type", "application/json")
        .header(
            "accept",
            if method == "GET" {
                "text/event-stream"
            } else {
                "application/json, text/event-stream"
            },
        );
    if let Some(id) = id {
        request = request.header("mcp-session-id", id);
    }
    let body = if body.is_null() {
        String::new()
    } else {
        body.to_string()
    };
    mount
        .clone()
        .into_service()
        .oneshot(request.body(Body::from(body)).unwrap())
        .await
        .unwrap()
}

async fn open(mount: &Mount) -> String {
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}});
    let opened = send(
        mount,
        "POST",
        None,
        json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}),
    )
    .await;
    assert_eq!(opened.status(), 200);
    opened.headers()["mcp-session-id"].to_str().unwrap().to_owned()
}

async fn ping(mount: &Mount, id: &str) -> u16 {
    send(
        mount,
        "POST",
        Some(id),
        json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}),
    )
    .await
    .status()
    .as_u16()
}

async fn call(mount: &Mount, id: &str) -> Response<Body> {
    let params = json!({"name": "wait", "_meta": {"progressToken": 1}});
    send(
        mount,
        "POST",
        Some(id),
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}),
    )
    .await
}

/// The next frame of a stream; nothing at its end.
async fn frame(response: &mut Response<Body>) -> Option<String> {
    let frame = response.body_mut().frame().await?.unwrap();
    Some(String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap())
}

/// Let the clock go on, and whatever waits for it.
async fn pass(time: Duration) {
    advance(time).await;
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(start_paused = true)]
async fn l_10_a_session_ends_after_it_was_silent_for_so_long_and_not_before() {
    let mount = mount(10);
    let id = open(&mount).await;
    for _ in 0..3 {
        pass(IDLE - Duration::from_secs(1)).await;
        assert_eq!(ping(&mount, &id).await, 200, "every message begins the wait anew");
    }
    pass(IDLE).await;
    assert_eq!(ping(&mount, &id).await, 404);
    assert_eq!(sessions(&mount).len(), 0);
}

#[tokio::test(start_paused = true)]
async fn l_10_a_thousand_sessions_that_nobody_ends_are_gone_without_being_asked_for() {
    let mount = mount(10_000);
    for _ in 0..1000 {
        open(&mount).await;
    }
    assert_eq!((sessions(&mount).len(), sessions(&mount).all().len()), (1000, 1000));
    pass(IDLE * 2).await;
    assert_eq!((sessions(&mount).len(), sessions(&mount).all().len()), (0, 0));
    // The sweeper has gone with the last; the next session has one again.
    open(&mount).await;
    pass(IDLE * 2).await;
    assert_eq!(sessions(&mount).len(), 0);
}

#[tokio::test(start_paused = true)]
async fn l_10_a_stream_that_is_read_keeps_its_session_and_one_that_was_left_does_not() {
    let mount = mount(1000);
    let mut streams = Vec::new();
    for _ in 0..100 {
        let id = open(&mount).await;
        let mut stream = send(&mount, "GET", Some(&id), Value::Null).await;
        assert!(frame(&mut stream).await.unwrap().starts_with("id: 0-1\n"));
        streams.push((id, stream));
    }
    pass(IDLE * 5).await;
    assert_eq!(sessions(&mount).len(), 100, "their clients are there");
    let (id, mut stream) = streams.pop().unwrap();
    assert_eq!(frame(&mut stream).await.unwrap(), ":\n\n", "F6");
    let kept = Arc::downgrade(&sessions(&mount).all()[0]);
    streams.clear();
    pass(IDLE / 2).await;
    assert_eq!(sessions(&mount).len(), 100, "the wait begins when the stream was left");
    pass(IDLE).await;
    assert_eq!(sessions(&mount).len(), 1);
    drop(stream);
    pass(IDLE * 2).await;
    assert_eq!((sessions(&mount).len(), ping(&mount, &id).await), (0, 404));
    assert!(kept.upgrade().is_none(), "nothing holds what has ended");
}

#[tokio::test(start_paused = true)]
async fn l_10_a_call_that_runs_keeps_its_session_though_its_client_is_gone() {
    let mount = mount(10);
    let id = open(&mount).await;
    let mut cut = call(&mount, &id).await;
    assert!(frame(&mut cut).await.unwrap().contains("\"progress\":1"));
    drop(cut);
    pass(Duration::from_secs(80)).await;
    assert_eq!(sessions(&mount).len(), 1);
    pass(Duration::from_secs(15)).await;
    pass(IDLE / 2).await;
    assert_eq!(sessions(&mount).len(), 1, "the wait begins at the call's end");
    let session = Arc::downgrade(&sessions(&mount).all()[0]);
    assert!(sessions(&mount).budget.used() > 0, "its answer is kept");
    pass(IDLE * 2).await;
    assert_eq!((sessions(&mount).len(), sessions(&mount).budget.used()), (0, 0));
    assert!(session.upgrade().is_none());
}

#[tokio::test(start_paused = true)]
async fn l_10_when_there_are_too_many_the_one_that_was_silent_for_longest_goes() {
    let mount = mount(3);
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.push(open(&mount).await);
        pass(Duration::from_secs(1)).await;
    }
    assert_eq!(ping(&mount, &ids[0]).await, 200);
    let newest = open(&mount).await;
    assert_eq!(sessions(&mount).len(), 3);
    let mut statuses = Vec::new();
    for id in ids.iter().chain([&newest]) {
        statuses.push(ping(&mount, id).await);
    }
    assert_eq!(statuses, [200, 404, 200, 200], "the first was heard of again");
}

#[tokio::test(start_paused = true)]
async fn l_10_who_reads_a_stream_goes_last_and_whose_call_runs_not_at_all() {
    let mount = mount(2);
    let reads = open(&mount).await;
    let stream = send(&mount, "GET", Some(&reads), Value::Null).await;
    pass(Duration::from_secs(1)).await;
    let idle = open(&mount).await;
    let works = open(&mount).await;
    assert_eq!((ping(&mount, &idle).await, ping(&mount, &reads).await), (404, 200));
    let (one, other) = (call(&mount, &works).await, call(&mount, &reads).await);
    let refused = send(
        &mount,
        "POST",
        None,
        json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"protocolVersion": "2025-11-25"}}),
    )
    .await;
    assert_eq!(refused.status(), 503);
    assert_eq!((ping(&mount, &works).await, ping(&mount, &reads).await), (200, 200));
    drop((one, other, stream));
}

#[tokio::test(start_paused = true)]
async fn l_22_what_is_announced_reaches_those_who_want_it_once_read_or_not() {
    let mount = mount(10);
    let (one, other) = (open(&mount).await, open(&mount).await);
    let of = |id: &str| {
        let id = SessionId::parse(id).unwrap();
        sessions(&mount).find(id, None).unwrap()
    };
    for id in [&one, &other] {
        let ready = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(send(&mount, "POST", Some(id), ready).await.status(), 202);
    }
    assert!(of(&one).handshake.subscriptions.add("file:///a".to_owned()));
    let updated = r#"{"jsonrpc":"2.0","method":"notifications/resources/updated","params":{"uri":"file:///a"}}"#;
    let announce = || mount.resource_updated("file:///a");
    announce();
    announce();
    let mut stream = send(&mount, "GET", Some(&one), Value::Null).await;
    let said = frame(&mut stream).await.unwrap();
    assert_eq!(said.matches(updated).count(), 1, "J11: {said}");
    announce();
    let said = frame(&mut stream).await.unwrap();
    assert_eq!(said, format!("id: 0-3\nevent: message\ndata: {updated}\n\n"));
    drop(stream);
    announce();
    let mut nothing = send(&mount, "GET", Some(&other), Value::Null).await;
    assert!(
        !frame(&mut nothing).await.unwrap().contains("updated"),
        "L22: it did not ask for it"
    );
    of(&one).handshake.subscriptions.remove("file:///a");
    announce();
    let again = Request::get("/")
        .header("mcp-session-id", &one)
        .header("last-event-id", "0-2")
        .body(Body::empty())
        .unwrap();
    let mut again = mount.clone().into_service().oneshot(again).await.unwrap();
    let said = frame(&mut again).await.unwrap();
    assert_eq!(
        said.matches(updated).count(),
        2,
        "what may be lost, and what came meanwhile: {said}"
    );
}

#[tokio::test(start_paused = true)]
async fn l_18_a_client_that_leaves_many_streams_finds_the_last_of_them() {
    let mount = mount(10);
    let id = open(&mount).await;
    for _ in 0..=wymcp_bound::limits::PARKED {
        drop(call(&mount, &id).await);
    }
    let resume = |event: &'static str| {
        let request = Request::get("/")
            .header("mcp-session-id", &id)
            .header("last-event-id", event);
        mount
            .clone()
            .into_service()
            .oneshot(request.body(Body::empty()).unwrap())
    };
    assert_eq!(resume("1-1").await.unwrap().status(), 400, "the oldest was given up");
    assert_eq!(resume("2-1").await.unwrap().status(), 200);
    pass(Duration::from_secs(100)).await;
    let mut last = resume("17-1").await.unwrap();
    assert!(frame(&mut last).await.unwrap().contains("waited"));
    assert_eq!(frame(&mut last).await, None);
}

#[tokio::test]
async fn l_10_what_a_client_says_of_itself_is_bounded() {
    let mount = mount(10);
    let initialize = |params: Value| {
        send(
            &mount,
            "POST",
            None,
            json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}),
        )
    };
    let long = "x".repeat(100_000);
    let pictured = initialize(json!({
        "protocolVersion": "2025-11-25", "capabilities": {},
        "clientInfo": {"name": "n", "version": "1", "icons": [{"src": format!("data:image/png;base64,{long}")}]},
    }));
    assert!(pictured.await.headers().contains_key("mcp-session-id"));
    let too_long =
        initialize(json!({"protocolVersion": "2025-11-25", "capabilities": {"experimental": {"x": long}}})).await;
    assert!(!too_long.headers().contains_key("mcp-session-id"));
    let body = too_long.into_body().collect().await.unwrap().to_bytes();
    assert_eq!(serde_json::from_slice::<Value>(&body).unwrap()["error"]["code"], -32602);
    assert_eq!(sessions(&mount).len(), 1);
}

#[test]
fn act_11_options_that_keep_nothing_are_offences() {
    let offences = Mount::builder("none", "1.0.0")
        .session_idle(Duration::ZERO)
        .session_cap(0)
        .build()
        .unwrap_err();
    let found: Vec<_> = offences
        .iter()
        .map(|offence| (offence.code(), offence.pointer().to_owned()))
        .collect();
    assert_eq!(
        found,
        [
            ("invalid_limit", "/session_idle".to_owned()),
            ("invalid_limit", "/session_cap".to_owned())
        ]
    );
    assert!(offences.iter().all(|offence| offence.location().is_some()));
}
