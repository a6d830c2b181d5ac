//! Prints what `tools/list` weighs in bytes and tokens, flat and as actions: the tables of `docs/guide/why-actions.md`.
#![expect(clippy::print_stdout, reason = "its lines are its result")]

use wymcp_conformance::catalogue::tables;

fn main() {
    let tokenizer = tiktoken_rs::o200k_base_singleton();
    print!("{}", tables(&|text| tokenizer.encode_ordinary(text).len()));
}
