//! Batches, which 2025-03-26 alone has (wire contract C4 to C8, O9).

use std::sync::Arc;

use super::ladder::{on_notification, on_request, on_response};
use super::{Facts, Rejection, Running, Step, entry, era, meta};
use crate::Revision;
use crate::mount::Core;
use crate::revision::Claim;
use crate::rpc::{self, Answer, Message};

type BoxFuture = std::pin::Pin<Box<dyn Future<Output = Answer> + Send>>;

/// What one message of a batch comes to.
enum Part {
    Said(Answer),
    Runs(BoxFuture),
}

/// Decide on all messages of a batch, or refuse it whole.
///
/// Its requests run side by side, and are answered together, as an array in their order; so none of them is heard before its result.
pub(super) fn step(core: &Arc<Core>, body: &[u8], facts: Facts<'_>) -> Result<Step, Rejection> {
    let mut facts = facts.hearing(false);
    let revision = match era::header(&facts)? {
        None | Some(Claim::Legacy(_)) => {
            entry::enter(&mut facts)?.or(facts.handshake.as_ref().map(|handshake| handshake.revision))
        }
        Some(_) => None,
    };
    if revision != Some(Revision::V2025_03_26) {
        return Err(Rejection::invalid(
            "a batch cannot be served here; send one message at a time",
        ));
    }
    let messages = rpc::parse_batch(body).map_err(Rejection::bad_request)?;
    for message in &messages {
        if let Message::Request(request) = message {
            if request.method == "initialize" {
                return Err(Rejection::invalid("`initialize` stands alone, not in a batch"));
            }
            if request
                .params
                .meta()
                .is_some_and(|meta| meta.contains_key(meta::PROTOCOL_VERSION))
            {
                return Err(Rejection::invalid(
                    "a request of a revision that has no batches stands in this one",
                ));
            }
        }
    }
    let mut parts = Vec::new();
    for message in messages {
        match message {
            Message::Request(request) => parts.push(part(on_request(core, request, facts.clone()), &facts)),
            Message::Notification(notification) => {
                on_notification(&notification, &mut facts)?;
            }
            Message::Response(response) => on_response(response, &mut facts)?,
            Message::Array => {}
        }
    }
    if parts.is_empty() {
        return Ok(Step::Accepted);
    }
    Ok(Step::Call(Running {
        id: None,
        outlives_its_client: true,
        is_standing: false,
        answer: Box::pin(together(parts)),
        outbox: None,
        #[cfg(feature = "http")]
        session: None,
    }))
}

fn part(step: Step, facts: &Facts<'_>) -> Part {
    match step {
        Step::Call(Running { id, answer, .. }) => Part::Runs(stoppable(id, answer, facts)),
        step => Part::Said(step.into_answer()),
    }
}

/// In an HTTP session a call is stoppable by itself; elsewhere its transport stops it, which knows batches only whole.
#[cfg(any(feature = "http", feature = "stdio"))]
fn stoppable(id: Option<rpc::Id>, call: BoxFuture, facts: &Facts<'_>) -> BoxFuture {
    #[cfg(feature = "http")]
    if facts.session.is_some() {
        return call;
    }
    match (&facts.handshake, id) {
        (Some(handshake), Some(id)) => crate::peer::Calls::supervise(Arc::clone(handshake), id, call),
        _ => call,
    }
}

#[cfg(not(any(feature = "http", feature = "stdio")))]
fn stoppable(_: Option<rpc::Id>, call: BoxFuture, _: &Facts<'_>) -> BoxFuture {
    call
}

/// Every answer, in the order of the requests; nothing for a call that was stopped.
async fn together(mut parts: Vec<Part>) -> Answer {
    std::future::poll_fn(|context| {
        let mut is_done = true;
        for part in &mut parts {
            if let Part::Runs(call) = part {
                match call.as_mut().poll(context) {
                    std::task::Poll::Ready(answer) => *part = Part::Said(answer),
                    std::task::Poll::Pending => is_done = false,
                }
            }
        }
        if is_done {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    let answers = parts.into_iter().filter_map(|part| match part {
        Part::Said(answer) => answer.body,
        Part::Runs(_) => None,
    });
    let answers: Vec<String> = answers.collect();
    if answers.is_empty() {
        return Answer::ACCEPTED;
    }
    Answer {
        status: http::StatusCode::OK,
        body: Some(format!("[{}]", answers.join(","))),
    }
}
