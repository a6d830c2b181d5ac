//! Lists in pages: what is mounted first, then what providers list (wire contract N6).

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::Unanswered;

/// What a provider is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PageRequest {
    pub(crate) cursor: Option<String>,
    pub(crate) size: usize,
}

impl PageRequest {
    /// The first page, of at most `size` entries.
    #[must_use]
    pub const fn first(size: usize) -> Self {
        Self { cursor: None, size }
    }

    /// What the provider's own last page gave as its next cursor; nothing for the first page.
    ///
    /// It travelled through the client, which may have made it up: check it like any argument.
    #[must_use]
    pub fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref()
    }

    /// How many entries are wanted at most.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }
}

/// Entries of a provider's list.
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::{Page, Resource};
///
/// // Few enough to be listed whole: the framework sorts and pages them.
/// let whole = Page::whole([Resource::new("docs://a", "a"), Resource::new("docs://b", "b")]);
/// // One page of many, and where the next begins.
/// let part = Page::part([Resource::new("docs://a", "a")], Some("after a".to_owned()));
/// # let _ = (whole, part);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page<T> {
    pub(crate) entries: Vec<T>,
    pub(crate) next: Option<String>,
    pub(crate) is_whole: bool,
}

impl<T> Page<T> {
    /// All there is, whatever page was asked for.
    pub fn whole(entries: impl IntoIterator<Item = T>) -> Self {
        Self {
            entries: entries.into_iter().collect(),
            next: None,
            is_whole: true,
        }
    }

    /// The page that was asked for, in the provider's own order, and the cursor of the next one, if any.
    pub fn part(entries: impl IntoIterator<Item = T>, next: Option<String>) -> Self {
        Self {
            entries: entries.into_iter().collect(),
            next,
            is_whole: false,
        }
    }
}

/// Where a page begins: what a cursor says. Source 0 is what is mounted, the others are the providers in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// Which source.
    pub source: usize,
    /// Where in it.
    pub resume: Resume,
}

/// Where in a source a page begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resume {
    /// At its beginning.
    Start,
    /// After the entry of this key.
    After(String),
    /// Where this cursor of the provider says.
    Cursor(String),
}

impl Position {
    /// The first page.
    pub const START: Self = Self {
        source: 0,
        resume: Resume::Start,
    };
}

/// One page as it is sent.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// The entries, as a JSON array.
    pub entries: String,
    /// Where the next page begins.
    pub next: Option<Position>,
}

/// A page in the making.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    entries: String,
    count: usize,
}

impl Sheet {
    pub(crate) fn push(&mut self, definition: &str) {
        self.entries.push_str(if self.count == 0 { "[" } else { "," });
        self.entries.push_str(definition);
        self.count += 1;
    }

    pub(crate) fn room(&self, size: usize) -> usize {
        size.saturating_sub(self.count)
    }

    pub(crate) fn finish(mut self, next: Option<Position>) -> Listing {
        self.entries.push_str(if self.count == 0 { "[]" } else { "]" });
        Listing {
            entries: self.entries,
            next,
        }
    }
}

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

/// What a provider is asked for, to go on from here.
pub(crate) fn request(resume: &Resume, sheet: &Sheet, size: usize) -> PageRequest {
    PageRequest {
        cursor: match resume {
            Resume::Cursor(cursor) => Some(cursor.clone()),
            Resume::Start | Resume::After(_) => None,
        },
        size: sheet.room(size),
    }
}

/// Put a provider's page onto the sheet; gives where its rest begins.
pub(crate) fn take<T>(
    sheet: &mut Sheet,
    page: Page<T>,
    resume: &Resume,
    size: usize,
    key: impl Fn(&T) -> &str,
    define: impl Fn(&T) -> Result<String, Unanswered>,
) -> Result<Option<Resume>, Unanswered> {
    let Page {
        mut entries,
        next,
        is_whole,
    } = page;
    if !is_whole {
        if matches!(resume, Resume::After(_)) {
            return Err(Unanswered::UnknownCursor);
        }
        for entry in &entries {
            sheet.push(&define(entry)?);
        }
        return Ok(next.map(Resume::Cursor));
    }
    entries.sort_by(|one, other| key(one).cmp(key(other)));
    let after = match resume {
        Resume::Start => None,
        Resume::After(after) => Some(after.as_str()),
        Resume::Cursor(_) => return Err(Unanswered::UnknownCursor),
    };
    let mut last = None;
    for entry in entries
        .iter()
        .skip_while(|entry| after.is_some_and(|after| key(entry) <= after))
    {
        if sheet.room(size) == 0 {
            return Ok(Some(last.map_or_else(|| resume.clone(), Resume::After)));
        }
        sheet.push(&define(entry)?);
        last = Some(key(entry).to_owned());
    }
    Ok(None)
}
