//! What every session is asked to do.

use std::collections::{BTreeMap, BTreeSet};

use rmcp::model::{CallToolRequestParams, CallToolResult, ContentBlock, PaginatedRequestParams, ProtocolVersion};
use rmcp::service::ServiceError;
use serde_json::{Value, json};

use crate::repair::repair;
use crate::{Client, Outcome, Report, Trouble, want};

/// Runs every check of the walk.
pub(crate) async fn run(report: &mut Report, name: &str, walk: &Value, client: &Client, version: &ProtocolVersion) {
    let made = std::cell::RefCell::new(Value::Null);
    report
        .check(&format!("{name}: connects"), connects(walk, client, version))
        .await;
    report
        .check(&format!("{name}: lists the tools"), lists(walk, client))
        .await;
    let calls = async {
        *made.borrow_mut() = calls(walk, client).await?;
        Ok(())
    };
    report.check(&format!("{name}: calls"), calls).await;
    let made = made.into_inner();
    for case in items(&walk["refusals"]) {
        let error = case["error"].as_str().unwrap_or_default();
        let mut said = String::new();
        let given = with_id(case, &made);
        let body = gate(walk, client, &given, &mut said);
        report
            .check(&format!("{name}: gate {} {error}, repaired", case["gate"]), body)
            .await;
        report.refusal(error, name, said);
    }
    let title = format!("{name}: calls with many mistakes, repaired gate by gate (GAT-6)");
    report.check(&title, mixed(walk, client, &made)).await;
    report
        .check(&format!("{name}: help at three levels"), help(walk, client))
        .await;
    report
        .check(&format!("{name}: protocol errors"), protocol_errors(client))
        .await;
    report
        .check(&format!("{name}: sixteen calls at once"), at_once(walk, client))
        .await;
}

async fn connects(walk: &Value, client: &Client, version: &ProtocolVersion) -> Outcome {
    let info = client.peer_info().ok_or("the server told nothing of itself")?;
    want("version", &info.protocol_version, version)?;
    let server = info.server_info.as_ref().map(|server| server.name.clone());
    want("server name", &json!(server), &walk["server"])?;
    want("tools capability", &info.capabilities.tools.is_some(), &true)
}

async fn lists(walk: &Value, client: &Client) -> Outcome {
    let tools = client.list_all_tools().await?;
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    want("tools", &json!(names), &walk["tools"])?;
    let listed = tools
        .iter()
        .find(|tool| walk["tool"] == *tool.name)
        .ok_or("the tool is not listed")?;
    let schema = Value::Object(listed.input_schema.as_ref().clone());
    let keys: BTreeSet<&String> = schema["properties"]
        .as_object()
        .into_iter()
        .flat_map(|all| all.keys())
        .collect();
    want("keys", &json!(keys), &json!(["action", "data"]))?;
    want("required", &schema["required"], &json!(["action"]))?;
    want("additionalProperties", &schema["additionalProperties"], &json!(false))
}

/// Gives the id of the task that it made.
async fn calls(walk: &Value, client: &Client) -> Outcome<Value> {
    let result = call(client, &walk["tool"], &walk["create"]).await?;
    let structured = succeeded(&result)?;
    want(
        "text is the structured content",
        &serde_json::from_str::<Value>(text(&result)?)?,
        &structured,
    )?;
    let id = walk["id"].as_str().unwrap_or_default();
    let made = structured.pointer(id).cloned().ok_or("no id in the answer")?;
    let again = call(client, &walk["tool"], &with_id(&walk["get"], &made)).await?;
    want("the same task", &succeeded(&again)?.pointer(id), &Some(&made))?;
    Ok(made)
}

async fn gate(walk: &Value, client: &Client, case: &Value, said: &mut String) -> Outcome {
    let refused = call(client, &walk["tool"], &case["wrong"]).await?;
    want("isError", &refused.is_error, &Some(true))?;
    want(
        "structured content of a refusal",
        &refused.structured_content,
        &None::<Value>,
    )?;
    want("blocks of a refusal", &refused.content.len(), &1)?;
    text(&refused)?.clone_into(said);
    let refusal: Value = serde_json::from_str(said)?;
    want("error", &refusal["error"], &case["error"])?;
    let pointer = refusal["help"].as_str().and_then(|help| help.strip_prefix("help "));
    let pointer: Value = serde_json::from_str(pointer.ok_or("no help pointer")?)?;
    let page = call(client, &json!("help"), &pointer).await?;
    want(
        "the help that the refusal points at is an error",
        &page.is_error.unwrap_or(false),
        &false,
    )?;
    let mended = repair(&case["wrong"], &refusal, &case["intent"])?;
    succeeded(&call(client, &walk["tool"], &mended).await?)?;
    Ok(())
}

