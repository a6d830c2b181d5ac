//! Where the properties of an action come from when a type declares them (DEF-5).

mod definitions;
mod formats;
mod merge;
mod offences;
mod root;

use std::fmt;

use serde_json::Value;

use crate::{Decode, Offence};

pub use formats::INTEGER_KEYS;
pub(crate) use root::{declaration, document};

/// A payload type as registration sees it: its name, and how to get its schema (DEF-5).
#[derive(Clone, Copy)]
pub struct Payload {
    name: &'static str,
    schema: fn() -> Value,
    /// How the type is read, where it is known.
    read: Option<fn(Value) -> Result<(), Unread>>,
}

/// A payload type refused a value that its own schema admits: where in the value, and in which words.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct Unread {
    /// A JSON Pointer into the value, as far as serde tells.
    pub pointer: String,
    /// What the type refused.
    pub refused: Decode,
}

impl Payload {
    /// A payload type by its name and a function that gives its JSON Schema, a document whose root is the type.
    ///
    /// [`actions!`](crate::actions) makes these from types that derive schemars' `JsonSchema` (feature `typed`); this is for a
    /// schema from elsewhere.
    #[must_use]
    pub const fn new(name: &'static str, schema: fn() -> Value) -> Self {
        Self {
            name,
            schema,
            read: None,
        }
    }

    /// The same, with how a value is read as the type: registration then tries what the schema admits (DEF-5).
    #[doc(hidden)]
    #[must_use]
    pub const fn read_by(self, read: fn(Value) -> Result<(), Unread>) -> Self {
        Self {
            read: Some(read),
            ..self
        }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn is_readable(&self) -> bool {
        self.read.is_some()
    }

    /// Read a value as the type, if it is known how.
    ///
    /// # Errors
    /// When the type refuses it.
    #[doc(hidden)]
    #[must_use]
    pub fn read(&self, value: Value) -> Option<Result<(), Unread>> {
        Some(self.read?(value))
    }

    /// The type's name, as offences and docs show it.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The document as its source wrote it.
    #[must_use]
    pub fn schema(&self) -> Value {
        (self.schema)()
    }

    /// The document as it can be served: self-contained, its root the type's own schema, number formats as bounds (DEF-5).
    ///
    /// # Errors
    /// What the type holds and no JSON number here can carry; pointers lead into the document.
    pub fn document(&self) -> Result<Value, Vec<crate::Offence>> {
        root::document(*self)
    }

    /// The type as the input schema of a plain tool: one document of `type: object`, whose number formats have become bounds, and
    /// which says of every object whether it admits further keys, where the type knows (DEF-5, KEY-10).
    ///
    /// # Errors
    /// What the type holds and a call cannot carry; pointers lead into the document.
    pub fn input_schema(&self) -> Result<Value, Vec<Offence>> {
        root::input_schema(*self)
    }
}

impl fmt::Debug for Payload {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Payload").field(&self.name).finish()
    }
}

/// What the macro calls for a payload type.
#[cfg(feature = "typed")]
#[must_use]
pub fn payload_of<T: schemars::JsonSchema + serde::de::DeserializeOwned>() -> Payload {
    crate::typed::payload::<T>()
}

/// Stands in for the bound of a payload type where no type can describe itself.
#[cfg(not(feature = "typed"))]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the payload of an action without the feature `typed`",
    label = "this payload type would have to describe its own schema",
    note = "enable the feature `typed` of `wymcp-router` (or of `wymcp-actions`), or drop the type: the handler gets `Data` then"
)]
pub trait DescribesItself {}

/// What the macro calls for a payload type; without `typed` there is none.
#[cfg(not(feature = "typed"))]
#[must_use]
pub fn payload_of<T: DescribesItself>() -> Payload {
    Payload::new(std::any::type_name::<T>(), || Value::Null)
}
