//! Tests through the public face.

mod admission;
mod definitions;
mod fixture;
mod frozen;
mod hidden;
mod hostile;
mod offences;
mod plain;
