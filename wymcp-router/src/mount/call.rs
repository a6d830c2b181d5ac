//! A call without a transport.

use std::future::IntoFuture;
use std::pin::Pin;
use std::sync::Arc;

use http::Extensions;
use serde_json::Value;
use wymcp_bound::{json, limits};
use wymcp_callbacksurface::{CallFacts, CallResult, Client, Input, Object, Outlet, Principal, begin};

use super::{Core, Transcript};
use crate::methods::{lacks, target, unreadable};
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
    transcript: Option<Transcript>,
    capabilities: Object,
    input: Option<Box<Input>>,
}

impl Call {
    pub(super) fn new(core: Arc<Core>, tool: String, arguments: Value) -> Self {
        let arguments = if json::depth_exceeds(&arguments, limits::MESSAGE_NESTING - ABOVE_ARGUMENTS) {
            json::dismantle(arguments);
            None
        } else {
            Some(arguments)
        };
        Self {
            core,
            tool,
            arguments,
            extensions: Extensions::new(),
            transcript: None,
            capabilities: Object::new(),
            input: None,
        }
    }

    /// Call as a client that declared these capabilities, an object of the form of `ClientCapabilities`: without them it cannot be asked
    /// anything (INP-3).
    pub fn capabilities(self, capabilities: impl Into<Value>) -> Self {
        let capabilities = match capabilities.into() {
            Value::Object(capabilities) => capabilities,
            _ => Object::new(),
        };
        Self { capabilities, ..self }
    }

    /// Answer what the tool asked, an object: for each of its ids, what a client would answer
    /// ([`CallResult::input_required`](crate::CallResult::input_required)).
    ///
    /// ```
    /// use serde_json::json;
    /// use wymcp_router::{Context, Field, Form, Mount, PlainTool, Reply};
    ///
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let greet = PlainTool::builder("greet").description("Greets").handler_without_arguments(|ctx: Context| async move {
    ///     let form = Form::new("name", "Who are you?").field(Field::text("name"));
    ///     let name = ctx.ask(form)?.accepted().map_or_else(|| "whoever you are".into(), |form| form["name"].to_string());
    ///     Ok(Reply::new(format!("Hello, {name}")))
    /// });
    /// let mount = Mount::builder("hall", "1.0.0").tool(greet).build().unwrap();
    /// let call = || mount.call("greet", json!({})).capabilities(json!({"elicitation": {}}));
    ///
    /// let asked = call().await.unwrap();
    /// let asked = asked.input_required().unwrap();
    /// assert_eq!(asked.requests()["name"]["params"]["message"], "Who are you?");
    ///
    /// let answers = json!({"name": {"action": "accept", "content": {"name": "Ann"}}});
    /// let answer = call().answers(answers).state(asked.state()).await.unwrap();
    /// assert_eq!(answer.json(), r#"Hello, "Ann""#);
    /// # });
    /// ```
    pub fn answers(mut self, answers: impl Into<Value>) -> Self {
        self.input.get_or_insert_default().responses = Some(answers.into());
        self
    }

    /// Send back the state that came with the questions ([`InputRequired::state`](crate::InputRequired::state)).
    pub fn state(mut self, state: impl Into<String>) -> Self {
        self.input.get_or_insert_default().state = Some(Value::String(state.into()));
        self
    }

    /// Call as someone.
    pub fn principal(self, principal: Principal) -> Self {
        self.extension(principal)
    }

    /// Note down what the tool says before its result: the progress that it reports, and its log messages of every level.
    pub fn transcript(self, transcript: &Transcript) -> Self {
        Self {
            transcript: Some(transcript.clone()),
            ..self
        }
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
    /// The error is the protocol's: an unknown tool, arguments that are no object, or nest deeper than a message may, a state that is
    /// none, a capability that the tool needs and that was not declared.
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
            let mut client = Client::default();
            client.capabilities = self.capabilities;
            facts.client = Some(Arc::new(client));
            facts.input = self.input;
            facts.outlet = self
                .transcript
                .map(|transcript| Arc::new(transcript) as Arc<dyn Outlet>);
            let view = self.core.view_of_call(facts.principal.clone());
            let (registration, arguments) = target(&self.core, &view, &self.tool, Some(arguments))?;
            let terms = &self.core.terms;
            let call = begin(registration, view, arguments, facts, terms).map_err(|error| unreadable(error).error)?;
            call.answer(terms).await.map_err(|lacking| lacks(&lacking).error)
        })
    }
}
