//! Request ids.

use serde_json::{Number, Value};
use wymcp_bound::{json, limits};

/// The id of a request: a string or an integer, kept without loss (C14).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Id {
    Text(String),
    Number(Number),
}

impl Id {
    /// Read an id; null, a fraction, an array and an object are none, nor is one of more than 256 bytes (BND-4).
    pub(crate) fn of(value: Value) -> Option<Self> {
        match value {
            Value::String(text) if text.len() <= limits::ID_BYTES => Some(Self::Text(text)),
            Value::Number(number) if number.is_i64() || number.is_u64() => Some(Self::Number(number)),
            _ => None,
        }
    }

    pub(crate) fn write(&self, out: &mut String) {
        match self {
            Self::Text(text) => json::write_str(out, text),
            Self::Number(number) => json::write_number(out, number),
        }
    }

    pub(crate) fn to_value(&self) -> Value {
        match self {
            Self::Text(text) => Value::String(text.clone()),
            Self::Number(number) => Value::Number(number.clone()),
        }
    }
}
