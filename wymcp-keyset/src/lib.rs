//! Close JSON Schemas: which keys an object admits, at every depth.
//!
#![doc = include_str!("../README.md")]

mod answer;
mod check;
mod classify;
mod close;
mod cycles;
mod graph;
mod judge;
mod keyset;
mod known;
mod narrow;
mod offence;
mod pointer;
mod roles;
mod silence;

pub use answer::{ANY_KEY, UnknownKey, UnknownKeys};
pub use keyset::{KeySet, check, close, default_offences, offences};
pub use known::KnownKeys;
pub use offence::{Offence, OffenceKind};
