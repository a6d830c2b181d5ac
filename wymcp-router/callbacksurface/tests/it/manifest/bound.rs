//! Handlers by name: a declared action has one, and none is left over (DEF-3).

use std::sync::Arc;

use serde_json::{Value, json};
use wymcp_callbacksurface::{ActionTool, Context, Data, Failure, Hint, Manifest, Offence, Registration, Reply};

use super::{action_tool, manifest, plain_tool};
use crate::support::called;

async fn echo(data: Data, _: Context) -> Result<Reply, Failure> {
    Ok(Reply::new(Value::Object(data.into_inner())))
}

/// What a mount would tell of it, each with the line that bound it left out.
fn told(manifest: Manifest) -> Vec<String> {
    let (tools, mut offences) = manifest.into_tools();
    for tool in tools {
        offences.extend(Registration::build(tool, None).err().into_iter().flatten());
    }
    let line = |offence: &Offence| {
        offence
            .to_string()
            .split(", declared at ")
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    offences.iter().map(line).collect()
}

#[tokio::test]
async fn def_3_handlers_run_what_the_manifest_declares() {
    let mut tool = action_tool();
    tool["actions"]["list"]["properties"] = json!({"status": {"type": "string"}});
    let manifest = manifest(&[tool, plain_tool()])
        .bind("tasks", "list", echo)
        .bind_plain("ping", |_, _| async { Ok(Reply::new("pong")) })
        .action_tool("tasks", |tasks| tasks.hints(|_, _, _| vec![Hint::new("list", "again")]))
        .plain_tool("ping", |ping| ping.title("Ping"));
    let (tools, offences) = manifest.into_tools();
    assert!(offences.is_empty());
    let built: Vec<_> = tools
        .into_iter()
        .map(|tool| Arc::new(Registration::build(tool, None).unwrap()))
        .collect();
    let answer = called(&built[0], json!({"action": "list", "data": {"status": "open"}})).await;
    assert_eq!(answer.json(), json!({"status": "open"}));
    assert_eq!(called(&built[1], json!({})).await.json(), "pong");
}

#[test]
fn def_3_an_action_without_handler_and_a_handler_without_action_are_offences() {
    let tools = [action_tool(), plain_tool()];
    insta::assert_snapshot!(told(manifest(&tools)).join("\n"));
    let bound = manifest(&tools)
        .bind("tasks", "list", echo)
        .bind("tasks", "list", echo)
        .bind("tasks", "delete", echo)
        .bind("taskz", "list", echo)
        .bind("ping", "list", echo)
        .bind_plain("ping", echo)
        .bind_plain("ping", echo)
        .bind_plain("tasks", echo)
        .bind_plain("pong", echo)
        .action_tool("ping", |ping| ping)
        .plain_tool("tasks", |tasks| tasks);
    insta::assert_snapshot!(told(bound).join("\n"));
}

#[test]
fn act_11_what_cannot_be_bound_because_of_another_mistake_is_left_out() {
    let mut nameless = action_tool();
    nameless["name"] = json!(7);
    assert_eq!(told(manifest(&[nameless]).bind("tasks", "list", echo)).len(), 1);
    let mut unreadable = action_tool();
    unreadable["actions"] = json!(["list"]);
    assert_eq!(told(manifest(&[unreadable]).bind("tasks", "list", echo)).len(), 1);
    assert_eq!(told(Manifest::parse("{").bind("tasks", "list", echo)).len(), 1);
}

#[test]
fn act_11_a_handler_too_many_names_the_line_that_bound_it() {
    let (bound, line) = (manifest(&[action_tool()]).bind("tasks", "delete", echo), line!());
    let offences = bound.validate().unwrap_err();
    let offence = offences.iter().next().unwrap();
    assert_eq!(
        (offence.code(), offence.location().unwrap().line()),
        ("undeclared_action", line)
    );
}

#[test]
fn def_3_validate_asks_for_no_handler_and_a_tool_of_its_own_does() {
    assert!(manifest(&[action_tool(), plain_tool()]).validate().is_ok());
    let tool = ActionTool::from_json(&action_tool());
    assert_eq!(
        tool.validate().unwrap_err().iter().next().unwrap().code(),
        "missing_handler"
    );
    assert!(tool.handler("list", echo).build().is_ok());
}
