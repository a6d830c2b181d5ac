//! One call of a tool, from its arguments to its result (GAT-10, OBS-2).

use std::pin::pin;
use std::sync::Arc;

use tracing::{Instrument as _, Span};

use crate::admit::{Admitted, admit};
use crate::clear::clear;
use crate::context::Request;
use crate::events::{self, Observed};
use crate::input::{self, Binding, Ended, Given, Rounds};
use crate::limit::within;
use crate::registration::{Kind, Registration};
use crate::run::{self, Ran};
use crate::{
    CallFacts, CallResult, Context, Data, ErrorKind, Fault, InputError, Lacking, Object, Refusal, Terms, View,
};

/// Why a call has no result, but an error of the protocol.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CallError {
    /// What it brought along for a call that asked before cannot be read; nothing of the tool has run.
    #[error(transparent)]
    Input(#[from] InputError),
    /// Its client did not declare what the tool needs of it (INP-3).
    #[error("{}", .0.words())]
    Lacks(Lacking),
}

/// Call a tool: the gates, what the request brought along, the defaults, the tool's own check, the mount's policy, the action, the check of
/// its output (GAT-10).
///
/// The tool is known and visible, and its arguments are an object: that is the mount's to see to. Whatever happens then is a
/// result, but for a [`CallError`]. Exactly one `tool.start` and one `tool.stop` are emitted, the second also when the future is
/// dropped before its end (OBS-2); the tool's own future is dropped with it, after [`Context::is_cancelled`] has become true (LNG-2).
///
/// The future spawns nothing and needs no runtime.
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
    call_within(registration, view, arguments, facts, Arc::default())
}

/// [`call`], under the terms of a mount: how long the tool's code may run (LNG-3), and how it may ask its caller (INP).
///
/// The end of the time is polled for the first time when the action is, and never for an action that ends at once; it keeps its own
/// clock.
pub fn call_within(
    registration: Arc<Registration>,
    view: View,
    mut arguments: Object,
    mut facts: CallFacts,
    terms: Arc<Terms>,
) -> impl Future<Output = Result<CallResult, CallError>> + Send + 'static {
    // What the mount ignores is no part of what a state is bound to: a host may add another value to each round (GAT-9, INP-2).
    registration.rules().strip(&mut arguments);
    let (begun, span) = match Entry::open(&registration, &view, &arguments, &mut facts, &terms) {
        Ok(entry) => {
            let (observed, span) = Observed::start(&registration, &arguments, &facts);
            (Ok((entry, observed)), span)
        }
        // A call that does not begin has no event and no span (OBS-2).
        Err(error) => (Err(error), Span::none()),
    };
    let request = Request::new(facts, view);
    async move {
        let (entry, observed) = begun?;
        let answer = answer(&registration, request, arguments, entry, terms).await;
        observed.stop(&answer);
        answer
    }
    .instrument(span)
}

/// What a call is entered with, beside its arguments.
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

async fn answer(
    registration: &Registration,
    request: Arc<Request>,
    arguments: Object,
    entry: Entry,
    terms: Arc<Terms>,
) -> Result<CallResult, CallError> {
    // Only a legacy call is entered more than once here.
    let is_entered_again = entry.binding.is_some() && input::is_asked_by_requests(request.protocol_version());
    let again = is_entered_again.then(|| arguments.clone());
    let mut admitted = match admit(registration, request.view(), arguments) {
        Ok(admitted) => admitted,
        Err(refusal) => return Ok(refusal.into_result()),
    };
    let action = admitted.action.and_then(|position| action_at(registration, position));
    let ctx = Context::of_call(request, Arc::clone(registration.name()), action).entered_again(entry.given);
    let mut rounds = Rounds::new(terms, ctx, entry.binding);
    let answer = loop {
        let interrupt = match enter(registration, admitted, &rounds).await {
            Ran::Done(result) => break Ok(result),
            Ran::Interrupted(interrupt) => interrupt,
        };
        if let Err(ended) = rounds.settle(interrupt).await {
            break told(ended, rounds.ctx());
        }
        admitted = match admit_again(registration, rounds.ctx(), again.as_ref()) {
            Ok(admitted) => admitted,
            Err(refusal) => break Ok(refusal.into_result()),
        };
    };
    rounds.ctx().speech().end();
    answer
}

/// One round of the tool's code, and of what stands before it.
async fn enter(registration: &Registration, mut admitted: Admitted, rounds: &Rounds) -> Ran {
    let (action, ctx) = (admitted.action, rounds.ctx());
    let repaired = std::mem::take(&mut admitted.repaired);
    let mut data = admitted.into_data(registration);
    let ran = match clear(registration, action, &mut data, ctx).await {
        Ok(None) => {
            let run = run::run(registration, action.unwrap_or_default(), Data::from(data), ctx);
            let ran = within(rounds.terms().end(), pin!(run)).await;
            ran.unwrap_or_else(|| Err(Fault::timeout(ctx)))
        }
        Ok(Some(stopped)) => Ok(stopped),
        Err(fault) => Err(fault),
    };
    match ran.unwrap_or_else(|fault| Ran::Done(faulted(fault))) {
        Ran::Done(result) => Ran::Done(CallResult { repaired, ..result }),
        interrupted => interrupted,
    }
}

/// INP-5: what a call may do is asked each time that it is entered.
fn admit_again(registration: &Registration, ctx: &Context, arguments: Option<&Object>) -> Result<Admitted, Refusal> {
    admit(registration, ctx.view(), arguments.cloned().unwrap_or_default())
}

fn told(ended: Ended, ctx: &Context) -> Result<CallResult, CallError> {
    Ok(match ended {
        Ended::Asks(asked) => CallResult::asking(asked),
        // INP-3: the legacy revisions have no error for it.
        Ended::Lacks(lacking) if ctx.is_asked_by_requests() => {
            CallResult::of_text(lacking.words(), Some(ErrorKind::Tool))
        }
        Ended::Lacks(lacking) => return Err(CallError::Lacks(lacking)),
        Ended::Unanswered(words) => CallResult::of_text(words, Some(ErrorKind::Tool)),
        Ended::Fault(fault) => faulted(fault),
    })
}

fn faulted(fault: Fault) -> CallResult {
    events::faulted(&fault);
    fault.into_result()
}

fn action_at(registration: &Registration, position: usize) -> Option<Arc<str>> {
    match registration.kind() {
        Kind::Actions(actions) => actions.at(position).map(|action| Arc::clone(action.name())),
        Kind::Plain(_) => None,
    }
}
