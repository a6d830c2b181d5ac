//! What is kept of a legacy client while its conversation lasts, over HTTP and stdio alike.

mod asked;
mod calls;
mod subscriptions;

pub(crate) use asked::{Asked, Ticket};
pub(crate) use calls::Calls;
pub(crate) use subscriptions::Subscriptions;
