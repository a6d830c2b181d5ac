//! A task tracker that a model can use: two tools, nine actions, one embedded store.
//!
//! ```text
//! cargo run --release --example tasks                      # http://127.0.0.1:8787/mcp, state in ./tasks.redb
//! cargo run --release --example tasks -- --addr 127.0.0.1:9000 --memory
//! cargo run --release --example tasks -- --stdio --store /some/where/tasks.redb
//! ```

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it speaks to the person who starts it"
)]

mod model;
mod projects_tool;
mod store;
mod tasks_tool;

use std::error::Error;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;

use projects_tool::Projects;
use store::Store;
use tasks_tool::Tasks;
use wymcp_router::{Mount, Offences};

const USAGE: &str = "usage: tasks [--addr HOST:PORT] [--stdio] [--memory] [--store FILE]";

struct Options {
    addr: SocketAddr,
    stdio: bool,
    memory: bool,
    store: PathBuf,
}

impl Options {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = Self {
            addr: SocketAddr::from(([127, 0, 0, 1], 8787)),
            stdio: false,
            memory: false,
            store: PathBuf::from("tasks.redb"),
        };
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--stdio" => options.stdio = true,
                "--memory" => options.memory = true,
                "--addr" => {
                    let addr = arguments.next().ok_or("--addr wants HOST:PORT")?;
                    options.addr = addr
                        .parse()
                        .map_err(|_| format!("--addr wants an IP address and a port, got {addr:?}"))?;
                }
                "--store" => options.store = PathBuf::from(arguments.next().ok_or("--store wants a file")?),
                other => return Err(format!("unknown argument {other:?}")),
            }
        }
        Ok(options)
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let options = match Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(why) => {
            eprintln!("{why}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    // Standard output belongs to the protocol when it is spoken there, so the log goes to standard error, always.
    tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(tracing::Level::WARN)
        .init();
    match run(options).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

async fn run(options: Options) -> Result<(), Box<dyn Error>> {
    let store = if options.memory {
        Store::in_memory()?
    } else {
        Store::open(&options.store)?
    };
    let mount = mount(store)?;
    if options.stdio {
        return Ok(mount.serve_stdio().await?);
    }
    welcome(options.addr);
    Ok(mount.serve(options.addr).await?)
}

fn mount(store: Store) -> Result<Mount, Offences> {
    Mount::builder("task-tracker", env!("CARGO_PKG_VERSION"))
        .title("Task tracker")
        .instructions("Call `help` to learn what `tasks` and `projects` can do; a refused call says how to mend it.")
        .tool(Tasks { store: store.clone() })
        .tool(Projects { store })
        .build()
}

// Every gate, page, example and description of the two tools, as a test.
#[cfg(all(test, feature = "testkit"))]
wymcp_router::check_mount!(
    the_task_tracker_is_sound,
    mount(Store::in_memory().expect("memory is there")),
    strict
);

fn welcome(addr: SocketAddr) {
    println!("task tracker on http://{addr}/mcp");
    println!("tools: projects, tasks, help");
    println!("try it:");
    println!(
        "  curl -s http://{addr}/mcp -H 'Content-Type: application/json' -H 'MCP-Protocol-Version: 2026-07-28' \\"
    );
    println!("    -H 'Mcp-Method: tools/call' -H 'Mcp-Name: tasks' \\");
    println!(
        r#"    -d '{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"tasks","arguments":{{"action":"list"}},"#
    );
    println!(
        r#"    "_meta":{{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{{}}}}}}}}'"#
    );
    println!("Ctrl-C ends it");
}
