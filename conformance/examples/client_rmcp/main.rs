//! The official Rust client against the tasks example: both transports, both eras.
//!
//! `client_rmcp WALK URL SERVER [ARGUMENT…]`, where SERVER with its arguments speaks MCP on stdio. Prints a line per check and a
//! closing count; fails when a check failed or none ran. `cargo xtask clients` runs it.
#![expect(clippy::print_stdout, reason = "its lines are its result")]

mod repair;
mod session;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fmt::Debug;
use std::process::ExitCode;
use std::time::Duration;

use rmcp::ClientServiceExt as _;
use rmcp::model::{ClientConfig, ProtocolVersion};
use rmcp::service::{ClientLifecycleMode, RoleClient, RunningService};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use serde_json::Value;

/// What went wrong, for a person to read.
pub(crate) type Trouble = Box<dyn Error + Send + Sync>;
/// The result of anything here.
pub(crate) type Outcome<T = ()> = Result<T, Trouble>;
/// A connected client.
pub(crate) type Client = RunningService<RoleClient, ClientConfig>;

/// Counts checks, and keeps what each refusal said in each session.
#[derive(Debug, Default)]
pub(crate) struct Report {
    passed: usize,
    failed: usize,
    texts: BTreeMap<String, BTreeMap<String, String>>,
}

impl Report {
    /// Awaits one check and prints how it went; a failed one does not keep the next from running.
    pub(crate) async fn check(&mut self, name: &str, body: impl Future<Output = Outcome>) {
        let outcome = match tokio::time::timeout(Duration::from_secs(60), body).await {
            Ok(outcome) => outcome,
            Err(_) => Err("no answer within a minute".into()),
        };
        match outcome {
            Ok(()) => {
                self.passed += 1;
                println!("ok   {name}");
            }
            Err(trouble) => {
                self.failed += 1;
                println!("FAIL {name}: {trouble}");
            }
        }
    }

    /// Notes the text of a refusal, to be compared between the sessions (GAT-1).
    pub(crate) fn refusal(&mut self, error: &str, session: &str, text: String) {
        self.texts
            .entry(error.to_owned())
            .or_default()
            .insert(session.to_owned(), text);
    }

    fn same_text(&self, sessions: usize) -> Outcome {
        for (error, texts) in &self.texts {
            want(&format!("sessions that met {error}"), &texts.len(), &sessions)?;
            let different: BTreeSet<&String> = texts.values().collect();
            want(&format!("texts of {error}"), &different.len(), &1)?;
        }
        want("refusals met", &self.texts.len(), &8)
    }
}

/// An error that names what was wanted and what was seen.
pub(crate) fn want<T: PartialEq<U> + Debug, U: Debug>(what: &str, seen: &T, wanted: &U) -> Outcome {
    if seen == wanted {
        Ok(())
    } else {
        Err(format!("{what}: wanted {wanted:?}, got {seen:?}").into())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(report) if report.failed == 0 && report.passed > 0 => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(trouble) => {
            println!("FAIL rust: {trouble}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Outcome<Report> {
    let mut words = std::env::args().skip(1);
    let (Some(walk), Some(url), Some(server)) = (words.next(), words.next(), words.next()) else {
        return Err("usage: client_rmcp WALK URL SERVER [ARGUMENT…]".into());
    };
    let arguments: Vec<String> = words.collect();
    let walk: Value = serde_json::from_str(&std::fs::read_to_string(walk)?)?;
    let mut report = Report::default();
    for (era, version) in [
        ("modern", ProtocolVersion::V_2026_07_28),
        ("auto", ProtocolVersion::V_2026_07_28),
        ("legacy", ProtocolVersion::V_2025_11_25),
    ] {
        let name = format!("rust http {era}");
        let transport = StreamableHttpClientTransport::from_uri(url.as_str());
        let client = ClientConfig::default()
            .serve_with_lifecycle(transport, lifecycle(era))
            .await;
        whole(&mut report, &name, &walk, client.map_err(Trouble::from), &version).await;

        let name = format!("rust stdio {era}");
        let mut command = tokio::process::Command::new(&server);
        command.args(&arguments);
        let transport = TokioChildProcess::new(command)?;
        let client = ClientConfig::default()
            .serve_with_lifecycle(transport, lifecycle(era))
            .await;
        whole(&mut report, &name, &walk, client.map_err(Trouble::from), &version).await;
    }
    let same = report.same_text(6);
    report
        .check(
            "rust: a refusal says the same in both eras and on both transports (GAT-1)",
            async { same },
        )
        .await;
    println!("rust: {} passed, {} failed", report.passed, report.failed);
    Ok(report)
}

/// All checks of one session, then its end.
async fn whole(report: &mut Report, name: &str, walk: &Value, client: Outcome<Client>, version: &ProtocolVersion) {
    match client {
        Ok(client) => {
            session::run(report, name, walk, &client, version).await;
            let end = async {
                client.cancel().await?;
                Ok(())
            };
            report.check(&format!("{name}: ends"), end).await;
        }
        Err(trouble) => report.check(&format!("{name}: starts"), async { Err(trouble) }).await,
    }
}

fn lifecycle(era: &str) -> ClientLifecycleMode {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    match era {
        "modern" => ClientLifecycleMode::Discover { preferred_versions },
        "auto" => ClientLifecycleMode::Auto {
            preferred_versions,
            legacy_version: Some(ProtocolVersion::V_2025_11_25),
        },
        _ => ClientLifecycleMode::Initialize,
    }
}
