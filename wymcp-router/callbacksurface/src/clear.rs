//! Between the gates and the action: the tool's own look at the data, and the mount's policy (GAT-10, DEF-7, DEF-4).

use wymcp_bound::{clip, limits};

use crate::contain::{contain, guard};
use crate::events;
use crate::input::confirmed;
use crate::pointer::help_pointer;
use crate::policy::{DENIED, Decision, Judge, PolicyCall};
use crate::refusal::Answer;
use crate::registration::{Kind, Registration};
use crate::run::Ran;
use crate::{CallResult, Context, DataRefusal, Fault, Object};

/// Nothing, if the action may run; else what the call came to. The data may have been changed.
pub(crate) async fn clear(
    registration: &Registration,
    action: Option<usize>,
    data: &mut Object,
    ctx: &Context,
) -> Result<Option<Ran>, Fault> {
    let validated = guard(|| {
        registration
            .served()
            .validate_data(action.unwrap_or_default(), data, ctx)
    });
    if let Err(refusal) = validated.map_err(|panic| Fault::panic(ctx, &panic))? {
        return refused(registration, action, &refusal, ctx).map(|refused| Some(Ran::Done(refused)));
    }
    match registration.rules().policy() {
        Some(policy) if registration.is_sensitive(action) => Ok(judged(policy, data, ctx).await),
        _ => Ok(None),
    }
}

/// What a tool answers itself, as gates 5 to 8 would.
fn refused(
    registration: &Registration,
    action: Option<usize>,
    refusal: &DataRefusal,
    ctx: &Context,
) -> Result<CallResult, Fault> {
    if let Some(mistake) = refusal.mistake() {
        return Err(Fault::invalid_reply(
            ctx,
            &format!("`validate_data` refused, and {mistake}"),
        ));
    }
    let schema = match registration.kind() {
        Kind::Actions(table) => action.and_then(|action| table.at(action)).map(|action| action.digest()),
        Kind::Plain(plain) => Some(plain.input_text()),
    };
    let answer = answer(refusal.code(), refusal.message(), ctx);
    Ok(match schema {
        Some(schema) => answer.with_text("input_schema", schema).into_result(),
        None => answer.into_result(),
    })
}

async fn judged(policy: &dyn Judge, data: &Object, ctx: &Context) -> Option<Ran> {
    let call = PolicyCall::new(data, ctx);
    let reason = match contain(ctx, || policy.judge(&call)).await {
        Ok(Decision::Allow) => return None,
        Ok(Decision::Deny(reason)) => reason,
        Ok(Decision::Confirm(question)) => match confirmed(ctx, &question) {
            Ok(true) => return None,
            Ok(false) => "its user did not confirm it".to_owned(),
            Err(interrupt) => return Some(Ran::Interrupted(interrupt)),
        },
        Err(panic) => {
            events::faulted(&Fault::panic(
                ctx,
                &format!("the policy panicked, which denies: {panic}"),
            ));
            "the server could not judge it".to_owned()
        }
    };
    let target = match ctx.action() {
        Some(action) => format!("`{action}` of `{}`", ctx.tool()),
        None => format!("`{}`", ctx.tool()),
    };
    let denied = answer(DENIED, &format!("this server's policy denied {target}: {reason}"), ctx);
    Some(Ran::Done(denied.into_result()))
}

/// `message` is the server's own text, and may repeat what was sent: so it is bounded (BND-4).
fn answer(error: &str, message: &str, ctx: &Context) -> Answer<'static, ()> {
    let message = clip(message, limits::PROBLEM_CHARS);
    let answer = Answer::of(error, message, help_pointer(Some(ctx.tool()), ctx.action()));
    match ctx.action() {
        Some(action) => answer.with("action", action),
        None => answer,
    }
}
