//! A mount as a tower service.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{ALLOW, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, Request, Response, StatusCode};

use super::body;
use super::detach::Detach;
use super::negotiate::{self, Form};
use crate::mount::Mount;
use crate::rpc::Answer;
use crate::wire::{Facts, Rejection, Step};

/// A mount as a tower service, both eras on one endpoint; made by [`Mount::into_service`], cheap to clone.
#[derive(Debug, Clone)]
pub struct MountService {
    mount: Mount,
    /// The address that this process listens on for it, if it does.
    own: Option<SocketAddr>,
}

impl Mount {
    /// Serve over HTTP as a part of an axum application.
    ///
    /// Use `route_service`, not `nest_service`, which would serve every path below too. Layers see the request first: what they
    /// put into its extensions reaches the tool's context, and a [`Principal`](crate::Principal) among them is the authenticated
    /// caller. Where you listen yourself, set `TCP_NODELAY` on accepted connections
    /// (`axum::serve::ListenerExt::tap_io`), as [`serve`](Self::serve) does: without it an answer that follows another write can wait
    /// for 40 ms.
    ///
    /// ```
    /// use wymcp_router::Mount;
    ///
    /// let mount = Mount::builder("task-server", "1.0.0").build().unwrap();
    /// let app: axum::Router = axum::Router::new().route_service("/mcp", mount.into_service());
    /// ```
    #[must_use]
    pub const fn into_service(self) -> MountService {
        MountService { mount: self, own: None }
    }
}

impl MountService {
    pub(super) fn listening_on(self, own: SocketAddr) -> Self {
        Self { own: Some(own), ..self }
    }
}

impl<B> tower::Service<Request<B>> for MountService
where
    B: HttpBody<Data = Bytes> + Send + 'static,
    B::Error: Send,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let Self { mount, own } = self.clone();
        Box::pin(async move { Ok(respond(mount, own, request).await) })
    }
}

/// Dropped when the client goes away: a modern call stops with it, a legacy one goes on by itself (wire contract F9, F10).
async fn respond<B: HttpBody<Data = Bytes>>(
    mount: Mount,
    own: Option<SocketAddr>,
    request: Request<B>,
) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let form = match admit(&mount, own, &parts) {
        Ok(form) => form,
        Err(rejection) => return refuse(&rejection, &parts),
    };
    let body = match body::read(body, &parts.headers, mount.core().limits.body).await {
        Ok(body) => body,
        Err(rejection) => return refuse(&rejection, &parts),
    };
    let Parts {
        headers, extensions, ..
    } = parts;
    let answer = match mount.step(&body, Facts::http(&headers).with_extensions(extensions)) {
        Step::Answer(answer) | Step::Handshake(_, answer) | Step::Stray(answer) => answer,
        Step::Call(running) => {
            drop((body, headers));
            if running.outlives_its_client {
                Detach::new(running.answer).await
            } else {
                running.answer.await
            }
        }
        // Over HTTP a disconnect is what stops a modern call, and nothing stops a legacy one without a session (C15, K3).
        Step::Cancel(_) | Step::Accepted => Answer::ACCEPTED,
    };
    write(answer, form)
}

/// Rows 1 to 4, before the body is read.
fn admit(mount: &Mount, own: Option<SocketAddr>, parts: &Parts) -> Result<Form, Rejection> {
    mount.core().guard.check(parts, own)?;
    if parts.method != Method::POST {
        let message = "this endpoint takes POST; it has no sessions and no standing streams";
        return Err(Rejection {
            status: StatusCode::METHOD_NOT_ALLOWED,
            ..Rejection::invalid(message)
        });
    }
    negotiate::content_type(&parts.headers)?;
    negotiate::accept(&parts.headers)
}

fn refuse(rejection: &Rejection, parts: &Parts) -> Response<Body> {
    let mut response = write(rejection.answer(None, None), Form::Json);
    if response.status() == StatusCode::METHOD_NOT_ALLOWED {
        response.headers_mut().insert(ALLOW, HeaderValue::from_static("POST"));
    }
    if parts.method == Method::HEAD {
        *response.body_mut() = Body::empty();
    }
    response
}

/// An error that has a status of its own is JSON whatever was asked for: clients read it to tell the eras apart (E6).
fn write(answer: Answer, form: Form) -> Response<Body> {
    const JSON: HeaderValue = HeaderValue::from_static("application/json");
    const EVENTS: HeaderValue = HeaderValue::from_static("text/event-stream");
    const UNBUFFERED: (HeaderName, HeaderValue) = (
        HeaderName::from_static("x-accel-buffering"),
        HeaderValue::from_static("no"),
    );

    let Answer { status, body } = answer;
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    let Some(body) = body else { return response };
    if form == Form::EventStream && status == StatusCode::OK {
        response.headers_mut().insert(CONTENT_TYPE, EVENTS);
        response.headers_mut().insert(UNBUFFERED.0, UNBUFFERED.1);
        *response.body_mut() = Body::from(format!("event: message\ndata: {body}\n\n"));
    } else {
        response.headers_mut().insert(CONTENT_TYPE, JSON);
        *response.body_mut() = Body::from(body);
    }
    response
}
