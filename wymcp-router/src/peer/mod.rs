//! What is kept of a legacy client while its conversation lasts, over HTTP and stdio alike.

mod asked;
mod calls;
#[cfg(feature = "http")]
mod subscriptions;

pub(crate) use asked::{Asked, Ticket};
pub(crate) use calls::Calls;
#[cfg(feature = "http")]
pub(crate) use subscriptions::Subscriptions;
