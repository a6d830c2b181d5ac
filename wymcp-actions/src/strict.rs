//! Conversion to JSON that loses nothing silently (ACT-13).

mod keys;
mod serializer;

use std::error::Error;
use std::fmt;

use serde::Serialize;
use serde_json::Value;
use wymcp_bound::limits;

/// A value as JSON, or what in it JSON cannot carry (ACT-13).
///
/// `serde_json::to_value` writes NaN and the infinities as null and turns keys that are numbers into text; here they are
/// refused, as are integers beyond `i64` and `u64` and nesting beyond 127 levels.
///
/// ```
/// use serde_json::json;
/// use wymcp_actions::checked_value;
///
/// assert_eq!(checked_value(&[1, 2]), Ok(json!([1, 2])));
/// let refused = checked_value(&json!({"a": [1.5]})).map(|_| ()).and(checked_value(&[0.0, f64::NAN])).unwrap_err();
/// assert_eq!(refused.pointer(), "/1");
/// assert_eq!(refused.why(), "NaN is no JSON number");
/// ```
///
/// # Errors
/// When JSON cannot carry the value, or its `Serialize` fails.
pub fn checked_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, NotJson> {
    value.serialize(serializer::Strict::new(limits::OUTPUT_NESTING))
}

/// JSON cannot carry a value: where, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotJson {
    /// Tokens from the innermost outwards: an error travels up through what holds it.
    steps: Vec<String>,
    why: String,
}

impl NotJson {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self {
            steps: Vec::new(),
            why: why.into(),
        }
    }

    pub(crate) fn below(mut self, token: impl Into<String>) -> Self {
        self.steps.push(token.into());
        self
    }

    /// A JSON Pointer into the value.
    #[must_use]
    pub fn pointer(&self) -> String {
        self.steps
            .iter()
            .rev()
            .fold(String::new(), |pointer, token| crate::pointer::join(&pointer, token))
    }

    /// Why JSON cannot carry it. For a failing `Serialize` these are its own words.
    #[must_use]
    pub fn why(&self) -> &str {
        &self.why
    }
}

impl fmt::Display for NotJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pointer().as_str() {
            "" => f.write_str(&self.why),
            pointer => write!(f, "{pointer}: {}", self.why),
        }
    }
}

impl Error for NotJson {}

impl serde::ser::Error for NotJson {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::new(message.to_string())
    }
}
