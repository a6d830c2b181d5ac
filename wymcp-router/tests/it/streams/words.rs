//! What is said, to whom (LNG-1; wire contract K7 to K11; F29). No transport.

use serde_json::{Value, json};
use wymcp_router::{Context, Facts, LogLevel, Messages, Mount, Notification, PlainTool, Reply, Said, Transcript};

use super::puppet::{Puppet, legacy_call, modern_call, with_log, with_token};
use crate::support::{self, call, headers, legacy, mirrored, modern};

/// A tool that reports progress and logs, whoever asks.
fn talker() -> Mount {
    let list = PlainTool::builder("puppet")
        .description("Talks")
        .handler_without_arguments(|ctx: Context| async move {
            for step in [0.0, 50.0, 50.0, f64::NAN, 25.0, 100.0] {
                ctx.progress(step, Some(100.0), None);
                tokio::task::yield_now().await;
            }
            for level in LogLevel::ALL {
                ctx.log(level, Some("talker"), level.name());
            }
            Ok(Reply::new(json!("listed")))
        });
    Mount::builder("talker", "1.0.0").tool(list).build().unwrap()
}

/// Everything up to the answer, and the answer.
async fn all(mut messages: Messages) -> (Vec<Value>, Value) {
    let mut said = Vec::new();
    while let Some(next) = messages.next().await {
        match next {
            Said::Message(message) => said.push(serde_json::from_str(&message).unwrap()),
            Said::Answer(answer) => {
                assert_eq!(messages.next().await, None);
                return (said, serde_json::from_str(&answer.body.unwrap()).unwrap());
            }
            other => panic!("{other:?}"),
        }
    }
    panic!("no answer after {said:?}")
}

async fn ask(mount: &Mount, request: &Value) -> (Vec<Value>, Value) {
    all(mount.messages(request.to_string().as_bytes(), Facts::http(&mirrored(request)))).await
}

async fn ask_legacy(mount: &Mount, request: &Value) -> (Vec<Value>, Value) {
    let headers = headers(&[("mcp-protocol-version", "2025-11-25")]);
    all(mount.messages(request.to_string().as_bytes(), Facts::http(&headers))).await
}

#[tokio::test]
async fn f_29_no_token_no_progress() {
    let mount = talker();
    let (said, answer) = ask(&mount, &modern_call(json!({}))).await;
    assert_eq!((said, &answer["result"]["isError"]), (vec![], &Value::Null));
    let (said, _) = ask_legacy(&mount, &legacy(1, "tools/call", call("puppet", json!({})))).await;
    assert_eq!(said, Vec::<Value>::new());
}

#[tokio::test]
async fn f_29_k_7_only_the_token_that_was_given_and_strictly_rising() {
    let mount = talker();
    for token in [json!("p-1"), json!(1_764_489_627_123_u64)] {
        let meta = json!({"progressToken": token});
        let wanted: Vec<_> = [0, 50, 100]
            .map(|step| {
                json!({"jsonrpc": "2.0", "method": "notifications/progress",
                       "params": {"progress": step, "progressToken": token, "total": 100}})
            })
            .into();
        assert_eq!(ask(&mount, &modern_call(meta.clone())).await.0, wanted);
        assert_eq!(ask_legacy(&mount, &legacy_call(meta)).await.0, wanted);
    }
}

#[tokio::test]
async fn k_9_logs_from_the_level_up_that_the_request_asks_for() {
    let mount = talker();
    for (at, level) in LogLevel::ALL.into_iter().enumerate() {
        let (said, _) = ask(&mount, &modern_call(with_log(level.name()))).await;
        let heard: Vec<_> = said
            .iter()
            .map(|message| {
                assert_eq!(message["method"], "notifications/message");
                assert_eq!(message["params"]["logger"], "talker");
                assert_eq!(message["params"]["data"], message["params"]["level"]);
                message["params"]["level"].as_str().unwrap().to_owned()
            })
            .collect();
        let wanted: Vec<_> = LogLevel::ALL[at..]
            .iter()
            .map(|level| level.name().to_owned())
            .collect();
        assert_eq!(heard, wanted);
    }
}

#[tokio::test]
async fn k_10_a_legacy_call_without_a_conversation_hears_no_log_whatever_its_metadata_says() {
    let (said, _) = ask_legacy(&talker(), &legacy_call(with_log("debug"))).await;
    assert_eq!(said, Vec::<Value>::new());
}

