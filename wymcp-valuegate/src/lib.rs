//! Whether values fit a JSON Schema, told in bounded words and linear time (contract VAL).
//!
//! [`ValueGate::build`] judges a schema whole and tells every [`Offence`] at once; [`ValueGate::check`] tells every value that does
//! not fit, in words that a machine can act on and that quote nothing of what was sent; [`normalise`] reads numbers.
//!
//! It knows nothing of MCP, of tools or of unknown keys. The validator crate inside is no part of its face: no type of it stands
//! in a signature (VAL-8).
//!
//! ```
//! use serde_json::json;
//! use wymcp_valuegate::ValueGate;
//!
//! let gate = ValueGate::build(&json!({"type": "object", "properties": {"status": {"enum": ["open", "done"]}}})).unwrap();
//! assert!(gate.check(&json!({"status": "open"})).is_none());
//! let invalid = gate.check(&json!({"status": "opne"})).unwrap();
//! assert_eq!(invalid.first()[0].problems, [r#"must be one of "open", "done""#]);
//! ```

mod build;
mod fit;
mod gate;
mod graph;
mod invalid;
mod number;
mod offence;
mod problem;
mod stack;
#[cfg(test)]
mod strategy;
mod types;
mod words;

pub use gate::ValueGate;
pub use invalid::{Invalid, InvalidValues};
pub use number::normalise;
pub use offence::Offence;
