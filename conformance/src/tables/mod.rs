//! The two tables that must have no empty cell (SRF-4).

pub mod callbacks;
pub mod gates;

/// One cell.
#[derive(Debug, Clone)]
pub enum Cell {
    /// It was tried, and is as promised; what was seen, in a word.
    Seen(String),
    /// It cannot come about, and that was asserted.
    Impossible(&'static str),
    /// It is not as promised, or nothing fills the cell.
    Empty(String),
}

impl Cell {
    /// A cell of a check.
    #[must_use]
    pub fn of(check: Result<String, String>) -> Self {
        match check {
            Ok(seen) => Self::Seen(seen),
            Err(why) => Self::Empty(why),
        }
    }

    /// Why the cell is empty, if it is.
    #[must_use]
    pub fn gap(&self) -> Option<&str> {
        match self {
            Self::Empty(why) => Some(why),
            Self::Seen(_) | Self::Impossible(_) => None,
        }
    }
}
