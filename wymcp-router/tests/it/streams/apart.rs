//! What a stream carries is its own request's, and what a modern server never sends (wire contract F2, F3, K3, K5).

use serde_json::{Value, json};

use super::begun::{ask, rest};
use super::clock::seconds;
use super::puppet::{Puppet, modern_call, with_token};
use super::raw::{Server, events};
use crate::sessions::asking::asker;
use crate::sessions::client::{Client, Response};
use crate::support::{call, modern};

#[tokio::test]
async fn f_2_each_stream_carries_what_its_own_request_has_to_say_and_nothing_else() {
    let (one, two) = (Puppet::new(), Puppet::new());
    let server = Server::start(one.builder().tool(two.named("other")).build().unwrap()).await;
    let first = server.call(&modern_call(json!({"progressToken": "one"}))).await;
    let mut request = modern_call(json!({"progressToken": "two"}));
    request["params"]["name"] = json!("other");
    let second = server.call(&request).await;
    for (puppet, step) in [(&one, 1.0), (&two, 10.0), (&one, 2.0), (&two, 20.0)] {
        puppet.does(move |ctx| ctx.progress(step, None, None)).await;
    }
    one.finish();
    two.finish();
    for (connection, token, wanted) in [(first, "one", [1, 2]), (second, "two", [10, 20])] {
        let (said, _) = events(&connection.rest().await.1);
        let progress: Vec<&Value> = said[..2].iter().map(|message| &message["params"]).collect();
        assert_eq!(
            progress,
            wanted
                .map(|step| json!({"progress": step, "progressToken": token}))
                .each_ref()
        );
        assert_eq!((said.len(), &said[2]["id"]), (3, &json!(1)));
    }
    server.stop().await;
}

#[tokio::test]
async fn f_3_a_modern_client_is_sent_no_request_though_it_could_answer() {
    let server = Server::start(asker().build().unwrap()).await;
    let mut request = modern(9, "tools/call", call("ask", json!({"method": "roots/list"})));
    request["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = json!({"roots": {}});
    let answer = Response::of(server.call(&request).await).await;
    let said = match answer.header("content-type") {
        Some("application/json") => vec![answer.json()],
        _ => crate::sessions::client::messages(&answer.body),
    };
    assert!(
        said.iter()
            .all(|message| message.get("method").is_none() || message.get("id").is_none())
    );
    assert_eq!(said.last().unwrap()["id"], 9);
    server.stop().await;
}

#[tokio::test]
async fn k_3_c_15_a_modern_call_is_not_cancelled_by_a_message_over_http() {
    let puppet = Puppet::new();
    let server = Server::start(puppet.mount()).await;
    let mut stream = server.call(&modern_call(with_token())).await;
    puppet.begun().await;
    puppet.does(|ctx| ctx.progress(1.0, None, None)).await;
    stream.until("\"progress\":1").await;
    let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}});
    let modern = [("MCP-Protocol-Version", "2026-07-28")];
    let taken = Client::nobody(&server).tell("POST", &modern, &cancel.to_string()).await;
    assert_eq!((taken.status, taken.body.as_str()), (202, ""));
    puppet.finish();
    stream.until("finished").await;
    assert_eq!(puppet.fate(), (1, 0));
    server.stop().await;
}

#[tokio::test(start_paused = true)]
async fn k_5_a_modern_call_that_the_server_gives_up_is_answered_and_never_said_to_be_cancelled() {
    let puppet = Puppet::new();
    let mount = puppet.builder().time_limit(seconds(5)).build().unwrap();
    puppet.order(|ctx| ctx.progress(1.0, None, None));
    let mut response = ask(&mount, &modern_call(with_token())).await;
    let said = rest(response.body_mut()).await;
    assert!(
        said.contains("timeout") && !said.contains("notifications/cancelled"),
        "{said}"
    );
}
