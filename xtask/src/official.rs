//! `cargo xtask official`: the official conformance suite against the fixture server, read more strictly than it reads itself.
//!
//! The suite passes a scenario that has warnings, and passes a run whose unscored scenarios fail. Here every scored scenario must have run
//! without failure, warning or skip, and so must those of the others that are ours ([`Set::ours`]).

mod verdict;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::install;
use crate::server::Server;
use crate::shell::{Outcome, output, programs, shown, target_dir};
use verdict::{Verdict, judge};

const SUITE: &str = "@modelcontextprotocol/conformance@0.2.0-alpha.12";

/// A requirement set of the suite.
struct Set {
    name: &'static str,
    /// Unscored scenarios that are held to the same, and the check that shows that what they are about was reached: without it they pass
    /// when the server has nothing of the kind.
    ours: &'static [(&'static str, &'static str)],
    /// Scenarios that may fail, each with the reason.
    excepted: &'static [(&'static str, &'static str)],
}

const TASKS: &str = "wymcp has no tasks, an extension of the protocol";
const SETS: [Set; 2] = [
    Set {
        name: "2025-11-25",
        ours: &[
            ("server-session-lifecycle", "server-session-terminated-returns-404"),
            ("json-schema-2020-12", "json-schema-2020-12-tool-found"),
            ("server-sse-polling", "server-sse-disconnect-resume"),
        ],
        excepted: &[],
    },
    Set {
        name: "2026-07-28",
        ours: &[
            ("json-schema-2020-12", "json-schema-2020-12-tool-found"),
            ("http-header-validation", "sep-2243-server-reject-invalid-headers"),
            ("http-custom-header-server-validation", "sep-2243-server-decode-base64"),
        ],
        excepted: &[
            ("tasks-lifecycle", TASKS),
            ("tasks-capability-negotiation", TASKS),
            ("tasks-wire-fields", TASKS),
            ("tasks-request-state-removal", TASKS),
            ("tasks-mrtr-input", TASKS),
            ("tasks-request-headers", TASKS),
            ("tasks-dispatch-and-envelope", TASKS),
            ("tasks-status-notifications", TASKS),
            ("tasks-required-task-error", TASKS),
            ("tasks-mrtr-composition", TASKS),
        ],
    },
];

/// Runs the sets that are named, or all.
pub(crate) fn run(names: &[String]) -> Outcome {
    if let Some(name) = names.iter().find(|name| !SETS.iter().any(|set| set.name == *name)) {
        let known = SETS.map(|set| set.name).join(", ");
        return Err(format!("the suite has no set {name:?}; there are {known}").into());
    }
    let suite = Suite::install()?;
    let [program] = programs("fixture_server", ["fixture_server"])?;
    let server = Server::start(&program, &[], "official/server.log")?;
    let mut failed = Vec::new();
    for set in &SETS {
        let is_wanted = names.is_empty() || names.iter().any(|name| name == set.name);
        if is_wanted && !suite.examine(set, &server)? {
            failed.push(set.name);
        }
    }
    server.interrupt()?;
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("failed: {}", failed.join(", ")).into())
    }
}

/// The installed suite and what it runs on.
struct Suite {
    node: PathBuf,
    script: PathBuf,
}

impl Suite {
    fn install() -> Outcome<Self> {
        let node = install::node()?;
        let packages = install::package(SUITE, "official")?;
        let script = packages.join("@modelcontextprotocol/conformance/dist/index.js");
        Ok(Self { node, script })
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.node);
        command.arg(&self.script).args(arguments);
        command
    }

    /// Runs a set, prints a line for each scenario, and says whether all is well.
    fn examine(&self, set: &Set, server: &Server) -> Outcome<bool> {
        println!("\n--- {} ---", set.name);
        let listed = output(&mut self.command(&["list", "--requirements", set.name, "--server"]))?;
        let scored = scenarios(&listed);
        if scored.is_empty() {
            return Err(format!("the suite lists no scenarios of {}:\n{listed}", set.name).into());
        }
        let folder = target_dir().join("official").join(set.name);
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        let place = folder.display().to_string();
        let url = server.url();
        let mut command = self.command(&["server", "--url", &url, "--requirements", set.name, "-o", &place]);
        println!("$ {}", shown(&command));
        // Its own verdict is too mild, its words are many: they are shown when there is nothing else to read.
        let ended = command.output()?;
        let verdicts = verdict::read(&folder)?;
        if verdicts.is_empty() {
            let words = [ended.stdout, ended.stderr].concat();
            return Err(format!("the suite says:\n{}", String::from_utf8_lossy(&words)).into());
        }
        Ok(report(set, &scored, &verdicts, &folder))
    }
}

fn report(set: &Set, scored: &[String], verdicts: &[Verdict], folder: &Path) -> bool {
    let find = |name: &str| verdicts.iter().find(|verdict| verdict.scenario == name);
    let is_excepted = |name: &str| set.excepted.iter().any(|(excepted, _)| *excepted == name);
    let (mut passed, mut is_well) = (0, true);
    for name in scored.iter().filter(|name| !is_excepted(name)) {
        let has_passed = line(name, &judge(find(name), None), "");
        passed += usize::from(has_passed);
        is_well &= has_passed;
    }
    for (name, shown) in set.ours {
        is_well &= line(name, &judge(find(name), Some(shown)), " (not scored)");
    }
    for (name, reason) in set.excepted {
        println!("-    {name}: {reason}");
    }
    let is_known = |verdict: &&Verdict| {
        let name = verdict.scenario.as_str();
        let named = [set.ours, set.excepted].concat();
        scored.iter().any(|scored| scored == name) || named.iter().any(|(known, _)| *known == name)
    };
    for verdict in verdicts.iter().filter(|verdict| !is_known(verdict)) {
        is_well &= line(&verdict.scenario, &judge(Some(verdict), None), " (new, not scored)");
    }
    if !is_well {
        println!("what was sent and checked: {}", folder.display());
    }
    println!("{}: {passed}/{}", set.name, scored.len());
    is_well
}

fn line(name: &str, judged: &Result<usize, Vec<String>>, remark: &str) -> bool {
    match judged {
        Ok(checks) => println!("ok   {name}{remark}: {checks} checks"),
        Err(problems) => {
            println!("FAIL {name}{remark}");
            for problem in problems {
                println!("     {problem}");
            }
        }
    }
    judged.is_ok()
}

/// The server scenarios of a set, as the suite lists them: lines that begin with a dash, up to those for clients.
fn scenarios(listed: &str) -> Vec<String> {
    let of_servers = listed.split("Client scenarios").next().unwrap_or_default();
    let names = of_servers.lines().filter_map(|line| line.trim().strip_prefix("- "));
    names.map(|name| name.trim().to_owned()).collect()
}
