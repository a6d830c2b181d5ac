//! Resources, templates and prompts as they are declared. Nothing of theirs runs.

use serde_json::Value;
use wymcp_callbacksurface::View;

use super::{Finding, Report};
use crate::mount::Core;

pub(super) fn examine(core: &Core, report: &mut Report) {
    let (resources, templates) = core.resources.definitions();
    for definition in resources {
        let entry = read(definition);
        let uri = of(&entry, "uri");
        described(&entry, "resources/read", uri, report);
        if let Some(contents) = core.resources.stored(uri, &View::everything()) {
            report.count_call();
            if !is_contents(&read(contents)) {
                report.push(unreadable(uri, "its stored contents are none that a client can read"));
            }
        }
    }
    for definition in templates {
        let entry = read(definition);
        described(&entry, "resources/templates/list", of(&entry, "uriTemplate"), report);
    }
    for definition in core.prompts.definitions() {
        let entry = read(definition);
        let name = of(&entry, "name");
        described(&entry, "prompts/get", name, report);
        for (index, argument) in entry["arguments"].as_array().into_iter().flatten().enumerate() {
            if argument.get("description").is_none() {
                let what = format!("the argument `{}` has no description", of(argument, "name"));
                report.push(
                    Finding::doubtful("undescribed", what)
                        .of("prompts/get", Some(name))
                        .at(format!("/arguments/{index}"))
                        .mended_by("say what it is for"),
                );
            }
        }
    }
}

/// Contents as they are sent: at least one, each with its URI and a text or bytes (N1).
pub(super) fn is_contents(contents: &Value) -> bool {
    let is_one = |one: &Value| one["uri"].is_string() && (one["text"].is_string() || one["blob"].is_string());
    contents
        .as_array()
        .is_some_and(|all| !all.is_empty() && all.iter().all(is_one))
}

pub(super) fn unreadable(uri: &str, what: impl Into<String>) -> Finding {
    Finding::broken("unreadable_resource", what)
        .of("resources/read", Some(uri))
        .mended_by("mend what reads it, or list it no longer")
}

pub(super) fn of<'e>(entry: &'e Value, key: &str) -> &'e str {
    entry[key].as_str().unwrap_or_default()
}

fn described(entry: &Value, method: &str, name: &str, report: &mut Report) {
    if entry.get("description").is_none() {
        report.push(
            Finding::doubtful("undescribed", "it has no description")
                .of(method, Some(name))
                .mended_by("say what it holds or does: whoever chooses has nothing else to go by"),
        );
    }
}

fn read(definition: &str) -> Value {
    serde_json::from_str(definition).unwrap_or_default()
}
