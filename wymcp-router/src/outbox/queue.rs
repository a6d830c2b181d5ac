//! Messages that wait for their reader, bounded.

use std::collections::VecDeque;

use wymcp_bound::limits;
use wymcp_callbacksurface::LogLevel;

use super::render;

/// What may be joined or left out when there is no room.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Item {
    Progress(String),
    Log(LogLevel, String),
    /// A request, what takes one back, or an announcement: never left out, their number is bounded elsewhere.
    Lasting(String),
    /// So many log messages were left out here, the gravest of this level.
    Gap(usize, LogLevel),
}

/// In the order in which they are read.
///
/// It holds [`limits::QUEUED`] messages of together [`limits::QUEUED_BYTES`] bytes, one of any size if it is alone. When it is full,
/// a report of progress takes the place of the one before, and a log message is left out; one note says how many were.
#[derive(Debug, Default)]
pub(super) struct Queue {
    items: VecDeque<Item>,
    bytes: usize,
}

impl Queue {
    #[cfg(any(feature = "http", feature = "stdio"))]
    pub(super) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub(super) fn put(&mut self, item: Item) {
        if !self.items.is_empty() && !self.has_room(&item) {
            match item {
                Item::Lasting(_) => {}
                Item::Progress(_) => self.forget(|item| matches!(item, Item::Progress(_))),
                Item::Log(level, _) | Item::Gap(_, level) => return self.leave_out(level),
            }
        }
        self.bytes += item.bytes();
        self.items.push_back(item);
    }

    /// Put in what need not be said twice: what waits already is enough.
    pub(super) fn put_once(&mut self, message: String) {
        let item = Item::Lasting(message);
        if !self.items.contains(&item) {
            self.put(item);
        }
    }

    pub(super) fn take(&mut self) -> Option<String> {
        let item = self.items.pop_front()?;
        self.bytes -= item.bytes();
        if self.items.is_empty() {
            // What a burst has taken is given back: a stream may stay open, and silent, for hours.
            self.items = VecDeque::new();
        }
        Some(match item {
            Item::Progress(message) | Item::Log(_, message) | Item::Lasting(message) => message,
            Item::Gap(count, level) => render::gap(count, level),
        })
    }

    fn has_room(&self, item: &Item) -> bool {
        self.items.len() < limits::QUEUED && self.bytes + item.bytes() <= limits::QUEUED_BYTES
    }

    fn forget(&mut self, which: impl Fn(&Item) -> bool) {
        if let Some(at) = self.items.iter().rposition(which)
            && let Some(old) = self.items.remove(at)
        {
            self.bytes -= old.bytes();
        }
    }

    fn leave_out(&mut self, level: LogLevel) {
        let known = self.items.iter_mut().find_map(|item| match item {
            Item::Gap(count, gravest) => Some((count, gravest)),
            _ => None,
        });
        match known {
            Some((count, gravest)) => {
                *count += 1;
                *gravest = level.max(*gravest);
            }
            None => self.items.push_back(Item::Gap(1, level)),
        }
    }
}

impl Item {
    const fn bytes(&self) -> usize {
        match self {
            Self::Progress(message) | Self::Log(_, message) | Self::Lasting(message) => message.len(),
            Self::Gap(..) => 0,
        }
    }
}
