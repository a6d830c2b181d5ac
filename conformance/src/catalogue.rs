//! Many operations, once as one tool each and once as actions: what `tools/list` weighs either way (LST-1).
//!
//! The operations are made up and ordinary: ten things that one does with an invoice, a customer, an order. The flat list is written as
//! any server would list it, without what wymcp adds; the other is what a mount lists, its help among it.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};
use wymcp_callbacksurface::{Registration, View, admit};
use wymcp_router::{ActionSchema, ActionTool, ActionToolBuilder, Context, Data, Era, Mount, Reply};

/// What the operations are about; ten operations each.
const THINGS: [&str; 20] = [
    "invoice",
    "customer",
    "order",
    "product",
    "shipment",
    "ticket",
    "project",
    "task",
    "contact",
    "campaign",
    "contract",
    "employee",
    "asset",
    "event",
    "document",
    "payment",
    "supplier",
    "warehouse",
    "subscription",
    "report",
];

/// How many operations are compared.
pub const COUNTS: [usize; 3] = [10, 50, 200];

/// One thing that can be done.
struct Operation {
    verb: &'static str,
    description: String,
    properties: Map<String, Value>,
    required: &'static [&'static str],
}

/// The ten operations on a thing.
fn operations(thing: &str) -> Vec<Operation> {
    let described = |mut schema: Value, words: String| {
        schema["description"] = json!(words);
        schema
    };
    let property = |name: &str| match name {
        "id" => described(
            json!({"type": "string", "pattern": "^[a-z]+-[0-9]+$"}),
            format!("The id of the {thing}"),
        ),
        "name" => described(
            json!({"type": "string", "minLength": 1, "maxLength": 200}),
            format!("What the {thing} is called"),
        ),
        "notes" => described(
            json!({"type": "string", "maxLength": 2000}),
            format!("Anything else about the {thing}"),
        ),
        "owner" => described(
            json!({"type": "string", "format": "email"}),
            format!("Who is responsible for the {thing}"),
        ),
        "due" => described(
            json!({"type": "string", "format": "date"}),
            "The day by which it has to be done".to_owned(),
        ),
        "tags" => described(
            json!({"type": "array", "items": {"type": "string"}, "maxItems": 20}),
            "Words to find it by".to_owned(),
        ),
        "status" => described(
            json!({"type": "string", "enum": ["draft", "open", "done", "archived"]}),
            "Only those of this status".to_owned(),
        ),
        "limit" => described(
            json!({"type": "integer", "minimum": 1, "maximum": 100}),
            "How many to return at most".to_owned(),
        ),
        "cursor" => described(json!({"type": "string"}), "Where the page before ended".to_owned()),
        "format" => described(
            json!({"type": "string", "enum": ["csv", "json", "pdf"]}),
            "The format of the file".to_owned(),
        ),
        _ => described(
            json!({"type": "string", "minLength": 1}),
            format!("The {name}, in a few words"),
        ),
    };
    let operation = |verb, words: &str, names: &[&str], required| Operation {
        verb,
        description: words.replace('$', thing),
        properties: names.iter().map(|name| ((*name).to_owned(), property(name))).collect(),
        required,
    };
    vec![
        operation(
            "archive",
            "Archive a $, so that lists no longer show it",
            &["id", "reason"],
            &["id"],
        ),
        operation(
            "assign",
            "Make someone responsible for a $",
            &["id", "owner"],
            &["id", "owner"],
        ),
        operation("comment", "Add a comment to a $", &["id", "text"], &["id", "text"]),
        operation(
            "create",
            "Create a $",
            &["name", "notes", "owner", "due", "tags"],
            &["name"],
        ),
        operation(
            "export",
            "Export every $ to a file",
            &["format", "status", "owner"],
            &["format"],
        ),
        operation("get", "Read one $ with all its fields", &["id"], &["id"]),
        operation(
            "list",
            "List each $, newest first",
            &["status", "owner", "limit", "cursor"],
            &[],
        ),
        operation("restore", "Bring an archived $ back", &["id"], &["id"]),
        operation(
            "search",
            "Find each $ that mentions some words",
            &["text", "status", "limit"],
            &["text"],
        ),
        operation(
            "update",
            "Change fields of a $; those left out stay",
            &["id", "name", "notes", "due", "tags"],
            &["id"],
        ),
    ]
}

fn things(operations: usize) -> impl Iterator<Item = &'static str> {
    THINGS.into_iter().take(operations / 10)
}

/// `tools/list` with a tool for each operation.
#[must_use]
pub fn flat(count: usize) -> String {
    let tools: Vec<Value> = things(count)
        .flat_map(|thing| {
            operations(thing).into_iter().map(move |operation| {
                let mut schema = json!({"type": "object", "properties": operation.properties});
                if !operation.required.is_empty() {
                    schema["required"] = json!(operation.required);
                }
                json!({
                    "name": format!("{}_{thing}", operation.verb),
                    "description": operation.description,
                    "inputSchema": schema,
                })
            })
        })
        .collect();
    json!(tools).to_string()
}

