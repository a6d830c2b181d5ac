//! Telling clients what has changed while they are served (wire contract H5, J, L22).
//!
//! A [`Change`] is what has happened; to a client it becomes [`News`], if it asked for such and may know of it ([`Interests`]). A
//! [`Listener`] is whoever can be told at any time: a subscription of a modern client, or a legacy conversation over stdio. (Legacy
//! sessions over HTTP have streams of their own.) What waits for a listener waits in its outbox, where nothing waits twice: a listener
//! that never reads costs no more than the kinds of news that it asked for, and holds up nobody.

mod change;
mod interests;
mod listeners;
mod news;
#[cfg(feature = "stdio")]
mod telling;
// What waits in an outbox is taken out by a transport alone.
#[cfg(test)]
#[cfg(any(feature = "http", feature = "stdio"))]
mod tests;

pub(crate) use change::{Change, ChangedTools};
pub(crate) use interests::{Interests, Lists, Watched};
pub(crate) use listeners::{Full, Listener, Listeners};
pub(crate) use news::{News, Tag};
#[cfg(feature = "stdio")]
pub(crate) use telling::telling;
