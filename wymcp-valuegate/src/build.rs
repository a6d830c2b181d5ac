//! From a schema to a validator, or to every offence at once (VAL-1).
//!
//! The validator crate stops at the first fault, reads only what a value could reach, and has no place for a bad reference. So
//! this module walks every subschema position itself, judges what the crate does not, and asks it for the rest.

mod judge;
mod malformed;
mod pattern;
mod position;
mod reach;
mod reference;
mod validator;

pub(crate) use position::Positions;
pub(crate) use reference::Targets;
pub(crate) use validator::{Engine, compile};
