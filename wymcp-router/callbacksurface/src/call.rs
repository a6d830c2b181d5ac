//! One call of a tool, from its arguments to its result (GAT-10, OBS-2).

use std::pin::pin;
use std::sync::Arc;

use tracing::Instrument as _;

use crate::admit::{Admitted, admit};
use crate::clear::clear;
use crate::context::Request;
use crate::events::{self, Observed};
use crate::input::{self, Binding, Ended, Given, Rounds};
use crate::limit::within;
use crate::registration::Registration;
use crate::run::{self, Ran};
use crate::{CallFacts, CallResult, Context, ErrorKind, Fault, InputError, Lacking, Object, Refusal, Terms, View};

/// Why a call has no result, but an error of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// What it brought along for a call that asked before cannot be read; nothing of the tool has run.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Its client did not declare what the tool needs of it (INP-3).
    #[error(transparent)]
    Lacks(#[from] Lacking),
}

/// Call a tool: the gates, what the request brought along, the defaults, the tool's own check, the mount's policy, the action, the check of
/// its output (GAT-10).
///
/// The tool is known and visible, and its arguments are an object: that is the mount's to see to. Whatever happens then is a
/// result, but for a [`CallError`]. Exactly one `tool.start` and one `tool.stop` are emitted, the second also when the future is
/// dropped before its end (OBS-2); the tool's own future is dropped with it, after [`Context::is_cancelled`] has become true (LNG-2).
///
/// The future spawns nothing and needs no runtime. [`begin`] is the same in two steps.
///
/// # Events
///
/// All have the target `wymcp`, and their name in the field `event` as well. They stand inside a span `tool.call` with `tool`,
/// `action`, `request_id`, and the `trace_id` and `parent_id` of the request's W3C trace context.
///
/// | event | level | fields |
/// | --- | --- | --- |
/// | `tool.start` | info | `tool`, `action` |
/// | `tool.stop` | info | `tool`, `action`, `duration` (seconds), `is_error`, `error_kind` (`dispatch`, `tool`, `none`), `is_cancelled` |
/// | `tool.error` | error | `tool`, `action`, `exception` (`panic`, `invalid_output`, `invalid_reply`), `message` |
/// | `tool.failure` | warn | `tool`, `action`, `message`: the detail of a failure that the caller is not told (RUN-4) |
///
/// ```
/// use std::sync::Arc;
/// use serde_json::{Map, json};
/// use wymcp_callbacksurface::{CallFacts, Context, PlainTool, Registration, Reply, View, call};
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let ping = PlainTool::builder("ping")
///     .description("Answer")
///     .handler_without_arguments(|_: Context| async { Ok(Reply::new(json!("pong"))) });
/// let ping = Arc::new(Registration::build(Arc::new(ping), None).unwrap());
/// let answer = call(ping, View::everything(), Map::new(), CallFacts::default()).await.unwrap();
/// assert_eq!(answer.json(), "pong");
/// # });
/// ```
pub fn call(
    registration: Arc<Registration>,
    view: View,
    arguments: Object,
    facts: CallFacts,
) -> impl Future<Output = Result<CallResult, CallError>> + Send + 'static {
    let terms = Terms::default();
    let begun = begin(registration, view, arguments, facts, &terms);
    async move { Ok(begun?.answer(&terms).await?) }
}

/// A call that has begun: its `tool.start` is out, and its `tool.stop` follows, whatever becomes of it (OBS-2).
#[must_use = "a call that has begun wants its answer"]
#[derive(Debug)]
pub struct BegunCall {
    observed: Observed,
    request: Arc<Request>,
    arguments: Object,
    entry: Entry,
}

/// Begin a [`call`] under the terms of a mount: how long the tool's code may run (LNG-3), and how it may ask its caller (INP).
///
/// # Errors
/// What the request brought along for a call that asked before cannot be read; nothing of the tool has run, and nothing is in the log.
pub fn begin(
    registration: Arc<Registration>,
    view: View,
    mut arguments: Object,
    mut facts: CallFacts,
    terms: &Terms,
) -> Result<BegunCall, InputError> {
    // What the mount ignores is no part of what a state is bound to: a host may add another value to each round (GAT-9, INP-2).
    registration.rules().strip(&mut arguments);
    let entry = Entry::open(&registration, &view, &arguments, &mut facts, terms)?;
    Ok(BegunCall {
        observed: Observed::start(registration, &arguments, &facts),
        request: Request::new(facts, view),
        arguments,
        entry,
    })
}

impl BegunCall {
    /// What the call comes to, under the terms that it began with.
    ///
    /// The end of the time is polled for the first time when the action is, and never for an action that ends at once; it keeps its
    /// own clock.
    ///
    /// # Errors
    /// Its client did not declare what the tool needs of it (INP-3).
    pub fn answer(self, terms: &Terms) -> impl Future<Output = Result<CallResult, Lacking>> + Send {
        let Self {
            mut observed,
            request,
            arguments,
            entry,
        } = self;
        let span = observed.span().clone();
        // What is moved from one future into the next is held twice: so all that needs no waiting is done before there is one.
        let mut admitted =
            span.in_scope(|| AdmittedCall::open(observed.registration(), request, arguments, entry, terms));
        async move {
            let answer = match admitted {
                Ok(ref mut call) => call.finish(observed.registration()).await,
                Err(refused) => Ok(refused),
            };
            observed.stop(&answer);
            answer
        }
        .instrument(span)
    }
}

