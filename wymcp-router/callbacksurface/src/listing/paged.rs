//! One page of a list: of what is mounted, then of each provider in turn.

use super::{Listing, Mounted, Page, PageRequest, Position, Resume};
use crate::unanswered::{Unanswered, ask};
use crate::{BoxFuture, Context, Failure, View};

/// A list of a mount: `T` is what is mounted, `P` a provider, `E` an entry of a provider's page.
pub(crate) struct Paged<'s, T, P, E> {
    pub(crate) mounted: &'s Mounted<T>,
    pub(crate) providers: &'s [P],
    /// Whether the caller may know of what is mounted under a key (VIS-1).
    pub(crate) is_shown: fn(&View, &str) -> bool,
    /// The definition of what is mounted.
    pub(crate) definition: fn(&T) -> &str,
    /// Ask a provider.
    pub(crate) list: ListOf<P, E>,
    pub(crate) key: fn(&E) -> &str,
    /// The definition of what a provider lists, which is held to what is mounted.
    pub(crate) define: fn(&E, &Context) -> Result<String, Unanswered>,
}

type ListOf<P, E> = for<'a> fn(&'a P, &'a PageRequest, &'a Context) -> BoxFuture<'a, Result<Page<E>, Failure>>;

impl<T, P, E> Paged<'_, T, P, E> {
    /// The page of `size` entries that begins at a position.
    ///
    /// # Errors
    /// A cursor that is none, and what a provider's code does.
    pub(crate) async fn page(self, from: Position, size: usize, ctx: &Context) -> Result<Listing, Unanswered> {
        let mut sheet = Sheet::default();
        let Position { mut source, mut resume } = from;
        if source == 0 {
            let is_shown = |key: &str| (self.is_shown)(ctx.view(), key);
            let rest = self
                .mounted
                .fill(&mut sheet, &resume, size, is_shown, self.definition)?;
            if let Some(resume) = rest {
                return Ok(sheet.finish(Some(Position { source, resume })));
            }
            (source, resume) = (1, Resume::Start);
        }
        if source > self.providers.len().max(1) {
            return Err(Unanswered::UnknownCursor);
        }
        for (index, provider) in self.providers.iter().enumerate().skip(source - 1) {
            let source = index + 1;
            if sheet.room(size) == 0 {
                return Ok(sheet.finish(Some(Position { source, resume })));
            }
            let request = request(&resume, &sheet, size);
            let page = ask(ctx, || (self.list)(provider, &request, ctx)).await?;
            let define = |entry: &E| (self.define)(entry, ctx);
            if let Some(resume) = take(&mut sheet, page, &resume, size, self.key, define)? {
                return Ok(sheet.finish(Some(Position { source, resume })));
            }
            resume = Resume::Start;
        }
        Ok(sheet.finish(None))
    }
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

/// What a provider is asked for, to go on from here.
fn request(resume: &Resume, sheet: &Sheet, size: usize) -> PageRequest {
    PageRequest {
        cursor: match resume {
            Resume::Cursor(cursor) => Some(cursor.clone()),
            Resume::Start | Resume::After(_) => None,
        },
        size: sheet.room(size),
    }
}

/// Put a provider's page onto the sheet; gives where its rest begins.
fn take<T>(
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
