//! A mount as a tower service.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode};

use super::body;
use super::events;
use super::negotiate::{self, Form};
use super::sessions;
use super::stream;
use crate::mount::Mount;
use crate::rpc::Answer;
use crate::wire::{Facts, Rejection, Running, Step};

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
    /// for 40 ms. Subscriptions and standing streams of sessions end with their clients: in a graceful shutdown of your own call
    /// [`hang_up`](Self::hang_up), or it waits for them.
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
        Box::pin(respond(self.clone(), request))
    }
}

/// Dropped when the client goes away: a modern call stops with it, a legacy one goes on by itself (wire contract F9, F10).
///
/// What needs no waiting is done at once: what waits holds all that it was given, and every request pays for it.
fn respond<B: HttpBody<Data = Bytes>>(
    service: MountService,
    request: Request<B>,
) -> impl Future<Output = Result<Response<Body>, Infallible>> {
    let MountService { mount, own } = service;
    let (mut parts, body) = request.into_parts();
    let admitted = admit(&mount, own, &mut parts);
    async move {
        let form = match admitted {
            Ok(Admitted::Message(form)) => form,
            Ok(Admitted::Answered(response)) => return Ok(response),
            Err(rejection) => return Ok(refuse(&rejection, &parts, &mount)),
        };
        let body = match body::read(body, &parts.headers, mount.core().limits.body).await {
            Ok(body) => body,
            Err(rejection) => return Ok(refuse(&rejection, &parts, &mount)),
        };
        let step = take_step(&mount, &body, &mut parts, form);
        drop((body, parts));
        Ok(match step {
            First::Answer(response) => response,
            First::Call(running) => stream::answer(running, form, mount.core().timing).await,
        })
    }
}

/// What a message comes to before anything is waited for.
enum First {
    Answer(Response<Body>),
    Call(Running),
}

fn take_step(mount: &Mount, body: &[u8], parts: &mut Parts, form: Form) -> First {
    let sessions = mount.core().sessions.as_ref();
    let extensions = std::mem::take(&mut parts.extensions);
    let facts = facts(&parts.headers, extensions, form).within(sessions.map(|sessions| &**sessions));
    match (mount.step(body, facts), sessions) {
        (Step::Call(running), _) => First::Call(running),
        (Step::Handshake(agreed), Some(sessions)) => {
            First::Answer(sessions::open(sessions, agreed.handshake, agreed.answer, form))
        }
        // Over HTTP a disconnect is what stops a modern call, and nothing stops a legacy one without a session (C15, K3): a
        // cancellation is taken, and that is all. In a session it has stopped the call already.
        (step, _) => First::Answer(write(step.into_answer(), form)),
    }
}

fn facts(headers: &HeaderMap, extensions: Extensions, form: Form) -> Facts<'_> {
    Facts::http(headers)
        .with_extensions(extensions)
        .hearing(form != Form::Json)
}

/// What the head of a request says.
enum Admitted {
    /// A message follows.
    Message(Form),
    /// That was all.
    Answered(Response<Body>),
}

/// Rows 1 to 4, before the body is read.
fn admit(mount: &Mount, own: Option<SocketAddr>, parts: &mut Parts) -> Result<Admitted, Rejection> {
    mount.core().guard.check(parts, own)?;
    if parts.method != Method::POST {
        if let Some(response) = sessions::operate(mount, parts)? {
            return Ok(Admitted::Answered(response));
        }
        let message = if parts.method == Method::OPTIONS {
            "this endpoint takes POST; for pages of other origins its operator has to put a CORS layer in front of it"
        } else {
            "this endpoint takes POST; GET and DELETE belong to sessions of earlier revisions, where it keeps any"
        };
        return Err(Rejection {
            status: StatusCode::METHOD_NOT_ALLOWED,
            ..Rejection::invalid(message)
        });
    }
    negotiate::content_type(&parts.headers)?;
    negotiate::accept(&parts.headers).map(Admitted::Message)
}

fn refuse(rejection: &Rejection, parts: &Parts, mount: &Mount) -> Response<Body> {
    let mut response = write(rejection.answer(None, None), Form::Json);
    if response.status() == StatusCode::METHOD_NOT_ALLOWED {
        let keeps_sessions = mount.core().sessions.is_some();
        let methods = if keeps_sessions { "GET, POST, DELETE" } else { "POST" };
        response.headers_mut().insert(ALLOW, HeaderValue::from_static(methods));
    }
    if parts.method == Method::HEAD {
        *response.body_mut() = Body::empty();
    }
    response
}

/// An error that has a status of its own is JSON whatever was asked for: clients read it to tell the eras apart (E6).
pub(super) fn write(answer: Answer, form: Form) -> Response<Body> {
    const JSON: HeaderValue = HeaderValue::from_static("application/json");
    let Answer { status, body } = answer;
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    let Some(body) = body else { return response };
    if form == Form::EventStream && status == StatusCode::OK {
        let mut event = String::new();
        events::write(&mut event, &body);
        return events_of(Body::from(event));
    }
    response.headers_mut().insert(CONTENT_TYPE, JSON);
    *response.body_mut() = Body::from(body);
    response
}

/// A stream of events, which nobody between is to keep or to hold back (F5).
pub(super) fn events_of(body: Body) -> Response<Body> {
    const HEADERS: [(HeaderName, HeaderValue); 3] = [
        (CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (
            HeaderName::from_static("x-accel-buffering"),
            HeaderValue::from_static("no"),
        ),
    ];
    let mut response = Response::new(body);
    response.headers_mut().extend(HEADERS);
    response
}
