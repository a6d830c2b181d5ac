//! `cargo xtask tokens`: what `tools/list` weighs in bytes and tokens, flat and as actions.

use crate::shell::{Outcome, cargo, run as shell_run};

/// Prints the tables of `docs/guide/why-actions.md`; a test of conformance fails while the page shows others.
pub(crate) fn run(_: &[String]) -> Outcome {
    shell_run(&mut cargo([
        "run",
        "--quiet",
        "--package",
        "wymcp-conformance",
        "--example",
        "tokens",
    ]))
}
