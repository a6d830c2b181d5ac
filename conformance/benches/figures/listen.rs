//! Ten thousand subscriptions and a change: how long until all are told, and the memory that each holds beyond its connection.
//!
//! The listeners are another process, so that their memory is not counted and each side has files enough.

use std::process::Stdio;
use std::time::Instant;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, Lines};
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::task::JoinSet;
use wymcp_router::{Context, Mount, PlainTool, Reply};

use crate::Outcome;
use crate::report::{Wanted, figure, median};

const LISTENERS: usize = 10_000;
/// Connections that are opened at once.
const AT_ONCE: usize = 500;
const ROUNDS: usize = 5;

/// The side that serves.
#[tokio::main]
pub(crate) async fn run() -> Outcome {
    let mount = Mount::builder("bench", "1.0.0").session_cap(1).build()?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    let serving = tokio::spawn(mount.clone().serve_on(listener, std::future::pending()));
    let mut listeners = Others::start(&address.to_string())?;

    listeners.answer("connected").await?;
    let connected = held()?;
    listeners.say("listen").await?;
    listeners.answer("listening").await?;
    let listening = held()?;

    let mut seconds = Vec::new();
    for round in 0..ROUNDS {
        listeners.say("read").await?;
        listeners.answer("reading").await?;
        let begin = Instant::now();
        mount.tools().add(
            PlainTool::builder(format!("tool_{round}"))
                .description("Comes while it is served")
                .handler_without_arguments(|_: Context| async { Ok(Reply::new(true)) }),
        )?;
        let said = begin.elapsed().as_secs_f64();
        listeners.answer("told").await?;
        seconds.push(begin.elapsed().as_secs_f64());
        println!(
            "round {round}: the change itself took {said:.3} s, until all were told {:.3} s",
            begin.elapsed().as_secs_f64()
        );
    }
    let told = held()?;
    serving.abort();

    #[expect(clippy::cast_precision_loss, reason = "a count of ten thousand")]
    let each = |bytes: f64| bytes / LISTENERS as f64 / 1000.0;
    figure(
        "10,000 listeners and a change: all are told",
        median(seconds),
        "s",
        Wanted::Below,
        1.0,
    );
    figure(
        "memory of a listener beyond its connection",
        each(listening - connected),
        "kB",
        Wanted::Below,
        10.0,
    );
    figure(
        "the same after they were told",
        each(told - connected),
        "kB",
        Wanted::Below,
        10.0,
    );
    Ok(())
}

/// The process of the listeners.
struct Others {
    process: Child,
    orders: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Others {
    fn start(address: &str) -> Outcome<Self> {
        let mut process = Command::new(std::env::current_exe()?)
            .args(["listeners", address])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()?;
        let orders = process.stdin.take().ok_or("no standard input")?;
        let answers = process.stdout.take().ok_or("no standard output")?;
        Ok(Self {
            process,
            orders,
            answers: BufReader::new(answers).lines(),
        })
    }

    async fn say(&mut self, order: &str) -> Outcome {
        self.orders.write_all(format!("{order}\n").as_bytes()).await?;
        Ok(self.orders.flush().await?)
    }

    async fn answer(&mut self, wanted: &str) -> Outcome {
        match self.answers.next_line().await? {
            Some(answer) if answer == wanted => Ok(()),
            Some(answer) => Err(format!("the listeners say {answer:?} instead of {wanted:?}").into()),
            None => Err(format!("the listeners have ended: {:?}", self.process.wait().await?).into()),
        }
    }
}

/// The side that listens.
#[tokio::main]
pub(crate) async fn listeners() -> Outcome {
    let address = std::env::args().nth(2).ok_or("no address")?;
    let mut orders = BufReader::new(tokio::io::stdin()).lines();
    let mut connections = Vec::with_capacity(LISTENERS);
    while connections.len() < LISTENERS {
        let mut opening = JoinSet::new();
        for _ in 0..AT_ONCE {
            opening.spawn(connect(address.clone()));
        }
        while let Some(connection) = opening.join_next().await {
            connections.push(connection??);
        }
    }
    println!("connected");
    while let Some(order) = orders.next_line().await? {
        let is_listening = order == "listen";
        let mut reading = JoinSet::new();
        for connection in std::mem::take(&mut connections) {
            reading.spawn(hear(connection, is_listening));
        }
        if !is_listening {
            println!("reading");
        }
        while let Some(connection) = reading.join_next().await {
            connections.push(connection??);
        }
        println!("{}", if is_listening { "listening" } else { "told" });
    }
    Ok(())
}

/// A connection that has carried a request, so that it holds what a connection holds.
async fn connect(address: String) -> Outcome<TcpStream> {
    let mut connection = TcpStream::connect(address).await?;
    connection.write_all(request("server/discover", "").as_bytes()).await?;
    until(&mut connection, "supportedVersions").await?;
    Ok(connection)
}

async fn hear(mut connection: TcpStream, begins: bool) -> Outcome<TcpStream> {
    if begins {
        let asked = r#""notifications":{"toolsListChanged":true},"#;
        connection
            .write_all(request("subscriptions/listen", asked).as_bytes())
            .await?;
        until(&mut connection, "acknowledged").await?;
    } else {
        until(&mut connection, "list_changed").await?;
    }
    Ok(connection)
}

fn request(method: &str, params: &str) -> String {
    let body = format!(
        r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{{{params}"_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}"#
    );
    format!(
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n\
         MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: {method}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// What is awaited is short, and the last of what was sent.
async fn until(connection: &mut TcpStream, wanted: &str) -> Outcome {
    let mut read = Vec::new();
    let mut chunk = [0; 2048];
    while !String::from_utf8_lossy(&read).contains(wanted) {
        let length = connection.read(&mut chunk).await?;
        if length == 0 {
            return Err(format!("the end, and no {wanted}").into());
        }
        read.extend_from_slice(&chunk[..length]);
    }
    Ok(())
}

/// What this process holds now, in bytes, as Linux tells it.
fn held() -> Outcome<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .ok_or("no VmRSS: this needs Linux")?;
    let kibibytes: f64 = line.trim().trim_end_matches(" kB").parse()?;
    Ok(kibibytes * 1024.0)
}
