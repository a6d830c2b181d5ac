//! The listing stays as it is: asked again, in another order of mounting (LST-2).

use std::sync::Arc;

use serde_json::Value;
use wymcp_callbacksurface::{Era, Registration, ToolSet, View};

use super::now;
use super::{Finding, Report};
use crate::Mount;
use crate::mount::ServedTools;

const FIX: &str =
    "let callbacks say the same each time: no clock, no counter, no text made from a map in its own order";

/// Register the mounted tools once more, last one first, and compare.
pub(super) fn examine(served: &ServedTools, report: &mut Report) {
    let tools = served.set();
    report.sizes_mut().list = served.list(Era::Modern, &View::everything()).len();
    let again = tools
        .declared()
        .iter()
        .rev()
        .map(|tool| (tool.shared(), None))
        .collect();
    let again = match ToolSet::build_under(Arc::clone(tools.rules()), again) {
        Ok(again) => again,
        Err(offences) => {
            for offence in &offences {
                report.push(
                    Finding::broken(
                        "listing_unstable",
                        format!("asked again, the tool is an offence: {}", offence.why()),
                    )
                    .of(offence.tool().unwrap_or_default(), offence.action())
                    .at(offence.pointer())
                    .mended_by(FIX),
                );
            }
            return;
        }
    };
    for tool in tools.declared() {
        if again.get(tool.name()).is_none_or(|again| shown(again) != shown(tool)) {
            report.push(
                Finding::broken("listing_unstable", "asked again, the callbacks say something else")
                    .of(tool.name(), None)
                    .mended_by(FIX),
            );
        }
    }
    let index = |tools: &ToolSet| wymcp_help::rendered(tools).into_iter().map(|page| page.text).next();
    if report
        .findings()
        .iter()
        .all(|finding| finding.code() != "listing_unstable")
        && index(tools) != index(&again)
    {
        report.push(
            Finding::broken(
                "listing_unstable",
                "in another order of mounting, help lists other bytes",
            )
            .mended_by("report this as a bug of wymcp"),
        );
    }
}

/// Compare what two builds of one server list.
pub(super) fn compare(first: &Mount, second: &Mount, report: &mut Report) {
    for era in [Era::Modern, Era::Legacy] {
        let list = |mount: &Mount| now(mount).list(era, &View::everything()).into_owned();
        let (first, second) = (list(first), list(second));
        if first == second {
            continue;
        }
        let (first, second) = (by_name(&first), by_name(&second));
        let differs = first.iter().find(|entry| !second.contains(entry));
        let tool = differs
            .or_else(|| second.first())
            .map(|(name, _)| name.clone())
            .unwrap_or_default();
        report.push(
            Finding::broken("listing_unstable", "built twice, the server lists other bytes")
                .of(&tool, None)
                .mended_by(FIX),
        );
        return;
    }
}

/// All that is stored of a tool and sent.
fn shown(tool: &Registration) -> Vec<String> {
    let view = View::everything();
    let definitions = [Era::Modern, Era::Legacy].map(|era| tool.definition(era, &view).into_owned());
    let actions = tool.actions().into_iter().flat_map(|table| table.iter());
    let pages = actions.flat_map(|action| [action.page().to_owned(), action.digest().to_owned()]);
    definitions.into_iter().chain(pages).collect()
}

fn by_name(list: &str) -> Vec<(String, Value)> {
    let tools: Vec<Value> = serde_json::from_str(list).unwrap_or_default();
    tools
        .into_iter()
        .map(|tool| (tool["name"].as_str().unwrap_or_default().to_owned(), tool))
        .collect()
}
