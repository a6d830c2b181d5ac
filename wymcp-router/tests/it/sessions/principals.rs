//! A session belongs to whoever opened it (L25).

use axum::Router;
use axum::extract::Request;
use axum::middleware::{Next, from_fn};
use serde_json::json;
use wymcp_router::Principal;

use super::client::{Client, Response};
use crate::streams::raw::Server;
use crate::support::{legacy, with_sessions};

async fn server() -> Server {
    let service = with_sessions().build().unwrap().into_service();
    let app = Router::new()
        .route_service("/mcp", service)
        .layer(from_fn(|mut request: Request, next: Next| async {
            let user = request
                .headers()
                .get("x-user")
                .and_then(|user| Some(user.to_str().ok()?.to_owned()));
            if let Some(user) = user {
                request.extensions_mut().insert(Principal::new(user));
            }
            next.run(request).await
        }));
    Server::start_app(app).await
}

#[tokio::test]
async fn l_25_anothers_session_is_as_unknown_as_none_in_every_way() {
    let server = server().await;
    for (owner, others) in [(Some("ann"), [Some("ben"), None]), (None, [Some("ann"), Some("")])] {
        let client = Client::open_as(&server, "2025-11-25", &json!({}), owner).await;
        for other in others {
            let other = client.with_user(other);
            let unknown = client.with_id("gone-0001").post(&legacy(1, "ping", json!({}))).await;
            let refused = other.post(&legacy(1, "ping", json!({}))).await;
            assert_eq!(
                (refused.status, refused.body),
                (404, unknown.body),
                "they cannot be told apart"
            );
            assert_eq!(
                other
                    .post(&json!({"jsonrpc": "2.0", "id": 1, "result": {}}))
                    .await
                    .status,
                404
            );
            assert_eq!(Response::of(other.stand().await).await.status, 404);
            assert_eq!(Response::of(other.resume("1-1").await).await.status, 404);
            assert_eq!(other.delete().await.status, 404);
        }
        assert_eq!(client.ping().await, 200, "and nothing happened to it");
    }
    server.stop().await;
}
