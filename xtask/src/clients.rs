//! `cargo xtask clients`: official MCP clients against the tasks example, as their users would run them.
//!
//! One walk (`xtask/clients/walk.json`) for all of them: each prints a line per check and ends with a count, and fails
//! when a check failed or none ran.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::install;
use crate::server::{self, Server};
use crate::shell::{Outcome, built, cargo, root, run as shell_run};

/// The client's name, and the command that starts it.
type Client = (&'static str, fn(&Path) -> Outcome<Command>);

const CLIENTS: [Client; 3] = [("rust", rust), ("ts", ts), ("py", py)];

/// Runs the clients that are named, or all; then sees that the server ends as it should on both transports.
pub(crate) fn run(names: &[String]) -> Outcome {
    if let Some(name) = names
        .iter()
        .find(|name| !CLIENTS.iter().any(|(known, _)| known == name))
    {
        return Err(format!("no client is called {name:?}").into());
    }
    let [tasks, rmcp] = built(
        &mut cargo(["build", "--workspace", "--all-features", "--examples"]),
        ["tasks", "client_rmcp"],
    )?;
    let server = Server::start(&tasks, &["--memory"], "clients/server.log")?;
    let mut failed = Vec::new();
    for (name, command) in CLIENTS {
        if !names.is_empty() && !names.iter().any(|wanted| wanted == name) {
            continue;
        }
        println!("\n--- {name} ---");
        let mut command = command(&rmcp)?;
        command
            .arg(folder().join("walk.json"))
            .arg(server.url())
            .arg(&tasks)
            .args(["--stdio", "--memory"]);
        if let Err(trouble) = shell_run(&mut command) {
            println!("{trouble}");
            failed.push(name);
        }
    }
    println!();
    server.interrupt()?;
    println!("ok   Ctrl-C ends the HTTP server cleanly");
    server::ends_with_its_input(&tasks)?;
    println!("ok   the stdio server ends with its input, after its answers");
    server::remembers(&tasks)?;
    println!("ok   what was stored outlives a restart");
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("failed: {}", failed.join(", ")).into())
    }
}

fn rust(built: &Path) -> Outcome<Command> {
    Ok(Command::new(built))
}

fn ts(_: &Path) -> Outcome<Command> {
    let mut command = Command::new(install::script(&folder().join("ts"))?);
    command.arg(folder().join("ts/client.mjs"));
    Ok(command)
}

fn py(_: &Path) -> Outcome<Command> {
    let mut command = Command::new(install::python(&folder().join("py"))?);
    command
        .arg(folder().join("py/client.py"))
        .env("PYTHONDONTWRITEBYTECODE", "1");
    Ok(command)
}

fn folder() -> PathBuf {
    root().join("xtask/clients")
}
