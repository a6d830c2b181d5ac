//! How an answer begins: one JSON object, or a stream (wire contract F1, F4, F5, F8, E5a; LNG-4). A service, no sockets.

use axum::body::{Body, HttpBody as _};
use http::{HeaderMap, Request, Response};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;
use wymcp_router::{Context, LogLevel, Mount};

use super::puppet::{Puppet, legacy_call, modern_call, with_log, with_token};
use crate::support::{headers, mirrored};

/// The response, once it begins; `accept` is sent unless it is empty.
pub(super) async fn posted(
    mount: &Mount,
    mut headers: HeaderMap,
    accept: &'static str,
    body: &Value,
) -> Response<Body> {
    headers.insert("content-type", "application/json".parse().unwrap());
    if !accept.is_empty() {
        headers.insert("accept", accept.parse().unwrap());
    }
    let mut request = Request::post("/mcp").body(Body::from(body.to_string())).unwrap();
    *request.headers_mut() = headers;
    mount.clone().into_service().oneshot(request).await.unwrap()
}

pub(super) async fn ask(mount: &Mount, request: &Value) -> Response<Body> {
    posted(mount, mirrored(request), BOTH, request).await
}

pub(super) const BOTH: &str = "application/json, text/event-stream";

/// What comes next of a body, as text; nothing at its end.
pub(super) async fn next(body: &mut Body) -> Option<String> {
    let frame = body.frame().await?.unwrap();
    Some(String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap())
}

pub(super) async fn rest(body: &mut Body) -> String {
    let mut all = String::new();
    while let Some(text) = next(body).await {
        all.push_str(&text);
    }
    all
}

pub(super) fn kind(response: &Response<Body>) -> &str {
    response.headers()["content-type"].to_str().unwrap()
}

fn report(ctx: &Context) {
    ctx.progress(1.0, Some(2.0), Some("half"));
}

const REPORTED: &str = concat!(
    "event: message\n",
    r#"data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"message":"half","progress":1,"progressToken":"p-1","total":2}}"#,
    "\n\n"
);

const LEGACY_ANSWER: &str = concat!(
    "event: message\n",
    r#"data: {"id":1,"jsonrpc":"2.0","result":{"content":[{"text":"\"finished\"","type":"text"}]}}"#,
    "\n\n"
);

#[tokio::test]
async fn f_1_a_call_that_says_nothing_before_its_result_is_answered_with_one_object() {
    for accept in [BOTH, "", "*/*", "application/json"] {
        let puppet = Puppet::new();
        // What was not asked for is not said, and a wish to be heard that comes with the result begins nothing.
        puppet.order(|ctx| ctx.log(LogLevel::Emergency, None, "nobody asked"));
        puppet.order(report);
        puppet.order(Context::open_stream);
        puppet.finish();
        let request = modern_call(json!({}));
        let mut response = posted(&puppet.mount(), mirrored(&request), accept, &request).await;
        assert_eq!((response.status().as_u16(), kind(&response)), (200, "application/json"));
        let body: Value = serde_json::from_str(&rest(response.body_mut()).await).unwrap();
        assert_eq!(body["result"]["content"][0]["text"], "\"finished\"");
    }
}

#[tokio::test]
async fn f_1_f_4_f_5_f_8_what_is_said_first_begins_a_stream_that_ends_with_the_answer() {
    let puppet = Puppet::new();
    let mount = puppet.mount();
    puppet.order(report);
    let request = legacy_call(with_token());
    let mut response = posted(&mount, headers(&[]), BOTH, &request).await;
    assert_eq!(
        (response.status().as_u16(), kind(&response)),
        (200, "text/event-stream")
    );
    assert_eq!(response.headers()["x-accel-buffering"], "no");
    assert_eq!(response.headers()["cache-control"], "no-cache");
    assert!(!response.headers().contains_key("mcp-session-id"));
    let body = response.body_mut();
    assert_eq!(next(body).await.unwrap(), REPORTED);
    puppet.does(report).await;
    puppet.does(|ctx| ctx.progress(1.5, None, None)).await;
    let second = next(body).await.unwrap();
    assert!(
        second.contains("\"progress\":1.5") && second.matches("data: ").count() == 1,
        "{second}"
    );
    puppet.finish();
    assert_eq!(next(body).await.unwrap(), LEGACY_ANSWER);
    assert_eq!(next(body).await, None);
}

