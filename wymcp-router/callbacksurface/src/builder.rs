//! Tools made from data instead of a type: the second front door (DEF-1, DEF-2).

mod action_tool;
mod declared;
mod handler;
pub(crate) mod json;
mod plain_tool;

pub use action_tool::{ActionTool, ActionToolBuilder};
pub(crate) use declared::{Declared, checked};
pub(crate) use handler::Handler;
pub use plain_tool::{PlainTool, PlainToolBuilder};
