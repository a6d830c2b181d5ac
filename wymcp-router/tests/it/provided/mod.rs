//! Resources, prompts and completion (wire contract N).

mod completion;
mod faults;
mod fixture;
mod offences;
mod pages;
mod prompts;
mod resources;

pub(crate) use fixture::mount;
