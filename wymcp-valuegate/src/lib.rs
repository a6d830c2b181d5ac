//! Whether values fit a JSON Schema, told in bounded words and linear time (contract VAL).
//!
//! [`ValueGate::build`] judges a schema whole and tells every [`Offence`] at once; [`ValueGate::check`] tells every value that does
//! not fit, in words that a machine can act on and that quote nothing of what was sent; [`normalise`] reads numbers.
//!
//! # How strict formats are
//!
//! A format looks at strings alone, and its name is case-sensitive. `time` and `date-time` want an offset (`10:00:00Z`) and admit a
//! leap second; `duration` admits no fraction, no sign and no weeks beside other units; `email` admits `Name <a@b.example>` and
//! `a@localhost`; `hostname` refuses an underscore and a final dot; `ipv6` refuses a zone. `regex` is parsed by a reader of its own
//! and admits what `pattern` refuses for its linear engine: lookaround and backreferences. `idn-email` and `idn-hostname` are unknown.
//!
//! # Where it is narrower than JSON Schema
//!
//! A number outside −2^63…2^64−1 is refused where a `type` admits integers and no other number (VAL-5), data beyond 127 levels is
//! refused, and a `$ref` may only name a schema of the same document. `$id` and `$schema` stand at the root or nowhere;
//! `$dynamicRef` and draft-7 `dependencies` are offences.
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
mod repair;
mod stack;
#[cfg(test)]
mod strategy;
mod survey;
mod types;
mod witness;
mod words;

pub use gate::ValueGate;
pub use invalid::{Invalid, InvalidValues};
pub use number::normalise;
pub use offence::{CODES, Offence};
