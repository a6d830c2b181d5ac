//! `cargo xtask bench`: the figures of `conformance/benches/figures`, each beside its target.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::shell::{Outcome, built, cargo};

/// What can be measured; each in a process of its own.
const PARTS: [&str; 4] = ["admit", "http", "registration", "listen"];

/// Measures the parts that are named, or all, and ends with a table. A target that was missed is told, and is no error:
/// who shares a machine with others cannot promise a speed.
pub(crate) fn run(names: &[String]) -> Outcome {
    if let Some(name) = names.iter().find(|name| !PARTS.contains(&name.as_str())) {
        return Err(format!("nothing measured is called {name:?}").into());
    }
    let mut build = cargo([
        "bench",
        "--package",
        "wymcp-conformance",
        "--bench",
        "figures",
        "--no-run",
    ]);
    let [program] = built(&mut build, ["figures"])?;
    let mut figures = Vec::new();
    for part in PARTS {
        if !names.is_empty() && !names.iter().any(|name| name == part) {
            continue;
        }
        println!("\n--- {part} ---");
        figures.extend(measured(Command::new(&program).arg(part))?);
    }
    if figures.is_empty() {
        return Err("nothing was measured".into());
    }
    println!("\n{}", table(&figures));
    Ok(())
}

/// Runs one part; its figures are gathered, its other lines passed on.
fn measured(command: &mut Command) -> Outcome<Vec<Value>> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let mut figures = Vec::new();
    if let Some(lines) = child.stdout.take() {
        for line in BufReader::new(lines).lines() {
            let line = line?;
            match line.strip_prefix("figure ") {
                Some(figure) => figures.push(serde_json::from_str(figure)?),
                None => println!("{line}"),
            }
        }
    }
    let status = child.wait()?;
    if status.success() {
        Ok(figures)
    } else {
        Err(format!("measuring ended with {status}").into())
    }
}

fn table(figures: &[Value]) -> String {
    let mut text = String::new();
    for figure in figures {
        let text_of = |key: &str| figure[key].as_str().unwrap_or_default();
        let number_of = |key: &str| figure[key].as_f64().unwrap_or(f64::NAN);
        let verdict = if figure["met"] == true { "met" } else { "MISSED" };
        let _ = writeln!(
            text,
            "{:<56} {:>9.2} {:<3} target {:<2} {:>6} {:<3} {verdict}",
            text_of("name"),
            number_of("value"),
            text_of("unit"),
            text_of("wanted"),
            number_of("target"),
            text_of("unit"),
        );
    }
    text
}
