//! Chores of the wymcp workspace.
fn main() {}