#[tokio::test]
async fn f_1_what_is_said_and_answered_at_once_is_a_stream_too() {
    let puppet = Puppet::new();
    puppet.order(report);
    puppet.finish();
    let request = legacy_call(with_token());
    let mut response = posted(&puppet.mount(), headers(&[]), BOTH, &request).await;
    assert_eq!(kind(&response), "text/event-stream");
    assert_eq!(response.headers()["x-accel-buffering"], "no");
    assert!(response.body().size_hint().exact().is_some(), "a body of known length");
    assert_eq!(rest(response.body_mut()).await, format!("{REPORTED}{LEGACY_ANSWER}"));
}

#[tokio::test]
async fn c_12_a_client_that_admits_json_alone_gets_no_stream() {
    let puppet = Puppet::new();
    let mount = puppet
        .builder()
        .stream_after(std::time::Duration::ZERO)
        .build()
        .unwrap();
    let request = modern_call(with_token());
    let asking = tokio::spawn({
        let request = request.clone();
        async move { posted(&mount, mirrored(&request), "application/json", &request).await }
    });
    puppet.begun().await;
    puppet.does(report).await;
    puppet.does(Context::open_stream).await;
    puppet.does(|ctx| assert!(!ctx.is_logged(LogLevel::Emergency))).await;
    puppet.finish();
    assert_eq!(kind(&asking.await.unwrap()), "application/json");
}

#[tokio::test]
async fn c_12_a_client_that_admits_events_alone_gets_events() {
    let puppet = Puppet::new();
    puppet.finish();
    let request = legacy_call(json!({}));
    let mut response = posted(&puppet.mount(), headers(&[]), "text/event-stream", &request).await;
    assert_eq!(kind(&response), "text/event-stream");
    assert_eq!(rest(response.body_mut()).await, LEGACY_ANSWER);
}

#[tokio::test]
async fn e_5a_status_and_headers_wait_for_the_first_message() {
    let puppet = Puppet::new();
    let mount = puppet.mount();
    let request = modern_call(with_log("warning"));
    let asking = tokio::spawn(async move { ask(&mount, &request).await });
    puppet.begun().await;
    puppet
        .does(|ctx| ctx.log(LogLevel::Notice, None, "not grave enough"))
        .await;
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
    assert!(!asking.is_finished());
    puppet
        .does(|ctx| ctx.log(LogLevel::Alert, Some("db"), json!({"b": 1, "a": 2})))
        .await;
    let mut response = asking.await.unwrap();
    let log = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"data":{"a":2,"b":1},"level":"alert","logger":"db"}}"#;
    assert_eq!(
        next(response.body_mut()).await.unwrap(),
        format!("event: message\ndata: {log}\n\n")
    );
    puppet.finish();
    let answer = rest(response.body_mut()).await;
    assert!(
        answer.contains(r#""resultType":"complete""#) && answer.ends_with("\n\n"),
        "{answer}"
    );
}

#[tokio::test]
async fn lng_4_a_tool_may_open_its_stream_before_it_has_anything_to_say() {
    let puppet = Puppet::new();
    let mount = puppet.mount();
    let asking = tokio::spawn(async move { ask(&mount, &modern_call(json!({}))).await });
    puppet.begun().await;
    puppet.does(Context::open_stream).await;
    let mut response = asking.await.unwrap();
    assert_eq!(
        (response.status().as_u16(), kind(&response)),
        (200, "text/event-stream")
    );
    assert_eq!(next(response.body_mut()).await.unwrap(), ":\n\n");
    puppet.does(Context::open_stream).await;
    puppet.finish();
    let rest = rest(response.body_mut()).await;
    assert!(
        rest.starts_with("event: message\ndata: {") && rest.matches("data: ").count() == 1,
        "{rest}"
    );
}
