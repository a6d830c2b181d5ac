//! What a call knows of its request (RUN-1).

use std::any::Any;
use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, LazyLock};

use http::Extensions;
use serde_json::Value;

use crate::cancellation::Cancellation;
use crate::input::{Given, Input};
use crate::outlet::Outlet;
use crate::speech::Speech;
use crate::target::Target;
use crate::{Object, View};

/// The authenticated caller, put into the request's extensions by an authentication layer and by nothing else.
///
/// `id` is what identity is compared by; `claims` is whatever the layer knows.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::Principal;
///
/// let ann = Principal::with_claims("ann", vec!["admin"]);
/// assert_eq!(ann.id(), "ann");
/// assert_eq!(ann.claims::<Vec<&str>>(), Some(&vec!["admin"]));
/// ```
#[derive(Clone)]
pub struct Principal {
    id: Arc<str>,
    claims: Arc<dyn Any + Send + Sync>,
}

impl Principal {
    /// A caller without claims.
    #[must_use]
    pub fn new(id: impl Into<Arc<str>>) -> Self {
        Self::with_claims(id, ())
    }

    /// A caller with claims of any type.
    #[must_use]
    pub fn with_claims<C: Any + Send + Sync>(id: impl Into<Arc<str>>, claims: C) -> Self {
        Self {
            id: id.into(),
            claims: Arc::new(claims),
        }
    }

    /// Who it is.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The claims, if they are of that type.
    #[must_use]
    pub fn claims<C: Any>(&self) -> Option<&C> {
        self.claims.downcast_ref()
    }
}

impl fmt::Debug for Principal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Principal")
            .field("id", &self.id)
            .finish_non_exhaustive()
    }
}

/// What a handler may know of the call that it answers: who asks, what for, in which protocol, and whether the caller has gone.
///
/// Nothing of it lives in thread or task locals: a handler passes it on as it likes. Cloning is cheap enough for a spawned task.
#[derive(Debug, Clone, Default)]
pub struct Context {
    request: Arc<Request>,
    target: Arc<Target>,
    /// What the caller answered, where the call has asked (INP-5).
    given: Option<Arc<Given>>,
}

/// What is the same for every target of one request.
#[derive(Debug, Default)]
pub(crate) struct Request {
    facts: CallFacts,
    view: View,
    cancellation: Cancellation,
    speech: Speech,
}

/// What a transport knows of a request; the framework makes a [`Context`] of it.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct CallFacts {
    /// The JSON-RPC id: a string or an integer, or null for a call made in process.
    pub request_id: Value,
    /// The protocol revision that the call speaks, e.g. `2026-07-28`; empty for a call made in process.
    pub protocol_version: Cow<'static, str>,
    /// Who calls, where its conversation began with an introduction; nothing where each request says it in its `_meta`.
    pub client: Option<Arc<Client>>,
    /// `_meta` of the request.
    pub meta: Object,
    /// The authenticated caller.
    pub principal: Option<Principal>,
    /// The request's extensions, after all layers.
    pub extensions: Extensions,
    /// What the request brings along for a call that asked before (INP-5); hardly any has it.
    pub input: Option<Box<Input>>,
    /// Who hears what the call says before its result; nobody where there is none (LNG-1).
    pub outlet: Option<Arc<dyn Outlet>>,
}

/// How a client introduced itself for all of a conversation: what `initialize` carries.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Client {
    /// `clientInfo` as the client gave it.
    pub info: Option<Value>,
    /// The capabilities that it declared.
    pub capabilities: Object,
}

/// Where a modern request says who calls.
const CLIENT_INFO: &str = "io.modelcontextprotocol/clientInfo";
const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

impl CallFacts {
    /// The client's capabilities, as it declared them.
    #[must_use]
    pub fn client_capabilities(&self) -> &Object {
        static NONE: LazyLock<Object> = LazyLock::new(Object::new);
        match &self.client {
            Some(client) => &client.capabilities,
            None => self
                .meta
                .get(CLIENT_CAPABILITIES)
                .and_then(Value::as_object)
                .unwrap_or_else(|| &NONE),
        }
    }
}

impl Request {
    pub(crate) fn new(facts: CallFacts, view: View) -> Arc<Self> {
        Arc::new(Self {
            facts,
            view,
            cancellation: Cancellation::default(),
            speech: Speech::default(),
        })
    }

    pub(crate) const fn view(&self) -> &View {
        &self.view
    }

    pub(crate) fn protocol_version(&self) -> &str {
        &self.facts.protocol_version
    }
}

impl Context {
    /// A context for a call, or for a test of a handler.
    #[must_use]
    pub fn new(facts: CallFacts, tool: impl Into<Arc<str>>, action: Option<Arc<str>>) -> Self {
        Self::of_call(
            Request::new(facts, View::everything()),
            Target::new(tool.into(), action),
        )
    }

    /// A context for a method that calls no tool; what is logged of it names the method.
    #[doc(hidden)]
    #[must_use]
    pub fn of_method(facts: CallFacts, method: &'static str, view: View) -> Self {
        Self::of_call(Request::new(facts, view), Target::new(method.into(), None))
    }

    pub(crate) const fn of_call(request: Arc<Request>, target: Arc<Target>) -> Self {
        Self {
            request,
            target,
            given: None,
        }
    }

