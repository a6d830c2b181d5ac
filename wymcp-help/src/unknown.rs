//! Targets that do not exist (HLP-4).

use serde_json::{Value, json};
use wymcp_bound::{echo, json};
use wymcp_callbacksurface::{ActionTable, Failure, Object, Registration, ToolSet, View, help_pointer, nearest};

use crate::NAME;

/// An action is named and no tool.
pub(crate) fn missing_tool(action: &str, tools: &ToolSet, view: &View) -> Failure {
    let message = "an action is named without its tool; name the tool as well";
    let mut answer = answer("missing_tool", message, None, Some(action));
    answer.insert("valid_tools".to_owned(), json!(visible_tools(tools, view)));
    failure(answer)
}

pub(crate) fn unknown_tool(tool: &str, action: Option<&str>, tools: &ToolSet, view: &View) -> Failure {
    let valid = visible_tools(tools, view);
    let mut answer = answer(
        "unknown_tool",
        "no tool has this name; `valid_tools` lists those that exist",
        Some(&echo(tool)),
        action,
    );
    suggest(&mut answer, tool, &valid);
    answer.insert("valid_tools".to_owned(), json!(valid));
    failure(answer)
}

/// The tool exists; its name is the author's and stands as it is.
pub(crate) fn unknown_action(tool: &str, registration: Option<&Registration>, action: &str, view: &View) -> Failure {
    let table = registration.and_then(Registration::actions);
    let valid = table.map(|table: &ActionTable| table.names(view)).unwrap_or_default();
    let message = match table {
        Some(_) => format!("`{tool}` has no action of this name; `valid_actions` lists those it has"),
        None => format!("`{tool}` is a plain tool, it has no actions; ask for the tool alone"),
    };
    let mut answer = answer("unknown_action", &message, Some(tool), Some(action));
    suggest(&mut answer, action, &valid);
    answer.insert("valid_actions".to_owned(), json!(valid));
    failure(answer)
}

/// What all three have in common. They point at the index, as all of help's own refusals do (GAT-2).
fn answer(error: &str, message: &str, tool: Option<&str>, action: Option<&str>) -> Object {
    let mut answer = Object::new();
    let mut put = |key: &str, value: String| answer.insert(key.to_owned(), Value::String(value));
    put("error", error.to_owned());
    put("message", message.to_owned());
    put("help", help_pointer(None, None));
    if let Some(tool) = tool {
        put("tool", tool.to_owned());
    }
    if let Some(action) = action {
        put("action", echo(action));
    }
    answer
}

fn suggest(answer: &mut Object, sent: &str, valid: &[&str]) {
    let near = nearest(sent, valid.iter().copied());
    if !near.is_empty() {
        answer.insert("did_you_mean".to_owned(), json!(near));
    }
}

/// Every name that help answers to: the tools in the order of the index, and its own.
fn visible_tools<'t>(tools: &'t ToolSet, view: &View) -> Vec<&'t str> {
    let visible = tools
        .iter()
        .filter(|tool| tool.is_visible(view))
        .map(|tool| &**tool.name());
    visible.chain([NAME]).collect()
}

fn failure(answer: Object) -> Failure {
    Failure::caller(json::to_string(&Value::Object(answer)))
}
