//! GAT-6: every refusal can be acted on by a machine.

use wymcp_conformance::walk::run::{Outcome, on_fixture, on_generated};

use crate::support::{cases, say};

#[test]
fn gat_6_any_set_of_mistakes_is_repaired_from_refusals_alone() {
    assert_all_repaired("fixture", &on_fixture(cases(2_560), 0));
}

#[test]
fn gat_6_calls_of_generated_actions_are_repaired_from_refusals_alone() {
    assert_all_repaired("generated", &on_generated(cases(400), 0));
}

fn assert_all_repaired(what: &str, outcome: &Outcome) {
    say(&format!("GAT-6, {what}: {outcome}"));
    assert!(
        outcome.failures.is_empty(),
        "{} failures\n{}",
        outcome.failures.len(),
        outcome.failures[0]
    );
    assert_eq!(outcome.gaps(), Vec::<String>::new());
}

#[test]
fn gat_6_the_walker_knows_the_wire_and_nothing_of_the_framework() {
    let source = include_str!("../../src/walk/client.rs");
    let imports: Vec<&str> = source
        .lines()
        .filter(|line| line.trim_start().starts_with("use ") || line.contains("wymcp_"))
        .collect();
    assert_eq!(imports, ["use serde_json::Value;"]);
    for reach in ["crate::", "super::", "extern crate"] {
        assert!(!source.contains(reach), "{reach}");
    }
}
