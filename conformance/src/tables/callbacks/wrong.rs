//! Callbacks that say something of another type, or something that is no good.

use serde_json::Value;
use wymcp_router::{Callback, Mount};

use super::probe::{fault, listing, mount, run};
use super::{Cell, Shape, compiler};
use crate::fixtures::{Misdeed, many_actions};

pub(super) fn type_cell(callback: Callback) -> Cell {
    match callback {
        // JSON inside a Rust type: the other type is found at registration.
        Callback::Icons => offence(callback, "invalid_icons"),
        Callback::Name
        | Callback::Description
        | Callback::Actions
        | Callback::Schema
        | Callback::RunAction
        | Callback::Title
        | Callback::Annotations
        | Callback::Meta
        | Callback::OutputSchema
        | Callback::Hints
        | Callback::HandleError
        | Callback::ActionContext
        | Callback::ValidateData
        | Callback::Sensitive
        | Callback::InputSchema
        | Callback::Run => compiler(callback, Shape::OtherType),
    }
}

/// The offence of a callback's bad value, by its code; it names tool and callback.
fn offence(callback: Callback, code: &'static str) -> Cell {
    let Err(offences) = mount(callback, Misdeed::BadValue) else {
        return Cell::Empty("the mount was built".to_owned());
    };
    let named = offences.iter().any(|offence| {
        offence.code() == code
            && offence.callback() == Some(callback)
            && (callback == Callback::Name || offence.tool() == Some("scripted"))
    });
    Cell::of(if named {
        Ok(code.to_owned())
    } else {
        Err(offences.to_string())
    })
}

pub(super) fn value_cell(callback: Callback) -> Cell {
    match callback {
        Callback::Name => offence(callback, "invalid_name"),
        Callback::Description => offence(callback, "missing_description"),
        Callback::Actions => Cell::of(match Mount::builder("t", "1").tool(many_actions(&[])).build() {
            Err(offences)
                if offences
                    .iter()
                    .any(|offence| offence.callback() == Some(Callback::Actions)) =>
            {
                Ok("an empty set".to_owned())
            }
            Err(offences) => Err(offences.to_string()),
            Ok(_) => Err("the mount was built".to_owned()),
        }),
        Callback::Schema => offence(callback, "unknown_type"),
        Callback::Annotations => offence(callback, "invalid_annotations"),
        Callback::Icons => offence(callback, "invalid_icons"),
        Callback::Meta => offence(callback, "invalid_meta"),
        Callback::OutputSchema => offence(callback, "unknown_type"),
        Callback::RunAction => fault(callback, Misdeed::BadValue, "invalid_reply", "pass"),
        Callback::Hints | Callback::ActionContext | Callback::ValidateData => {
            fault(callback, Misdeed::BadValue, "invalid_reply", "pass")
        }
        Callback::Sensitive => Cell::Impossible("yes and no are good"),
        // Any text is the author's to say, and reaches the wire as written (TXT-1).
        Callback::Title => {
            Cell::of(
                listing(mount(callback, Misdeed::BadValue)).and_then(|tools| match tools[0]["title"].as_str() {
                    Some("\u{202e}\n \"title\"") => Ok("as written".to_owned()),
                    other => Err(format!("{other:?}")),
                }),
            )
        }
        Callback::HandleError => Cell::of(run(mount(callback, Misdeed::BadValue), "scripted", "fail").and_then(
            |result| match &result.json()["error"] {
                Value::String(words) if words.is_empty() => Ok("as written".to_owned()),
                other => Err(other.to_string()),
            },
        )),
        Callback::InputSchema | Callback::Run => Cell::Impossible("no author's code"),
    }
}
