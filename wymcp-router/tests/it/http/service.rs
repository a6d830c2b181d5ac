//! As a part of an application: layers, extensions, clones.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn};
use http_body_util::BodyExt as _;
use serde_json::{Value, json};
use tower::ServiceExt as _;
use wymcp_router::Principal;

use crate::support::{self, Tenant, call, legacy};

fn request(body: &Value) -> Request {
    Request::post("/mcp")
        .header("content-type", "application/json")
        .body(Body::from(body.to_string()))
        .unwrap()
}

#[tokio::test]
async fn run_1_what_layers_found_out_reaches_the_tool() {
    let app = Router::new()
        .route_service("/mcp", support::mount().into_service())
        .layer(from_fn(|mut request: Request, next: Next| async {
            request.extensions_mut().insert(Principal::new("ann"));
            request.extensions_mut().insert(Tenant("acme"));
            next.run(request).await
        }));
    let answer = app
        .oneshot(request(&legacy(1, "tools/call", call("whoami", json!({})))))
        .await
        .unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    let body: Value = serde_json::from_slice(&answer.into_body().collect().await.unwrap().to_bytes()).unwrap();
    let known: Value = serde_json::from_str(body["result"]["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(
        (&known["principal"], &known["tenant"], &known["id"]),
        (&json!("ann"), &json!("acme"), &json!(1))
    );
}

#[tokio::test]
async fn a_service_is_cloned_and_shared_between_tasks() {
    let service = support::mount().into_service();
    let calls = (0..50).map(|id| {
        let service = service.clone();
        tokio::spawn(async move {
            service
                .oneshot(request(&legacy(id, "tools/list", json!({}))))
                .await
                .unwrap()
                .status()
        })
    });
    for call in calls.collect::<Vec<_>>() {
        assert_eq!(call.await.unwrap(), StatusCode::OK);
    }
}

#[tokio::test]
async fn it_takes_any_body_of_bytes() {
    let body = http_body_util::Full::new(axum::body::Bytes::from(legacy(1, "ping", json!({})).to_string()));
    let request = axum::http::Request::post("/")
        .header("content-type", "application/json")
        .body(body)
        .unwrap();
    let answer = support::mount().into_service().oneshot(request).await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
}
