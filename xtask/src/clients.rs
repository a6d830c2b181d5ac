//! `cargo xtask clients`: official MCP clients as their users would run them, in two rounds.
//!
//! The *walk* (`xtask/clients/walk.json`) calls the tasks example, is refused, and repairs its calls. The *tour* (`tour.json`) uses what a
//! session has beside tools, against the fixture server. One table a round for all clients: each prints a line per check, and a check of
//! the tour that no line speaks of has failed.

mod inspector;
mod tour;
mod wiretap;

use std::path::PathBuf;
use std::process::Command;

use crate::install;
use crate::server::{self, Server};
use crate::shell::{Outcome, programs, root, run as shell_run};
use tour::Tour;

/// The client's name, and the commands that start it.
struct Client {
    name: &'static str,
    walk: fn(&Programs) -> Outcome<Command>,
    tour: fn(&Programs) -> Outcome<Command>,
}

/// A tool for people, which has no script: it is asked one thing at a time.
const INSPECTOR: &str = "inspector";

const CLIENTS: [Client; 3] = [
    Client {
        name: "rust",
        walk: |built| Ok(Command::new(&built.walk_rmcp)),
        tour: |built| Ok(Command::new(&built.tour_rmcp)),
    },
    Client {
        name: "ts",
        walk: |_| ts("client.mjs"),
        tour: |_| ts("tour.mjs"),
    },
    Client {
        name: "py",
        walk: |_| py("client.py"),
        tour: |_| py("tour.py"),
    },
];

/// What cargo built.
struct Programs {
    tasks: PathBuf,
    fixtures: PathBuf,
    walk_rmcp: PathBuf,
    tour_rmcp: PathBuf,
}

/// Runs the clients that are named, or all; then sees that the server ends as it should on both transports.
pub(crate) fn run(names: &[String]) -> Outcome {
    if let Some(name) = names
        .iter()
        .find(|name| *name != INSPECTOR && !CLIENTS.iter().any(|client| client.name == *name))
    {
        return Err(format!("no client is called {name:?}").into());
    }
    let programs = build()?;
    let tasks = Server::start(&programs.tasks, &["--memory"], "clients/server.log")?;
    let fixtures = Server::start(&programs.fixtures, &[], "clients/fixtures.log")?;
    let tour = Tour::read(&folder().join("tour.json"))?;
    let mut failed = Vec::new();
    for client in &CLIENTS {
        if !names.is_empty() && !names.iter().any(|wanted| wanted == client.name) {
            continue;
        }
        println!("\n--- {}: walk ---", client.name);
        let mut walk = (client.walk)(&programs)?;
        walk.arg(folder().join("walk.json"))
            .arg(tasks.url())
            .arg(&programs.tasks)
            .args(["--stdio", "--memory"]);
        let walked = shell_run(&mut walk);
        println!("\n--- {}: tour ---", client.name);
        let toured = tour.take(client.name, (client.tour)(&programs)?, &fixtures, &programs.fixtures);
        for trouble in [walked, toured].into_iter().filter_map(Result::err) {
            println!("{trouble}");
            failed.push(client.name);
        }
    }
    if names.is_empty() || names.iter().any(|name| name == INSPECTOR) {
        println!("\n--- {INSPECTOR} ---");
        if let Err(trouble) = inspector::look(&tasks.url(), &programs.tasks, &fixtures.url()) {
            println!("{trouble}");
            failed.push(INSPECTOR);
        }
    }
    println!();
    tasks.interrupt()?;
    fixtures.interrupt()?;
    println!("ok   Ctrl-C ends the HTTP servers cleanly");
    server::ends_with_its_input(&programs.tasks)?;
    println!("ok   the stdio server ends with its input, after its answers");
    server::remembers(&programs.tasks)?;
    println!("ok   what was stored outlives a restart");
    failed.dedup();
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("failed: {}", failed.join(", ")).into())
    }
}

fn build() -> Outcome<Programs> {
    let [tasks, fixtures, walk_rmcp, tour_rmcp] = programs(
        "fixture_server",
        ["tasks", "fixture_server", "client_rmcp", "tour_rmcp"],
    )?;
    Ok(Programs {
        tasks,
        fixtures,
        walk_rmcp,
        tour_rmcp,
    })
}

fn ts(script: &str) -> Outcome<Command> {
    let mut command = Command::new(install::script(&folder().join("ts"))?);
    command.arg(folder().join("ts").join(script));
    Ok(command)
}

fn py(script: &str) -> Outcome<Command> {
    let mut command = Command::new(install::python(&folder().join("py"))?);
    command
        .arg(folder().join("py").join(script))
        .env("PYTHONDONTWRITEBYTECODE", "1");
    Ok(command)
}

fn folder() -> PathBuf {
    root().join("xtask/clients")
}
