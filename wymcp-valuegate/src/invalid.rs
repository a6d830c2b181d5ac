//! The answer for data that does not fit (VAL-3).

use serde_json::{Map, Value};
use wymcp_bound::Listed;

/// Every value that its schema refuses: a count of the data paths, and the first ten with their problems (VAL-3).
///
/// Its size depends on the schema and on constants, never on how much was sent (BND-2); no text of the caller's is in it but the
/// bounded paths.
///
/// ```
/// use serde_json::json;
/// use wymcp_valuegate::ValueGate;
///
/// let gate = ValueGate::build(&json!({"properties": {"n": {"type": "integer", "minimum": 1, "maximum": 5}}})).unwrap();
/// let invalid = gate.check(&json!({"n": "3"})).unwrap();
/// assert_eq!(invalid.count(), 1);
/// assert_eq!(invalid.to_value(), json!([{"path": "/n", "problems": ["must be an integer from 1 to 5, got string"]}]));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidValues {
    listed: Listed<Invalid>,
}

/// One data path and what is wrong there.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Invalid {
    /// The data path, bounded (BND-3); `""` is the whole.
    pub path: String,
    /// At most ten problems, each at most 300 characters, in a fixed order (VAL-3, SIZ).
    pub problems: Vec<String>,
}

impl Invalid {
    pub(crate) fn new(path: String, problems: Vec<String>) -> Self {
        Self { path, problems }
    }
}

impl InvalidValues {
    pub(crate) fn new(listed: Listed<Invalid>) -> Self {
        Self { listed }
    }

    /// One problem of the data as a whole.
    pub(crate) fn of_the_whole(problem: String) -> Self {
        let mut listed = Listed::new();
        listed.note(|| Invalid::new(String::new(), vec![problem]));
        Self { listed }
    }

    /// How many data paths offend.
    #[must_use]
    pub fn count(&self) -> usize {
        self.listed.count()
    }

    /// The first ten of them, in the order of data paths (BND-3).
    #[must_use]
    pub fn first(&self) -> &[Invalid] {
        self.listed.first()
    }

    /// The first ten as a refusal carries them: `[{"path", "problems": […]}]`.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let entry = |invalid: &Invalid| {
            let mut entry = Map::new();
            entry.insert("path".to_owned(), Value::from(invalid.path.as_str()));
            entry.insert("problems".to_owned(), Value::from(invalid.problems.clone()));
            Value::Object(entry)
        };
        self.first().iter().map(entry).collect()
    }
}
