//! Index and tool pages, written once (HLP-2, HLP-7).

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::Value;
use wymcp_bound::json::{to_string, write_str};
use wymcp_callbacksurface::{ActionTable, Kind, Object, RegisteredAction, Registration, ToolSet, View};

use crate::NAME;
use crate::page::Page;

/// One page of help: what a caller reads who sees everything, without the `context` that only a call can give.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RenderedPage {
    /// The tool that was asked for; none for the index.
    pub tool: Option<String>,
    /// The action that was asked for.
    pub action: Option<String>,
    /// The answer, a JSON object.
    pub text: String,
}

/// Every page of the help of some tools, at every level, without a call: nothing of a tool runs (HLP-2, HLP-7).
#[must_use]
pub fn rendered(tools: &ToolSet) -> Vec<RenderedPage> {
    let pages = crate::help::pages(tools);
    let page = |tool: Option<&str>, action: Option<&str>, text: String| RenderedPage {
        tool: tool.map(str::to_owned),
        action: action.map(str::to_owned),
        text,
    };
    let mut all = vec![page(None, None, pages.index.clone())];
    for tool in tools.iter() {
        let name = &**tool.name();
        all.push(page(Some(name), None, pages.tool(tool, tools, &View::everything())));
        for action in tool.actions().into_iter().flat_map(ActionTable::iter) {
            let text = pages.action(tool, action, action.page(), None);
            all.push(page(Some(name), Some(action.name()), text));
        }
    }
    all.push(page(Some(NAME), None, pages.own));
    all
}

/// Every page of a mount's help, as it is sent to a caller who sees everything.
#[derive(Debug)]
pub(crate) struct Pages {
    index: String,
    /// Help's own page at tool level.
    own: String,
    /// Help's own entry in the index.
    own_entry: String,
    tools: HashMap<Arc<str>, ToolPages>,
}

#[derive(Debug)]
struct ToolPages {
    whole: String,
    actions: HashMap<Arc<str>, Page>,
}

impl Pages {
    pub(crate) fn of(tools: &ToolSet, own_description: &str, own_input_schema: &Value) -> Self {
        let everything = View::everything();
        let pages = |tool: &Registration| ToolPages {
            whole: tool_page(tool, tools, &everything),
            actions: tool
                .actions()
                .into_iter()
                .flat_map(ActionTable::iter)
                .map(|action| {
                    (
                        Arc::clone(action.name()),
                        Page::of(tool.name(), action.name(), action.page()),
                    )
                })
                .collect(),
        };
        let own_entry = entry(NAME, own_description, None);
        Self {
            index: index(tools, &everything, &own_entry),
            own: plain_page(NAME, own_description, &to_string(own_input_schema), None),
            own_entry,
            tools: tools
                .iter()
                .map(|tool| (Arc::clone(tool.name()), pages(tool)))
                .collect(),
        }
    }

    /// `{}`
    pub(crate) fn index(&self, tools: &ToolSet, view: &View) -> String {
        if view.is_everything() {
            self.index.clone()
        } else {
            index(tools, view, &self.own_entry)
        }
    }

    /// `{"tool":"help"}`
    pub(crate) fn own(&self) -> String {
        self.own.clone()
    }

    /// `{"tool":…}`
    pub(crate) fn tool(&self, tool: &Registration, tools: &ToolSet, view: &View) -> String {
        match self.tools.get(tool.name()) {
            Some(pages) if view.is_everything() => pages.whole.clone(),
            _ => tool_page(tool, tools, view),
        }
    }

    /// `{"tool":…,"action":…}`, where `entry` is what the caller may see of the action at tool level.
    pub(crate) fn action(
        &self,
        tool: &Registration,
        action: &RegisteredAction,
        entry: &str,
        context: Option<&Object>,
    ) -> String {
        let stored = self
            .tools
            .get(tool.name())
            .and_then(|pages| pages.actions.get(action.name()));
        match stored {
            Some(page) if entry == action.page() => page.text(context),
            _ => Page::of(tool.name(), action.name(), entry).text(context),
        }
    }
}

/// All that a caller sees, in the order of names, help last.
fn index(tools: &ToolSet, view: &View, own_entry: &str) -> String {
    let mut text = r#"{"tools":["#.to_owned();
    for tool in tools.iter().filter(|tool| tool.is_visible(view)) {
        let summaries = tool
            .actions()
            .map(|table| table.visible(view).map(RegisteredAction::summary));
        text.push_str(&entry(
            tool.name(),
            tool.description(),
            summaries.map(Iterator::collect),
        ));
        text.push(',');
    }
    text.push_str(own_entry);
    text.push_str("]}");
    text
}

/// One tool in the index; a plain tool stands there without `actions`.
fn entry(tool: &str, description: &str, summaries: Option<Vec<&str>>) -> String {
    let mut text = "{".to_owned();
    if let Some(summaries) = summaries {
        text.push_str(r#""actions":["#);
        for (index, summary) in summaries.into_iter().enumerate() {
            if index > 0 {
                text.push(',');
            }
            write_str(&mut text, summary);
        }
        text.push_str("],");
    }
    member(&mut text, "description", |text| write_str(text, description));
    text.push(',');
    member(&mut text, "tool", |text| write_str(text, tool));
    text.push('}');
    text
}

fn tool_page(tool: &Registration, tools: &ToolSet, view: &View) -> String {
    let table = match tool.kind() {
        Kind::Actions(table) => table,
        Kind::Plain(plain) => {
            let output = plain.output().map(|output| to_string(output.schema()));
            return plain_page(tool.name(), tool.description(), plain.input_text(), output.as_deref());
        }
    };
    let mut text = r#"{"actions":{"#.to_owned();
    for (index, action) in table.visible(view).enumerate() {
        if index > 0 {
            text.push(',');
        }
        member(&mut text, action.name(), |text| {
            text.push_str(&table.page(action, tools, view))
        });
    }
    text.push_str("},");
    member(&mut text, "description", |text| write_str(text, tool.description()));
    text.push(',');
    member(&mut text, "tool", |text| write_str(text, tool.name()));
    text.push('}');
    text
}

/// A plain tool shows its input schema at tool level (HLP-2), and its output schema beside it, as an action page does.
fn plain_page(tool: &str, description: &str, input_schema: &str, output_schema: Option<&str>) -> String {
    let mut text = "{".to_owned();
    member(&mut text, "description", |text| write_str(text, description));
    text.push(',');
    member(&mut text, "input_schema", |text| text.push_str(input_schema));
    text.push(',');
    if let Some(output_schema) = output_schema {
        member(&mut text, "output_schema", |text| text.push_str(output_schema));
        text.push(',');
    }
    member(&mut text, "tool", |text| write_str(text, tool));
    text.push('}');
    text
}

fn member(text: &mut String, key: &str, value: impl FnOnce(&mut String)) {
    write_str(text, key);
    text.push(':');
    value(text);
}
