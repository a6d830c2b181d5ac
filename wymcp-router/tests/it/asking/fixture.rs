//! Tools that ask.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use wymcp_router::{
    ActionSchema, ActionTool, Capability, Context, Data, Elicited, Field, Form, Mount, MountBuilder, PlainTool,
    Questions as _, Reply, Roots, Sampling, StateKey, Visit,
};

pub(crate) const KEY: [u8; 32] = [7; 32];

/// How often a tool's code was entered.
#[derive(Debug, Clone, Default)]
pub(crate) struct Entered(Arc<AtomicUsize>);

impl Entered {
    fn note(&self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn take(&self) -> usize {
        self.0.swap(0, Ordering::SeqCst)
    }
}

pub(crate) fn name() -> Form {
    Form::new("name", "What is your name?").field(Field::text("name").min_length(2).max_length(20))
}

pub(crate) fn builder(entered: &Entered) -> MountBuilder {
    let entered = || entered.clone();
    Mount::builder("asker", "1.0.0")
        .state_keys([KEY])
        .tool(greet(entered()))
        .tool(survey())
        .tool(steps(entered()))
        .tool(notes())
        .tool(endless())
        .tool(broken())
        .tool(needs())
}

pub(crate) fn mount() -> Mount {
    builder(&Entered::default()).build().unwrap()
}

pub(crate) fn with_key(key: impl Into<StateKey>) -> Mount {
    builder(&Entered::default()).state_keys([key.into()]).build().unwrap()
}

/// One question.
fn greet(entered: Entered) -> wymcp_router::PlainToolBuilder {
    PlainTool::builder("greet")
        .description("Greets")
        .input_schema(json!({"type": "object", "properties": {"word": {"type": "string"}}}))
        .handler(move |arguments: Data, ctx: Context| {
            entered.note();
            async move {
                let word = arguments
                    .get("word")
                    .and_then(Value::as_str)
                    .unwrap_or("Hello")
                    .to_owned();
                Ok(Reply::new(match ctx.ask(name())? {
                    Elicited::Accepted(form) => json!(format!("{word}, {}", form["name"])),
                    Elicited::Declined => json!("no name, then"),
                    Elicited::Cancelled => json!("another time"),
                }))
            }
        })
}

/// Three questions at once.
fn survey() -> wymcp_router::PlainToolBuilder {
    PlainTool::builder("survey")
        .description("Asks three things")
        .handler_without_arguments(|ctx: Context| async move {
            let capital = Sampling::new("capital", 20)
                .system_prompt("One word.")
                .user("The capital of France?")
                .hint("small")
                .cost_priority(0.5);
            let (name, capital, roots) = ctx.ask((name(), capital, Roots::new("roots")))?;
            Ok(Reply::new(json!({
                "name": name.accepted().map(|form| form["name"].clone()),
                "capital": capital.text(),
                "model": capital.model(),
                "stopped": capital.stop_reason(),
                "roots": roots.iter().map(|root| json!([root.uri(), root.name()])).collect::<Vec<_>>(),
            })))
        })
}

/// One question after the other, and a state that counts.
fn steps(entered: Entered) -> wymcp_router::PlainToolBuilder {
    PlainTool::builder("steps")
        .description("Asks twice")
        .handler_without_arguments(move |ctx: Context| {
            entered.note();
            async move {
                let begun: u32 = ctx.state()?.unwrap_or(100);
                let name = ctx.ask(name().with_state(&(begun + 1)))?;
                let again = Form::new("again", "And again?").field(Field::boolean("again"));
                let again = ctx.ask(again)?;
                Ok(Reply::new(json!({
                    "name": name.accepted().map(|form| form["name"].clone()),
                    "again": again.accepted().map(|form| form["again"].clone()),
                    "state": ctx.state::<u32>()?,
                })))
            }
        })
}

/// Two actions that ask alike.
fn notes() -> wymcp_router::ActionToolBuilder {
    let schema = |text: &str| {
        ActionSchema::new(text)
            .property("id", json!({"type": "integer"}))
            .property("by", json!({"type": "string"}))
            .default_to("by", "nobody")
            .required(["id"])
    };
    let run = |data: Data, ctx: Context| async move {
        let form = Form::new("sure", "Really?").field(Field::boolean("sure"));
        let is_sure = ctx
            .ask(form.with_state(&data["id"]))?
            .accepted()
            .is_some_and(|form| form["sure"] == true);
        Ok(Reply::new(json!({"sure": is_sure, "id": ctx.state::<Value>()?})))
    };
    ActionTool::builder("notes", "Keeps notes")
        .action("purge", schema("Purge a note"), run)
        .action("merge", schema("Merge a note"), run)
}

/// Never has enough.
fn endless() -> wymcp_router::PlainToolBuilder {
    PlainTool::builder("endless")
        .description("Asks on and on")
        .handler_without_arguments(|ctx: Context| async move {
            let round: u32 = ctx.state()?.unwrap_or_default();
            for asked in 0..=round {
                let form = Form::new(format!("q{asked}"), "More?");
                ctx.ask(form.with_state(&(round + 1)))?;
            }
            Ok(Reply::new("enough"))
        })
}

/// Mistakes of a tool's own.
fn broken() -> wymcp_router::PlainToolBuilder {
    PlainTool::builder("broken")
        .description("Asks wrongly")
        .input_schema(json!({"type": "object", "properties": {"how": {"type": "string"}}, "required": ["how"]}))
        .handler(|arguments: Data, ctx: Context| async move {
            match arguments["how"].as_str().unwrap_or_default() {
                "twice" => ctx.ask((name(), name())).map(|_| ())?,
                "nested" => ctx
                    .ask(Form::of_schema(
                        "f",
                        "m",
                        json!({"type": "object", "properties": {"a": {"type": "object"}}}),
                    ))
                    .map(|_| ())?,
                "choiceless" => ctx
                    .ask(Form::new("f", "m").field(Field::choice("c", [""; 0])))
                    .map(|_| ())?,
                "same field" => ctx
                    .ask(Form::new("f", "m").field(Field::text("a")).field(Field::date("a")))
                    .map(|_| ())?,
                "length of a number" => ctx
                    .ask(Form::new("f", "m").field(Field::number("n").max_length(3)))
                    .map(|_| ())?,
                "deep state" => {
                    let deep = (0..200).fold(json!(1), |below, _| json!([below]));
                    ctx.ask(name().with_state(&deep)).map(|_| ())?;
                }
                "state of NaN" => ctx.ask(name().with_state(&f64::NAN)).map(|_| ())?,
                "long state" => ctx.ask(name().with_state(&"x".repeat(70_000))).map(|_| ())?,
                "relative URL" => ctx.ask(Visit::new("v", "m", "/sign-in")).map(|_| ())?,
                "silent prompt" => ctx.ask(Sampling::new("s", 10)).map(|_| ())?,
                "state of another type" if ctx.state::<Vec<u8>>()?.is_none() => {
                    ctx.ask(name().with_state(&"text"))?;
                }
                _ => {}
            }
            Ok(Reply::new("asked"))
        })
}

/// Demands a capability before it does anything.
fn needs() -> wymcp_router::PlainToolBuilder {
    PlainTool::builder("needs")
        .description("Needs what it is told to need")
        .input_schema(json!({"type": "object", "properties": {"what": {"type": "string"}}, "required": ["what"]}))
        .handler(|arguments: Data, ctx: Context| async move {
            let what = match arguments["what"].as_str().unwrap_or_default() {
                "form" => Capability::Elicitation,
                "url" => Capability::UrlElicitation,
                "model" => Capability::Sampling,
                "model with tools" => Capability::ToolSampling,
                _ => Capability::Roots,
            };
            ctx.require(what)?;
            if what == Capability::UrlElicitation {
                let visit = Visit::new("visit", "Sign in", "https://bank.example/sign-in");
                let is_open = ctx.ask(visit)?.accepted().is_some();
                return Ok(Reply::new(json!({"opened": is_open})));
            }
            Ok(Reply::new("there"))
        })
}
