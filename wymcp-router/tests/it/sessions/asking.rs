//! Requests of the server on the call's own stream (L19 to L21, K6).

use std::time::Duration;

use serde_json::{Value, json};
use wymcp_router::{Context, Data, Failure, Mount, MountBuilder, PlainTool, Reply};

use super::client::{Client, Response, messages, serve};
use crate::support::{call, legacy};

/// A mount whose one tool asks what it is told to, and answers with the answer.
pub(crate) fn asker() -> MountBuilder {
    let ask = PlainTool::builder("ask")
        .description("Asks")
        .input_schema(json!({"type": "object", "properties": {"method": {"type": "string"}, "params": {}}, "required": ["method"]}))
        .handler(|arguments: Data, ctx: Context| async move {
            let method = arguments["method"].as_str().unwrap_or_default().to_owned();
            let answer = ctx.request(&method, arguments.get("params").cloned().unwrap_or_default()).await?;
            Ok::<_, Failure>(Reply::new(answer))
        });
    Mount::builder("asker", "1.0.0").tool(ask)
}

pub(crate) fn ask(id: i64, method: &str, params: &Value) -> Value {
    legacy(
        id,
        "tools/call",
        call("ask", json!({"method": method, "params": params})),
    )
}

pub(crate) fn all() -> Value {
    json!({"sampling": {}, "elicitation": {}, "roots": {}})
}

fn text(answer: &Value) -> &str {
    answer["result"]["content"][0]["text"].as_str().unwrap()
}

