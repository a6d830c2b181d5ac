//! The first ten of a list, and the count of all (BND-3).

use crate::limits;

/// Keeps the first [`limits::LISTED`] items that are noted and counts all of them, in memory that does not grow with the count.
///
/// The order is the order of noting: who walks data in the order of [`crate::DataPath`] gets the first ten in that order.
///
/// ```
/// let mut listed = wymcp_bound::Listed::new();
/// (0..5_000).for_each(|n| listed.note(|| n));
/// assert_eq!(listed.count(), 5_000);
/// assert_eq!(listed.first(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed<T> {
    first: Vec<T>,
    count: usize,
}

impl<T> Default for Listed<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Listed<T> {
    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            first: Vec::new(),
            count: 0,
        }
    }

    /// Count one item; it is made only if it is among the first ten.
    pub fn note(&mut self, item: impl FnOnce() -> T) {
        if !self.is_full() {
            self.first.push(item());
        }
        self.count += 1;
    }

    /// How many items were noted.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Whether nothing was noted.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether further items are only counted.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.first.len() >= limits::LISTED
    }

    /// The first ten, in the order of noting.
    #[must_use]
    pub fn first(&self) -> &[T] {
        &self.first
    }

    /// The first ten, owned.
    #[must_use]
    pub fn into_first(self) -> Vec<T> {
        self.first
    }
}
