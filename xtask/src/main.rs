//! Chores of the wymcp workspace, one file each: `cargo xtask` lists them.
//!
//! This crate imports none of ours, so that it still builds, and says what is wrong, when they do not.
#![expect(clippy::print_stdout, reason = "a chore speaks to the person who runs it")]
#![expect(clippy::print_stderr, reason = "a chore speaks to the person who runs it")]

mod bench;
mod ci;
mod clients;
mod cluster;
mod conformance;
mod deps;
mod features;
mod install;
mod lint;
mod official;
mod readme;
mod server;
mod shell;
mod test;
mod tokens;

use std::process::ExitCode;

/// One chore: the word that asks for it, what it does, and the function. The words after the chore's own go to it as they are.
struct Chore {
    name: &'static str,
    about: &'static str,
    run: fn(&[String]) -> shell::Outcome,
}

/// In the order in which `cargo xtask` lists them.
const CHORES: &[Chore] = &[
    Chore {
        name: "test",
        about: "every test: unit, documentation and integration tests, then conformance",
        run: test::run,
    },
    Chore {
        name: "conformance",
        about: "the conformance tables and the tests behind them",
        run: conformance::run,
    },
    Chore {
        name: "clients",
        about: "official MCP clients against the tasks example and the fixture server [rust] [ts] [py] [inspector]",
        run: clients::run,
    },
    Chore {
        name: "official",
        about: "the official conformance suite against the fixture server [2025-11-25] [2026-07-28]",
        run: official::run,
    },
    Chore {
        name: "cluster",
        about: "two processes behind nginx, joined by Redis: calls, sealed state, changes, a link that heals",
        run: cluster::run,
    },
    Chore {
        name: "readme",
        about: "build and run the code blocks of every README outside the workspace",
        run: readme::run,
    },
    Chore {
        name: "bench",
        about: "speed figures beside their targets [admit] [http] [registration] [listen]",
        run: bench::run,
    },
    Chore {
        name: "tokens",
        about: "what tools/list weighs in bytes and tokens, flat and as actions",
        run: tokens::run,
    },
    Chore {
        name: "deps",
        about: "the import picture: which crate may know which",
        run: deps::run,
    },
    Chore {
        name: "features",
        about: "each crate and each feature of wymcp-router alone, warnings denied",
        run: features::run,
    },
    Chore {
        name: "lint",
        about: "formatting, clippy and documentation, warnings denied",
        run: lint::run,
    },
    Chore {
        name: "ci",
        about: "all of the above but bench and tokens, with the seconds of each part",
        run: ci::run,
    },
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((name, rest)) = words.split_first() else {
        usage();
        return ExitCode::SUCCESS;
    };
    let Some(chore) = CHORES.iter().find(|chore| chore.name == name) else {
        usage();
        eprintln!("\nno chore is called {name:?}");
        return ExitCode::FAILURE;
    };
    match (chore.run)(rest) {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            eprintln!("\ncargo xtask {name}: {trouble}");
            ExitCode::FAILURE
        }
    }
}

fn usage() {
    println!("cargo xtask <chore>\n");
    for chore in CHORES {
        println!("  {:<12} {}", chore.name, chore.about);
    }
}
