//! Where each part of a literal stands, by JSON Pointer.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, Group, Span};

/// Tokens that an error points at, from the first to the last.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Spot {
    pub(crate) from: Span,
    pub(crate) to: Span,
}

impl From<Span> for Spot {
    fn from(span: Span) -> Self {
        Self { from: span, to: span }
    }
}

impl Spot {
    /// A whole object or list where it stands on one line; else its opening bracket, because an error that underlines many lines
    /// shows nothing.
    pub(crate) fn of_group(group: &Group) -> Self {
        let (open, close) = (group.span_open(), group.span_close());
        let one_line = group.delimiter() == Delimiter::None || line(open) == line(close);
        if one_line { group.span().into() } else { open.into() }
    }
}

/// The line of a token, where there is a compiler to ask.
fn line(span: Span) -> Option<usize> {
    proc_macro::is_available().then(|| span.unwrap().line())
}

/// One part of the literal.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    /// The key, for a member of an object.
    pub(crate) key: Option<Span>,
    /// The value.
    pub(crate) value: Spot,
}

/// All parts, by pointer.
#[derive(Debug, Default)]
pub(crate) struct Places(BTreeMap<String, Place>);

impl Places {
    pub(crate) fn insert(&mut self, pointer: &str, place: Place) {
        self.0.insert(pointer.to_owned(), place);
    }

    pub(crate) fn contains(&self, pointer: &str) -> bool {
        self.0.contains_key(pointer)
    }

    /// What a pointer points at, and whether it is there: of what is missing, the nearest place that should hold it.
    pub(crate) fn find(&self, pointer: &str) -> Option<(Place, bool)> {
        let mut rest = pointer;
        loop {
            if let Some(place) = self.0.get(rest) {
                return Some((*place, rest.len() == pointer.len()));
            }
            rest = &rest[..rest.rfind('/')?];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_shown_where_it_should_stand() {
        let mut places = Places::default();
        let place = Place {
            key: None,
            value: Span::call_site().into(),
        };
        places.insert("", place);
        places.insert("/properties/a~1b", place);
        let found = |pointer| places.find(pointer).map(|(_, exact)| exact);
        assert_eq!(found("/properties/a~1b"), Some(true));
        assert_eq!(found("/properties/a~1b/type"), Some(false));
        assert_eq!(found("/description"), Some(false));
    }
}
