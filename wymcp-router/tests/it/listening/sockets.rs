//! Subscriptions over HTTP (J7 to J11, F1, F5, F6).

use serde_json::{Value, json};
use wymcp_router::Mount;

use super::{PROMPTS, TOOLS, UPDATED, acknowledged, builder, listen, mount, news, plugin};
use crate::streams::raw::{Connection, Server, events};
use crate::support::VERSION;

async fn open(server: &Server, request: &Value) -> Connection {
    accepting(server, request, "application/json, text/event-stream").await
}

async fn accepting(server: &Server, request: &Value, accept: &str) -> Connection {
    let headers = [
        ("Content-Type", "application/json"),
        ("Accept", accept),
        ("MCP-Protocol-Version", VERSION),
        ("Mcp-Method", "subscriptions/listen"),
    ];
    server.send("POST", &headers, &request.to_string()).await
}

#[tokio::test]
async fn f_1_j_7_equal_ids_of_different_clients_are_different_subscriptions() {
    let mount = mount();
    let server = Server::start(mount.clone()).await;
    let mut tools = open(&server, &listen(1, json!({"toolsListChanged": true}))).await;
    let mut prompts = accepting(
        &server,
        &listen(1, json!({"promptsListChanged": true})),
        "text/event-stream",
    )
    .await;
    for stream in [&mut tools, &mut prompts] {
        stream.until("acknowledged").await;
    }
    mount.tools().add(plugin("one")).unwrap();
    mount.prompts_changed();
    tools.until(TOOLS).await;
    prompts.until(PROMPTS).await;
    server.stop().await;

    let ended = json!({"id": 1, "jsonrpc": "2.0", "result": {"resultType": "complete", "_meta": {
        "io.modelcontextprotocol/serverInfo": {"name": "news-server", "version": "1.0.0"},
        "io.modelcontextprotocol/subscriptionId": 1,
    }}});
    for (stream, honoured, told) in [
        (tools, "toolsListChanged", TOOLS),
        (prompts, "promptsListChanged", PROMPTS),
    ] {
        let (head, body) = stream.rest().await;
        assert!(head.starts_with("http/1.1 200"), "{head}");
        assert!(head.contains("content-type: text/event-stream") && head.contains("x-accel-buffering: no"));
        let (messages, _) = events(&body);
        // J9: over HTTP the result ends it, and nothing is cancelled.
        assert_eq!(
            messages,
            [
                acknowledged(1, &json!({honoured: true})),
                news(1, told, None),
                ended.clone()
            ]
        );
    }
}

#[tokio::test]
async fn j_10_a_listener_that_vanished_is_released() {
    let server = Server::start(builder().listener_cap(1).build().unwrap()).await;
    let request = listen(1, json!({"toolsListChanged": true}));
    for _ in 0..5 {
        // The one before has gone without a word; its place is free as soon as the server has noticed.
        let stream = loop {
            let mut stream = open(&server, &request).await;
            let head = stream.until("\r\n\r\n").await;
            if head.starts_with("HTTP/1.1 200") {
                break stream;
            }
            assert!(head.starts_with("HTTP/1.1 503"), "{head}");
        };
        drop(stream);
    }
    server.stop().await;
}

#[tokio::test]
async fn j_11_a_listener_that_never_reads_holds_up_nobody() {
    let mount = mount();
    let server = Server::start(mount.clone()).await;
    let all = json!({"toolsListChanged": true, "resourceSubscriptions": ["news://today"]});
    let mut deaf = open(&server, &listen("deaf", all.clone())).await;
    let mut hears = open(&server, &listen("hears", all)).await;
    deaf.until("acknowledged").await;
    hears.until("acknowledged").await;
    for round in 0..500 {
        mount.resource_updated("news://today");
        mount
            .update(|tools| {
                if round % 2 == 0 {
                    tools.add(plugin("one"));
                } else {
                    tools.remove("one");
                }
            })
            .unwrap();
    }
    hears.until(UPDATED).await;
    hears.until(TOOLS).await;
    server.stop().await;
    let (_, body) = hears.rest().await;
    let (messages, _) = events(&body);
    assert_eq!(messages.last().unwrap()["result"]["resultType"], "complete");
    drop(deaf);
}

#[tokio::test(start_paused = true)]
async fn f_6_a_silent_subscription_is_kept_alive_by_comments() {
    use http_body_util::BodyExt as _;
    use tower::ServiceExt as _;

    let mount = mount();
    let request = http::Request::post("/mcp")
        .header("host", "localhost")
        .header("content-type", "application/json")
        .header("accept", "text/event-stream")
        .header("mcp-protocol-version", VERSION)
        .header("mcp-method", "subscriptions/listen")
        .body(axum::body::Body::from(listen(1, json!({})).to_string()))
        .unwrap();
    let mut response = mount.into_service().oneshot(request).await.unwrap();
    let mut frames = Vec::new();
    for _ in 0..3 {
        let frame = response.body_mut().frame().await.unwrap().unwrap();
        frames.push(String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap());
    }
    assert!(frames[0].contains("acknowledged"), "{frames:?}");
    assert_eq!(frames[1..], [":\n\n", ":\n\n"]);
}

#[tokio::test]
async fn a_table_row_4_a_client_that_admits_json_alone_cannot_listen_and_is_promised_nothing() {
    let server = Server::start(mount()).await;
    let (head, body) = accepting(&server, &listen(1, json!({})), "application/json")
        .await
        .rest()
        .await;
    assert!(head.starts_with("http/1.1 406"), "{head}");
    let body: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((&body["id"], &body["error"]["code"]), (&json!(1), &json!(-32600)));
    server.stop().await;
}

#[tokio::test]
async fn m_2_a_stateless_client_hears_of_what_another_connection_brings_about() {
    let adds = wymcp_router::PlainTool::builder("add")
        .description("Adds a tool")
        .handler_without_arguments(|ctx: wymcp_router::Context| async move {
            let mount = ctx
                .extension::<Mount>()
                .ok_or_else(|| wymcp_router::Failure::internal("no mount"))?;
            mount
                .tools()
                .add(plugin("one"))
                .map_err(|offences| wymcp_router::Failure::caller(offences.to_string()))?;
            Ok(wymcp_router::Reply::new(json!("added")))
        });
    let mount = builder().tool(adds).build().unwrap();
    let app = axum::Router::new()
        .route_service("/mcp", mount.clone().into_service())
        .layer(axum::Extension(mount.clone()));
    let server = Server::start_app(app).await;
    let mut stream = open(&server, &listen(1, json!({"toolsListChanged": true}))).await;
    stream.until("acknowledged").await;
    let call = crate::support::modern(2, "tools/call", json!({"name": "add", "arguments": {}}));
    let (_, answer) = server.call(&call).await.rest().await;
    assert!(answer.contains("added"), "{answer}");
    stream.until(TOOLS).await;
    mount.hang_up();
    server.stop().await;
}