#[tokio::test]
async fn k_10_set_level_is_legacy_and_answers_an_empty_object() {
    let mount = talker();
    let headers = headers(&[("mcp-protocol-version", "2025-11-25")]);
    let request = |params: Value| legacy(1, "logging/setLevel", params);
    let answer = support::over_http(&mount, &headers, &request(json!({"level": "info"}))).await;
    assert_eq!(answer.1, json!({"id": 1, "jsonrpc": "2.0", "result": {}}));
    for params in [json!({}), json!({"level": "loud"}), json!({"level": 3})] {
        let refused = support::over_http(&mount, &headers, &request(params)).await;
        assert_eq!(support::error_of(&refused), (200, -32602, Some(json!(1))));
    }
    let modern = support::ask(&mount, &modern(1, "logging/setLevel", json!({}))).await;
    assert_eq!(support::error_of(&modern), (404, -32601, Some(json!(1))));
}

#[tokio::test]
async fn k_11_logging_is_declared_in_both_eras() {
    let mount = talker();
    let (_, discovered) = support::ask(&mount, &modern(1, "server/discover", json!({}))).await;
    let params = json!({"protocolVersion": "2025-11-25", "capabilities": {}});
    let (_, initialized) = support::over_http(&mount, &headers(&[]), &legacy(1, "initialize", params)).await;
    for answer in [discovered, initialized] {
        assert_eq!(answer["result"]["capabilities"]["logging"], json!({}));
    }
}

#[tokio::test]
async fn lng_1_once_the_result_is_out_words_do_nothing_and_fail_nothing() {
    let puppet = Puppet::new();
    let mount = puppet.mount();
    let request = modern_call(json!({"progressToken": 1, "io.modelcontextprotocol/logLevel": "debug"}));
    puppet.order(|ctx| ctx.progress(1.0, None, None));
    puppet.finish();
    let (said, _) = ask(&mount, &request).await;
    assert_eq!(said.len(), 1);
    let late = puppet.context();
    assert!(!late.is_logged(LogLevel::Emergency) && !late.is_cancelled());
    late.progress(2.0, None, None);
    late.log(LogLevel::Emergency, None, "too late");
    late.open_stream();
}

#[tokio::test]
async fn lng_1_once_the_caller_has_gone_words_do_nothing_and_fail_nothing() {
    let puppet = Puppet::new();
    let mount = puppet.mount();
    let request = modern_call(json!({"progressToken": 1, "io.modelcontextprotocol/logLevel": "debug"}));
    let mut messages = mount.messages(request.to_string().as_bytes(), Facts::http(&mirrored(&request)));
    puppet.order(|ctx| ctx.progress(1.0, None, None));
    assert!(matches!(messages.next().await, Some(Said::Message(_))));
    drop(messages);
    assert_eq!((puppet.fate(), puppet.was_dropped_cancelled()), ((0, 1), true));
    let late = puppet.context();
    assert!(late.is_cancelled() && !late.is_logged(LogLevel::Emergency));
    late.progress(2.0, None, None);
    late.log(LogLevel::Emergency, None, "too late");
    late.open_stream();
}

#[tokio::test]
async fn lng_1_a_log_message_that_nests_too_deep_is_left_out() {
    let puppet = Puppet::new();
    let mount = puppet.mount();
    for levels in [125, 126, 100_000] {
        puppet.order(move |ctx| {
            let deep = (1..levels).fold(json!([]), |below, _| Value::Array(vec![below]));
            ctx.log(LogLevel::Info, None, deep);
        });
    }
    puppet.order(|ctx| ctx.log(LogLevel::Info, None, "last"));
    puppet.finish();
    let (said, _) = ask(&mount, &modern_call(with_log("info"))).await;
    assert_eq!(said.len(), 2, "what is read at all can be parsed");
    assert_eq!(said[1]["params"]["data"], "last");
}

#[tokio::test]
async fn lng_1_whoever_does_not_pass_words_on_hears_none() {
    let puppet = Puppet::new();
    let mount = puppet.mount();
    puppet.order(|ctx| {
        ctx.progress(1.0, None, None);
        assert!(!ctx.is_logged(LogLevel::Emergency));
    });
    puppet.finish();
    let request = modern_call(with_token());
    assert_eq!(support::ask(&mount, &request).await.0, 200);
}

#[tokio::test]
async fn lng_1_a_transcript_notes_what_a_call_in_process_says() {
    let mount = talker();
    let transcript = Transcript::new();
    mount.call("puppet", json!({})).transcript(&transcript).await.unwrap();
    assert_eq!(transcript.progress(), [0.0, 50.0, 100.0]);
    let said = transcript.take();
    assert_eq!(said.len(), 3 + 8);
    assert!(matches!(&said[10], Notification::Log(log) if log.level == LogLevel::Emergency));
    assert_eq!(transcript.take(), []);
}
