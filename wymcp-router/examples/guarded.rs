//! A server on the open net: pages of one other origin may call it, and every call needs a token.
//!
//! Three things stand around the mount, from the outside in: CORS, which answers a browser's preflight before anybody asks for a token;
//! the token, whose refusal says where the metadata of the resource is; the mount, which knows its hosts and origins.
//!
//! ```text
//! cargo run --example guarded
//! curl -i http://127.0.0.1:8787/mcp -X POST
//! curl http://127.0.0.1:8787/.well-known/oauth-protected-resource/mcp
//! ```

use std::error::Error;

use axum::Router;
use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, WWW_AUTHENTICATE};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use serde_json::json;
use tower_http::cors::CorsLayer;
use wymcp_router::{Context, Mount, Offences, PlainTool, Principal, Reply};

/// The origin whose pages may call.
const PAGE: &str = "https://app.example.com";
/// This server, as the net knows it.
const HOST: &str = "mcp.example.com";
/// Where RFC 9728 wants the metadata of the resource `/mcp`.
const METADATA: &str = "/.well-known/oauth-protected-resource/mcp";

fn app() -> Result<Router, Offences> {
    let whoami = PlainTool::builder("whoami")
        .description("Who calls")
        .handler_without_arguments(async |ctx: Context| {
            Ok(Reply::new(json!({"id": ctx.principal().map(Principal::id)})))
        });
    let mount = Mount::builder("guarded", "1.0.0")
        .tool(whoami)
        .allow_host(HOST)
        .allow_origin(PAGE)
        .build()?;
    Ok(Router::new()
        .route_service("/mcp", mount.into_service())
        .layer(from_fn(authenticate))
        .route(METADATA, get(metadata))
        .layer(cors()))
}

/// What a browser asks before it lets a page call. A tool whose arguments are mirrored in `Mcp-Param-…` adds those names.
fn cors() -> CorsLayer {
    let sent = [
        "authorization",
        "content-type",
        "last-event-id",
        "mcp-method",
        "mcp-name",
        "mcp-protocol-version",
        "mcp-session-id",
    ];
    CorsLayer::new()
        .allow_origin([HeaderValue::from_static(PAGE)])
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        .allow_headers(sent.map(HeaderName::from_static))
        .expose_headers([HeaderName::from_static("mcp-session-id"), WWW_AUTHENTICATE])
}

/// Who calls, or where to get a token. A real server verifies the token's signature, expiry and audience here.
async fn authenticate(mut request: Request, next: Next) -> Response {
    let token = request.headers().get(AUTHORIZATION);
    if token.is_none_or(|token| token != "Bearer ann-secret") {
        let pointer = format!("Bearer resource_metadata=\"https://{HOST}{METADATA}\"");
        return (StatusCode::UNAUTHORIZED, [(WWW_AUTHENTICATE, pointer)]).into_response();
    }
    request.extensions_mut().insert(Principal::new("ann"));
    next.run(request).await
}

/// Which resource this is, and who gives out tokens for it (RFC 9728).
async fn metadata() -> Response {
    let metadata =
        json!({"resource": format!("https://{HOST}/mcp"), "authorization_servers": ["https://login.example.com"]});
    ([(CONTENT_TYPE, "application/json")], metadata.to_string()).into_response()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:8787").await?;
    Ok(axum::serve(listener, app()?).await?)
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::pin::Pin;
    use std::task::{self, Poll};

    use axum::body::{Body, Bytes};
    use axum::http::request::Builder;
    use serde_json::Value;
    use tower::ServiceExt as _;

    use super::*;

    /// A body that nobody may look at.
    struct Unread;

    impl http_body::Body for Unread {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(
            self: Pin<&mut Self>,
            _: &mut task::Context<'_>,
        ) -> Poll<Option<Result<http_body::Frame<Bytes>, Infallible>>> {
            panic!("the body was read")
        }
    }

    async fn send(request: Request) -> Response {
        app().unwrap().oneshot(request).await.unwrap()
    }

    async fn json_of(response: Response) -> Value {
        let body = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    fn header<'r>(response: &'r Response, name: &str) -> &'r str {
        response.headers()[name].to_str().unwrap()
    }

    /// A call of `whoami`, without a token.
    fn call() -> Builder {
        Request::post("/mcp")
            .header("Host", HOST)
            .header("Content-Type", "application/json")
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", "tools/call")
            .header("Mcp-Name", "whoami")
    }

    fn body() -> Body {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        });
        let call =
            json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "whoami", "_meta": meta}});
        Body::from(call.to_string())
    }

    #[tokio::test]
    async fn f33_a_preflight_is_answered_and_asked_for_no_token() {
        let asked = "content-type, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, authorization";
        let preflight = Request::options("/mcp")
            .header("Host", HOST)
            .header("Origin", PAGE)
            .header("Access-Control-Request-Method", "POST")
            .header("Access-Control-Request-Headers", asked)
            .body(Body::empty())
            .unwrap();
        let answer = send(preflight).await;
        assert!(answer.status().is_success(), "{answer:?}");
        assert_eq!(header(&answer, "access-control-allow-origin"), PAGE);
        let allowed = header(&answer, "access-control-allow-headers");
        for name in asked.split(", ") {
            assert!(
                allowed.split(',').any(|allowed| allowed.trim() == name),
                "{name} in {allowed}"
            );
        }
        let called = call()
            .header("Origin", PAGE)
            .header("Authorization", "Bearer ann-secret");
        let called = send(called.body(body()).unwrap()).await;
        assert!(header(&called, "access-control-expose-headers").contains("mcp-session-id"));
        assert_eq!(json_of(called).await["result"]["content"][0]["text"], r#"{"id":"ann"}"#);
    }

    #[tokio::test]
    async fn f33_a_call_without_a_token_is_told_where_to_get_one() {
        for token in [None, Some("Bearer guessed")] {
            let mut request = call().header("Origin", PAGE);
            if let Some(token) = token {
                request = request.header("Authorization", token);
            }
            let refused = send(request.body(body()).unwrap()).await;
            assert_eq!(refused.status(), 401);
            // The page may read why.
            assert_eq!(header(&refused, "access-control-allow-origin"), PAGE);
            let challenge = header(&refused, "www-authenticate");
            let pointer = challenge
                .strip_prefix("Bearer resource_metadata=\"https://mcp.example.com")
                .unwrap();
            let metadata = Request::get(pointer.trim_end_matches('"')).body(Body::empty()).unwrap();
            assert_eq!(
                json_of(send(metadata).await).await["resource"],
                "https://mcp.example.com/mcp"
            );
        }
    }

    #[tokio::test]
    async fn f33_a_foreign_page_is_refused_before_its_body_is_read() {
        let request = call()
            .header("Origin", "https://evil.example")
            .header("Authorization", "Bearer ann-secret");
        let refused = send(request.body(Body::new(Unread)).unwrap()).await;
        assert_eq!(refused.status(), 403);
        assert!(!refused.headers().contains_key("access-control-allow-origin"));
    }
}
