//! Running an action, and what is asked of the tool beside it (RUN-2 to RUN-7).

use serde_json::Value;
use wymcp_bound::json::{depth_exceeds, dismantle};
use wymcp_bound::limits;

use crate::answer::{Additions, failed, succeeded};
use crate::contain::{contain, discard, guard};
use crate::fault::Fault;
use crate::input::Interrupt;
use crate::registration::{Kind, Output, Registration};
use crate::{CallResult, Content, Context, Data, Decode, Failure, Object, Reply, events};

/// What running an action came to.
#[derive(Debug)]
pub(crate) enum Ran {
    /// Its end.
    Done(CallResult),
    /// A stop: it needs something first (INP-1).
    Interrupted(Interrupt),
}

/// Run an action, by its position in the surface, with data that passed the gates.
pub(crate) async fn run(registration: &Registration, position: usize, data: Data, ctx: &Context) -> Result<Ran, Fault> {
    let ran = contain(ctx, || registration.served().run(position, data, ctx)).await;
    let said = match hear(registration, position, ran, ctx)? {
        Heard::Said(said) => said,
        Heard::Interrupt(interrupt) => return Ok(Ran::Interrupted(interrupt)),
    };
    let context = if said.wants_context() {
        action_context(registration, position, ctx).await?
    } else {
        None
    };
    let has_output = output(registration, position).is_some();
    said.with_context(context, has_output, ctx).map(Ran::Done)
}

/// What the tool's code came to, asked all it is asked.
enum Heard {
    Said(Said),
    Interrupt(Interrupt),
}

/// What the tool said, before its context is added.
enum Said {
    Success {
        value: Option<Value>,
        content: Vec<Content>,
        hints: Vec<Value>,
    },
    Failure {
        words: String,
        content: Vec<Content>,
        /// Where it gave a hint context.
        hints: Option<Vec<Value>>,
    },
}

impl Said {
    /// RUN-3: with every success, and with a failure that asks for hints.
    const fn wants_context(&self) -> bool {
        matches!(self, Self::Success { .. } | Self::Failure { hints: Some(_), .. })
    }

    fn with_context(self, context: Option<Object>, has_output: bool, ctx: &Context) -> Result<CallResult, Fault> {
        match self {
            Self::Failure { words, content, hints } => {
                let additions = hints.map(|hints| Additions { hints, context });
                Ok(failed(words, content, additions))
            }
            Self::Success { value, content, hints } => {
                let additions = Additions { hints, context };
                let is_wrapped = |value: &Value| !has_output && additions.wrap(value);
                if value
                    .as_ref()
                    .is_some_and(|value| is_wrapped(value) && depth_exceeds(value, limits::OUTPUT_NESTING - 1))
                {
                    return Err(Fault::invalid_reply(ctx, &too_deep("the reply")));
                }
                Ok(succeeded(value, content, additions, has_output))
            }
        }
    }
}

/// What has to be asked of an outcome before the next await, while a panic of its own code can still be held: a failure's drop is the
/// tool's code as well.
fn hear(
    registration: &Registration,
    position: usize,
    ran: Result<Result<Reply, Failure>, String>,
    ctx: &Context,
) -> Result<Heard, Fault> {
    let panicked = |panic: String| Fault::panic(ctx, &panic);
    match ran.map_err(panicked)? {
        Ok(reply) => hear_success(registration, position, reply, ctx).map(Heard::Said),
        Err(mut failure) => {
            if let Some(interrupt) = failure.interrupt() {
                return Ok(Heard::Interrupt(interrupt));
            }
            let said = hear_failure(registration, position, &failure, ctx);
            let dropped = discard(failure).map_err(panicked);
            said.and_then(|said| dropped.map(|()| Heard::Said(said)))
        }
    }
}

/// The run-time context of an action, contained: what it answers when a caller asks about it (RUN-3).
///
/// `ctx` names the tool and the action whose context it is: that is whose fault it would be.
///
/// # Errors
/// A [`Fault`]: the tool's code panicked, or its context nests too deep.
pub async fn action_context(
    registration: &Registration,
    position: usize,
    ctx: &Context,
) -> Result<Option<Object>, Fault> {
    if matches!(registration.kind(), Kind::Plain(_)) {
        return Ok(None);
    }
    let context = contain(ctx, || registration.served().action_context(position, ctx)).await;
    match context.map_err(|panic| Fault::panic(ctx, &panic))? {
        None => Ok(None),
        Some(context) => match sendable(Value::Object(context), limits::OUTPUT_NESTING - 1) {
            Some(Value::Object(context)) => Ok(Some(context)),
            _ => Err(Fault::invalid_reply(ctx, &too_deep("the action's context"))),
        },
    }
}

