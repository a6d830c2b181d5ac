//! `cargo xtask ci`: what has to pass before a change lands.

use std::time::Instant;

use crate::shell::Outcome;
use crate::{clients, cluster, deps, features, lint, official, readme, test};

/// A part's name and its chore.
type Part = (&'static str, fn(&[String]) -> Outcome);

/// Cheap parts first, so that a slip shows early; `bench` is not among them, because a shared machine's speed is no test.
const PARTS: [Part; 8] = [
    ("deps", deps::run),
    ("lint", lint::run),
    ("features", features::run),
    ("test", test::run),
    ("readme", readme::run),
    ("clients", clients::run),
    ("official", official::run),
    ("cluster", cluster::run),
];

/// Runs every part to its end, also after one has failed, and prints the seconds of each.
pub(crate) fn run(_: &[String]) -> Outcome {
    let mut lines = Vec::new();
    let mut failed = Vec::new();
    for (name, chore) in PARTS {
        println!("\n=== {name} ===");
        let start = Instant::now();
        let outcome = chore(&[]);
        let seconds = start.elapsed().as_secs_f64();
        let word = if outcome.is_ok() { "ok" } else { "FAILED" };
        if let Err(trouble) = outcome {
            eprintln!("\n{name}: {trouble}");
            failed.push(name);
        }
        println!("=== {name}: {word} in {seconds:.1} s ===");
        lines.push(format!("{name:<12} {word:<7} {seconds:>8.1} s"));
    }
    println!("\n{}", lines.join("\n"));
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("failed: {}", failed.join(", ")).into())
    }
}
