//! The tool itself (HLP-1, HLP-2, HLP-5).

use std::sync::Arc;

use serde_json::{Value, json};
use wymcp_callbacksurface::{
    ActionTable, BoxFuture, Content, Context, Data, Failure, Offence, PlainSurface, Registration, Reply, Served,
    Surface, SurfaceKind, ToolSet, action_context, sealed,
};

use crate::pages::Pages;
use crate::{NAME, event, unknown};

const DESCRIPTION: &str = "How to use this server's tools. Without arguments: every tool and its actions. With `tool`: that tool's \
    actions, their parameters, notes and examples. With `tool` and `action`: one action, with its current context.";

/// Register help over the tools of a mount, whose last tool it becomes (HLP-1).
///
/// # Errors
/// None that a user could mend: help's own surface is the framework's. They are returned and not panicked all the same.
pub fn register(tools: Arc<ToolSet>) -> Result<Registration, Vec<Offence>> {
    let pages = pages(&tools);
    let rules = Arc::clone(tools.rules());
    Registration::build_under(rules, Arc::new(Help { tools, pages }), None)
}

pub(crate) fn pages(tools: &ToolSet) -> Pages {
    Pages::of(tools, DESCRIPTION, &tools.rules().published(input_schema()))
}

fn input_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "tool": {"type": "string", "description": "The name of a tool"},
            "action": {"type": "string", "description": "The name of an action of that tool"},
        },
        "additionalProperties": false,
    })
}

#[derive(Debug)]
struct Help {
    tools: Arc<ToolSet>,
    pages: Pages,
}

impl Help {
    /// Tool first, then action: never a broader answer than was asked for (HLP-4).
    async fn answer(&self, tool: Option<&str>, action: Option<&str>, ctx: &Context) -> Result<String, Failure> {
        let view = ctx.view();
        match (tool, action) {
            (None, None) => Ok(self.pages.index(&self.tools, view)),
            (None, Some(action)) => Err(unknown::missing_tool(action, &self.tools, view)),
            (Some(NAME), None) => Ok(self.pages.own()),
            (Some(NAME), Some(action)) => Err(unknown::unknown_action(NAME, None, action, view)),
            (Some(name), action) => {
                let Some(tool) = self.tools.get(name).filter(|tool| tool.is_visible(view)) else {
                    return Err(unknown::unknown_tool(name, action, &self.tools, view));
                };
                match action {
                    None => Ok(self.pages.tool(tool, &self.tools, view)),
                    Some(action) => self.action(tool, action, ctx).await,
                }
            }
        }
    }

    async fn action(&self, tool: &Registration, action: &str, ctx: &Context) -> Result<String, Failure> {
        let view = ctx.view();
        let visible = |table: &'_ ActionTable| {
            let (position, action) = table.get(action)?;
            table.shows(action, view).then_some(position)
        };
        let found = tool
            .actions()
            .and_then(|table| Some((table, table.at(visible(table)?)?)));
        let Some((table, action)) = found else {
            return Err(unknown::unknown_action(tool.name(), Some(tool), action, view));
        };
        let target = ctx.retarget(Arc::clone(tool.name()), Some(Arc::clone(action.name())));
        let context = action_context(tool, action.position(), &target).await?;
        Ok(self
            .pages
            .action(tool, action, &table.page(action, &self.tools, view), context.as_ref()))
    }
}

impl sealed::Sealed for Help {}

impl Served for Help {
    fn surface(&self) -> Surface {
        Surface {
            name: Some(NAME.to_owned()),
            description: Some(DESCRIPTION.to_owned()),
            annotations: Some(json!({"readOnlyHint": true, "openWorldHint": false})),
            kind: SurfaceKind::Plain(PlainSurface {
                input_schema: Some(input_schema()),
                has_handler: true,
                framework: true,
                ..PlainSurface::default()
            }),
            ..Surface::default()
        }
    }

    fn run<'a>(&'a self, _: usize, arguments: Data, ctx: &'a Context) -> BoxFuture<'a, Result<Reply, Failure>> {
        Box::pin(async move {
            let named = |key: &str| arguments.get(key).and_then(Value::as_str);
            let (tool, action) = (named("tool"), named("action"));
            let answer = self.answer(tool, action, ctx).await;
            event::called(tool, action, answer.is_err());
            answer.map(|page| Reply::content([Content::text(page)]))
        })
    }
}
