//! gates × gates: a call with two mistakes is answered by the earlier gate, and once repaired by the later one.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Value, json};
use wymcp_callbacksurface::{Gate, Registration, View, admit};

use super::Cell;
use crate::fixtures::Orders;
use crate::walk::client::{Care, Client};
use crate::walk::mistake;

/// The gates by gates, the first of a pair in the row.
#[derive(Debug)]
pub struct Table {
    cells: Vec<(Gate, Gate, Cell)>,
}

/// Try every pair of gates on one action.
#[must_use]
pub fn table() -> Table {
    let registration = match Registration::build(Arc::new(Orders), None) {
        Ok(registration) => registration,
        Err(offences) => {
            let why = offences.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            return Table {
                cells: pairs()
                    .map(|(first, second)| (first, second, Cell::Empty(why.clone())))
                    .collect(),
            };
        }
    };
    Table {
        cells: pairs()
            .map(|(first, second)| (first, second, cell(&registration, first, second)))
            .collect(),
    }
}

fn pairs() -> impl Iterator<Item = (Gate, Gate)> {
    Gate::ORDER
        .iter()
        .flat_map(|&first| Gate::ORDER.iter().map(move |&second| (first, second)))
}

fn cell(registration: &Registration, first: Gate, second: Gate) -> Cell {
    if !mistake::can_meet(first, second) {
        return impossible(registration, first, second);
    }
    let mut call = Orders::intent();
    // What stands deeper is spoilt first: a wrong type of `action` leaves the data as it is.
    let (earlier, later) = if position(first) <= position(second) {
        (first, second)
    } else {
        (second, first)
    };
    if earlier != later {
        spoil(later, earlier, &mut call);
    }
    spoil(earlier, later, &mut call);
    let mut wanted = vec![earlier.error().to_owned()];
    if earlier != later {
        wanted.push(later.error().to_owned());
    }
    Cell::of(answers(registration, call).and_then(|met| {
        if met == wanted {
            Ok(met.join(", then "))
        } else {
            Err(format!("met {}", met.join(", then ")))
        }
    }))
}

/// Both mistakes cannot stand in one call: whichever is committed last, the other is not there any more.
fn impossible(registration: &Registration, first: Gate, second: Gate) -> Cell {
    let mut call = Orders::intent();
    spoil(first, second, &mut call);
    spoil(second, first, &mut call);
    match answers(registration, call) {
        Ok(met) if met.len() == 1 => Cell::Impossible("an action that is absent has no name to be unknown"),
        Ok(met) => Cell::Empty(format!("met {}", met.join(", then "))),
        Err(why) => Cell::Empty(why),
    }
}

/// The errors that a client meets on its way from a call to the intent.
fn answers(registration: &Registration, call: Value) -> Result<Vec<String>, String> {
    let client = Client::of_actions(Orders::intent(), call, Care::Place).walk(|arguments| {
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        admit(registration, &View::everything(), arguments)
            .err()
            .map(|refusal| refusal.text().to_owned())
    })?;
    if *client.call() != Orders::intent() {
        return Err(format!("repaired to {}", client.call()));
    }
    Ok(client.answers().iter().map(|(error, _)| error.clone()).collect())
}

/// One certain mistake of a gate, such that the partner's can stand beside it.
fn spoil(gate: Gate, partner: Gate, call: &mut Value) {
    match gate {
        Gate::UnknownArguments => call["limt"] = json!(5),
        Gate::InvalidArgumentType => match partner {
            // Beside a mistake of the name, `data` has the wrong type.
            Gate::MissingAction | Gate::UnknownAction => call["data"] = json!("{}"),
            Gate::UnknownArguments
            | Gate::InvalidArgumentType
            | Gate::MissingRequiredFields
            | Gate::MissingRequiredGroup
            | Gate::UnknownParams
            | Gate::InvalidValues => call["action"] = json!(["place"]),
        },
        Gate::MissingAction => drop(call.as_object_mut().map(|call| call.remove("action"))),
        Gate::UnknownAction => call["action"] = json!("Place"),
        Gate::MissingRequiredFields => drop(call["data"].as_object_mut().map(|data| data.remove("customer"))),
        Gate::MissingRequiredGroup => drop(call["data"].as_object_mut().map(|data| data.remove("address"))),
        Gate::UnknownParams => call["data"]["lines"][0]["colour"] = json!("red"),
        Gate::InvalidValues => call["data"]["lines"][1]["count"] = json!("two"),
    }
}

fn position(gate: Gate) -> usize {
    Gate::ORDER
        .iter()
        .position(|known| *known == gate)
        .unwrap_or(usize::MAX)
}

impl Table {
    /// What is wrong with the table: cells that are empty or not as promised.
    #[must_use]
    pub fn gaps(&self) -> Vec<String> {
        self.cells
            .iter()
            .filter_map(|(first, second, cell)| {
                cell.gap()
                    .map(|why| format!("{} × {}: {why}", first.error(), second.error()))
            })
            .collect()
    }

    /// The cell of a pair.
    #[must_use]
    pub fn cell(&self, first: Gate, second: Gate) -> Option<&Cell> {
        self.cells
            .iter()
            .find(|(row, column, _)| (*row, *column) == (first, second))
            .map(|(.., cell)| cell)
    }

    /// The table as text: in each cell the number of the gate that answers first, then of the one that answers next.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::from(
            "gates × gates: a call with both mistakes is answered by the earlier gate, then by the later\n",
        );
        let _ = write!(text, "{:>24}", "");
        for column in 1..=Gate::ORDER.len() {
            let _ = write!(text, "{column:>5}");
        }
        for (row, first) in Gate::ORDER.iter().enumerate() {
            let _ = write!(text, "\n{:>22} {}", first.error(), row + 1);
            for (column, second) in Gate::ORDER.iter().enumerate() {
                let shown = match self.cell(*first, *second) {
                    Some(Cell::Seen(_)) if row == column => format!("{}", row + 1),
                    Some(Cell::Seen(_)) => format!("{}→{}", row.min(column) + 1, row.max(column) + 1),
                    Some(Cell::Impossible(_)) => "–".to_owned(),
                    Some(Cell::Empty(_)) | None => "!!".to_owned(),
                };
                let _ = write!(text, "{shown:>5}");
            }
        }
        text.push_str("\n– cannot meet: an action that is absent has no name to be unknown (asserted)\n");
        text
    }
}
