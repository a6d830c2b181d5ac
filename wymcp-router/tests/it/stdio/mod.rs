//! Lines over pipes (wire contract O; F27, F28).

mod cancel;
pub(crate) mod client;
mod eras;
mod lines;
mod pressure;
