//! callbacks × shapes: for each entry of the closed list, what becomes of it when it is absent, of another type, wrong, inconstant,
//! or panicking.

mod absent;
mod inconstant;
mod panicking;
mod probe;
mod wrong;

use std::fmt::Write as _;

use wymcp_router::Callback;

use super::Cell;
use crate::compile::rules_out;

/// What may be the matter with a callback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// The author does not write it.
    Absent,
    /// It says something of another type, of Rust or of JSON.
    OtherType,
    /// It says something of the right type that is no good.
    BadValue,
    /// It says something else the second time (SRF-2).
    ChangesItsMind,
    /// It panics (SRF-7, RUN-5).
    Panics,
}

impl Shape {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Absent,
        Self::OtherType,
        Self::BadValue,
        Self::ChangesItsMind,
        Self::Panics,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::Absent => "absent",
            Self::OtherType => "of another type",
            Self::BadValue => "bad value",
            Self::ChangesItsMind => "changes its mind",
            Self::Panics => "panics",
        }
    }
}

/// Callbacks by shapes.
#[derive(Debug)]
pub struct Table {
    cells: Vec<(Callback, Shape, Cell)>,
}

/// Fill every cell.
#[must_use]
pub fn table() -> Table {
    let cells = Callback::ALL
        .iter()
        .flat_map(|&callback| {
            Shape::ALL
                .iter()
                .map(move |&shape| (callback, shape, cell(callback, shape)))
        })
        .collect();
    Table { cells }
}

impl Table {
    /// Cells that nothing fills.
    #[must_use]
    pub fn gaps(&self) -> Vec<String> {
        self.cells
            .iter()
            .filter_map(|(callback, shape, cell)| {
                cell.gap()
                    .map(|why| format!("{}, {}: {why}", callback.name(), shape.name()))
            })
            .collect()
    }

    /// The table as text.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::from("callbacks × shapes\n");
        let _ = write!(text, "{:>15}", "");
        for shape in Shape::ALL {
            let _ = write!(text, "  {:<22}", shape.name());
        }
        for callback in Callback::ALL {
            let _ = write!(text, "\n{:>15}", callback.name());
            for (_, _, cell) in self.cells.iter().filter(|(row, ..)| row == callback) {
                let shown = match cell {
                    Cell::Seen(seen) => seen.as_str(),
                    Cell::Impossible(why) => why,
                    Cell::Empty(_) => "!!",
                };
                let _ = write!(text, "  {shown:<22}");
            }
        }
        text.push('\n');
        text
    }
}

fn cell(callback: Callback, shape: Shape) -> Cell {
    match shape {
        Shape::Absent => absent::cell(callback),
        Shape::OtherType => wrong::type_cell(callback),
        Shape::BadValue => wrong::value_cell(callback),
        Shape::ChangesItsMind => inconstant::cell(callback),
        Shape::Panics => panicking::cell(callback),
    }
}

/// What the compiler rules out, as a case shows that has to fail.
fn compiler(callback: Callback, shape: Shape) -> Cell {
    if rules_out(callback.name(), shape.name()) {
        Cell::Seen("does not compile".to_owned())
    } else {
        Cell::Empty("no case shows that it does not compile".to_owned())
    }
}
