//! The methods, one file each.

mod call;
mod completion;
mod cursor;
mod discover;
mod initialize;
mod list;
mod listen;
mod near;
mod prompts;
mod provided;
mod resources;
mod set_level;
mod stage;
#[cfg(any(feature = "http", feature = "stdio"))]
mod subscriptions;

use std::sync::Arc;

use http::{Extensions, HeaderMap, StatusCode};
use wymcp_callbacksurface::{Era, Principal};

use crate::Revision;
use crate::mount::Core;
use crate::outbox::{Audience, Outbox};
use crate::rpc::{Answer, Id, Params, RpcError, code};
use crate::wire::{Handshake, LOG_LEVEL, Rejection, Step, check_optional, log_level};

pub(crate) use call::{lacks, target, unreadable};
pub(crate) use initialize::initialize;
#[cfg(feature = "testkit")]
pub(crate) use provided::NO_RESOURCE;

/// A request whose envelope, era and headers are in order.
#[derive(Debug)]
pub(crate) struct Exchange<'r> {
    pub(crate) revision: Revision,
    pub(crate) params: Params,
    /// Where there are any.
    pub(crate) headers: Option<&'r HeaderMap>,
    pub(crate) extensions: Extensions,
    pub(crate) handshake: Option<Arc<Handshake>>,
    /// Whether the transport passes on what a call says before its result.
    pub(crate) hears: bool,
    /// The HTTP session that the request belongs to.
    #[cfg(feature = "http")]
    pub(crate) session: Option<Arc<crate::session::Session>>,
}

impl Exchange<'_> {
    /// Where what is said before the answer is put, if the transport passes it on (K7, K9, K10).
    pub(crate) fn outbox(&self) -> Option<Arc<Outbox>> {
        let meta = self.params.meta();
        let audience = match (self.revision.era(), &self.handshake) {
            (Era::Modern, _) => Audience::Request(meta.and_then(|meta| log_level(meta.get(LOG_LEVEL)?))),
            (Era::Legacy, Some(handshake)) => Audience::Conversation(Arc::clone(handshake)),
            (Era::Legacy, None) => Audience::Request(None),
        };
        let token = meta
            .and_then(|meta| meta.get("progressToken"))
            .filter(|token| !token.is_null());
        self.hears
            .then(|| Arc::new(Outbox::new(token, audience).resumable(self.is_resumable())))
    }

    /// Whether its client comes back for the rest of a stream (L15).
    #[cfg(feature = "http")]
    fn is_resumable(&self) -> bool {
        self.session.is_some() && self.revision == Revision::V2025_11_25
    }

    #[cfg(not(feature = "http"))]
    const fn is_resumable(&self) -> bool {
        false
    }

    pub(crate) fn principal(&self) -> Option<Principal> {
        self.extensions.get().cloned()
    }
}

/// What is served, by era; `initialize` is not among them, it is no method of an era but the door to one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Method {
    Discover,
    Listen,
    List,
    Call,
    Ping,
    SetLevel,
    Resources,
    ResourceTemplates,
    ReadResource,
    #[cfg(any(feature = "http", feature = "stdio"))]
    Subscribe,
    #[cfg(any(feature = "http", feature = "stdio"))]
    Unsubscribe,
    Prompts,
    GetPrompt,
    Complete,
}

impl Method {
    fn of(era: Era, name: &str) -> Option<Self> {
        match (era, name) {
            (Era::Modern, "server/discover") => Some(Self::Discover),
            (Era::Modern, "subscriptions/listen") => Some(Self::Listen),
            (_, "tools/list") => Some(Self::List),
            (_, "tools/call") => Some(Self::Call),
            (Era::Legacy, "ping") => Some(Self::Ping),
            (Era::Legacy, "logging/setLevel") => Some(Self::SetLevel),
            (_, "resources/list") => Some(Self::Resources),
            (_, "resources/templates/list") => Some(Self::ResourceTemplates),
            (_, "resources/read") => Some(Self::ReadResource),
            #[cfg(any(feature = "http", feature = "stdio"))]
            (Era::Legacy, "resources/subscribe") => Some(Self::Subscribe),
            #[cfg(any(feature = "http", feature = "stdio"))]
            (Era::Legacy, "resources/unsubscribe") => Some(Self::Unsubscribe),
            (_, "prompts/list") => Some(Self::Prompts),
            (_, "prompts/get") => Some(Self::GetPrompt),
            (_, "completion/complete") => Some(Self::Complete),
            _ => None,
        }
    }

    /// Whether the mount has what the method is about: what is not declared is not served (H3).
    fn is_served(self, core: &Core, exchange: &Exchange<'_>) -> bool {
        match self {
            Self::Discover | Self::List | Self::Call | Self::Ping | Self::SetLevel => true,
            Self::Resources | Self::ResourceTemplates | Self::ReadResource => core.serves_resources(),
            // Over HTTP a stream, or the word that there can be none here.
            Self::Listen => exchange.hears || exchange.headers.is_some(),
            #[cfg(any(feature = "http", feature = "stdio"))]
            Self::Subscribe | Self::Unsubscribe => core.serves_resources() && exchange.handshake.is_some(),
            Self::Prompts | Self::GetPrompt => core.serves_prompts(),
            Self::Complete => core.serves_completion(),
        }
    }
}

/// Rows 18 to 22: the method before its params (wire contract, traps 4).
pub(crate) fn dispatch(core: &Arc<Core>, id: &Id, method: &str, exchange: Exchange<'_>) -> Result<Step, Rejection> {
    let era = exchange.revision.era();
    let method = Method::of(era, method)
        .filter(|method| method.is_served(core, &exchange))
        .ok_or_else(|| unknown(era, method))?;
    if let Params::Malformed(found) = exchange.params {
        return Err(Rejection::params(format!("`params` must be an object, got {found}")));
    }
    check_optional(&exchange.params, era)?;
    match method {
        Method::Discover => Ok(Step::Answer(discover::answer(core, id, exchange.hears))),
        Method::Listen => listen::start(core, id, exchange),
        Method::List => list::answer(core, id, &exchange).map(Step::Answer),
        Method::Call => call::start(core, id, exchange).map(Step::Call),
        Method::Resources => resources::list(core, id, exchange),
        Method::ResourceTemplates => resources::list_templates(core, id, &exchange).map(Step::Answer),
        Method::ReadResource => resources::read(core, id, exchange),
        #[cfg(any(feature = "http", feature = "stdio"))]
        Method::Subscribe => subscriptions::subscribe(core, id, exchange),
        #[cfg(any(feature = "http", feature = "stdio"))]
        Method::Unsubscribe => subscriptions::unsubscribe(core, id, exchange),
        Method::Prompts => prompts::list(core, id, exchange),
        Method::GetPrompt => prompts::get(core, id, exchange),
        Method::Complete => completion::complete(core, id, exchange),
        Method::Ping => Ok(Step::Answer(Answer::result(id, |out| out.push_str("{}")))),
        Method::SetLevel => set_level::answer(id, &exchange).map(Step::Answer),
    }
}

/// Over HTTP a modern client reads the status too (wire contract E).
fn unknown(era: Era, method: &str) -> Rejection {
    let status = if era == Era::Modern {
        StatusCode::NOT_FOUND
    } else {
        StatusCode::OK
    };
    Rejection {
        status,
        error: RpcError::new(
            code::METHOD_NOT_FOUND,
            format!("unknown method `{}`", wymcp_bound::echo(method)),
        ),
    }
}
