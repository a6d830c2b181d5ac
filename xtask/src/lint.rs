//! `cargo xtask lint`: formatting, clippy and documentation, warnings denied.

use crate::shell::{Outcome, cargo, run as shell_run, works};

/// Says first which toolchain component is missing, if one is.
pub(crate) fn run(_: &[String]) -> Outcome {
    for (component, command) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if !works(&mut cargo([command, "--version"])) {
            return Err(format!("the toolchain has no {component}: rustup component add {component}").into());
        }
    }
    // All three, also after one has failed: a slip of formatting should not hide what clippy has to say.
    let mut outcomes = vec![shell_run(&mut cargo(["fmt", "--all", "--check"]))];
    let clippy = [
        "clippy",
        "--workspace",
        "--all-targets",
        "--all-features",
        "--",
        "-D",
        "warnings",
    ];
    outcomes.push(shell_run(&mut cargo(clippy)));
    let mut doc = cargo(["doc", "--workspace", "--all-features", "--no-deps"]);
    outcomes.push(shell_run(doc.env("RUSTDOCFLAGS", "-D warnings")));
    outcomes.into_iter().collect()
}
