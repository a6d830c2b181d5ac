//! `tools/list` (wire contract M, contract LST).

use serde_json::Value;
use wymcp_callbacksurface::Era;

use super::Exchange;
use crate::mount::Core;
use crate::rpc::{Answer, Id};
use crate::wire::Rejection;

pub(crate) fn answer(core: &Core, id: &Id, exchange: &Exchange<'_>) -> Result<Answer, Rejection> {
    // There is one page, so no cursor was ever given out: whatever comes is bogus (N6).
    if exchange
        .params
        .get("cursor")
        .is_some_and(|cursor| *cursor != Value::Null)
    {
        return Err(Rejection::params("`cursor` is none that this server gave out"));
    }
    let era = exchange.revision.era();
    let tools = core.tools();
    let tools = tools.list(era, &core.view(exchange.principal()));
    Ok(Answer::result(id, |out| {
        out.reserve(tools.len() + 256);
        out.push('{');
        if era == Era::Modern {
            core.info.write_meta(out);
            core.cache.write_scope(out);
            out.push_str(",\"resultType\":\"complete\",");
        }
        out.push_str("\"tools\":");
        out.push_str(&tools);
        if era == Era::Modern {
            core.cache.write_ttl(out);
        }
        out.push('}');
    }))
}
