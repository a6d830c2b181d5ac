//! The same tools asked by a legacy client: requests on the call's own stream (INP-3, INP-5, wire contract L3a, L19, L20).

use std::time::Duration;

use serde_json::{Value, json};

use super::client::{accepted, text};
use super::fixture::{Entered, builder, mount};
use super::provided;
use crate::sessions::client::{Client, POST, Response, messages, serve};
use crate::support::{call, legacy};

fn tool(name: &str, arguments: Value) -> Value {
    legacy(9, "tools/call", call(name, arguments))
}

fn all() -> Value {
    json!({"elicitation": {"form": {}, "url": {}}, "sampling": {"tools": {}}, "roots": {}})
}

/// Answer what is asked on the call's stream, and give what was said.
async fn told(client: &Client<'_>, message: &Value, answers: &[Value]) -> Vec<Value> {
    let mut stream = client.stream(message).await;
    for (at, answer) in answers.iter().enumerate() {
        stream.until(&format!("\"id\":{},", at + 1)).await;
        let response = json!({"jsonrpc": "2.0", "id": at + 1, "result": answer});
        assert_eq!(client.post(&response).await.status, 202);
    }
    messages(&stream.rest().await.1)
}

#[tokio::test]
async fn inp_5_l_19_the_same_code_asks_on_the_calls_stream_round_after_round() {
    let entered = Entered::default();
    let server = serve(builder(&entered).build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &all()).await;
    let answers = [
        json!({"action": "accept", "content": {"name": 1}}),
        accepted(json!({"name": "Ann"})),
        accepted(json!({"again": true})),
    ];
    let said = told(&client, &tool("steps", json!({})), &answers).await;
    let methods: Vec<_> = said
        .iter()
        .map(|message| message["method"].as_str().unwrap_or("result"))
        .collect();
    assert_eq!(
        methods,
        [
            "elicitation/create",
            "elicitation/create",
            "elicitation/create",
            "result"
        ]
    );
    let mut again = said[1]["params"].clone();
    let message = again["message"].take();
    assert_eq!(
        message.as_str().unwrap().split_once("\n\n"),
        Some((
            "What is your name?",
            "The last answer did not fit: `name` must be a string of 2 to 20 characters, got number."
        ))
    );
    again["message"] = said[0]["params"]["message"].clone();
    assert_eq!(said[0]["params"], again, "INP-4: what does not fit is asked again");
    assert_eq!(text(&said[3]["result"]), r#"{"again":true,"name":"Ann","state":102}"#);
    assert_eq!(entered.take(), 4);
    server.stop().await;
}

#[tokio::test]
async fn f_25_a_legacy_client_reads_nothing_of_the_modern_revision() {
    let server = serve(mount()).await;
    let client = Client::open(&server, "2025-11-25", &all()).await;
    let answers = [
        json!({"role": "assistant", "content": {"type": "text", "text": "Paris"}, "model": "m"}),
        accepted(json!({"name": "Ann"})),
        json!({"roots": []}),
    ];
    let said = told(&client, &tool("survey", json!({})), &answers).await;
    let shown: Vec<String> = said.iter().map(ToString::to_string).collect();
    for word in [
        "resultType",
        "inputRequests",
        "requestState",
        "ttlMs",
        "cacheScope",
        "serverInfo",
    ] {
        assert!(!shown.iter().any(|message| message.contains(word)), "{word}");
    }
    insta::assert_snapshot!(shown.join("\n"));
    server.stop().await;
}

#[tokio::test]
async fn l_3a_each_revision_is_asked_in_its_own_words() {
    let server = serve(mount()).await;
    let client = Client::open(&server, "2025-11-25", &all()).await;
    let said = told(
        &client,
        &tool("needs", json!({"what": "url"})),
        &[json!({"action": "accept"})],
    )
    .await;
    let id = said[0]["params"]["elicitationId"].as_str().unwrap();
    assert_eq!((id.len(), text(&said[1]["result"])), (32, r#"{"opened":true}"#));
    for revision in ["2025-06-18", "2025-03-26"] {
        let client = Client::open(&server, revision, &all()).await;
        let said = client.post(&tool("needs", json!({"what": "url"}))).await.json();
        assert_eq!(said["result"]["isError"], true);
        assert!(text(&said["result"]).contains("`elicitation.url`"), "{said}");
    }
    server.stop().await;
}

#[tokio::test]
async fn inp_3_l_20_a_client_that_cannot_be_asked_is_told_what_it_lacks() {
    let server = serve(mount()).await;
    let mut shown = String::new();
    let client = Client::open(&server, "2025-11-25", &json!({"sampling": {}})).await;
    for message in [tool("survey", json!({})), tool("needs", json!({"what": "form"}))] {
        shown += &format!("{}\n", client.post(&message).await.json()["result"]);
    }
    let client = Client::open(&server, "2025-11-25", &all()).await;
    let json_alone = [("Accept", "application/json")];
    let answer = client
        .tell("POST", &json_alone, &tool("greet", json!({})).to_string())
        .await;
    shown += &format!("{}\n", answer.json()["result"]);
    server.stop().await;
    let stateless = serve(builder(&Entered::default()).legacy_sessions(false).build().unwrap()).await;
    let mut headers = POST.to_vec();
    headers.push(("MCP-Protocol-Version", "2025-11-25"));
    let connection = stateless
        .send("POST", &headers, &tool("greet", json!({})).to_string())
        .await;
    shown += &format!("{}\n", Response::of(connection).await.json()["result"]);
    stateless.stop().await;
    insta::assert_snapshot!(shown);
}

#[tokio::test]
async fn inp_5_k_6_waiting_has_a_time_of_its_own_and_the_code_another() {
    let patient = builder(&Entered::default())
        .time_limit(Duration::from_secs(3600))
        .answer_within(Duration::from_millis(20));
    let server = serve(patient.build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &all()).await;
    let said = told(&client, &tool("greet", json!({})), &[]).await;
    assert_eq!(said[1]["method"], "notifications/cancelled");
    assert_eq!(said[2]["result"]["isError"], true);
    insta::assert_snapshot!(text(&said[2]["result"]), @"the client did not answer in time (`elicitation.form`)");
    server.stop().await;
}

#[tokio::test]
async fn inp_5_a_client_that_refuses_to_answer_is_not_asked_again() {
    let server = serve(mount()).await;
    let client = Client::open(&server, "2025-11-25", &all()).await;
    let mut stream = client.stream(&tool("greet", json!({}))).await;
    stream.until("elicitation/create").await;
    let refusal = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -1, "message": "no dialogs here"}});
    client.post(&refusal).await;
    let said = messages(&stream.rest().await.1);
    assert_eq!(said.len(), 2);
    insta::assert_snapshot!(text(&said[1]["result"]), @"the client answered with error -1: no dialogs here (`elicitation.form`)");
    server.stop().await;
}

