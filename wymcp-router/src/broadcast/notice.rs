//! A change as text: who says it, what kind it is, and of what.

use std::fmt;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};

use wymcp_bound::limits;

use crate::changes::{Change, ChangedTools};

/// Who says it: a number of its own for every mount, so that it knows its own notices when they come back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Origin(u64);

impl Origin {
    pub(crate) fn new() -> Self {
        // Keyed by the system's randomness; it only has to be another in every process.
        Self(RandomState::new().build_hasher().finish())
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

/// That something has changed, as one process says it to others: one line of text that only a mount reads.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Notice(String);

impl Notice {
    pub(crate) fn of(change: &Change, from: Origin) -> Self {
        let notice = match change {
            Change::Tools(changed) => format!("{from} tools {}", changed.names.join(" ")),
            Change::Prompts => format!("{from} prompts"),
            Change::Resources => format!("{from} resources"),
            Change::Resource(uri) => format!("{from} resource {uri}"),
            Change::Anything => format!("{from} anything"),
        };
        let notice = Self(notice);
        if notice.0.len() > limits::NOTICE_BYTES {
            return notice.widened();
        }
        notice
    }

    /// The text that an engine carries; at most 16 KiB.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// One that stands for this notice and any others of the same mount: anything may have changed.
    #[must_use]
    pub fn widened(&self) -> Self {
        let from = self.0.split(' ').next().unwrap_or_default();
        Self(format!("{from} anything"))
    }

    /// What it says, to anybody but whoever said it; nothing where it is no notice.
    ///
    /// What a later version says, and this one does not know, may be anything.
    pub(crate) fn read(text: &str, reader: Origin) -> Option<Change> {
        if text.len() > limits::NOTICE_BYTES {
            return None;
        }
        let (from, said) = text.split_once(' ')?;
        let is_origin = from.len() == 16 && from.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_origin || from == reader.to_string() {
            return None;
        }
        let (kind, rest) = said.split_once(' ').unwrap_or((said, ""));
        Some(match (kind, rest) {
            ("tools", names) if !names.is_empty() => {
                let names = names.split(' ').map(str::to_owned);
                Change::Tools(ChangedTools::elsewhere(names.collect()))
            }
            ("prompts", "") => Change::Prompts,
            ("resources", "") => Change::Resources,
            ("resource", uri) if !uri.is_empty() => Change::Resource(uri.to_owned()),
            _ => Change::Anything,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn changes() -> impl Strategy<Value = Change> {
        prop_oneof![
            prop::collection::vec("[A-Za-z0-9_.-]{1,128}", 1..20)
                .prop_map(|names| Change::Tools(ChangedTools::elsewhere(names))),
            Just(Change::Prompts),
            Just(Change::Resources),
            "\\PC{1,200}".prop_map(Change::Resource),
            Just(Change::Anything),
        ]
    }

    proptest! {
        #[test]
        fn def_6_a_notice_is_read_as_it_was_meant_by_all_but_its_sender(change in changes()) {
            let (sender, reader) = (Origin::new(), Origin::new());
            let notice = Notice::of(&change, sender);
            prop_assert_eq!(Notice::read(notice.as_str(), reader), Some(change));
            prop_assert_eq!(Notice::read(notice.as_str(), sender), None);
            prop_assert_eq!(Notice::read(notice.widened().as_str(), reader), Some(Change::Anything));
            prop_assert_eq!(Notice::read(notice.widened().as_str(), sender), None);
        }

        #[test]
        fn def_6_whatever_else_comes_is_no_notice(text in "\\PC{0,60}") {
            prop_assert_eq!(Notice::read(&text, Origin::new()), None);
        }
    }

    #[test]
    fn def_6_what_would_be_too_long_says_that_anything_may_have_changed() {
        let (sender, reader) = (Origin::new(), Origin::new());
        let many = Change::Tools(ChangedTools::elsewhere(vec!["n".repeat(128); 1000]));
        let notice = Notice::of(&many, sender);
        assert!(notice.as_str().len() < 40);
        assert_eq!(Notice::read(notice.as_str(), reader), Some(Change::Anything));
        let long = format!("{sender} resource {}", "u".repeat(limits::NOTICE_BYTES));
        assert_eq!(Notice::read(&long, reader), None);
    }

    #[test]
    fn def_6_what_a_later_version_says_may_be_anything() {
        let text = format!("{} weather rain", Origin::new());
        assert_eq!(Notice::read(&text, Origin::new()), Some(Change::Anything));
    }
}
