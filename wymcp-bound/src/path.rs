//! One spelling of a place in the data (BND-3).

use std::fmt;

use crate::limits;

/// One step of a [`DataPath`]. Indices come before keys, indices by number, keys by code point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Segment<'d> {
    /// A position in an array.
    Index(usize),
    /// A key of an object.
    Key(&'d str),
}

/// A JSON Pointer (RFC 6901) into the data, built step by step during a walk; `""` is the whole.
///
/// [`fmt::Display`] is the bounded text: up to 256 scalar values it is exact; beyond that it is cut there and ends in `… (+N)`.
/// The order is segment by segment, a prefix first: the order in which a walk that takes keys by code point meets the places.
///
/// ```
/// use wymcp_bound::DataPath;
///
/// let mut path = DataPath::root();
/// path.push_key("a/b");
/// path.push_index(10);
/// assert_eq!(path.to_string(), "/a~1b/10");
/// path.pop();
/// assert_eq!(path.to_string(), "/a~1b");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DataPath<'d> {
    segments: Vec<Segment<'d>>,
}

impl<'d> DataPath<'d> {
    /// The whole data.
    #[must_use]
    pub const fn root() -> Self {
        Self { segments: Vec::new() }
    }

    /// Step into an object.
    pub fn push_key(&mut self, key: &'d str) {
        self.segments.push(Segment::Key(key));
    }

    /// Step into an array.
    pub fn push_index(&mut self, index: usize) {
        self.segments.push(Segment::Index(index));
    }

    /// Step back out.
    pub fn pop(&mut self) {
        self.segments.pop();
    }

    /// Number of steps from the root.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.segments.len()
    }

    /// The steps from the root.
    #[must_use]
    pub fn segments(&self) -> &[Segment<'d>] {
        &self.segments
    }

    /// The bounded text of a key below this place, without stepping there.
    #[must_use]
    pub fn with_key(&self, key: &str) -> String {
        bounded_text(self.segments.iter().copied().chain([Segment::Key(key)]))
    }

    /// Whether the text of this path is cut (BND-3).
    #[must_use]
    pub fn is_cut(&self) -> bool {
        scalars(self.segments.iter().copied()).nth(limits::PATH).is_some()
    }
}

impl fmt::Display for DataPath<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&bounded_text(self.segments.iter().copied()))
    }
}

fn bounded_text<'d>(segments: impl Iterator<Item = Segment<'d>>) -> String {
    let mut all = scalars(segments);
    let mut text: String = all.by_ref().take(limits::PATH).collect();
    let left_out = all.count();
    if left_out > 0 {
        text.push_str(&format!("… (+{left_out})"));
    }
    text
}

/// The scalar values of the pointer, escaped as RFC 6901 says.
fn scalars<'d>(segments: impl Iterator<Item = Segment<'d>>) -> impl Iterator<Item = char> {
    segments.flat_map(|segment| {
        let (digits, key) = match segment {
            Segment::Index(index) => (index.to_string(), ""),
            Segment::Key(key) => (String::new(), key),
        };
        let escaped = key.chars().flat_map(|c| {
            let (first, second) = match c {
                '~' => ('~', Some('0')),
                '/' => ('~', Some('1')),
                c => (c, None),
            };
            std::iter::once(first).chain(second)
        });
        std::iter::once('/')
            .chain(digits.chars().collect::<Vec<_>>())
            .chain(escaped)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn bnd_3_a_long_path_is_cut_and_counted() {
        let key = "k".repeat(300);
        let mut path = DataPath::root();
        path.push_key(&key);
        assert_eq!(path.to_string(), format!("/{}… (+45)", "k".repeat(255)));
        assert!(path.is_cut());
    }

    #[test]
    fn bnd_3_indices_are_ordered_as_numbers() {
        let at = |index| DataPath {
            segments: vec![Segment::Index(index)],
        };
        assert!(at(2) < at(10));
        assert!(DataPath::root() < at(0));
    }

    proptest! {
        #[test]
        fn bnd_3_a_short_path_is_a_json_pointer(keys in proptest::collection::vec("[a-z~/é]{0,8}", 0..6)) {
            let mut path = DataPath::root();
            let mut value = json!("here");
            for key in keys.iter().rev() {
                value = json!({ key.as_str(): value });
            }
            for key in &keys {
                path.push_key(key);
            }
            prop_assert_eq!(value.pointer(&path.to_string()), Some(&Value::from("here")));
        }
    }
}