/// What a call is entered with, beside its arguments.
#[derive(Debug)]
struct Entry {
    /// What it was, where its client can be asked.
    binding: Option<Binding>,
    given: Option<Arc<Given>>,
}

impl Entry {
    fn open(
        registration: &Registration,
        view: &View,
        arguments: &Object,
        facts: &mut CallFacts,
        terms: &Terms,
    ) -> Result<Self, InputError> {
        let input = facts.input.take();
        if input.is_none() && !input::can_be_asked(facts.client_capabilities()) {
            return Ok(Self {
                binding: None,
                given: None,
            });
        }
        let principal = facts.principal.as_ref().map(crate::Principal::id);
        let binding = Binding::of("tools/call", registration.name(), principal, arguments);
        let given = match input::open(terms, input.map(|input| *input), &binding) {
            Ok(given) => given,
            // A gate speaks first (GAT-10).
            Err(_) if admit(registration, view, arguments.clone()).is_err() => None,
            Err(error) => return Err(error),
        };
        Ok(Self {
            binding: Some(binding),
            given,
        })
    }
}

/// From round to round.
struct AdmittedCall<'t> {
    rounds: Rounds<'t>,
    admitted: Admitted,
    /// For the gates of the next round. Only a legacy call is entered more than once here.
    again: Option<Object>,
}

impl<'t> AdmittedCall<'t> {
    /// Through the gates; the refusal as a result.
    fn open(
        registration: &Registration,
        request: Arc<Request>,
        arguments: Object,
        entry: Entry,
        terms: &'t Terms,
    ) -> Result<Self, CallResult> {
        let is_entered_again = entry.binding.is_some() && input::is_asked_by_requests(request.protocol_version());
        let again = is_entered_again.then(|| arguments.clone());
        let admitted = admit(registration, request.view(), arguments).map_err(Refusal::into_result)?;
        let target = Arc::clone(registration.target(admitted.action));
        let ctx = Context::of_call(request, target).answered_before(entry.given);
        Ok(Self {
            rounds: Rounds::new(terms, ctx, entry.binding),
            admitted,
            again,
        })
    }

    async fn finish(&mut self, registration: &Registration) -> Result<CallResult, Lacking> {
        let answer = loop {
            let interrupt = match self.enter(registration).await {
                Ran::Done(result) => break Ok(result),
                Ran::Interrupted(interrupt) => interrupt,
            };
            // Hardly any call comes here, and every call would carry the room for it.
            if let Err(ended) = Box::pin(self.rounds.settle(interrupt)).await {
                break told(ended, self.rounds.ctx());
            }
            // INP-5: what a call may do is asked each time that it is entered.
            let arguments = self.again.clone().unwrap_or_default();
            match admit(registration, self.rounds.ctx().view(), arguments) {
                Ok(admitted) => self.admitted = admitted,
                Err(refusal) => break Ok(refusal.into_result()),
            }
        };
        self.rounds.ctx().speech().end();
        answer
    }

    /// One round of the tool's code, and of what stands before it.
    async fn enter(&mut self, registration: &Registration) -> Ran {
        match self.run(registration).await {
            Ok(Ran::Done(result)) => Ran::Done(CallResult {
                repaired: std::mem::take(&mut self.admitted.repaired),
                ..result
            }),
            Ok(interrupted) => interrupted,
            Err(fault) => Ran::Done(faulted(fault)),
        }
    }

    async fn run(&mut self, registration: &Registration) -> Result<Ran, Fault> {
        let ctx = self.rounds.ctx();
        let mut data = self.admitted.take_data(registration);
        if let Some(stopped) = clear(registration, self.admitted.action, &mut data, ctx).await? {
            return Ok(stopped);
        }
        let run = run::run(registration, self.admitted.action.unwrap_or_default(), data.into(), ctx);
        within(self.rounds.terms().end(), pin!(run))
            .await
            .unwrap_or_else(|| Err(Fault::timeout(ctx)))
    }
}

fn told(ended: Ended, ctx: &Context) -> Result<CallResult, Lacking> {
    Ok(match ended {
        Ended::Asks(asked) => CallResult::asking(asked),
        // INP-3: the legacy revisions have no error for it.
        Ended::Lacks(lacking) if ctx.is_asked_by_requests() => {
            CallResult::of_text(lacking.words(), Some(ErrorKind::Tool))
        }
        Ended::Lacks(lacking) => return Err(lacking),
        Ended::Unanswered(words) => CallResult::of_text(words, Some(ErrorKind::Tool)),
        Ended::Fault(fault) => faulted(fault),
    })
}

fn faulted(fault: Fault) -> CallResult {
    events::faulted(&fault);
    fault.into_result()
}
