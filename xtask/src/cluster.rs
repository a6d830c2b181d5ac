//! `cargo xtask cluster`: two processes that serve the same, behind nginx and joined by Redis, as an operator would run them.
//!
//! Both programs are Debian's, installed where they are missing; where they cannot be had, the chore fails.

mod http;
mod stage;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::install;
use crate::shell::{Outcome, programs};
use http::{Exchange, exchange};
use stage::Stage;

const TOOLS: &str = "notifications/tools/list_changed";
const PROMPTS: &str = "notifications/prompts/list_changed";

/// Runs every check in turn.
pub(crate) fn run(_: &[String]) -> Outcome {
    install::debian(&[
        ("redis-server", "--version", "redis-server"),
        ("nginx", "-v", "nginx-light"),
    ])?;
    let [program] = programs("fixture_server", ["fixture_server"])?;
    let mut stage = Stage::set(&program)?;
    calls_go_to_both(&stage)?;
    println!("ok   one client's calls are answered by both processes in turn");
    state_opens_at_the_other(&stage)?;
    println!("ok   what one process sealed while its caller was asked, the other opens");
    changes_reach_listeners_of_the_other(&stage)?;
    println!("ok   a listener hears of a tool and of a prompt that the other process changed");
    stage.restart_redis()?;
    println!("ok   a listener is told that anything may have changed once Redis is back");
    changes_reach_listeners_of_the_other(&stage)?;
    println!("ok   and hears of the other process's changes again");
    stage.end()
}

fn calls_go_to_both(stage: &Stage) -> Outcome {
    let mut served_by = BTreeSet::new();
    for _ in 0..6 {
        let answer = exchange(&stage.front, &call("test_simple_text"))?;
        served_by.insert(answer.header("x-served-by").unwrap_or_default());
        let body = answer.json()?;
        if body["result"]["resultType"] != "complete" {
            return Err(format!("a call through nginx is answered with:\n{body}").into());
        }
    }
    let processes: BTreeSet<String> = stage.processes().map(str::to_owned).into_iter().collect();
    if served_by == processes {
        Ok(())
    } else {
        Err(format!("six calls were served by {served_by:?}, not by both of {processes:?}").into())
    }
}

/// A call asks its caller at one process, and is answered at the other.
fn state_opens_at_the_other(stage: &Stage) -> Outcome {
    let [one, other] = stage.processes();
    let mut again = call("test_input_required_result_request_state");
    let asked = exchange(one, &again)?.json()?;
    if asked["result"]["resultType"] != "input_required" {
        return Err(format!("the fixture asks nothing:\n{asked}").into());
    }
    let sealed = asked["result"]["requestState"].clone();
    let questions = asked["result"]["inputRequests"].as_object().into_iter().flatten();
    let accepted = |(name, _): (&String, &Value)| (name.clone(), json!({"action": "accept", "content": {"ok": true}}));
    again["params"]["requestState"] = sealed;
    again["params"]["inputResponses"] = questions.map(accepted).collect();
    let answer = exchange(other, &again)?.json()?;
    if answer["result"]["content"][0]["text"] == "state-ok" {
        Ok(())
    } else {
        Err(format!("the other process answers with:\n{answer}").into())
    }
}

/// Each of two listeners comes in through nginx; then the process that it does not listen to changes something.
fn changes_reach_listeners_of_the_other(stage: &Stage) -> Outcome {
    for _ in 0..2 {
        let mut listener = listen(&stage.front)?;
        let at = listener.header("x-served-by").unwrap_or_default();
        let other = stage
            .processes()
            .into_iter()
            .find(|address| *address != at)
            .ok_or("there is one process alone")?;
        for (tool, told) in [
            ("test_trigger_tool_change", TOOLS),
            ("test_trigger_prompt_change", PROMPTS),
        ] {
            let answer = exchange(other, &call(tool))?.json()?;
            if answer["result"]["isError"] == true || answer["result"].is_null() {
                return Err(format!("{tool} is answered with:\n{answer}").into());
            }
            hears(&mut listener, told)?;
        }
    }
    Ok(())
}

/// A subscription that has been acknowledged.
fn listen(address: &str) -> Outcome<Exchange> {
    let asked = json!({"toolsListChanged": true, "promptsListChanged": true});
    let mut listener = exchange(
        address,
        &modern("subscriptions/listen", json!({"notifications": asked})),
    )?;
    hears(&mut listener, "notifications/subscriptions/acknowledged")?;
    Ok(listener)
}

/// The next message is this one.
fn hears(listener: &mut Exchange, method: &str) -> Outcome {
    let message = listener.event()?;
    if message["method"] == method {
        Ok(())
    } else {
        Err(format!("a listener was to hear {method}, and heard:\n{message}").into())
    }
}

fn call(tool: &str) -> Value {
    modern("tools/call", json!({"name": tool, "arguments": {}}))
}

fn modern(method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
    });
    json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
}
