//! `cargo xtask test`: the one command that passes every test.

use crate::conformance;
use crate::shell::{Outcome, cargo, run as shell_run};

/// Unit, documentation and integration tests of every crate, then the conformance tables.
///
/// The tests of the conformance crate are among the workspace's, so that only its tables are left to print.
pub(crate) fn run(_: &[String]) -> Outcome {
    shell_run(&mut cargo(["test", "--workspace", "--all-features", "--no-fail-fast"]))?;
    conformance::tables()?;
    println!("\nevery test passed, and no cell of the conformance tables is empty");
    Ok(())
}
