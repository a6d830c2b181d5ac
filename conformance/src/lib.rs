//! The conformance suite of wymcp: cases derived from every callback, every gate ordering and every keyword.
//!
//! Nothing here is for users. What a test and the binary `conformance` both need stands in this library: generators with their
//! coverage counts, the independent referee, the repair walker, the fixture tools, and the two tables.

#![expect(
    clippy::panic,
    reason = "the suite is a test: what breaks its own assumptions has to stop it"
)]

pub mod admission;
pub mod catalogue;
pub mod closure;
pub mod compile;
pub mod fixture_server;
pub mod fixtures;
pub mod generate;
pub mod kit;
pub mod left_out;
pub mod numbers;
pub mod official;
pub mod referee;
pub mod tables;
pub mod walk;

/// How deep a value nests; a scalar does not.
#[must_use]
pub fn depth(value: &serde_json::Value) -> usize {
    let mut deepest = 0;
    let mut todo = vec![(value, 0)];
    while let Some((value, above)) = todo.pop() {
        let below: Vec<&serde_json::Value> = match value {
            serde_json::Value::Array(items) => items.iter().collect(),
            serde_json::Value::Object(members) => members.values().collect(),
            _ => continue,
        };
        deepest = deepest.max(above + 1);
        todo.extend(below.into_iter().map(|below| (below, above + 1)));
    }
    deepest
}
