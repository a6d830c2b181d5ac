//! Words on standard output (LNG-1 to LNG-3; wire contract K4, K8, K10, O5, O11).

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, DuplexStream, Lines, duplex};
use tokio::task::JoinHandle;
use wymcp_router::{LogLevel, Mount};

use super::puppet::{Puppet, legacy_call, modern_call, with_log, with_token};
use crate::support::{call, legacy, modern};

struct Client {
    input: DuplexStream,
    output: Lines<BufReader<DuplexStream>>,
    server: JoinHandle<std::io::Result<()>>,
}

impl Client {
    fn of(mount: Mount) -> Self {
        Self::with_pipe(mount, 1 << 20)
    }

    /// An output that holds so many bytes.
    fn with_pipe(mount: Mount, bytes: usize) -> Self {
        let (input, server_input) = duplex(1 << 20);
        let (server_output, output) = duplex(bytes);
        Self {
            input,
            output: BufReader::new(output).lines(),
            server: tokio::spawn(mount.serve_lines(server_input, server_output)),
        }
    }

    async fn send(&mut self, message: &Value) {
        self.input.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    async fn next(&mut self) -> Value {
        let line = self.output.next_line().await.unwrap().unwrap();
        serde_json::from_str(&line).unwrap()
    }

    /// Close the input; gives everything that is still said.
    async fn close(self) -> Vec<Value> {
        let Self {
            input,
            mut output,
            server,
        } = self;
        drop(input);
        let mut rest = Vec::new();
        while let Some(line) = output.next_line().await.unwrap() {
            rest.push(serde_json::from_str(&line).unwrap());
        }
        server.await.unwrap().unwrap();
        rest
    }

    async fn initialize(&mut self) {
        let params =
            json!({"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}});
        self.send(&legacy(0, "initialize", params)).await;
        assert_eq!(self.next().await["result"]["capabilities"]["logging"], json!({}));
    }
}

fn other(id: i64) -> Value {
    modern(id, "tools/call", call("echo", json!({})))
}

fn cancel(id: i64) -> Value {
    json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})
}

#[tokio::test]
async fn k_8_words_come_before_the_result_and_none_after() {
    let puppet = Puppet::new();
    let mut client = Client::of(puppet.mount());
    client.send(&modern_call(with_token())).await;
    puppet.begun().await;
    puppet.does(|ctx| ctx.progress(1.0, None, None)).await;
    assert_eq!(client.next().await["params"]["progress"], 1);
    puppet.does(|ctx| ctx.progress(2.0, None, None)).await;
    puppet.does(|ctx| ctx.progress(3.0, None, None)).await;
    puppet.finish();
    assert_eq!(client.next().await["params"]["progress"], 2);
    assert_eq!(client.next().await["params"]["progress"], 3);
    assert_eq!(client.next().await["id"], 1);
    puppet.context().progress(4.0, None, None);
    client.send(&other(2)).await;
    assert_eq!(client.next().await["id"], 2);
    assert!(client.close().await.is_empty());
}

#[tokio::test]
async fn o_4_calls_that_share_the_channel_are_told_apart_by_token_and_id() {
    let (one, two) = (Puppet::new(), Puppet::new());
    let mut client = Client::of(one.builder().tool(two.named("other")).build().unwrap());
    client.send(&modern_call(json!({"progressToken": "one"}))).await;
    let mut request = modern_call(json!({"progressToken": 2}));
    request["params"]["name"] = json!("other");
    request["id"] = json!("two");
    client.send(&request).await;
    for (puppet, token, step) in [
        (&one, json!("one"), 1.0),
        (&two, json!(2), 1.0),
        (&one, json!("one"), 2.0),
    ] {
        puppet.does(move |ctx| ctx.progress(step, None, None)).await;
        assert_eq!(client.next().await["params"]["progressToken"], token);
    }
    two.finish();
    assert_eq!(client.next().await["id"], "two");
    one.finish();
    assert_eq!(client.next().await["id"], 1);
    assert!(client.close().await.is_empty());
}

#[tokio::test]
async fn o_5_k_5_nothing_is_said_after_a_cancellation_nor_of_it() {
    let puppet = Puppet::new();
    let mut client = Client::of(puppet.mount());
    client.send(&modern_call(with_token())).await;
    puppet.begun().await;
    puppet.does(|ctx| ctx.progress(1.0, None, None)).await;
    assert_eq!(client.next().await["params"]["progress"], 1);
    client.send(&cancel(1)).await;
    puppet.ended().await;
    assert!(puppet.was_dropped_cancelled() && puppet.context().is_cancelled());
    puppet.context().progress(2.0, None, None);
    client.send(&other(2)).await;
    let rest = client.close().await;
    assert_eq!(rest.iter().map(|said| &said["id"]).collect::<Vec<_>>(), [&json!(2)]);
}

#[tokio::test]
async fn k_10_a_legacy_client_sets_the_level_of_its_process_also_while_a_call_runs() {
    let puppet = Puppet::new();
    let mut client = Client::of(puppet.mount());
    client.initialize().await;
    client.send(&legacy_call(with_log("debug"))).await;
    puppet.begun().await;
    puppet
        .does(|ctx| assert!(!ctx.is_logged(LogLevel::Emergency), "no level was set"))
        .await;
    client
        .send(&legacy(2, "logging/setLevel", json!({"level": "error"})))
        .await;
    assert_eq!(client.next().await, json!({"id": 2, "jsonrpc": "2.0", "result": {}}));
    puppet
        .does(|ctx| {
            ctx.log(LogLevel::Warning, None, "below");
            ctx.log(LogLevel::Error, None, "at");
        })
        .await;
    assert_eq!(client.next().await["params"]["data"], "at");
    client
        .send(&legacy(3, "logging/setLevel", json!({"level": "debug"})))
        .await;
    assert_eq!(client.next().await["id"], 3);
    puppet.does(|ctx| ctx.log(LogLevel::Debug, None, "lower")).await;
    assert_eq!(client.next().await["params"]["data"], "lower");
    client
        .send(&legacy(4, "logging/setLevel", json!({"level": "verbose"})))
        .await;
    assert_eq!(client.next().await["error"]["code"], -32602);
    puppet.finish();
    assert_eq!(client.next().await["id"], 1);
    assert!(client.close().await.is_empty());
}

#[tokio::test]
async fn k_9_a_modern_request_says_for_itself_what_it_hears_whatever_the_process_set() {
    let puppet = Puppet::new();
    let mut client = Client::of(puppet.mount());
    client.initialize().await;
    client
        .send(&legacy(1, "logging/setLevel", json!({"level": "debug"})))
        .await;
    assert_eq!(client.next().await["result"], json!({}));
    client.send(&modern_call(json!({}))).await;
    puppet.begun().await;
    puppet.does(|ctx| assert!(!ctx.is_logged(LogLevel::Emergency))).await;
    puppet.finish();
    assert_eq!(client.next().await["id"], 1);
    assert!(client.close().await.is_empty());
}

#[tokio::test]
async fn lng_3_a_client_that_does_not_read_holds_up_no_call_and_loses_no_answer() {
    const STEPS: u32 = 2000;
    let puppet = Puppet::new();
    let mut client = Client::with_pipe(puppet.mount(), 64);
    client
        .send(&modern_call(
            json!({"progressToken": 1, "io.modelcontextprotocol/logLevel": "info"}),
        ))
        .await;
    puppet.begun().await;
    for step in 0..STEPS {
        puppet
            .does(move |ctx| {
                ctx.progress(f64::from(step), None, None);
                ctx.log(LogLevel::Info, None, step);
            })
            .await;
    }
    puppet.finish();
    puppet.ended().await;
    assert_eq!(
        puppet.fate(),
        (1, 0),
        "the call has ended, though nobody has read a word"
    );
    client.send(&other(2)).await;
    let said = client.close().await;
    let progress: Vec<_> = said
        .iter()
        .filter_map(|message| message["params"]["progress"].as_f64())
        .collect();
    assert!(progress.is_sorted_by(|one, next| one < next), "{progress:?}");
    assert_eq!(progress.last(), Some(&f64::from(STEPS - 1)));
    let note = said.iter().find(|message| message["params"]["logger"] == "wymcp");
    assert!(note.is_some_and(|note| note["params"]["level"] == "info"));
    let answer = said.iter().position(|message| message["id"] == 1).unwrap();
    assert!(
        said[answer + 1..].iter().all(|message| message["method"].is_null()),
        "no word after the result"
    );
    assert!(said.iter().any(|message| message["id"] == 2));
    assert!(said.len() < 400, "what waits is bounded: {}", said.len());
}
