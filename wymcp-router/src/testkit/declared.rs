//! What the author shows beside the schema: examples, and names of related actions.

use serde_json::Value;
use wymcp_callbacksurface::{Refusal, ToolSet, nearest};

use super::subject::Subject;
use super::{Finding, Report};

pub(super) fn examine(subject: &Subject<'_>, tools: &ToolSet, report: &mut Report) {
    for (index, example) in subject.examples().into_iter().enumerate() {
        report.count_call();
        if let Err(refusal) = subject.admit(subject.arguments(example.clone())) {
            report.push(
                subject.found(
                    Finding::broken(
                        "example_refused",
                        format!("the example is refused: {}", words(&refusal)),
                    )
                    .at(format!("/examples/{index}"))
                    .mended_by("mend the example, or the schema that refuses it"),
                ),
            );
        }
    }
    let Some((action, table)) = subject.action().zip(subject.table()) else {
        return;
    };
    for (index, related) in action.rules().related().iter().enumerate() {
        if table.get(related).is_some() || names_elsewhere(related, tools) {
            continue;
        }
        let near = nearest(related, table.iter().map(|action| &**action.name()));
        let what = format!("`{related}` is no action of `{}`", subject.tool().name());
        // What reads like a sentence may be meant as one.
        let finding = if near.is_empty() && related.contains(char::is_whitespace) {
            Finding::doubtful("unknown_related", what)
        } else {
            Finding::broken("unknown_related", what)
        };
        report.push(
            subject.found(
                finding
                    .at(format!("/related/{index}"))
                    .mended_by(advice(&near, "name an action of the tool, or `tool.action` of another")),
            ),
        );
    }
}

/// `tool`, or `tool.action`, of the same mount; a slash, a colon or a space will do for the dot, as it does where names are hidden (VIS-1).
fn names_elsewhere(related: &str, tools: &ToolSet) -> bool {
    let is_action = |(tool, action): (&str, &str)| {
        let table = tools.get(tool).and_then(|tool| tool.actions());
        table.is_some_and(|table| table.get(action).is_some())
    };
    tools.get(related).is_some() || related.split_once(['.', '/', ':', ' ']).is_some_and(is_action)
}

/// What was meant, where something is near.
pub(super) fn advice(near: &[String], otherwise: &str) -> String {
    match near {
        [] => otherwise.to_owned(),
        near => {
            let names: Vec<String> = near.iter().map(|name| format!("`{name}`")).collect();
            format!("did you mean {}?", names.join(" or "))
        }
    }
}

/// A refusal in one line: its message, and the problems of its values.
fn words(refusal: &Refusal) -> String {
    let read: Value = serde_json::from_str(refusal.text()).unwrap_or_default();
    let problems: Vec<String> = read["invalid"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|invalid| {
            let problems = invalid["problems"].as_array().into_iter().flatten();
            let problems: Vec<&str> = problems.filter_map(Value::as_str).collect();
            format!(
                "`{}` {}",
                invalid["path"].as_str().unwrap_or_default(),
                problems.join(", ")
            )
        })
        .collect();
    if problems.is_empty() {
        read["message"].as_str().unwrap_or_default().to_owned()
    } else {
        problems.join("; ")
    }
}
