//! Lists in pages: what is mounted first, then what providers list (wire contract N6).

mod mounted;
mod paged;

pub(crate) use mounted::Mounted;
pub(crate) use paged::{Paged, Sheet};

/// What a provider is asked for (wire contract N6).
///
/// ```
/// # use wymcp_callbacksurface as wymcp_router;
/// use wymcp_router::PageRequest;
///
/// // In a test of a provider: what the first page is asked with.
/// let request = PageRequest::first(50);
/// assert_eq!((request.cursor(), request.size()), (None, 50));
/// ```
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

/// Entries of a provider's list (wire contract N6).
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
