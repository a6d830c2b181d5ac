//! Every promise that is checked from outside, by the ids of the contract and the numbers of the field cases.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "helpers of tests stop the test they help, and take what a case writes in one line"
)]

mod bounds;
mod callbacks;
mod closure;
mod field;
mod fixtures;
mod gates;
mod promises;
mod recursion;
mod support;
mod testkit;
mod tokens;
mod visibility;
mod walk;
