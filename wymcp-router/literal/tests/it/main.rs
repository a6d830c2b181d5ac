//! What the compiler says of a wrong literal: a fixture for every offence that an action schema can have, its output pinned.

mod codes;
mod compiler;
mod fixtures;
