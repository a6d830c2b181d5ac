//! Ignored keys and repair, as a client sees them (GAT-9).

use http::HeaderMap;
use serde_json::{Value, json};
use wymcp_router::{
    ActionSchema, ActionTool, ActionToolBuilder, Context, DataRefusal, Era, Facts, Failure, Mount, MountBuilder,
    PlainTool, PlainToolBuilder, Reply,
};

use crate::support::{call, mirrored, modern, said, without_sessions};

fn tasks() -> ActionToolBuilder {
    let list = ActionSchema::new("List tasks")
        .property("limit", json!({"type": "integer", "maximum": 100}))
        .property("status", json!({"enum": ["open", "done"]}))
        .default_to("limit", 20);
    ActionTool::builder("tasks", "Keeps tasks")
        .action("list", list, async |data, _| {
            Ok(Reply::new(Value::Object(data.into_inner())))
        })
        .action(
            "fail",
            ActionSchema::new("Fail").property("n", json!({"type": "integer"})),
            async |_, _| Err(Failure::caller("not today")),
        )
        .validate_data(|_, data, _| match data.get("limit").and_then(Value::as_u64) {
            Some(13) => Err(DataRefusal::new("unlucky", "another number")),
            _ => Ok(()),
        })
}

fn upper() -> PlainToolBuilder {
    PlainTool::builder("upper")
        .description("In capitals")
        .input_schema(
            json!({"type": "object", "properties": {"text": {"type": "string"}, "times": {"type": "integer"}}}),
        )
        .handler(|arguments, _: Context| async move { Ok(Reply::new(Value::Object(arguments.into_inner()))) })
}

fn builder() -> MountBuilder {
    without_sessions(Mount::builder("lenient", "1"))
        .tool(tasks())
        .tool(upper())
}

fn repairing() -> Mount {
    builder().repair().build().unwrap()
}

#[tokio::test]
async fn gat_9_the_paths_stand_in_meta_of_both_eras_and_the_text_is_the_tools_own() {
    let mount = repairing();
    let arguments = json!({"action": "list", "data": r#"{"limit": "7", "status": null}"#});
    let request = modern(1, "tools/call", call("tasks", arguments.clone()));
    let (_, answer) = said(
        &mount
            .handle(request.to_string().as_bytes(), Facts::http(&mirrored(&request)))
            .await,
    );
    insta::assert_json_snapshot!(answer["result"]);
    let request =
        json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "tasks", "arguments": arguments}});
    let (_, answer) = said(
        &mount
            .handle(request.to_string().as_bytes(), Facts::http(&HeaderMap::new()))
            .await,
    );
    insta::assert_json_snapshot!(answer["result"]);
    // What needs no repair says nothing of it.
    let request = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "upper"}});
    let (_, answer) = said(
        &mount
            .handle(request.to_string().as_bytes(), Facts::http(&HeaderMap::new()))
            .await,
    );
    assert!(answer["result"].get("_meta").is_none(), "{answer}");
}

#[tokio::test]
async fn gat_9_a_result_says_so_whatever_becomes_of_the_call() {
    let mount = repairing();
    let failed = mount
        .call("tasks", json!({"action": "fail", "data": {"n": "1"}}))
        .await
        .unwrap();
    assert_eq!((failed.is_error(), failed.repaired()), (true, &["/n".to_owned()][..]));
    let refused = mount
        .call("tasks", json!({"action": "list", "data": {"limit": "13"}}))
        .await
        .unwrap();
    assert_eq!(
        (&refused.json()["error"], refused.repaired()),
        (&json!("unlucky"), &["/limit".to_owned()][..])
    );
    let plain = mount.call("upper", json!({"text": "a", "times": "3"})).await.unwrap();
    assert_eq!(
        (plain.json(), plain.repaired()),
        (json!({"text": "a", "times": 3}), &["/times".to_owned()][..])
    );
    let wire = serde_json::to_value(&plain).unwrap();
    assert_eq!(
        wire["_meta"],
        json!({"wymcp/repaired": ["/times"], "wymcp/repaired_count": 1})
    );
}

