//! The tool's own refusal of data that passed the gates (DEF-7).

use std::borrow::Cow;

use wymcp_bound::limits::CODE_BYTES;

use crate::Gate;
use crate::policy::DENIED;

/// Errors that help answers (HLP-4).
const OF_HELP: [&str; 2] = ["missing_tool", "unknown_tool"];

/// Why [`Tool::validate_data`](crate::Tool::validate_data) lets a call go no further: a code for machines and words for the caller.
///
/// The answer is of the gates' dialect: `error` is the code, `message` the words, beside `help`, `action` and `input_schema` as gates
/// 5 to 8 carry them. The code is one to 64 of `a-z`, `0-9` and `_`, begins with a letter, and is none that the framework answers
/// with itself; any other is a fault of the tool, for a machine would misread it. Words beyond 300 characters are cut.
///
/// ```
/// use serde_json::json;
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{ActionSchema, Context, Data, DataRefusal, Failure, Object, Reply, Tool, actions};
///
/// actions! { pub enum CalendarAction { Book = "book" } }
///
/// struct Calendar;
///
/// impl Tool for Calendar {
///     type Action = CalendarAction;
///     fn name(&self) -> &str { "calendar" }
///     fn description(&self) -> &str { "Books rooms" }
///     fn schema(&self, _: CalendarAction) -> ActionSchema {
///         let hour = || json!({"type": "integer", "minimum": 0, "maximum": 23});
///         ActionSchema::new("Book a room").property("from", hour()).property("to", hour()).required(["from", "to"])
///     }
///     fn validate_data(&self, _: CalendarAction, data: &mut Object, _: &Context) -> Result<(), DataRefusal> {
///         if data["to"].as_u64() <= data["from"].as_u64() {
///             return Err(DataRefusal::new("ends_before_it_begins", "`to` must be later than `from`"));
///         }
///         Ok(())
///     }
///     async fn run_action(&self, _: CalendarAction, data: Data, _: &Context) -> Result<Reply, Failure> {
///         Ok(Reply::new(json!({"booked": data["from"]})))
///     }
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataRefusal {
    code: Cow<'static, str>,
    message: String,
}

impl DataRefusal {
    /// A refusal; see [`DataRefusal`] for what a code may be.
    pub fn new(code: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self {
            code: code.into(),
            message: message.into(),
        }
    }

    /// What a machine reads.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// What the caller reads.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What is wrong with the code, if anything is.
    pub(crate) fn mistake(&self) -> Option<&'static str> {
        let code = self.code();
        let is_word = code.len() <= CODE_BYTES
            && code.starts_with(|first: char| first.is_ascii_lowercase())
            && code
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
        let is_taken =
            || Gate::ORDER.iter().any(|gate| gate.error() == code) || code == DENIED || OF_HELP.contains(&code);
        if !is_word {
            Some("its code is not one to 64 of a-z, 0-9 and `_`, beginning with a letter")
        } else if is_taken() {
            Some("its code is one that the framework answers with itself")
        } else {
            None
        }
    }
}
