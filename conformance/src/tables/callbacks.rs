//! callbacks × shapes: for each entry of the closed list, what becomes of it when it is absent, of another type, wrong, inconstant,
//! or panicking.

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};
use wymcp_router::{ActionTool, CallResult, Callback, Decision, Era, Mount, MountBuilder, Offences};

use super::Cell;
use crate::compile::rules_out;
use crate::fixtures::{Misdeed, Scripted, Tasks, many_actions};

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
        Shape::Absent => absent(callback),
        Shape::OtherType => other_type(callback),
        Shape::BadValue => bad_value(callback),
        Shape::ChangesItsMind => changes_its_mind(callback),
        Shape::Panics => panics(callback),
    }
}

fn compiler(callback: Callback, shape: Shape) -> Cell {
    if rules_out(callback.name(), shape.name()) {
        Cell::Seen("does not compile".to_owned())
    } else {
        Cell::Empty("no case shows that it does not compile".to_owned())
    }
}

fn absent(callback: Callback) -> Cell {
    let listed = |member: &str| {
        Cell::of(
            listing(Mount::builder("t", "1").tool(Tasks).build()).and_then(|tools| match tools[0].get(member) {
                None => Ok("not listed".to_owned()),
                Some(listed) => Err(format!("listed as {listed}")),
            }),
        )
    };
    match callback {
        Callback::Name | Callback::Description | Callback::Actions | Callback::Schema | Callback::RunAction => {
            compiler(callback, Shape::Absent)
        }
        Callback::Title => listed("title"),
        Callback::Annotations => listed("annotations"),
        Callback::Icons => listed("icons"),
        Callback::Meta => listed("_meta"),
        Callback::OutputSchema => listed("outputSchema"),
        Callback::Hints | Callback::ActionContext => Cell::of(
            run(Mount::builder("t", "1").tool(Tasks).build(), "tasks", "list").and_then(|result| {
                let said = result.json();
                if said.get("hints").is_none() && said.get("context").is_none() {
                    Ok("nothing is added".to_owned())
                } else {
                    Err(said.to_string())
                }
            }),
        ),
        Callback::ValidateData => Cell::of(
            run(Mount::builder("t", "1").tool(Tasks).build(), "tasks", "list").and_then(|result| {
                if result.is_error() {
                    Err(result.text().to_owned())
                } else {
                    Ok("data as gated".to_owned())
                }
            }),
        ),
        Callback::Sensitive => Cell::of(run(denying().tool(Tasks).build(), "tasks", "list").and_then(|result| {
            if result.is_error() {
                Err(result.text().to_owned())
            } else {
                Ok("no policy is asked".to_owned())
            }
        })),
        Callback::HandleError => Cell::of(
            run(Mount::builder("t", "1").tool(failing()).build(), "failing", "fail").and_then(|result| {
                if result.is_error() && result.text().contains("not today") {
                    Ok("default words".to_owned())
                } else {
                    Err(result.text().to_owned())
                }
            }),
        ),
        Callback::InputSchema => Cell::of(listing(Mount::builder("t", "1").tool(Tasks).build()).and_then(|tools| {
            if tools[0]["inputSchema"]["type"] == "object" {
                Ok("the framework's".to_owned())
            } else {
                Err(tools.to_string())
            }
        })),
        Callback::Run => Cell::of(
            run(Mount::builder("t", "1").tool(Tasks).build(), "tasks", "list").map(|_| "the framework's".to_owned()),
        ),
    }
}

/// A mount whose policy denies whatever it is asked about.
fn denying() -> MountBuilder {
    Mount::builder("t", "1").policy(|_| Decision::deny("whatever it is"))
}

/// A tool that fails with words for the caller, and brings no `handle_error`.
fn failing() -> wymcp_router::ActionToolBuilder {
    ActionTool::builder("failing", "Fails").action("fail", wymcp_router::ActionSchema::new("Fail"), async |_, _| {
        Err(wymcp_router::Failure::caller("not today"))
    })
}

fn other_type(callback: Callback) -> Cell {
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

fn bad_value(callback: Callback) -> Cell {
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

fn changes_its_mind(callback: Callback) -> Cell {
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

fn panics(callback: Callback) -> Cell {
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

/// RUN-5: contained, and answered as a fault that names tool and action; the next call is served.
fn fault(callback: Callback, misdeed: Misdeed, exception: &'static str, action: &str) -> Cell {
    Cell::of(run(mount(callback, misdeed), "scripted", action).and_then(|result| {
        let fault = result.json();
        let told = fault["errorType"] == "tool_fault"
            && fault["exception"] == exception
            && fault["tool"] == "scripted"
            && fault["action"] == action
            && result.structured().is_none();
        if told && result.is_error() {
            Ok(exception.to_owned())
        } else {
            Err(result.text().to_owned())
        }
    }))
}

fn mount(callback: Callback, misdeed: Misdeed) -> Result<Mount, Offences> {
    Mount::builder("t", "1").tool(Scripted::new(callback, misdeed)).build()
}

fn listing(mount: Result<Mount, Offences>) -> Result<Value, String> {
    let tools: Value = serde_json::from_str(&mount.map_err(|offences| offences.to_string())?.list(Era::Modern))
        .map_err(|error| error.to_string())?;
    Ok(tools)
}

fn run(mount: Result<Mount, Offences>, tool: &str, action: &str) -> Result<CallResult, String> {
    let mount = mount.map_err(|offences| offences.to_string())?;
    block_on(async { mount.call(tool, json!({ "action": action })).await }).map_err(|error| error.to_string())
}

/// Run a future that waits for nothing outside itself.
fn block_on<T>(future: impl Future<Output = T>) -> T {
    let mut future = std::pin::pin!(future);
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    loop {
        if let std::task::Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
    }
}
