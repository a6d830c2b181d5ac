//! A yes of the caller's user to what a policy wants confirmed (DEF-4).

use super::interrupt::Asking;
use super::{Field, Form, Interrupt};
use crate::Context;

/// No id of a tool's: a tool that asks as well does not answer for it.
const ID: &str = "wymcp/confirm";

/// Whether the user said yes to these words.
///
/// Only a yes to these very words counts, in a call that asked them: one that came before was given to something else.
///
/// # Errors
/// The user has to be asked first, which a client that did not declare it cannot do (INP-3).
pub(crate) fn confirmed(ctx: &Context, question: &str) -> Result<bool, Interrupt> {
    let form = Form::new(ID, question).field(Field::boolean("confirm").title("Yes, go on"));
    let was_asked = ctx
        .given()
        .is_some_and(|given| given.confirming.as_deref() == Some(question));
    let answer = if was_asked {
        ctx.ask(form)
    } else {
        ctx.entered_again(None).ask(form)
    };
    match answer {
        Ok(answer) => Ok(answer.accepted().is_some_and(|form| form["confirm"] == true)),
        Err(mut failure) => match failure.interrupt() {
            Some(Interrupt::Ask(asking)) => Err(Interrupt::Ask(Asking {
                confirming: Some(question.to_owned()),
                ..asking
            })),
            Some(lacks) => Err(lacks),
            None => Ok(false),
        },
    }
}
