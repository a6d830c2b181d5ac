//! A client without a socket: requests into the service, responses held as they are.

use std::task::{Context, Poll};

use axum::body::{Body, HttpBody as _};
use axum::http::{Request, Response};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;
use wymcp_router::{Context as Call, Mount, MountBuilder, PlainTool, Reply, Resource};

pub(crate) const RESOURCE: &str = "test://watched";

/// A tool that talks and answers, one that talks and waits, and something to subscribe to.
pub(crate) fn server() -> MountBuilder {
    let talk = PlainTool::builder("talk")
        .description("Talks, and answers")
        .handler_without_arguments(|ctx: Call| async move {
            for step in 1..=4 {
                ctx.progress(f64::from(step), Some(4.0), Some("another step was made"));
                tokio::task::yield_now().await;
            }
            Ok(Reply::new("done"))
        });
    let wait = PlainTool::builder("wait")
        .description("Opens its stream, and waits")
        .handler_without_arguments(|ctx: Call| async move {
            ctx.open_stream();
            std::future::pending::<()>().await;
            Ok(Reply::new("never"))
        });
    Mount::builder("memory", "1.0.0")
        .tool(talk)
        .tool(wait)
        .resource(Resource::text(RESOURCE, "watched", "text/plain", "Watch me."))
}

pub(crate) async fn send(mount: &Mount, method: &str, headers: &[(&str, &str)], body: String) -> Response<Body> {
    let mut request = Request::builder().method(method).uri("/mcp");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Body::from(body)).unwrap();
    mount.clone().into_service().oneshot(request).await.unwrap()
}

const JSON: [(&str, &str); 2] = [
    ("content-type", "application/json"),
    ("accept", "application/json, text/event-stream"),
];

/// A call of a modern client, which is answered with a stream.
pub(crate) async fn modern_call(mount: &Mount, tool: &str) -> Response<Body> {
    modern(mount, "tools/call", json!({"name": tool}), &[("mcp-name", tool)]).await
}

/// A modern client that wants to hear of changes.
pub(crate) async fn listen(mount: &Mount) -> Response<Body> {
    let notifications = json!({"toolsListChanged": true, "resourceSubscriptions": [RESOURCE]});
    modern(
        mount,
        "subscriptions/listen",
        json!({"notifications": notifications}),
        &[],
    )
    .await
}

async fn modern(mount: &Mount, method: &str, mut params: Value, more: &[(&str, &str)]) -> Response<Body> {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "progressToken": 1,
    });
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    let own = [("mcp-protocol-version", "2026-07-28"), ("mcp-method", method)];
    send(mount, "POST", &[&JSON[..], &own, more].concat(), message.to_string()).await
}

/// The id of a session, and what its client does with it.
pub(crate) struct Session<'m> {
    mount: &'m Mount,
    id: String,
}

impl<'m> Session<'m> {
    pub(crate) async fn open(mount: &'m Mount) -> Self {
        let client = json!({"name": "test", "version": "1"});
        let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client});
        let initialize = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
        let answer = send(mount, "POST", &JSON, initialize.to_string()).await;
        let id = answer.headers()["mcp-session-id"].to_str().unwrap().to_owned();
        let session = Self { mount, id };
        let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(session.post(&initialized).await.status(), 202);
        session
    }

    pub(crate) async fn post(&self, message: &Value) -> Response<Body> {
        let own = [
            ("mcp-session-id", self.id.as_str()),
            ("mcp-protocol-version", "2025-11-25"),
        ];
        send(self.mount, "POST", &[&JSON[..], &own].concat(), message.to_string()).await
    }

    /// A request, and its whole answer.
    pub(crate) async fn ask(&self, method: &str, params: Value) -> String {
        let response = self
            .post(&json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))
            .await;
        let body = response.into_body().collect().await.unwrap().to_bytes();
        String::from_utf8(body.to_vec()).unwrap()
    }

    /// Read the standing stream.
    pub(crate) async fn stand(&self) -> Response<Body> {
        let own = [
            ("accept", "text/event-stream"),
            ("mcp-session-id", self.id.as_str()),
            ("mcp-protocol-version", "2025-11-25"),
        ];
        send(self.mount, "GET", &own, String::new()).await
    }
}

/// What a stream says now; nothing where it waits.
pub(crate) fn said_now(stream: &mut Response<Body>) -> Option<String> {
    let mut context = Context::from_waker(std::task::Waker::noop());
    match std::pin::Pin::new(stream.body_mut()).poll_frame(&mut context) {
        Poll::Ready(frame) => {
            let data = frame.unwrap().unwrap().into_data().unwrap();
            Some(String::from_utf8(data.to_vec()).unwrap())
        }
        Poll::Pending => None,
    }
}
