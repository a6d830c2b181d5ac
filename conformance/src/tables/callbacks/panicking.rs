//! Callbacks that panic (SRF-7, RUN-5).

use std::panic::{AssertUnwindSafe, catch_unwind};

use wymcp_router::Callback;

use super::Cell;
use super::probe::{fault, mount};
use crate::fixtures::Misdeed;

pub(super) fn cell(callback: Callback) -> Cell {
    match callback {
        Callback::Actions => Cell::Impossible("a constant"),
        Callback::InputSchema | Callback::Run => Cell::Impossible("no author's code"),
        // SRF-7: the author's own panic, as raised.
        Callback::Name
        | Callback::Description
        | Callback::Schema
        | Callback::Title
        | Callback::Annotations
        | Callback::Icons
        | Callback::Meta
        | Callback::OutputSchema
        | Callback::Sensitive => Cell::of(
            match catch_unwind(AssertUnwindSafe(|| mount(callback, Misdeed::Panics))) {
                Err(raised) => match raised.downcast_ref::<String>() {
                    Some(words) if *words == format!("{} was raised", callback.name()) => {
                        Ok("passes through".to_owned())
                    }
                    other => Err(format!("{other:?}")),
                },
                Ok(_) => Err("was not raised".to_owned()),
            },
        ),
        Callback::RunAction | Callback::Hints | Callback::ActionContext | Callback::ValidateData => {
            fault(callback, Misdeed::Panics, "panic", "pass")
        }
        Callback::HandleError => fault(callback, Misdeed::Panics, "panic", "fail"),
    }
}
