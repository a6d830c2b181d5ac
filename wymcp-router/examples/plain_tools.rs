//! Plain tools through their three doors: arguments and answer as types, a definition from JSON, and a builder with neither.
//! Speaks on standard input and output.
//!
//! ```text
//! cargo run --example plain_tools
//! cargo test --example plain_tools
//! ```

use std::error::Error;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wymcp_router::schemars::{self, JsonSchema};
use wymcp_router::{Context, Data, Failure, Maybe, Mount, MountBuilder, PlainTool, PlainToolBuilder, Reply};

/// What `remind` takes. The schema that clients are shown, and that every call is held to, is that of this type.
#[derive(Deserialize, JsonSchema)]
struct Remind {
    /// What to be reminded of.
    #[schemars(length(min = 1, max = 100))]
    of: String,
    /// In so many minutes.
    #[serde(default = "an_hour")]
    #[schemars(range(min = 1, max = 1440))]
    minutes: u16,
    /// Left out: as before. Null: no more. A value: from now on.
    #[serde(default)]
    every: Maybe<Interval>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Interval {
    Day,
    Week,
}

/// What `remind` answers: structured content, and its schema is the tool's output schema.
#[derive(Serialize, JsonSchema)]
struct Reminder {
    text: String,
    minutes: u16,
}

const fn an_hour() -> u16 {
    60
}

async fn remind(Remind { of, minutes, every }: Remind, _: Context) -> Result<Reminder, Failure> {
    let how_often = match every {
        Maybe::Absent => "",
        Maybe::Null => ", once",
        Maybe::Value(Interval::Day) => ", every day",
        Maybe::Value(Interval::Week) => ", every week",
    };
    Ok(Reminder {
        text: format!("{of}{how_often}"),
        minutes,
    })
}

/// A type describes it all.
fn typed() -> PlainToolBuilder {
    PlainTool::builder("remind")
        .description("Remind of something")
        .typed_handler(remind)
}

/// The definition is data, such as a file; the handler is bound to it.
fn from_json() -> PlainToolBuilder {
    let definition = json!({
        "name": "count",
        "description": "Counts the words of a text",
        "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
        "annotations": {"readOnlyHint": true},
    });
    PlainTool::from_json(&definition).handler(|arguments: Data, _: Context| async move {
        let text = arguments.get("text").and_then(Value::as_str).unwrap_or_default();
        Ok(Reply::new(text.split_whitespace().count()))
    })
}

/// Nothing to take: nothing to declare.
fn without_arguments() -> PlainToolBuilder {
    PlainTool::builder("ping")
        .description("Answers")
        .handler_without_arguments(|_: Context| async { Ok(Reply::new("pong")) })
}

fn mount() -> MountBuilder {
    Mount::builder("plain-tools", "1.0.0")
        .tool(typed())
        .tool(from_json())
        .tool(without_arguments())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    Ok(mount().build()?.serve_stdio().await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    wymcp_router::check_tool!(remind_is_well_formed, typed());
    wymcp_router::check_tool!(count_is_well_formed, from_json());

    #[tokio::test]
    async fn each_door_serves() -> Result<(), Box<dyn Error>> {
        let mount = mount().build()?;
        for (every, text) in [
            (json!({}), "tea"),
            (json!({"every": null}), "tea, once"),
            (json!({"every": "day"}), "tea, every day"),
            (json!({"every": "week"}), "tea, every week"),
        ] {
            let mut arguments = every;
            arguments["of"] = json!("tea");
            let reminder = mount.call("remind", arguments).await?;
            assert_eq!(reminder.structured(), Some(&json!({"text": text, "minutes": 60})));
        }
        let refused = mount.call("remind", json!({"of": "tea", "minutes": 0})).await?;
        assert_eq!(
            refused.json()["invalid"][0]["problems"],
            json!(["must be an integer from 1 to 1440"])
        );
        assert_eq!(mount.call("count", json!({"text": "one two three"})).await?.json(), 3);
        assert_eq!(mount.call("ping", json!({})).await?.json(), "pong");
        Ok(())
    }
}
