//! One call of a tool, from its arguments to its result (GAT-10, OBS-2).

use std::sync::Arc;

use tracing::Instrument as _;

use crate::admit::admit;
use crate::clear::clear;
use crate::contain::BoxFuture;
use crate::events::{self, Observed};
use crate::limit::within;
use crate::registration::{Kind, Registration};
use crate::{CallFacts, CallResult, Context, Data, Fault, Object, View, run};

/// Call a tool: the gates, the defaults, the tool's own check, the mount's policy, the action, the check of its output.
///
/// The tool is known and visible, and its arguments are an object: that is the mount's to see to. Whatever happens then is a
/// result. Exactly one `tool.start` and one `tool.stop` are emitted, the second also when the future is dropped before its end
/// (OBS-2); the tool's own future is dropped with it, after [`Context::is_cancelled`] has become true (LNG-2).
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
/// let answer = call(ping, View::everything(), Map::new(), CallFacts::default()).await;
/// assert_eq!(answer.json(), "pong");
/// # });
/// ```
pub fn call(
    registration: Arc<Registration>,
    view: View,
    arguments: Object,
    facts: CallFacts,
) -> impl Future<Output = CallResult> + Send + 'static {
    call_within(registration, view, arguments, facts, None)
}

/// [`call`], with a time limit: when `limit` ends before the action does, the action's future is dropped and the answer is a fault
/// (LNG-3).
///
/// The limit is polled for the first time when the action is, and never for an action that ends at once; it keeps its own clock.
pub fn call_within(
    registration: Arc<Registration>,
    view: View,
    arguments: Object,
    facts: CallFacts,
    limit: Option<BoxFuture<'static, ()>>,
) -> impl Future<Output = CallResult> + Send + 'static {
    let (observed, span) = Observed::start(&registration, &arguments, &facts);
    async move {
        let result = answer(&registration, view, arguments, facts, limit).await;
        observed.stop(&result);
        result
    }
    .instrument(span)
}

async fn answer(
    registration: &Registration,
    view: View,
    arguments: Object,
    facts: CallFacts,
    limit: Option<BoxFuture<'static, ()>>,
) -> CallResult {
    let mut admitted = match admit(registration, &view, arguments) {
        Ok(admitted) => admitted,
        Err(refusal) => return refusal.into_result(),
    };
    let position = admitted.action;
    let repaired = std::mem::take(&mut admitted.repaired);
    let action = position.and_then(|position| action_at(registration, position));
    let mut data = admitted.into_data(registration);
    let ctx = Context::of_call(facts, Arc::clone(registration.name()), action, view);
    let outcome = match clear(registration, position, &mut data, &ctx).await {
        Ok(None) => {
            let run = run::run(registration, position.unwrap_or_default(), Data::from(data), &ctx);
            within(limit, run).await.unwrap_or_else(|| Err(Fault::timeout(&ctx)))
        }
        Ok(Some(refused)) => Ok(refused),
        Err(fault) => Err(fault),
    };
    ctx.speech().end();
    let result = outcome.unwrap_or_else(|fault| {
        events::faulted(&fault);
        fault.into_result()
    });
    CallResult { repaired, ..result }
}

fn action_at(registration: &Registration, position: usize) -> Option<Arc<str>> {
    match registration.kind() {
        Kind::Actions(actions) => actions.at(position).map(|action| Arc::clone(action.name())),
        Kind::Plain(_) => None,
    }
}
