//! Prints the tables and the coverage of the generated runs; an empty cell, a gap or a counterexample fails (SRF-4, KEY-5, GAT-6).

use std::io::Write as _;
use std::process::ExitCode;

use wymcp_conformance::left_out::LEFT_OUT;
use wymcp_conformance::official::Official;
use wymcp_conformance::tables::{callbacks, gates};
use wymcp_conformance::walk::run::{on_fixture, on_generated};
use wymcp_conformance::{admission, closure};

fn main() -> ExitCode {
    // Contained panics are part of the tables, and no news.
    std::panic::set_hook(Box::new(|_| {}));
    let mut report = Report::default();

    let gates = gates::table();
    report.say(&gates.text());
    report.gaps("gates × gates", &gates.gaps());

    let callbacks = callbacks::table();
    report.say(&callbacks.text());
    report.gaps("callbacks × shapes", &callbacks.gaps());

    let closure = closure::run(cases(1_000), 1_000_000);
    report.say(&format!("KEY-5 over generated schemas: {}", closure.coverage));
    report.gaps("KEY-5, coverage", &closure.coverage.gaps());
    report.gaps("KEY-5", &lines(&closure.counterexamples));

    for (what, admission) in [
        ("actions", admission::actions(cases(200), 1_000_000)),
        ("plain tools", admission::plain_tools(cases(300), 1_000_000)),
    ] {
        report.say(&format!("KEY-5 over generated {what}: {admission}"));
        report.gaps("KEY-5", &admission.gaps());
        report.gaps("KEY-5", &lines(&admission.counterexamples));
    }

    for (what, walks) in [
        ("fixture", on_fixture(cases(2_560), 1_000_000)),
        ("generated", on_generated(cases(200), 1_000_000)),
    ] {
        report.say(&format!("GAT-6, {what}: {walks}"));
        report.gaps("GAT-6", &walks.gaps());
        report.gaps("GAT-6", &walks.failures);
    }

    for (case, reason) in LEFT_OUT {
        report.not_run(&format!("field case {case}: {reason}"));
    }
    if let Err(missing) = Official::read() {
        report.not_run(missing.trim_start_matches("not run: "));
    }
    report.end()
}

fn lines<T: ToString>(found: &[T]) -> Vec<String> {
    found.iter().map(ToString::to_string).collect()
}

/// How many cases a generated run tries: `CASES` of the environment, else `usual`.
fn cases(usual: u64) -> u64 {
    std::env::var("CASES")
        .ok()
        .and_then(|cases| cases.parse().ok())
        .unwrap_or(usual)
}

#[derive(Default)]
struct Report {
    gaps: usize,
    not_run: usize,
}

impl Report {
    fn say(&self, text: &str) {
        // Nobody is left to tell when standard output is closed.
        let _ = writeln!(std::io::stdout(), "{text}");
    }

    fn gaps(&mut self, what: &str, gaps: &[String]) {
        self.gaps += gaps.len();
        for gap in gaps.iter().take(20) {
            self.say(&format!("FAILED {what}: {gap}"));
        }
    }

    fn not_run(&mut self, what: &str) {
        self.not_run += 1;
        self.say(&format!("not run: {what}"));
    }

    fn end(&self) -> ExitCode {
        self.say(&format!(
            "\nconformance: {} failed, {} not run",
            self.gaps, self.not_run
        ));
        if self.gaps == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        }
    }
}