#[tokio::test]
async fn gat_9_a_refusal_is_that_of_a_strict_mount() {
    let (strict, repairing) = (builder().build().unwrap(), repairing());
    for (tool, arguments) in [
        ("tasks", json!({"action": "list", "data": {"limit": "101"}})),
        ("tasks", json!({"action": "list", "data": "nothing"})),
        ("tasks", json!({"action": "list", "limit": "1"})),
        ("upper", json!({"text": 5, "times": "1"})),
        ("help", json!({"tool": 5})),
    ] {
        let (strict, repaired) = (
            strict.call(tool, arguments.clone()).await,
            repairing.call(tool, arguments).await,
        );
        assert_eq!(strict.unwrap(), repaired.unwrap());
    }
    // GAT-7: not a refusal.
    let error = repairing
        .call("tasks", json!(r#"{"action": "list"}"#))
        .await
        .unwrap_err();
    assert_eq!(error.code(), -32602);
}

#[tokio::test]
async fn hlp_5_helps_own_arguments_are_read_too() {
    let mount = repairing();
    let page = mount
        .call("help", json!({"tool": "tasks", "action": null}))
        .await
        .unwrap();
    assert_eq!(page.repaired(), ["/action"]);
    assert_eq!(
        page.text(),
        mount.call("help", json!({"tool": "tasks"})).await.unwrap().text()
    );
}

#[tokio::test]
async fn gat_9_ignored_keys_are_on_every_list_and_page_and_in_no_call() {
    let mount = builder().ignore_keys(["sessionId", "chat id"]).build().unwrap();
    let tools: Vec<Value> = serde_json::from_str(&mount.list(Era::Legacy)).unwrap();
    for tool in &tools {
        let schema = &tool["inputSchema"];
        assert_eq!(
            (&schema["properties"]["sessionId"], &schema["properties"]["chat id"]),
            (&json!({}), &json!({})),
            "{tool}"
        );
        assert_eq!(schema["additionalProperties"], false, "{tool}");
    }
    for (tool, arguments) in [
        ("tasks", json!({"action": "list", "sessionId": 1})),
        (
            "upper",
            json!({"text": "a", "sessionId": {"deep": [1]}, "chat id": "c"}),
        ),
        ("help", json!({"sessionId": "s"})),
    ] {
        assert!(!mount.call(tool, arguments).await.unwrap().is_error(), "{tool}");
    }
    let upper = mount.call("upper", json!({"text": "a", "sessionId": 1})).await.unwrap();
    assert_eq!(upper.json(), json!({"text": "a"}));
    // HLP-2: the page of a plain tool, help's own too, shows what is listed.
    for (index, name) in ["help", "tasks", "upper"]
        .iter()
        .enumerate()
        .filter(|(_, name)| **name != "tasks")
    {
        let page = mount.call("help", json!({ "tool": name })).await.unwrap();
        let listed = tools.iter().find(|tool| tool["name"] == **name).unwrap();
        assert_eq!(page.json()["input_schema"], listed["inputSchema"], "{index}");
    }
    // What is not ignored is refused, and the ignored keys are not offered.
    let refused = mount
        .call("tasks", json!({"action": "list", "sessionID": 1}))
        .await
        .unwrap();
    assert_eq!(refused.json()["allowed"], json!(["action", "data"]));
    assert!(!refused.text().contains("sessionId"), "{}", refused.text());
}

#[test]
fn gat_9_what_calls_are_made_of_cannot_be_ignored() {
    let offences = builder()
        .ignore_keys(["sessionId", "action", "data", "tool", "text"])
        .build()
        .unwrap_err();
    let told: Vec<_> = offences
        .iter()
        .map(|offence| (offence.code(), offence.tool(), offence.pointer()))
        .collect();
    insta::assert_debug_snapshot!(told);
}
