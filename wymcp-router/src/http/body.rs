//! Reading a body, up to a limit (C16).

use std::pin::pin;

use axum::body::{Bytes, HttpBody};
use axum::http::header::CONTENT_LENGTH;
use axum::http::{HeaderMap, StatusCode};
use http_body_util::BodyExt as _;

use crate::rpc::{RpcError, code};
use crate::wire::Rejection;

/// The whole body, or 413. Memory stays below the limit whatever is sent, and however.
///
/// A client that is still sending when the connection closes may never see the answer, so what is a little too long is read to its
/// end, and forgotten.
pub(crate) async fn read<B: HttpBody<Data = Bytes>>(
    body: B,
    headers: &HeaderMap,
    limit: usize,
) -> Result<Bytes, Rejection> {
    let announced = headers
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let patience = limit.saturating_mul(2);
    if announced.is_some_and(|length| usize::try_from(length).is_ok_and(|length| length > patience)) {
        return Err(too_large(limit));
    }
    let mut body = pin!(body);
    let mut first = Bytes::new();
    let mut rest = Vec::new();
    let mut length = 0_usize;
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else {
            return Err(Rejection::bad_request(RpcError::new(
                code::PARSE_ERROR,
                "the body ended before it was complete",
            )));
        };
        let Ok(chunk) = frame.into_data() else { continue };
        length = length.saturating_add(chunk.len());
        if length > patience {
            break;
        } else if length > limit {
            (first, rest) = (Bytes::new(), Vec::new());
        } else if first.is_empty() {
            first = chunk;
        } else {
            if rest.is_empty() {
                rest.extend_from_slice(&first);
            }
            rest.extend_from_slice(&chunk);
        }
    }
    if length > limit {
        return Err(too_large(limit));
    }
    Ok(if rest.is_empty() { first } else { Bytes::from(rest) })
}

fn too_large(limit: usize) -> Rejection {
    let message = format!("the body is longer than {limit} bytes");
    Rejection {
        status: StatusCode::PAYLOAD_TOO_LARGE,
        ..Rejection::invalid(message)
    }
}
