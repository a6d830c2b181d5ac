//! Action schemas: the eight keys, their checks, and the closed set of action names (contract ACT, TXT-2, DEF-5).
//!
//! An *action* is a named operation of a tool. Its author declares it by an [`ActionSchema`]; [`ActionSchema::check`] finds every
//! mistake in that declaration at once, and what passes is a [`CheckedAction`]: the one place from which gates, help and listing
//! read it. The names of a tool's actions are an enum that [`actions!`] writes.
//!
//! What needs a validator (whether a schema builds, whether a default fits it) is judged above this crate.
//!
//! ```
//! use serde_json::json;
//! use wymcp_actions::{ActionSchema, summary};
//!
//! let create = ActionSchema::new("Create a task")
//!     .property("title", json!({"type": "string"}))
//!     .property("priority", json!({"type": "integer"}))
//!     .required(["title"])
//!     .default_to("priority", 3)
//!     .check("create", None)
//!     .map_err(|offences| offences[0].to_string())?;
//! assert_eq!(create.summary(), "create: Create a task");
//! assert_eq!(create.schema()["additionalProperties"], false);
//!
//! let offences = ActionSchema::new("Create a task").required(["titel"]).check("create", None).unwrap_err();
//! assert_eq!(offences[0].code(), "undeclared_property");
//! assert_eq!(offences[0].pointer(), "/required/0");
//! # Ok::<(), String>(())
//! ```

mod action;
mod check;
mod checked;
mod closure;
mod data;
mod document;
mod macros;
mod maybe;
mod names;
mod offence;
mod output;
mod payload;
mod rules;
mod schema;
mod strict;
mod summary;
#[cfg(feature = "typed")]
pub mod typed;

pub use action::Action;
pub use check::Examined;
pub use checked::CheckedAction;
pub use data::{Data, Decode};
pub use maybe::Maybe;
pub use names::{good_name, is_single};
pub use rules::ActionRules;
#[cfg(feature = "typed")]
pub use schemars;

pub use offence::{Offence, OffenceCode};
pub use output::OutputSchema;
pub use payload::Payload;
#[doc(hidden)]
pub use payload::{INTEGER_KEYS, Unread};
pub use schema::{ActionSchema, VOCABULARY};
pub use strict::{NotJson, checked_value};
pub use summary::{join_summaries, summary};

use wymcp_bound::pointer;

/// A JSON object.
pub type Object = serde_json::Map<String, serde_json::Value>;

/// What the macro writes refers to; no part of the public face.
#[doc(hidden)]
pub mod __private {
    pub use crate::payload::payload_of;
}