fn tool(thing: &str) -> ActionToolBuilder {
    operations(thing).into_iter().fold(
        ActionTool::builder(format!("{thing}s"), format!("Everything about each {thing}")),
        |tool, operation| {
            let schema = operation
                .properties
                .into_iter()
                .fold(ActionSchema::new(operation.description), |schema, (name, property)| {
                    schema.property(name, property)
                });
            let schema = schema.required(operation.required.iter().copied());
            tool.action(operation.verb, schema, async |_: Data, _: Context| {
                Ok(Reply::new(Value::Null))
            })
        },
    )
}

/// A mount with a tool for each thing, its ten operations as actions.
///
/// # Panics
///
/// When the catalogue is no good, which the suite itself tests.
#[must_use]
pub fn as_actions(count: usize) -> Mount {
    let builder = things(count).fold(Mount::builder("catalogue", "1.0.0"), |mount, thing| {
        mount.tool(tool(thing))
    });
    builder.build().unwrap_or_else(|offences| panic!("{offences}"))
}

/// What the two lists weigh, what actions cost instead, and where the two meet, as Markdown. `tokens` counts the tokens of a text.
///
/// # Panics
///
/// When the catalogue is no good.
#[must_use]
pub fn tables(tokens: &dyn Fn(&str) -> usize) -> String {
    let mut text = String::from(
        "| operations | tools, flat | bytes | tokens | tools with actions, and `help` | bytes | tokens | tokens saved |\n\
         | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    );
    let page = Cost::of(tokens);
    let mut meeting = String::from(
        "| operations | tokens saved | actions whose page may be read before that is spent |\n| ---: | ---: | ---: |\n",
    );
    for count in COUNTS {
        let (flat, grouped) = (flat(count), as_actions(count).list(Era::Modern));
        let (before, after) = (tokens(&flat), tokens(&grouped));
        let saved = before.saturating_sub(after);
        let _ = writeln!(
            text,
            "| {count} | {count} | {} | {before} | {} | {} | {after} | {} % |",
            flat.len(),
            count / 10 + 1,
            grouped.len(),
            100 * saved / before.max(1),
        );
        let _ = writeln!(
            meeting,
            "| {count} | {saved} | {} |",
            saved / (page.call[1] + page.action).max(1)
        );
    }
    format!("{text}\n{page}\n{meeting}")
}

/// What a model reads beside the list, on average over the actions of one tool.
struct Cost {
    action: usize,
    tool: usize,
    index: usize,
    refusal: usize,
    bytes: [usize; 4],
    /// Bytes and tokens of the call that asks for an action's page.
    call: [usize; 2],
}

impl Cost {
    fn of(tokens: &dyn Fn(&str) -> usize) -> Self {
        let thing = THINGS.first().copied().unwrap_or_default();
        let registration = Registration::build(std::sync::Arc::new(tool(thing)), None)
            .unwrap_or_else(|offences| panic!("{offences:?}"));
        let actions: Vec<_> = registration
            .actions()
            .into_iter()
            .flat_map(|table| table.iter())
            .collect();
        let pages: Vec<String> = actions.iter().map(|action| action.page().to_owned()).collect();
        let refusals: Vec<String> = actions
            .iter()
            .filter_map(|action| {
                let call = json!({"action": &**action.name(), "data": {"ident": "invoice-7"}});
                let refused = admit(
                    &registration,
                    &View::everything(),
                    call.as_object().cloned().unwrap_or_default(),
                );
                Some(refused.err()?.text().to_owned())
            })
            .collect();
        let mean = |texts: &[String], weigh: &dyn Fn(&str) -> usize| {
            texts.iter().map(|text| weigh(text)).sum::<usize>() / texts.len().max(1)
        };
        let tools = wymcp_callbacksurface::ToolSet::build(vec![(std::sync::Arc::new(tool(thing)), None)]);
        let tools = tools.unwrap_or_else(|offences| panic!("{offences}"));
        let page_of = |level: fn(&wymcp_help::RenderedPage) -> bool| {
            let rendered = wymcp_help::rendered(&tools);
            rendered
                .into_iter()
                .find(level)
                .map(|page| page.text)
                .unwrap_or_default()
        };
        let index = page_of(|page| page.tool.is_none());
        let whole = page_of(|page| page.action.is_none() && page.tool.as_deref().is_some_and(|tool| tool != "help"));
        let bytes = |text: &str| text.len();
        let asked = format!(r#"{{"tool":"{thing}s","action":"create"}}"#);
        Self {
            action: mean(&pages, tokens),
            tool: tokens(&whole),
            index: tokens(&index),
            refusal: mean(&refusals, tokens),
            call: [asked.len(), tokens(&asked)],
            bytes: [mean(&pages, &bytes), whole.len(), index.len(), mean(&refusals, &bytes)],
        }
    }
}

impl std::fmt::Display for Cost {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [page, whole, index, refusal] = self.bytes;
        writeln!(f, "| read beside the list | bytes | tokens |\n| --- | ---: | ---: |")?;
        let [asked, tokens] = self.call;
        writeln!(f, "| the call that asks for it | {asked} | {tokens} |")?;
        writeln!(f, "| help for one action, on average | {page} | {} |", self.action)?;
        writeln!(f, "| help for one tool of ten actions | {whole} | {} |", self.tool)?;
        writeln!(f, "| help's index of one such tool | {index} | {} |", self.index)?;
        writeln!(
            f,
            "| a refusal that teaches an action, on average | {refusal} | {} |",
            self.refusal
        )
    }
}
