//! `cargo xtask features`: nothing leans on a feature that only the workspace as a whole switches on.

use crate::shell::{Outcome, cargo, run as shell_run};

/// Crates that a user can depend on alone.
const LIBRARIES: [&str; 8] = [
    "wymcp-bound",
    "wymcp-keyset",
    "wymcp-valuegate",
    "wymcp-actions",
    "wymcp-callbacksurface",
    "wymcp-help",
    "wymcp-literal",
    "wymcp-router",
];

/// Features of `wymcp-router` that build alone; none is the sans-IO mount.
const FEATURES: [&str; 7] = ["", "http", "literal", "redis", "stdio", "testkit", "typed"];

/// Each library alone, then each feature of `wymcp-router` alone, warnings denied: what one feature leaves unused shows here.
///
/// Clippy and not `check`, because its `-D warnings` reaches our crates and leaves the dependencies as they were built.
pub(crate) fn run(_: &[String]) -> Outcome {
    for library in LIBRARIES {
        shell_run(&mut cargo(["clippy", "--package", library, "--", "-D", "warnings"]))?;
    }
    for feature in FEATURES {
        let words = [
            "clippy",
            "--package",
            "wymcp-router",
            "--no-default-features",
            "--features",
            feature,
            "--",
            "-D",
            "warnings",
        ];
        shell_run(&mut cargo(words))?;
    }
    Ok(())
}
