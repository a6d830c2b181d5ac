//! A call without a transport.

use std::future::IntoFuture;
use std::pin::Pin;
use std::sync::Arc;

use http::Extensions;
use serde_json::Value;
use wymcp_bound::{json, limits};
use wymcp_callbacksurface::{CallFacts, CallResult, Principal};

use super::Core;
use crate::methods::target;
use crate::rpc::{RpcError, code};

/// Levels of a message above `arguments`: the message, and its params.
const ABOVE_ARGUMENTS: usize = 2;

/// A call that is about to be made; await it. See [`Mount::call`](crate::Mount::call).
#[must_use = "a call is made by awaiting it"]
#[derive(Debug)]
pub struct Call {
    core: Arc<Core>,
    tool: String,
    /// Nothing where it nested deeper than any message does.
    arguments: Option<Value>,
    extensions: Extensions,
}

impl Call {
    pub(super) fn new(core: Arc<Core>, tool: String, arguments: Value) -> Self {
        let arguments = if json::depth_exceeds(&arguments, limits::MESSAGE_NESTING - ABOVE_ARGUMENTS) {
            dismantle(arguments);
            None
        } else {
            Some(arguments)
        };
        Self {
            core,
            tool,
            arguments,
            extensions: Extensions::new(),
        }
    }

    /// Call as someone.
    pub fn principal(self, principal: Principal) -> Self {
        self.extension(principal)
    }

    /// Give the tool what a layer would have put into the request's extensions.
    pub fn extension<T: Clone + Send + Sync + 'static>(mut self, value: T) -> Self {
        self.extensions.insert(value);
        self
    }
}

impl IntoFuture for Call {
    /// The result of the call, a refusal and a failure among them.
    ///
    /// The error is the protocol's: an unknown tool, arguments that are no object, or nest deeper than a message may.
    type Output = Result<CallResult, RpcError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let Some(arguments) = self.arguments else {
                return Err(RpcError::new(
                    code::PARSE_ERROR,
                    "a message nests at most 127 levels, `arguments` 125 of them",
                ));
            };
            let mut facts = CallFacts::default();
            facts.principal = self.extensions.get::<Principal>().cloned();
            facts.extensions = self.extensions;
            let view = self.core.view(facts.principal.clone());
            let (registration, arguments) = target(&self.core, &view, &self.tool, Some(arguments))?;
            Ok(wymcp_callbacksurface::call(registration, view, arguments, facts).await)
        })
    }
}

/// Drop a value of any depth: its own drop recurses.
fn dismantle(value: Value) {
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        match value {
            Value::Array(items) => todo.extend(items),
            Value::Object(members) => todo.extend(members.into_iter().map(|(_, member)| member)),
            _ => {}
        }
    }
}
