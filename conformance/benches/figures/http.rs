//! `tools/call` over HTTP at 32 connections, against a bare handler, side by side in one run.

use std::net::TcpListener;
use std::time::Duration;

use axum::Router;
use axum::serve::ListenerExt as _;
use tokio::runtime::{Builder, Runtime};
use wymcp_router::Mount;

use crate::report::{Wanted, figure, median};
use crate::tools::{Typical, typical_call};
use crate::{Outcome, bare, cpu, load};

const CONNECTIONS: usize = 32;
/// Many short rounds in turn, so that whatever else the machine does meets both.
const ROUNDS: usize = 31;
const ROUND: Duration = Duration::from_millis(400);

/// Prints the ratio of the medians, and the rounds that it comes from.
pub(crate) fn run() -> Outcome {
    let server = Builder::new_multi_thread().enable_all().build()?;
    let client = Builder::new_current_thread().enable_all().build()?;

    let mount = Mount::builder("bench", "1.0.0").tool(Typical).build()?;
    let ours = serve(&server, Router::new().route_service("/mcp", mount.into_service()))?;
    let request = request(&ours);
    let answer = client.block_on(load::once(&ours, &request))?;
    println!(
        "request {} bytes, answer {} bytes: {}",
        request.len(),
        answer.len(),
        String::from_utf8_lossy(&answer)
    );
    if !answer.starts_with(b"{\"") || String::from_utf8_lossy(&answer).contains("\"isError\":true") {
        return Err("the typical call does not pass".into());
    }
    let bare = serve(&server, bare::router(answer))?;

    let (mut framework, mut stick) = (Vec::new(), Vec::new());
    // The first round warms up.
    for round in 0..=ROUNDS {
        let measure = |address: &str| measure(&client, address, &request);
        // Who goes first changes from round to round.
        let (ours, bare) = if round % 2 == 0 {
            let bare = measure(&bare)?;
            (measure(&ours)?, bare)
        } else {
            (measure(&ours)?, measure(&bare)?)
        };
        if round > 0 {
            framework.push(ours);
            stick.push(bare);
        }
    }
    let middle = |rounds: &[Measured], of: fn(&Measured) -> f64| median(rounds.iter().map(of).collect());
    let (ours, bare) = (
        middle(&framework, |round| round.per_second),
        middle(&stick, |round| round.per_second),
    );
    println!("answers per second, medians of {ROUNDS} rounds: wymcp {ours:.0}, bare {bare:.0}");
    let (our_cpu, bare_cpu) = (
        middle(&framework, |round| round.micros),
        middle(&stick, |round| round.micros),
    );
    println!("server's processor time per answer: wymcp {our_cpu:.1} µs, bare {bare_cpu:.1} µs");
    let name = "HTTP tools/call at 32 connections, of a bare handler";
    figure(name, ours / bare, "", Wanted::AtLeast, 0.80);
    Ok(())
}

/// One round.
struct Measured {
    per_second: f64,
    /// The server's processor time per answer, in microseconds.
    micros: f64,
}

fn measure(client: &Runtime, address: &str, request: &[u8]) -> Outcome<Measured> {
    let (process, thread) = (cpu::of_process()?, cpu::of_thread()?);
    let answered = client.block_on(load::round(address, request, CONNECTIONS, ROUND))?;
    let server = (cpu::of_process()? - process) - (cpu::of_thread()? - thread);
    #[expect(clippy::cast_precision_loss, reason = "a count of requests is far below 2^52")]
    let answered = answered as f64;
    Ok(Measured {
        per_second: answered / ROUND.as_secs_f64(),
        micros: server * 1e6 / answered,
    })
}

/// Serves on a free port for as long as the runtime lives; both servers in the same way.
fn serve(runtime: &Runtime, router: Router) -> Outcome<String> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?.to_string();
    let _context = runtime.enter();
    let listener = tokio::net::TcpListener::from_std(listener)?.tap_io(|stream| {
        // A stream that refuses the option is served all the same.
        let _ = stream.set_nodelay(true);
    });
    runtime.spawn(async move { axum::serve(listener, router).await });
    Ok(address)
}

/// The bytes of one modern `tools/call`.
fn request(address: &str) -> Vec<u8> {
    let body = serde_json::json!({
        "jsonrpc": "2.0",
        "id": 7,
        "method": "tools/call",
        "params": {
            "name": "typical",
            "arguments": typical_call(),
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1.0.0"},
                "io.modelcontextprotocol/clientCapabilities": {},
            },
        },
    })
    .to_string();
    format!(
        "POST /mcp HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\naccept: application/json, text/event-stream\r\n\
         mcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call\r\nmcp-name: typical\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}
