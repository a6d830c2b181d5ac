//! The tour: every check of the table has to be told of, for each session in which it is due, and the sessions over HTTP have to end well.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::wiretap::Wiretap;
use crate::server::Server;
use crate::shell::{Outcome, shown};

pub(super) struct Tour {
    table: Value,
    path: PathBuf,
}

impl Tour {
    pub(super) fn read(path: &Path) -> Outcome<Self> {
        Ok(Self {
            table: serde_json::from_str(&std::fs::read_to_string(path)?)?,
            path: path.to_owned(),
        })
    }

    /// Sends a client on it, by HTTP past a wiretap to the server that runs, and by stdio to one of its own.
    pub(super) fn take(&self, client: &str, mut command: Command, server: &Server, stdio: &Path) -> Outcome {
        let wiretap = Wiretap::before(server.address())?;
        command
            .arg(&self.path)
            .arg(wiretap.url())
            .arg(stdio)
            .arg("--stdio")
            .stdin(Stdio::null())
            .stdout(Stdio::piped());
        println!("$ {}", shown(&command));
        let mut child = command.spawn()?;
        let mut passed = Vec::new();
        for line in BufReader::new(child.stdout.take().ok_or("no standard output")?).lines() {
            let line = line?;
            println!("{line}");
            passed.extend(line.strip_prefix("ok   ").map(str::to_owned));
        }
        let status = child.wait()?;
        let due = self.due(client);
        let missing: Vec<&String> = due.iter().filter(|check| !passed.contains(check)).collect();
        for check in &missing {
            println!("MISS {check}");
        }
        println!("{client}: {} of {} checks passed", due.len() - missing.len(), due.len());
        let sessions = wiretap.sessions()?;
        sessions.judge()?;
        println!(
            "ok   {client} http legacy: keeps its id, reads its stream, ends its session, is not known afterwards (L4, L7, L8, L11, F30)"
        );
        if status.success() && missing.is_empty() && !due.is_empty() {
            return Ok(());
        }
        Err(format!("{client} missed {} checks and ended with {status}", missing.len()).into())
    }

    /// What a client has to tell of, as it names it.
    fn due(&self, client: &str) -> Vec<String> {
        let mut due = Vec::new();
        for transport in items(&self.table["transports"]) {
            for era in self.table["eras"].as_object().into_iter().flat_map(|eras| eras.keys()) {
                let is_due =
                    |check: &&Value| check["eras"].is_null() || items(&check["eras"]).iter().any(|due| due == era);
                due.extend(items(&self.table["checks"]).iter().filter(is_due).map(|check| {
                    let [transport, name] = [transport, &check["name"]].map(|word| word.as_str().unwrap_or_default());
                    format!("{client} {transport} {era}: {name}")
                }));
            }
        }
        due
    }
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
