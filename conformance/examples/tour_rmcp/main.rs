//! The official Rust client against the fixture server: what a session has beside tools, on both transports and in both eras.
//!
//! `tour_rmcp TOUR URL SERVER [ARGUMENT…]`, where SERVER with its arguments speaks MCP on stdio. Prints a line per check; `cargo
//! xtask clients` runs it and holds the lines against the table.
#![expect(clippy::print_stdout, reason = "its lines are its result")]

mod guest;
mod session;

use std::error::Error;
use std::process::ExitCode;

use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use serde_json::Value;

use guest::Guest;
use session::Session;

/// The result of anything here.
pub(crate) type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(trouble) => {
            println!("FAIL rust: {trouble}");
            ExitCode::FAILURE
        }
    }
}

/// Gives the number of checks that failed.
async fn run() -> Outcome<usize> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [tour, url, server, arguments @ ..] = words.as_slice() else {
        return Err("usage: tour_rmcp TOUR URL SERVER [ARGUMENT…]".into());
    };
    let tour: Value = serde_json::from_str(&std::fs::read_to_string(tour)?)?;
    let mut failed = 0;
    for transport in items(&tour["transports"]) {
        for era in tour["eras"].as_object().into_iter().flat_map(|eras| eras.keys()) {
            let name = format!("rust {} {era}", transport.as_str().unwrap_or_default());
            let guest = Guest::new(&tour["answers"]);
            let session = if transport == "http" {
                let transport = StreamableHttpClientTransport::from_uri(url.as_str());
                Session::start(name, era, guest, transport).await?
            } else {
                let mut command = tokio::process::Command::new(server);
                command.args(arguments);
                Session::start(name, era, guest, TokioChildProcess::new(command)?).await?
            };
            for check in items(&tour["checks"]) {
                if !check["eras"].is_null() && !items(&check["eras"]).contains(&era.as_str().into()) {
                    continue;
                }
                let line = format!("{}: {}", session.name, check["name"].as_str().unwrap_or_default());
                match session.run(check).await {
                    Ok(()) => println!("ok   {line}"),
                    Err(trouble) => {
                        failed += 1;
                        println!("FAIL {line}: {trouble}");
                    }
                }
            }
            session.end().await?;
        }
    }
    Ok(failed)
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