#[tokio::test]
async fn l_19_a_request_goes_out_on_the_calls_stream_and_its_answer_comes_back_by_post() {
    let server = serve(asker().build().unwrap()).await;
    for revision in ["2025-06-18", "2025-11-25"] {
        let client = Client::open(&server, revision, &all()).await;
        for (number, (method, params, answer)) in [
            (
                "sampling/createMessage",
                json!({"messages": [], "maxTokens": 100}),
                json!({"role": "assistant", "content": {"type": "text", "text": "yes"}}),
            ),
            (
                "elicitation/create",
                json!({"message": "Who?", "requestedSchema": {"type": "object", "properties": {}}}),
                json!({"action": "decline"}),
            ),
            ("roots/list", json!({}), json!({"roots": []})),
            ("ping", json!({}), json!({})),
        ]
        .into_iter()
        .enumerate()
        {
            let mut stream = client.stream(&ask(9, method, &params.clone())).await;
            let id = number + 1;
            stream.until(&format!("\"id\":{id},")).await;
            let response = json!({"jsonrpc": "2.0", "id": id, "result": answer});
            let accepted = client.post(&response).await;
            assert_eq!((accepted.status, accepted.body.as_str()), (202, ""));
            let said = messages(&stream.rest().await.1);
            assert_eq!(
                (&said[0]["method"], said.len()),
                (&json!(method), 2),
                "L23: ids are not used again"
            );
            assert_eq!(
                said[0]["params"],
                if params == json!({}) { Value::Null } else { params }
            );
            assert_eq!(serde_json::from_str::<Value>(text(&said[1])).unwrap(), answer);
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn l_20_d_8_d_9_only_what_was_declared_is_asked_and_the_error_names_it() {
    let server = serve(asker().build().unwrap()).await;
    let url = json!({"mode": "url", "url": "https://a.example", "elicitationId": "1", "message": "m"});
    let form = json!({"message": "m", "requestedSchema": {"type": "object", "properties": {}}});
    let tools = json!({"messages": [], "maxTokens": 1, "tools": []});
    for (revision, capabilities, method, params, missing) in [
        (
            "2025-11-25",
            json!({}),
            "sampling/createMessage",
            json!({}),
            "`sampling`",
        ),
        (
            "2025-11-25",
            json!({}),
            "elicitation/create",
            form.clone(),
            "`elicitation`",
        ),
        ("2025-11-25", json!({}), "roots/list", json!({}), "`roots`"),
        (
            "2025-11-25",
            json!({"sampling": {}}),
            "sampling/createMessage",
            tools.clone(),
            "`sampling.tools`",
        ),
        (
            "2025-11-25",
            json!({"elicitation": {}}),
            "elicitation/create",
            url.clone(),
            "`elicitation.url`",
        ),
        (
            "2025-11-25",
            json!({"elicitation": {"url": {}}}),
            "elicitation/create",
            form.clone(),
            "`elicitation.form`",
        ),
        (
            "2025-06-18",
            json!({"elicitation": {"url": {}, "form": {}}}),
            "elicitation/create",
            url,
            "`elicitation.url`",
        ),
        (
            "2025-06-18",
            json!({"sampling": {"tools": {}}}),
            "sampling/createMessage",
            tools,
            "`sampling.tools`",
        ),
        (
            "2025-03-26",
            json!({"elicitation": {}}),
            "elicitation/create",
            form,
            "`elicitation`",
        ),
    ] {
        let client = Client::open(&server, revision, &capabilities).await;
        let answer = client.post(&ask(1, method, &params)).await.json();
        assert_eq!(answer["result"]["isError"], true);
        assert!(text(&answer).contains(missing), "{missing}: {answer}");
    }
    server.stop().await;
}

#[tokio::test]
async fn l_19_what_cannot_be_asked_says_why() {
    let server = serve(asker().build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &all()).await;
    let json_alone = [("Accept", "application/json")];
    let answer = client
        .tell("POST", &json_alone, &ask(1, "roots/list", &json!({})).to_string())
        .await
        .json();
    assert!(text(&answer).contains("carries no requests"), "{answer}");
    for (method, params, words) in [
        ("tools/list", json!({}), "no such request"),
        ("roots/list", json!([]), "are an object"),
    ] {
        let answer = client.post(&ask(1, method, &params)).await.json();
        assert!(text(&answer).contains(words), "{answer}");
    }
    server.stop().await;
    let stateless = serve(asker().legacy_sessions(false).build().unwrap()).await;
    let mut headers = super::client::POST.to_vec();
    headers.push(("MCP-Protocol-Version", "2025-11-25"));
    let answer = Response::of(
        stateless
            .send("POST", &headers, &ask(1, "ping", &json!({})).to_string())
            .await,
    )
    .await
    .json();
    assert!(text(&answer).contains("carries no requests"), "{answer}");
    stateless.stop().await;
}

#[tokio::test]
async fn i_15_a_modern_call_asks_nobody() {
    let mount = asker().build().unwrap();
    let mut request = crate::support::modern(1, "tools/call", call("ask", json!({"method": "roots/list"})));
    request["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = all();
    let answer = mount
        .handle(request.to_string().as_bytes(), wymcp_router::Facts::bare())
        .await;
    let answer: Value = serde_json::from_str(&answer.body.unwrap()).unwrap();
    assert!(text(&answer).contains("2026-07-28"), "{answer}");
}

#[tokio::test]
async fn l_19_an_error_of_the_client_is_told_in_bounds() {
    let server = serve(asker().build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &all()).await;
    let mut stream = client.stream(&ask(9, "roots/list", &json!({}))).await;
    stream.until("roots/list").await;
    let refusal = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "n".repeat(10_000)}});
    assert_eq!(client.post(&refusal).await.status, 202);
    let said = messages(&stream.rest().await.1);
    assert!(
        text(&said[1]).contains("-32603") && text(&said[1]).len() < 200,
        "{said:?}"
    );
    server.stop().await;
}

#[tokio::test]
async fn l_25_another_sessions_answer_is_nobodys() {
    let server = serve(asker().build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &all()).await;
    let other = Client::open(&server, "2025-11-25", &all()).await;
    let mut stream = client.stream(&ask(9, "roots/list", &json!({}))).await;
    stream.until("roots/list").await;
    let answer = |roots: Value| json!({"jsonrpc": "2.0", "id": 1, "result": {"roots": roots}});
    assert_eq!(
        other.post(&answer(json!(["forged"]))).await.status,
        202,
        "K1: a race that was lost"
    );
    assert_eq!(
        client
            .post(&json!({"jsonrpc": "2.0", "id": "1", "result": {}}))
            .await
            .status,
        202,
        "no id of this server"
    );
    assert_eq!(client.post(&answer(json!(["own"]))).await.status, 202);
    assert_eq!(client.post(&answer(json!(["late"]))).await.status, 202);
    let said = messages(&stream.rest().await.1);
    assert_eq!(text(&said[1]), r#"{"roots":["own"]}"#);
    server.stop().await;
}

#[tokio::test]
async fn k_6_an_answer_that_does_not_come_is_not_waited_for_and_the_client_is_told() {
    let server = serve(asker().answer_within(Duration::from_millis(20)).build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &all()).await;
    let said = messages(&client.stream(&ask(9, "roots/list", &json!({}))).await.rest().await.1);
    assert_eq!(
        said[1],
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
    );
    assert!(text(&said[2]).contains("in time"), "{said:?}");
    server.stop().await;
}

#[tokio::test]
async fn l_7_what_waits_for_an_answer_ends_with_its_session() {
    let server = serve(asker().build().unwrap()).await;
    let client = Client::open(&server, "2025-11-25", &all()).await;
    let mut stream = client.stream(&ask(9, "roots/list", &json!({}))).await;
    stream.until("roots/list").await;
    assert_eq!(client.delete().await.status, 204);
    let said = messages(&stream.rest().await.1);
    assert!(
        text(&said[1]).contains("session has ended"),
        "the call itself is answered: {said:?}"
    );
    server.stop().await;
}

#[cfg(feature = "stdio")]
mod lines {
    use super::*;
    use crate::stdio::client::Client as Pipes;

    #[tokio::test]
    async fn o_2_over_stdio_a_legacy_client_is_asked_on_the_one_channel() {
        let mut client = Pipes::of(asker().build().unwrap());
        client
            .send(&super::super::client::initialize("2025-11-25", &all()))
            .await;
        client.next().await;
        client.send(&ask(9, "roots/list", &json!({}))).await;
        let request = client.next().await;
        assert_eq!((&request["method"], &request["id"]), (&json!("roots/list"), &json!(1)));
        client
            .send(&json!({"jsonrpc": "2.0", "id": 1, "result": {"roots": []}}))
            .await;
        assert_eq!(text(&client.next().await), r#"{"roots":[]}"#);
        assert!(client.close().await.is_empty(), "F27: a response is never answered");
    }

    #[tokio::test]
    async fn o_7_a_client_that_introduces_itself_anew_is_not_waited_for_with_what_was_asked_before() {
        let mut client = Pipes::of(asker().build().unwrap());
        let hello = super::super::client::initialize("2025-11-25", &all());
        client.send(&hello).await;
        client.next().await;
        client.send(&ask(9, "roots/list", &json!({}))).await;
        assert_eq!(client.next().await["method"], "roots/list");
        client.send(&hello).await;
        let mut said = [client.next().await, client.next().await];
        said.sort_by_key(|answer| answer["id"].as_u64());
        assert_eq!(said[0]["result"]["protocolVersion"], "2025-11-25");
        assert!(text(&said[1]).contains("session has ended"), "{said:?}");
        assert!(client.close().await.is_empty());
    }

    #[tokio::test]
    async fn o_6_a_client_that_closes_its_input_is_not_waited_for() {
        let mut client = Pipes::of(asker().build().unwrap());
        client
            .send(&super::super::client::initialize("2025-11-25", &all()))
            .await;
        client.next().await;
        client.send(&ask(9, "roots/list", &json!({}))).await;
        assert_eq!(client.next().await["method"], "roots/list");
        let rest = client.close().await;
        assert_eq!(rest.len(), 1);
        assert!(text(&rest[0]).contains("session has ended"), "{rest:?}");
    }
}
