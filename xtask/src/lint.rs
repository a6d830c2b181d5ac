//! `cargo xtask lint`: formatting, clippy and documentation, warnings denied.

use crate::shell::{Outcome, cargo, run as shell_run, works};

/// Says first which toolchain component is missing, if one is.
pub(crate) fn run(_: &[String]) -> Outcome {
    for (component, command) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if !works(&mut cargo([command, "--version"])) {
            return Err(format!("the toolchain has no {component}: rustup component add {component}").into());
        }
    }
    shell_run(&mut cargo(["fmt", "--all", "--check"]))?;
    shell_run(&mut cargo([
        "clippy",
        "--workspace",
        "--all-targets",
        "--all-features",
        "--",
        "-D",
        "warnings",
    ]))?;
    shell_run(cargo(["doc", "--workspace", "--all-features", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"))
}
