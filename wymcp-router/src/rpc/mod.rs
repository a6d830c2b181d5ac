//! JSON-RPC 2.0: reading one message, writing one answer.

mod answer;
mod envelope;
mod error;
mod id;
mod message;
#[cfg(test)]
mod tests;

pub use answer::Answer;
pub use error::{RpcError, code};
pub(crate) use id::Id;
pub(crate) use message::{Message, Notification, Params, Request, Response, Unreadable, parse, parse_batch};