#[tokio::test]
async fn inp_1_resources_and_prompts_ask_a_legacy_client_as_well() {
    let server = serve(provided::mount()).await;
    let client = Client::open(&server, "2025-11-25", &all()).await;
    let word = [accepted(json!({"word": "why"}))];
    let said = told(
        &client,
        &legacy(9, "resources/read", json!({"uri": "asking://a"})),
        &word,
    )
    .await;
    assert_eq!(said[1]["result"]["contents"][0]["text"], "\"why\"");
    let client = Client::open(&server, "2025-11-25", &all()).await;
    let prompt = legacy(9, "prompts/get", json!({"name": "explain", "arguments": {"what": "x"}}));
    let said = told(&client, &prompt, &word).await;
    assert_eq!(said[1]["result"]["messages"][0]["content"]["text"], "x: \"why\"");
    let lacking = Client::open(&server, "2025-11-25", &json!({}))
        .await
        .post(&prompt)
        .await
        .json();
    assert_eq!(lacking["error"]["code"], -32602);
    assert!(
        lacking["error"]["message"].as_str().unwrap().contains("`elicitation`"),
        "{lacking}"
    );
    server.stop().await;
}

#[tokio::test]
async fn e_5a_the_status_waits_for_the_first_word() {
    use super::client::all;
    use crate::support::modern;
    let server = serve(mount()).await;
    for (declared, wanted) in [(json!({}), "400"), (all(), "200")] {
        let mut request = modern(1, "tools/call", call("greet", json!({})));
        request["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = declared;
        let mut headers = POST.to_vec();
        headers.extend([
            ("MCP-Protocol-Version", "2026-07-28"),
            ("Mcp-Method", "tools/call"),
            ("Mcp-Name", "greet"),
        ]);
        let answer = Response::of(server.send("POST", &headers, &request.to_string()).await).await;
        assert_eq!(answer.status.to_string(), wanted, "{answer:?}");
        assert_eq!(answer.header("content-type"), Some("application/json"));
        assert_eq!(answer.json()["id"], 1);
    }
    server.stop().await;
}
