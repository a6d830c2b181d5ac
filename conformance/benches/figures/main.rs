//! What the framework costs, each figure beside its target. Benchmarks, not tests: a machine that others use proves nothing.
//!
//! `cargo xtask bench [admit] [http] [registration] [listen]` runs this once per word, so that each has a process of its own.
#![expect(clippy::print_stdout, reason = "its lines are its result")]

mod admit;
mod bare;
mod cpu;
mod http;
mod listen;
mod load;
mod registration;
mod report;
mod tools;

use std::error::Error;
use std::process::ExitCode;

/// The result of anything here.
type Outcome<T = ()> = Result<T, Box<dyn Error + Send + Sync>>;

fn main() -> ExitCode {
    // `cargo bench` adds words of its own, which begin with dashes.
    let word = std::env::args().skip(1).find(|word| !word.starts_with('-'));
    let outcome = match word.as_deref() {
        Some("admit") => admit::run(),
        Some("http") => http::run(),
        Some("registration") => registration::run(),
        Some("listen") => listen::run(),
        // The other side of it.
        Some("listeners") => listen::listeners(),
        _ => Err("say what to measure: admit, http, registration or listen".into()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            println!("{trouble}");
            ExitCode::FAILURE
        }
    }
}
