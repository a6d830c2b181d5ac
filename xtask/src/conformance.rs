//! `cargo xtask conformance`: callbacks × shapes, gates × gates, and the tests that fill the cells.

use std::process::Command;

use crate::shell::{Outcome, cargo, programs, run as shell_run};

/// The tables, then every test of the conformance crate.
pub(crate) fn run(_: &[String]) -> Outcome {
    tables()?;
    shell_run(&mut cargo(["test", "--package", "wymcp-conformance", "--all-features"]))
}

/// Prints the tables; an empty cell is an error (SRF-4).
pub(crate) fn tables() -> Outcome {
    let [program] = programs("conformance", ["conformance"])?;
    shell_run(&mut Command::new(program))
}
