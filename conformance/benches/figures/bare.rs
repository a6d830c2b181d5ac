//! The measuring stick: a handler that parses the body into a `Value` and answers stored bytes, and nothing more.

use axum::Router;
use axum::body::Bytes;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde_json::Value;

/// A router whose `/mcp` answers `answer` to any JSON body.
pub(crate) fn router(answer: Vec<u8>) -> Router {
    let answer = Bytes::from(answer);
    Router::new().route(
        "/mcp",
        post(move |body: Bytes| std::future::ready(handle(&body, answer.clone()))),
    )
}

fn handle(body: &[u8], answer: Bytes) -> Response {
    match serde_json::from_slice::<Value>(body) {
        // The parsed value is used, so that no optimiser leaves the parsing out.
        Ok(value) if value.is_object() => ([(header::CONTENT_TYPE, "application/json")], answer).into_response(),
        _ => StatusCode::BAD_REQUEST.into_response(),
    }
}