async fn mixed(walk: &Value, client: &Client, made: &Value) -> Outcome {
    let cases = items(&walk["refusals"]).iter();
    let numbers: BTreeMap<String, &Value> = cases.map(|case| (case["error"].to_string(), &case["gate"])).collect();
    for case in items(&walk["mixed"]) {
        let case = with_id(case, made);
        let mut attempt = case["wrong"].clone();
        let mut met = Vec::new();
        for _ in items(&case["gates"]) {
            let refusal: Value = serde_json::from_str(text(&call(client, &walk["tool"], &attempt).await?)?)?;
            met.push(
                numbers
                    .get(&refusal["error"].to_string())
                    .copied()
                    .cloned()
                    .unwrap_or_default(),
            );
            attempt = repair(&attempt, &refusal, &case["intent"])?;
        }
        want("gates met, in order", &json!(met), &case["gates"])?;
        succeeded(&call(client, &walk["tool"], &attempt).await?)?;
    }
    Ok(())
}

async fn help(walk: &Value, client: &Client) -> Outcome {
    let index = page(client, &walk["help"]["index"]).await?;
    let listed: BTreeSet<String> = items(&index["tools"])
        .iter()
        .map(|entry| entry["tool"].to_string())
        .collect();
    let wanted: BTreeSet<String> = items(&walk["tools"]).iter().map(Value::to_string).collect();
    want("tools of the index", &listed, &wanted)?;
    let tool = page(client, &walk["help"]["tool"]).await?;
    want(
        "an action page",
        &tool["actions"]["create"]["required"].is_array(),
        &true,
    )?;
    let action = page(client, &walk["help"]["action"]).await?;
    want("description", &action["description"].is_string(), &true)?;
    want("properties", &action["properties"]["title"].is_object(), &true)
}

async fn page(client: &Client, arguments: &Value) -> Outcome<Value> {
    let result = call(client, &json!("help"), arguments).await?;
    want("isError of a help page", &result.is_error.unwrap_or(false), &false)?;
    Ok(serde_json::from_str(text(&result)?)?)
}

async fn protocol_errors(client: &Client) -> Outcome {
    let unknown = client.call_tool(CallToolRequestParams::new("no-such-tool")).await;
    want("code for an unknown tool", &code(unknown.map(drop)), &Some(-32602))?;
    let cursor = PaginatedRequestParams::default().with_cursor(Some("bogus".to_owned()));
    let bogus = client.list_tools(Some(cursor)).await;
    want("code for a bogus cursor", &code(bogus.map(drop)), &Some(-32602))
}

fn code(outcome: Result<(), ServiceError>) -> Option<i32> {
    match outcome {
        Err(ServiceError::McpError(error)) => Some(error.code.0),
        _ => None,
    }
}

async fn at_once(walk: &Value, client: &Client) -> Outcome {
    let tool = walk["tool"].as_str().unwrap_or_default().to_owned();
    let arguments = json!({"action": "list"}).as_object().cloned().unwrap_or_default();
    let request = CallToolRequestParams::new(tool).with_arguments(arguments);
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..16 {
        let (peer, request) = (client.peer().clone(), request.clone());
        calls.spawn(async move { peer.call_tool(request).await });
    }
    for result in calls.join_all().await {
        succeeded(&result?)?;
    }
    Ok(())
}

async fn call(client: &Client, tool: &Value, arguments: &Value) -> Outcome<CallToolResult> {
    let name = tool.as_str().unwrap_or_default().to_owned();
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    Ok(client
        .call_tool(CallToolRequestParams::new(name).with_arguments(arguments))
        .await?)
}

/// The structured content of a result that is no error.
fn succeeded(result: &CallToolResult) -> Outcome<Value> {
    if result.is_error == Some(true) {
        return Err(format!("the call is an error: {}", text(result)?).into());
    }
    result
        .structured_content
        .clone()
        .ok_or_else(|| Trouble::from("no structured content"))
}

fn text(result: &CallToolResult) -> Outcome<&str> {
    match result.content.first() {
        Some(ContentBlock::Text(block)) => Ok(&block.text),
        other => Err(format!("the first block is no text: {other:?}").into()),
    }
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The walk's `$id` is the id of the task that this session made.
fn with_id(value: &Value, made: &Value) -> Value {
    match value {
        Value::String(text) if text == "$id" => made.clone(),
        Value::Array(items) => items.iter().map(|item| with_id(item, made)).collect(),
        Value::Object(map) => Value::Object(
            map.iter()
                .map(|(key, item)| (key.clone(), with_id(item, made)))
                .collect(),
        ),
        other => other.clone(),
    }
}
