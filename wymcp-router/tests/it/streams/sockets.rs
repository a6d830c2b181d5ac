//! Streams over real sockets (LNG-1; wire contract F1 to F8, K8).

use serde_json::json;
use wymcp_router::Context;

use super::puppet::{Puppet, legacy_call, modern_call, with_token};
use super::raw::{Server, events};

#[tokio::test]
async fn k_8_progress_arrives_while_the_call_runs_and_the_answer_ends_the_stream() {
    for request in [modern_call(with_token()), legacy_call(with_token())] {
        let puppet = Puppet::new();
        let server = Server::start(puppet.mount()).await;
        let mut connection = server.call(&request).await;
        puppet.begun().await;
        for step in 1..=3 {
            puppet
                .does(move |ctx| ctx.progress(f64::from(step), Some(3.0), None))
                .await;
            connection.until(&format!("\"progress\":{step}")).await;
        }
        puppet.finish();
        let (head, body) = connection.rest().await;
        assert!(head.starts_with("http/1.1 200 ok\r\n"), "{head}");
        for header in ["content-type: text/event-stream", "x-accel-buffering: no"] {
            assert!(head.lines().any(|line| line == header), "{head}");
        }
        assert!(
            !head.contains("mcp-session-id") && !body.contains("id: "),
            "F7: nothing to resume"
        );
        let (messages, comments) = events(&body);
        let progress: Vec<_> = messages[..3]
            .iter()
            .map(|message| &message["params"]["progress"])
            .collect();
        assert_eq!(progress, [&json!(1), &json!(2), &json!(3)]);
        assert_eq!((&messages[3]["id"], messages.len(), comments), (&json!(1), 4, 0));
        server.stop().await;
    }
}

#[tokio::test]
async fn lng_4_headers_and_a_comment_go_out_before_there_is_anything_to_say() {
    let puppet = Puppet::new();
    let server = Server::start(puppet.mount()).await;
    let mut connection = server.call(&modern_call(json!({}))).await;
    puppet.begun().await;
    puppet.does(Context::open_stream).await;
    connection.until(":\n\n").await;
    puppet.finish();
    let (messages, comments) = events(&connection.rest().await.1);
    assert_eq!((messages.len(), comments), (1, 1));
    server.stop().await;
}

#[tokio::test]
async fn f_1_a_silent_call_is_one_object_with_a_length() {
    let puppet = Puppet::new();
    let server = Server::start(puppet.mount()).await;
    let connection = server.call(&modern_call(with_token())).await;
    puppet.begun().await;
    puppet.finish();
    let (head, body) = connection.rest().await;
    assert!(
        head.contains("content-type: application/json") && head.contains("content-length: "),
        "{head}"
    );
    assert!(body.starts_with("{\"id\":1,"), "{body}");
    server.stop().await;
}
