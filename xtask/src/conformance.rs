//! `cargo xtask conformance`: callbacks × shapes, gates × gates, and the tests that fill the cells.

use std::path::PathBuf;
use std::process::Command;

use crate::shell::{Outcome, cargo, programs, run as shell_run};

/// The tables, then every test of the conformance crate.
pub(crate) fn run(_: &[String]) -> Outcome {
    tables()?;
    shell_run(&mut cargo(["test", "--package", "wymcp-conformance", "--all-features"]))
}

/// Prints the tables; an empty cell is an error (SRF-4). Then the one test that cargo ignores, where it can be run (F25): the tables
/// say so where it cannot.
pub(crate) fn tables() -> Outcome {
    let [program] = programs("conformance", ["conformance"])?;
    shell_run(&mut Command::new(program))?;
    if has_official_schemas() {
        // Selected with the whole workspace, so that nothing is compiled once more.
        let test = ["test", "--workspace", "--all-features", "--test", "it"];
        shell_run(cargo(test).args(["--", "--ignored", "f25_"]))?;
    }
    Ok(())
}

/// Where the tests look for them: what `WYMCP_MCP_SCHEMA` names, else a folder beside the checkout.
fn has_official_schemas() -> bool {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/mcp-schema");
    std::env::var_os("WYMCP_MCP_SCHEMA")
        .map_or_else(|| PathBuf::from(beside), PathBuf::from)
        .is_dir()
}
