//! The repair walk of GAT-6: a call with mistakes becomes right by reading refusals alone.

pub mod client;
pub mod mistake;
pub mod run;