fn hear_success(registration: &Registration, position: usize, mut reply: Reply, ctx: &Context) -> Result<Said, Fault> {
    Ok(Said::Success {
        value: checked_value(&mut reply, output(registration, position), ctx)?,
        content: checked_content(std::mem::take(&mut reply.content), ctx)?,
        hints: match &reply.hints {
            Some(hint_context) => hints(registration, position, hint_context, ctx)?,
            None => Vec::new(),
        },
    })
}

/// The value of a reply, if it has one: what cannot be sent, or breaks the output schema, is a fault (RUN-6).
fn checked_value(reply: &mut Reply, output: Option<&Output>, ctx: &Context) -> Result<Option<Value>, Fault> {
    // Structured content is part of the message and no text of its own: the message and its result stand around it.
    let levels = limits::OUTPUT_NESTING - if output.is_some() { 2 } else { 0 };
    let value = match reply.value.take() {
        Some(Ok(value)) => sendable(value, levels).ok_or_else(|| Fault::invalid_reply(ctx, &too_deep("the reply")))?,
        Some(Err(why)) => return Err(Fault::invalid_reply(ctx, &format!("the reply is no JSON value: {why}"))),
        None if output.is_some() => {
            let words = "the reply has content blocks alone, and its output schema wants a value beside them";
            return Err(Fault::invalid_reply(ctx, words));
        }
        None => return Ok(None),
    };
    match output.and_then(|output| output.values().check(&value)) {
        None => Ok(Some(value)),
        Some(invalid) => Err(Fault::invalid_output(
            ctx,
            wymcp_bound::json::to_string(&invalid.to_value()),
        )),
    }
}

fn hear_failure(registration: &Registration, position: usize, failure: &Failure, ctx: &Context) -> Result<Said, Fault> {
    if let Some(fault) = failure.error().downcast_ref::<Fault>() {
        return Err(fault.clone());
    }
    if let Some(decode) = failure
        .error()
        .downcast_ref::<Decode>()
        .filter(|_| !failure.is_for_caller())
    {
        return Err(Fault::invalid_reply(ctx, &decode.to_string()));
    }
    let panicked = |panic: String| Fault::panic(ctx, &panic);
    events::failed(ctx, failure).map_err(panicked)?;
    let words = guard(|| registration.served().handle_error(failure)).map_err(panicked)?;
    let content = checked_content(failure.content.clone(), ctx)?;
    let hints = failure
        .hints
        .as_ref()
        .map(|hint_context| hints(registration, position, hint_context, ctx))
        .transpose()?;
    Ok(Said::Failure { words, content, hints })
}

/// The hints of the tool, as they are sent; those that name what the caller may not see are left out (VIS-1).
fn hints(
    registration: &Registration,
    position: usize,
    hint_context: &Object,
    ctx: &Context,
) -> Result<Vec<Value>, Fault> {
    let hints = guard(|| registration.served().hints(position, hint_context, ctx))
        .map_err(|panic| Fault::panic(ctx, &panic))?;
    let all = hints.len();
    let view = ctx.view();
    let sent: Vec<_> = hints
        .into_iter()
        .map(|hint| {
            let is_shown = view.reveals(hint.tool().unwrap_or(ctx.tool()), hint.action());
            (
                is_shown,
                sendable(hint.into_value(ctx.tool()), limits::OUTPUT_NESTING - 2),
            )
        })
        .collect();
    if sent.iter().filter(|(_, hint)| hint.is_some()).count() < all {
        return Err(Fault::invalid_reply(ctx, &too_deep("a hint")));
    }
    Ok(sent
        .into_iter()
        .filter_map(|(is_shown, hint)| hint.filter(|_| is_shown))
        .collect())
}

fn checked_content(content: Vec<Content>, ctx: &Context) -> Result<Vec<Content>, Fault> {
    if content.iter().any(Content::is_unsendable) {
        return Err(Fault::invalid_reply(ctx, &too_deep("a content block")));
    }
    Ok(content)
}

/// What may be written by a walk that recurses, and read by a parser with the usual limit: the levels that the framework puts
/// around it are counted. Anything deeper is taken apart.
fn sendable(value: Value, levels: usize) -> Option<Value> {
    if depth_exceeds(&value, levels) {
        dismantle(value);
        return None;
    }
    Some(value)
}

fn too_deep(what: &str) -> String {
    format!(
        "as it would be sent, {what} nests deeper than {} levels",
        limits::OUTPUT_NESTING
    )
}

fn output(registration: &Registration, position: usize) -> Option<&Output> {
    match registration.kind() {
        Kind::Actions(actions) => actions.at(position)?.output(),
        Kind::Plain(plain) => plain.output(),
    }
}
