//! The tool trait, its closed list of callbacks, registrations, and the eight gates.

mod callback;
mod cancellation;
mod contain;
mod content;
mod context;
mod failure;
mod hint;
mod reply;
mod result;
mod served;
mod tool;
mod view;

pub use callback::{Callback, Provider};
pub use contain::BoxFuture;
pub use content::Content;
pub use context::{CallFacts, Context, Principal};
pub use failure::{Failure, Outcome};
pub use hint::Hint;
pub use reply::Reply;
pub use result::{CallResult, ErrorKind};
#[doc(hidden)]
pub use served::{ActionSurface, PlainSurface, Surface, SurfaceKind, sealed};
pub use served::Served;
pub use tool::Tool;
pub use view::{Filter, View};
pub use wymcp_actions::{Action, ActionSchema, Data, Decode, Object, Payload, actions};