    /// What the caller may see (VIS-1); for help.
    #[doc(hidden)]
    #[must_use]
    pub fn view(&self) -> &View {
        &self.request.view
    }

    /// The JSON-RPC id of the request: a string or an integer, or null for a call made in process.
    #[must_use]
    pub fn request_id(&self) -> &Value {
        &self.request.facts.request_id
    }

    /// The tool that was called; for resources, prompts and completion, which belong to no tool, the method: `resources/read`.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.target.tool
    }

    /// The action that was called; nothing for a plain tool.
    #[must_use]
    pub fn action(&self) -> Option<&str> {
        self.target.action.as_deref()
    }

    /// The protocol revision that the call speaks, e.g. `2026-07-28`; empty for a call made in process.
    #[must_use]
    pub fn protocol_version(&self) -> &str {
        &self.request.facts.protocol_version
    }

    pub(crate) fn shared_version(&self) -> Cow<'static, str> {
        self.request.facts.protocol_version.clone()
    }

    /// `clientInfo` as the client gave it: never trust it, never change behaviour on it (wire contract D3).
    #[must_use]
    pub fn client_info(&self) -> Option<&Value> {
        let facts = &self.request.facts;
        match &facts.client {
            Some(client) => client.info.as_ref(),
            None => facts.meta.get(CLIENT_INFO),
        }
    }

    /// The client's capabilities, as it declared them.
    #[must_use]
    pub fn client_capabilities(&self) -> &Object {
        self.request.facts.client_capabilities()
    }

    /// `_meta` of the request.
    #[must_use]
    pub fn meta(&self) -> &Object {
        &self.request.facts.meta
    }

    /// The authenticated caller, if any.
    #[must_use]
    pub fn principal(&self) -> Option<&Principal> {
        self.request.facts.principal.as_ref()
    }

    /// What a layer put into the request's extensions.
    #[must_use]
    pub fn extension<T: Clone + Send + Sync + 'static>(&self) -> Option<&T> {
        self.request.facts.extensions.get()
    }

    /// All of the request's extensions.
    #[must_use]
    pub fn extensions(&self) -> &Extensions {
        &self.request.facts.extensions
    }

    pub(crate) fn outlet(&self) -> Option<&Arc<dyn Outlet>> {
        self.request.facts.outlet.as_ref()
    }

    pub(crate) fn speech(&self) -> &Speech {
        &self.request.speech
    }

    /// Whether the caller has gone or has cancelled the call, or its time is up.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.request.cancellation.is_cancelled()
    }

    /// Waits until the caller has gone or has cancelled the call, or its time is up; for work that the handler spawned with a clone of
    /// this context.
    ///
    /// A handler's own future is dropped then, at its next await, and needs no check. Work that blocks has no awaits, and would hold up
    /// every other call of its thread: it belongs on a blocking thread, which nobody stops, so it looks for itself
    /// ([`is_cancelled`](Self::is_cancelled)).
    ///
    /// ```
    /// use serde_json::json;
    /// # use wymcp_callbacksurface as wymcp_router;
    /// use wymcp_router::{Context, Failure, Reply};
    ///
    /// async fn count_primes(ctx: Context) -> Result<Reply, Failure> {
    ///     let counted = tokio::task::spawn_blocking(move || {
    ///         let mut primes = 0;
    ///         for n in 2_u64..10_000 {
    ///             if ctx.is_cancelled() {
    ///                 break; // nobody waits for the number any more
    ///             }
    ///             primes += u64::from((2..n).take_while(|d| d * d <= n).all(|d| n % d != 0));
    ///             ctx.progress(n as f64, Some(10_000.0), None);
    ///         }
    ///         primes
    ///     });
    ///     Ok(Reply::new(json!({"primes": counted.await?})))
    /// }
    /// # let ctx = Context::new(Default::default(), "tool", None);
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(count_primes(ctx)).unwrap();
    /// ```
    pub async fn cancelled(&self) {
        self.request.cancellation.cancelled().await;
    }

    /// Whose code runs.
    pub(crate) const fn target(&self) -> &Arc<Target> {
        &self.target
    }

    /// The call was given up: tell whoever waits for it.
    pub(crate) fn cancel(&self) {
        self.request.cancellation.cancel();
    }

    /// The same request, seen as a call of another target: help asks a tool for its context.
    #[doc(hidden)]
    #[must_use]
    pub fn retarget(&self, tool: Arc<str>, action: Option<Arc<str>>) -> Self {
        Self {
            request: Arc::clone(&self.request),
            target: Target::new(tool, action),
            given: None,
        }
    }

    /// With what the caller answered to the same call, made before.
    pub(crate) fn answered_before(self, given: Option<Arc<Given>>) -> Self {
        Self { given, ..self }
    }

    /// The same call, made again with what the caller answered meanwhile.
    pub(crate) fn entered_again(&self, given: impl Into<Option<Arc<Given>>>) -> Self {
        Self {
            given: given.into(),
            ..self.clone()
        }
    }

    /// Whether the call's client is asked by requests of the server, as the legacy revisions have it.
    pub(crate) fn is_asked_by_requests(&self) -> bool {
        crate::input::is_asked_by_requests(self.protocol_version())
    }

    pub(crate) fn input(&self) -> Option<&Input> {
        self.request.facts.input.as_deref()
    }

    pub(crate) fn given(&self) -> Option<&Given> {
        self.given.as_deref()
    }
}
