//! One mistake of each kind, and how each is told.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::json;
use wymcp_router::testkit::examine;
use wymcp_router::{
    ActionSchema, ActionTool, ActionToolBuilder, Context, Data, Failure, Mount, PlainTool, PlainToolBuilder, Reply,
    Tool, actions,
};

actions! { pub(crate) enum Moody { Sulk = "sulk" } }

/// Says something else each time it is asked.
#[derive(Default)]
struct Changing(AtomicUsize);

impl Tool for Changing {
    type Action = Moody;

    fn name(&self) -> &str {
        "changing"
    }

    fn description(&self) -> &str {
        if self.0.fetch_add(1, Ordering::Relaxed) == 0 {
            "Says this"
        } else {
            "Says that"
        }
    }

    fn schema(&self, _: Moody) -> ActionSchema {
        ActionSchema::new("Sulk")
    }

    async fn run_action(&self, _: Moody, _: Data, _: &Context) -> Result<Reply, Failure> {
        unreachable!("the kit runs no action")
    }
}

async fn never(_: Data, _: Context) -> Result<Reply, Failure> {
    unreachable!("the kit runs no action")
}

fn shop() -> ActionToolBuilder {
    let id = || json!({"type": "string", "description": "The order's id"});
    ActionTool::builder("shop", "Sells things")
        .action(
            "buy",
            ActionSchema::new("Buy something")
                .property("id", id())
                .property(
                    "note",
                    json!({"type": "string", "maxLenght": 80, "description": "For the packer"}),
                )
                .property(
                    "gift",
                    json!({"type": "boolean", "nullable": true, "x-ui": "checkbox", "description": "Wrapped"}),
                )
                .property("count", json!({"type": "integer"}))
                .required(["id"])
                .example(json!({"id": "o-1", "count": "two"}))
                .example(json!({"count": 2}))
                .example(json!({"id": "o-1", "cuont": 2}))
                .related(["retrun", "shop.refund", "refund"]),
            never,
        )
        .action(
            "return",
            ActionSchema::new("Send something back")
                .property("id", id())
                .property("reason", json!({"maxLength": 10_000, "description": "Why"}))
                .required(["id"])
                .required_one_of([vec!["id"], vec!["reason"]]),
            never,
        )
        .action(
            "vanish",
            ActionSchema::new("Nobody can call it")
                .property(
                    "id",
                    json!({"type": "string", "minLength": 3, "maxLength": 2, "description": "Impossible"}),
                )
                .required(["id"]),
            never,
        )
}

fn ask() -> PlainToolBuilder {
    PlainTool::builder("ask")
        .description("Answers")
        .input_schema(json!({
            "type": "object",
            "properties": {"question": {"type": "string"}},
            "required": ["question"],
            "examples": [{"question": 7}],
        }))
        .handler(async |_: Data, _: Context| -> Result<Reply, Failure> { unreachable!("the kit runs no handler") })
}

#[test]
fn each_kind_of_mistake_is_told_with_its_place_and_its_mend() {
    let mount = Mount::builder("mistaken", "1.0.0")
        .tool(shop())
        .tool(ask())
        .tool(Changing::default())
        .build()
        .unwrap();
    let report = examine(&mount);
    assert!(!report.is_sound());
    insta::assert_snapshot!(without_lines(&report.to_string()));
}

#[test]
fn the_report_is_the_same_each_time_it_is_made() {
    let mount = Mount::builder("mistaken", "1.0.0")
        .tool(shop())
        .tool(ask())
        .build()
        .unwrap();
    assert_eq!(examine(&mount), examine(&mount));
}

/// Source lines come and go; which file it is stays.
fn without_lines(report: &str) -> String {
    let lines = report.lines().map(|line| match line.split_once(", declared at ") {
        Some((told, place)) => {
            assert!(place.contains("mistakes.rs:"), "{place}");
            format!("{told}, declared at a line")
        }
        None => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}
