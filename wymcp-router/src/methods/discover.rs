//! `server/discover`: what is served, before anything is asked (wire contract H).

use wymcp_bound::json;

use crate::Revision;
use crate::mount::Core;
use crate::rpc::{Answer, Id};

pub(crate) fn answer(core: &Core, id: &Id, can_be_told: bool) -> Answer {
    Answer::result(id, |out| {
        out.push('{');
        core.info.write_meta(out);
        core.cache.write_scope(out);
        out.push(',');
        core.write_capabilities(out, can_be_told);
        if let Some(instructions) = &core.info.instructions {
            out.push_str(",\"instructions\":");
            json::write_str(out, instructions);
        }
        out.push_str(",\"resultType\":\"complete\",\"supportedVersions\":[");
        for (index, revision) in Revision::MODERN.iter().enumerate() {
            if index > 0 {
                out.push(',');
            }
            json::write_str(out, revision.name());
        }
        out.push(']');
        core.cache.write_ttl(out);
        out.push('}');
    })
}
