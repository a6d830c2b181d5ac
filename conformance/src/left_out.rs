//! Field cases that have no test, each with its reason; a test checks that every case is in one place or the other.

/// Number, and why there is no test of it yet.
pub const LEFT_OUT: [(&str, &str); 0] = [];
