//! `logging/setLevel`: how much of its calls' logs a legacy client hears (wire contract K10).

use super::Exchange;
use crate::rpc::{Answer, Id};
use crate::wire::{self, Rejection};

/// Set it for the conversation. Where none is remembered there is nobody to send messages to later: the level is read, and forgotten.
pub(crate) fn answer(id: &Id, exchange: &Exchange<'_>) -> Result<Answer, Rejection> {
    let level = exchange.params.get("level").and_then(wire::log_level);
    let level = level.ok_or_else(|| wire::no_log_level("`level`"))?;
    if let Some(handshake) = &exchange.handshake {
        handshake.log_level.set(level);
    }
    Ok(Answer::result(id, |out| out.push_str("{}")))
}
