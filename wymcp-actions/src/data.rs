//! What a handler receives: the object that passed the gates.

use std::error::Error;
use std::fmt;
use std::ops::Deref;

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::Object;

/// The `data` of a call that passed the gates: normalised, defaults applied.
///
/// Reads like the object it is; [`Data::decode`] turns it into a type.
///
/// ```
/// use serde_json::json;
/// # use wymcp_actions as wymcp_router;
/// use wymcp_router::{Data, Object};
///
/// let data = Data::from(Object::from_iter([("status".to_owned(), json!("open"))]));
/// assert_eq!(data.get("status"), Some(&json!("open")));
///
/// #[derive(serde::Deserialize)]
/// struct List { status: String }
/// assert_eq!(data.decode::<List>()?.status, "open");
/// # Ok::<(), wymcp_actions::Decode>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Data(Object);

impl Data {
    /// The object itself.
    #[must_use]
    pub fn into_inner(self) -> Object {
        self.0
    }

    /// The data as a type.
    ///
    /// # Errors
    /// When the type refuses it. The schema and the type disagree then, which is the server's mistake and not the caller's.
    pub fn decode<T: DeserializeOwned>(self) -> Result<T, Decode> {
        serde_json::from_value(Value::Object(self.0)).map_err(|error| Decode::new::<T>(&error))
    }
}

impl Deref for Data {
    type Target = Object;

    fn deref(&self) -> &Object {
        &self.0
    }
}

impl From<Object> for Data {
    fn from(object: Object) -> Self {
        Self(object)
    }
}

/// A payload type refused data that passed the gates (RUN-5, DEF-5).
///
/// Its words name the type and what the type wants, and quote nothing of what the caller sent: serde's own text does, so it is
/// not kept.
///
/// ```
/// # use wymcp_actions as wymcp_router;
/// use serde_json::json;
/// use wymcp_router::{Data, Object};
///
/// let data = Data::from(Object::from_iter([("count".to_owned(), json!("many"))]));
/// let refused = data.decode::<std::collections::BTreeMap<String, u8>>().unwrap_err();
/// assert!(!refused.to_string().contains("many"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decode {
    type_name: &'static str,
    wanted: Option<String>,
    is_of_shape: bool,
}

impl Decode {
    pub(crate) fn new<T>(error: &serde_json::Error) -> Self {
        let text = error.to_string();
        // A key that is read as a number has a place of its own, which means nothing here.
        let place = format!(" at line {} column {}", error.line(), error.column());
        let text = text.strip_suffix(&place).unwrap_or(&text);
        Self {
            type_name: short_name(std::any::type_name::<T>()),
            wanted: wanted(text),
            is_of_shape: is_of_shape(text),
        }
    }

    /// The type's name, without its path.
    #[must_use]
    pub const fn type_name(&self) -> &'static str {
        self.type_name
    }

    /// Whether the type misses, or does not know, a field, a variant or a JSON type: then it and its schema disagree. What else a
    /// type refuses it may have reasons for that no schema can say.
    #[doc(hidden)]
    #[must_use]
    pub const fn is_of_shape(&self) -> bool {
        self.is_of_shape
    }

    /// What the type wanted, where serde says so: `u64`, `missing field \`title\``.
    #[must_use]
    pub fn wanted(&self) -> Option<&str> {
        self.wanted.as_deref()
    }
}

impl fmt::Display for Decode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the payload type `{}` refused data that passed the gates",
            self.type_name
        )?;
        match &self.wanted {
            Some(wanted) => write!(f, " ({wanted})"),
            None => Ok(()),
        }
    }
}

impl Error for Decode {}

/// The part of serde's text that the type's author wrote. Only the shapes of serde itself are read, and only their static part;
/// it is bounded all the same (BND-1), because a hand-written `Deserialize` can imitate them.
fn wanted(text: &str) -> Option<String> {
    if text.starts_with("missing field `") || text.starts_with("duplicate field `") {
        return Some(wymcp_bound::plain(text));
    }
    let known = [
        "invalid type: ",
        "invalid value: ",
        "invalid length ",
        "unknown variant `",
        "unknown field `",
    ];
    let (_, wanted) = known
        .iter()
        .any(|shape| text.starts_with(shape))
        .then(|| text.rsplit_once(", expected "))??;
    Some(format!("wants {}", wymcp_bound::plain(wanted)))
}

/// The texts of serde's own derived code, which it writes whatever the values are.
fn is_of_shape(text: &str) -> bool {
    let shapes = [
        "missing field `",
        "duplicate field `",
        "invalid type: ",
        "invalid length ",
        "unknown variant `",
        "unknown field `",
        "data did not match any variant of untagged enum",
        "no variant of enum ",
        "number out of range",
    ];
    // What a number is too large for is a shape as well.
    let number = || {
        let expected = text
            .strip_prefix("invalid value: ")
            .and_then(|rest| rest.rsplit_once(", expected "));
        expected.is_some_and(|(_, expected)| NUMBERS.contains(&expected.trim_start_matches("a nonzero ")))
    };
    shapes.iter().any(|shape| text.starts_with(shape)) || number()
}

/// The types whose bounds a schema says.
const NUMBERS: [&str; 12] = [
    "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize", "f32", "f64",
];

fn short_name(path: &'static str) -> &'static str {
    let head = path.split('<').next().unwrap_or(path);
    head.rfind("::").map_or(path, |at| &path[at + 2..])
}
