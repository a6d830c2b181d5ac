//! Help at every level, and what it weighs.

use serde_json::Value;
use wymcp_callbacksurface::{Object, ToolSet};
use wymcp_valuegate::ValueGate;

use super::subject::Subject;
use super::{Finding, Report};

/// Each page is JSON, and each action's a JSON Schema document that builds.
pub(super) fn examine(tools: &ToolSet, report: &mut Report) {
    for page in wymcp_help::rendered(tools) {
        let bytes = page.text.len();
        let Some(tool) = page.tool else {
            report.sizes_mut().index = bytes;
            continue;
        };
        let label = match &page.action {
            Some(action) => format!("{tool}.{action}"),
            None => tool.clone(),
        };
        let largest = &mut report.sizes_mut().largest_page;
        if bytes > largest.0 {
            *largest = (bytes, label);
        }
        let read: Result<Value, _> = serde_json::from_str(&page.text);
        let trouble = match (&read, &page.action) {
            (Err(_), _) => Some("the page is no JSON".to_owned()),
            (Ok(page), Some(_)) => refused(page),
            (Ok(page), None) => documents(page).into_iter().find_map(refused),
        };
        if let Some(trouble) = trouble {
            report.push(
                Finding::broken("page_invalid", trouble)
                    .of(&tool, page.action.as_deref())
                    .mended_by("report this as a bug of wymcp, with the declaration"),
            );
        }
    }
}

/// The page of an operation, read as a schema, accepts the call that passes.
pub(super) fn accepts(subject: &Subject<'_>, data: Option<&Object>, report: &mut Report) {
    let (Some(action), Some(data)) = (subject.action(), data) else {
        return;
    };
    let page: Value = serde_json::from_str(action.page()).unwrap_or_default();
    if ValueGate::build(&page).is_ok_and(|page| !page.is_valid(&Value::Object(data.clone()))) {
        report.push(
            subject.found(
                Finding::broken(
                    "page_disagrees",
                    "what passes the gates is refused by the schema that help shows",
                )
                .mended_by("report this as a bug of wymcp, with the declaration"),
            ),
        );
    }
}

/// The schemas on a page at tool level.
fn documents(page: &Value) -> Vec<&Value> {
    let actions = page["actions"].as_object().into_iter().flatten().map(|(_, page)| page);
    actions.chain(page.get("input_schema")).collect()
}

fn refused(document: &Value) -> Option<String> {
    let offences = ValueGate::build(document).err()?;
    let first = offences.first().map(ToString::to_string).unwrap_or_default();
    Some(format!("the page is no JSON Schema document that builds: {first}"))
}
