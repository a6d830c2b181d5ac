//! Requests of the server on a call's own stream (wire contract L19).

use std::sync::Arc;

use serde_json::Value;
use wymcp_callbacksurface::{BoxFuture, Object, RequestError};

use super::{Audience, Outbox, render};
use crate::peer::{Asked, Ticket};

/// Ask whoever hears the call, if it can answer.
pub(super) fn request(
    outbox: Arc<Outbox>,
    method: &str,
    params: &Object,
) -> BoxFuture<'static, Result<Value, RequestError>> {
    let Audience::Conversation(handshake) = &outbox.audience else {
        return Box::pin(async { Err(RequestError::Unreachable) });
    };
    let ticket = match Asked::ask(Arc::clone(handshake)) {
        Ok(ticket) => ticket,
        Err(error) => return Box::pin(async { Err(error) }),
    };
    if !outbox.ask(render::request(ticket.id, method, params)) {
        return Box::pin(async { Err(RequestError::Unreachable) });
    }
    let mut question = Question {
        outbox,
        ticket,
        is_settled: false,
    };
    Box::pin(async move { question.settle().await })
}

/// A request that is out.
struct Question {
    outbox: Arc<Outbox>,
    ticket: Ticket,
    is_settled: bool,
}

impl Question {
    async fn settle(&mut self) -> Result<Value, RequestError> {
        let answer = self.ticket.wait().await;
        self.is_settled = !matches!(answer, Err(RequestError::TimedOut));
        answer
    }
}

impl Drop for Question {
    /// Nobody waits any more: the client need not bother a person with it (K6).
    fn drop(&mut self) {
        if !self.is_settled {
            self.outbox.ask(render::cancelled(self.ticket.id));
        }
    }
}
