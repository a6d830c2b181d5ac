//! An MCP server framework: action-dispatched tools whose refusals explain themselves.

#[cfg(feature = "http")]
mod http;
mod methods;
mod mount;
mod revision;
pub mod rpc;
#[cfg(feature = "stdio")]
mod stdio;
mod wire;

#[cfg(feature = "http")]
pub use http::MountService;
pub use mount::{CacheScope, Call, Mount, MountBuilder};
pub use revision::Revision;
pub use rpc::RpcError;
pub use wire::Facts;
pub use wymcp_callbacksurface::{CallResult, Content, Context, Era, Principal, ErrorKind, Offence, Offences};
