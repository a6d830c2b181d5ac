//! Types as arguments: each works end to end, or is an offence that says what to do (DEF-5).

#![expect(clippy::unwrap_used, reason = "a test may stop where it fails")]

mod numbers;
mod outcome;
mod shapes;
mod table;
mod witnesses;
