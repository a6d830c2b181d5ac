//! Good lines and bad ones.

use serde_json::{Value, json};

use super::client::Client;
use crate::support::{self, call, legacy, modern};

#[tokio::test]
async fn o_10_a_bad_line_costs_one_error_and_the_next_is_read_f27() {
    let mut client = Client::of(support::mount());
    client.send_bytes(b"\xef\xbb\xbfnot json\n").await;
    client
        .send_bytes(format!("{}\r\n", modern(1, "tools/list", json!({}))).as_bytes())
        .await;
    client.send_bytes(b"\n  \r\n").await;
    client.send_bytes(b"\xff\xfe\x00\n").await;
    client.send_bytes(format!("{}\n", "[".repeat(100_000)).as_bytes()).await;
    client.send(&modern(2, "tools/list", json!({}))).await;
    let answers = client.close().await;
    let parse_error = |answer: &Value| answer["error"]["code"] == -32700 && answer.get("id").is_none();
    assert!(
        parse_error(&answers[0]) && parse_error(&answers[2]) && parse_error(&answers[3]),
        "{answers:?}"
    );
    assert_eq!(
        (&answers[1]["id"], &answers[4]["id"], answers.len()),
        (&json!(1), &json!(2), 5)
    );
}

#[tokio::test]
async fn o_10_an_overlong_line_is_refused_and_the_conversation_goes_on() {
    let mut client = Client::of(support::builder().line_limit(2048).build().unwrap());
    client
        .send(&json!({"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"pad": "x".repeat(500_000)}}))
        .await;
    client.send(&legacy(2, "ping", json!({}))).await;
    let answers = client.close().await;
    assert_eq!(
        (&answers[0]["error"]["code"], answers[0].get("id")),
        (&json!(-32700), None)
    );
    assert_eq!((&answers[1]["id"], answers.len()), (&json!(2), 2));
}

#[tokio::test]
async fn f_27_a_response_is_never_answered_however_malformed() {
    let mut client = Client::of(support::mount());
    for response in [
        json!({"jsonrpc": "2.0", "id": 1, "result": {}}),
        json!({"jsonrpc": "2.0", "error": {"code": -32700, "message": "parse error"}}),
        json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "parse error"}}),
        json!({"id": [], "error": 1}),
        json!({"jsonrpc": "2.0", "method": "notifications/whatever"}),
    ] {
        client.send(&response).await;
    }
    client.send(&legacy(9, "ping", json!({}))).await;
    let answers = client.close().await;
    assert_eq!(answers, [json!({"jsonrpc": "2.0", "id": 9, "result": {}})]);
}

#[tokio::test]
async fn o_1_a_message_of_the_last_line_without_its_end_is_answered() {
    let mut client = Client::of(support::mount());
    client
        .send_bytes(legacy(1, "ping", json!({})).to_string().as_bytes())
        .await;
    assert_eq!(client.close().await.len(), 1);
}

#[tokio::test]
async fn run_5_a_panic_is_answered_and_the_next_call_is_served_f26() {
    let mut client = Client::of(support::mount());
    client
        .send(&modern(1, "tools/call", call("notes", json!({"action": "boom"}))))
        .await;
    assert_eq!(client.next().await["result"]["isError"], json!(true));
    client
        .send(&modern(2, "tools/call", call("notes", json!({"action": "read"}))))
        .await;
    let answers = client.close().await;
    assert_eq!(
        (&answers[0]["id"], answers[0]["result"].get("isError")),
        (&json!(2), None)
    );
}

#[tokio::test]
async fn siz_a_message_of_more_than_127_levels_does_not_parse() {
    let mut client = Client::of(support::mount());
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"ping","params":{}1{}}}"#,
        "[".repeat(127),
        "]".repeat(127)
    );
    client.send_bytes(format!("{deep}\n").as_bytes()).await;
    assert_eq!(client.close().await[0]["error"]["code"], -32700);
}
