//! Callbacks that say something else the second time (SRF-2).

use serde_json::json;
use wymcp_router::{CallResult, Callback, Era, Mount};

use super::Cell;
use super::probe::{block_on, denying, mount};
use crate::fixtures::{Misdeed, Scripted};

pub(super) fn cell(callback: Callback) -> Cell {
    match callback {
        Callback::Actions => Cell::Impossible("a constant"),
        Callback::Run => Cell::Impossible("no author's code"),
        Callback::Name
        | Callback::Description
        | Callback::Schema
        | Callback::Title
        | Callback::Annotations
        | Callback::Icons
        | Callback::Meta
        | Callback::OutputSchema
        | Callback::Sensitive
        | Callback::InputSchema => Cell::of(frozen(callback)),
        Callback::RunAction | Callback::ValidateData => asked_each_time(callback, "pass"),
        Callback::Hints | Callback::ActionContext => asked_each_time(callback, "pass"),
        Callback::HandleError => asked_each_time(callback, "fail"),
    }
}

/// SRF-2: what was validated is what is sent, however often it is asked for.
fn frozen(callback: Callback) -> Result<String, String> {
    let tool = Scripted::new(callback, Misdeed::ChangesItsMind);
    let asked = tool.clone();
    let straight = Mount::builder("t", "1")
        .tool(Scripted::new(Callback::Run, Misdeed::BadValue))
        .build();
    // Nobody is asked about what was not sensitive when it was registered.
    let mount = denying().tool(tool).build();
    let (straight, mount) = (
        straight.map_err(|offences| offences.to_string())?,
        mount.map_err(|offences| offences.to_string())?,
    );
    let at_registration = asked.asked();
    let page = |mount: &Mount| {
        block_on(async { mount.call("help", json!({"tool": "scripted"})).await }).map(|page| page.text().to_owned())
    };
    for _ in 0..3 {
        if mount.list(Era::Modern) != straight.list(Era::Modern) {
            return Err(format!("listed as {}", mount.list(Era::Modern)));
        }
        if page(&mount).ok() != page(&straight).ok() {
            return Err("help shows something else".to_owned());
        }
        // A call is judged by what was said at registration.
        let call = block_on(async {
            mount
                .call("scripted", json!({"action": "pass", "data": {"x": 1}}))
                .await
        });
        if call.as_ref().map_or(true, CallResult::is_error) {
            return Err(format!("{call:?}"));
        }
    }
    // Once; the callbacks of an action once for each. The schema of the input is asked of nobody.
    let once = match callback {
        Callback::Schema | Callback::OutputSchema | Callback::Sensitive => 2,
        Callback::InputSchema => 0,
        _ => 1,
    };
    if asked.asked() == once && at_registration == once {
        Ok("frozen".to_owned())
    } else {
        Err(format!(
            "asked {} times, {at_registration} of them at registration",
            asked.asked()
        ))
    }
}

/// A callback with request parameters is asked for each request.
fn asked_each_time(callback: Callback, action: &str) -> Cell {
    Cell::of(
        mount(callback, Misdeed::ChangesItsMind)
            .map_err(|offences| offences.to_string())
            .and_then(|mount| {
                let answer = || {
                    block_on(async { mount.call("scripted", json!({ "action": action })).await })
                        .map(|result| format!("{:?}", result.content()))
                };
                match (answer(), answer()) {
                    (Ok(first), Ok(second)) if first != second => Ok("asked for each call".to_owned()),
                    (first, second) => Err(format!("{first:?}, then {second:?}")),
                }
            }),
    )
}
