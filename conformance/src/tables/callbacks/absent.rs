//! Callbacks that the author does not write.

use wymcp_router::{ActionSchema, ActionTool, ActionToolBuilder, Callback, Failure, Mount};

use super::probe::{denying, listing, run};
use super::{Cell, Shape, compiler};
use crate::fixtures::Tasks;

pub(super) fn cell(callback: Callback) -> Cell {
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

/// A tool that fails with words for the caller, and brings no `handle_error`.
fn failing() -> ActionToolBuilder {
    ActionTool::builder("failing", "Fails").action("fail", ActionSchema::new("Fail"), async |_, _| {
        Err(Failure::caller("not today"))
    })
}
