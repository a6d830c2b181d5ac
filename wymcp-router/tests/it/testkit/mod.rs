//! The test kit for users: what it finds, and what it leaves alone (issue 5).

mod calls;
mod mistakes;
mod provided;
mod sound;
