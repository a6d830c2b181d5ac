//! Tests of a server, made from its own declarations.
//!
//! One line in your tests examines a whole mount, without a socket, a runtime or a call of your code:
//!
//! ```
//! use serde_json::json;
//! use wymcp_router::{ActionSchema, ActionTool, Context, Data, Mount, Offences, Reply, check_mount};
//!
//! fn server() -> Result<Mount, Offences> {
//!     let notes = ActionTool::builder("notes", "Keeps notes").action(
//!         "add",
//!         ActionSchema::new("Add a note")
//!             .property("text", json!({"type": "string", "description": "What to remember"}))
//!             .required(["text"])
//!             .example(json!({"text": "buy milk"})),
//!         async |_: Data, _: Context| Ok(Reply::new(json!({"added": true}))),
//!     );
//!     Mount::builder("notes-server", "1.0.0").tool(notes).build()
//! }
//!
//! check_mount!(the_server_is_sound, server());
//! ```
//!
//! # What is examined
//!
//! | of | what must hold |
//! | --- | --- |
//! | each action, each plain tool | a small call, found from its schema, passes the gates |
//! | each gate | a call with its mistake is refused by it, in JSON, with a help pointer that leads somewhere |
//! | each example | it passes the gates itself |
//! | each `related` | it names an action that exists |
//! | each help page | it is JSON, and a JSON Schema document that builds and accepts the small call |
//! | each schema | its keywords exist, its properties are described, no group of `required_one_of` is idle |
//! | what is sensitive | the mount has a policy |
//! | each resource, template and prompt | it is described, its arguments too; contents that are stored can be read |
//! | the listing | callbacks asked again, in the reverse order of mounting, give the same bytes |
//!
//! A gate that a declaration gives no occasion for (an action without required properties) is not counted; what should have been
//! provoked and could not be is told, never passed over. Where no call can be found from a schema, an example that passes takes its
//! place; give one.
//!
//! A [`Finding`] is [`Severity::Broken`] or [`Severity::Doubtful`]; `check_mount!` fails on the first kind, and with `strict` as a
//! third word on both. [`examine`] gives the [`Report`] as data.
//!
//! # What runs
//!
//! Callbacks without request (`name`, `schema`, …) are asked a second time, as registering the tool again would. Nothing else of yours
//! runs: no action, no handler, no hints, no filter, no provider. [`examine_calling`] makes calls as well, those that you choose, and so
//! sees what only a call can show: a fault, hints that name no action, a resource that is listed and cannot be read, a list without end.

mod built;
mod calling;
mod declared;
mod finding;
mod gates;
mod listing;
mod minimal;
mod pages;
mod provided;
mod providing;
mod report;
mod schemas;
mod sensitive;
mod subject;

use std::sync::Arc;

use arc_swap::Guard;

use crate::Mount;
use crate::mount::ServedTools;
use subject::Subject;

#[doc(hidden)]
pub use built::{Built, hold};
pub use calling::examine_calling;
pub use finding::{Finding, Severity};
pub use report::{Report, Sizes};

/// Examine a mount; see the [module](self) for what is examined. No action, no handler and no hook of a tool runs.
///
/// ```
/// use serde_json::json;
/// use wymcp_router::testkit::examine;
/// use wymcp_router::{ActionSchema, ActionTool, Context, Data, Mount, Reply};
///
/// let notes = ActionTool::builder("notes", "Keeps notes").action(
///     "add",
///     ActionSchema::new("Add a note").property("text", json!({"type": "string", "maxLenght": 80})).example(json!({"txt": "hi"})),
///     async |_: Data, _: Context| Ok(Reply::new(json!({}))),
/// );
/// let report = examine(&Mount::builder("notes-server", "1.0.0").tool(notes).build()?);
///
/// let broken: Vec<_> = report.broken().map(|finding| (finding.code(), finding.pointer())).collect();
/// assert_eq!(broken, [("misspelt_keyword", "/properties/text/maxLenght"), ("example_refused", "/examples/0")]);
/// assert_eq!(report.doubtful().count(), 1, "`text` has no description");
/// # Ok::<(), wymcp_router::Offences>(())
/// ```
#[must_use]
pub fn examine(mount: &Mount) -> Report {
    let served = now(mount);
    let tools = served.set();
    let mut report = Report::new(&mount.core().info.name(), tools.len());
    for tool in tools.declared() {
        for subject in Subject::all(tool) {
            report.count_subject();
            schemas::examine(&subject, &mut report);
            declared::examine(&subject, tools, &mut report);
            sensitive::examine(&subject, tools.rules().has_policy(), &mut report);
            let minimal = minimal::find(&subject, &mut report);
            if let Some(data) = &minimal {
                gates::provoke(&subject, data, &served, &mut report);
            }
            pages::accepts(&subject, minimal.as_ref(), &mut report);
        }
    }
    pages::examine(tools, &mut report);
    listing::examine(&served, &mut report);
    provided::examine(mount.core(), &mut report);
    report
}

/// The tools of this moment: those that come and go while it is examined are left alone.
fn now(mount: &Mount) -> Arc<ServedTools> {
    Guard::into_inner(mount.core().tools())
}
