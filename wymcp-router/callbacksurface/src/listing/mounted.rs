//! Entries that a mount knows from the start, and pages of them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Resume, Sheet};
use crate::Unanswered;

/// What is mounted, in the order of listing.
#[derive(Debug)]
pub(crate) struct Mounted<T> {
    entries: Vec<(Arc<str>, T)>,
    index: BTreeMap<Arc<str>, usize>,
}

impl<T> Mounted<T> {
    /// By key, unless the order of mounting is to be kept. Keys are distinct.
    pub(crate) fn new(mut entries: Vec<(Arc<str>, T)>, keeps_order: bool) -> Self {
        if !keeps_order {
            entries.sort_by(|(one, _), (other, _)| one.cmp(other));
        }
        let index = entries
            .iter()
            .enumerate()
            .map(|(at, (key, _))| (Arc::clone(key), at))
            .collect();
        Self { entries, index }
    }

    pub(crate) fn get(&self, key: &str) -> Option<&T> {
        self.entries.get(*self.index.get(key)?).map(|(_, entry)| entry)
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &T)> {
        self.entries.iter().map(|(key, entry)| (key, entry))
    }

    /// Fill a page; gives where the rest begins. A key that is not mounted is no place.
    pub(crate) fn fill(
        &self,
        sheet: &mut Sheet,
        resume: &Resume,
        size: usize,
        is_shown: impl Fn(&str) -> bool,
        definition: impl Fn(&T) -> &str,
    ) -> Result<Option<Resume>, UnknownPosition> {
        let from = match resume {
            Resume::Start => 0,
            Resume::After(key) => self.index.get(key.as_str()).ok_or(UnknownPosition)? + 1,
            Resume::Cursor(_) => return Err(UnknownPosition),
        };
        let mut last: Option<&Arc<str>> = None;
        for (key, entry) in self.entries.iter().skip(from).filter(|(key, _)| is_shown(key)) {
            if sheet.room(size) == 0 {
                return Ok(Some(
                    last.map_or_else(|| resume.clone(), |key| Resume::After(key.to_string())),
                ));
            }
            sheet.push(definition(entry));
            last = Some(key);
        }
        Ok(None)
    }
}

/// A cursor that no page gave out.
#[derive(Debug)]
pub(crate) struct UnknownPosition;

impl From<UnknownPosition> for Unanswered {
    fn from(_: UnknownPosition) -> Self {
        Self::UnknownCursor
    }
}
