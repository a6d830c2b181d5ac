//! Why a tool's code stopped before its end, told to the framework through a `Failure`.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

use super::{InputRequest, Lacking};
use crate::Failure;

/// What the framework has to do before the call can go on.
#[derive(Debug)]
pub(crate) enum Interrupt {
    /// Ask the caller.
    Ask(Asking),
    /// Say what the client lacks.
    Lacks(Lacking),
}

/// What is asked.
#[derive(Debug)]
pub(crate) struct Asking {
    /// By the tool's own ids.
    pub(super) requests: BTreeMap<String, InputRequest>,
    /// The state to keep, where it is a new one.
    pub(super) state: Option<Value>,
    /// The words that a mount's policy wants confirmed, if it is the one who asks.
    pub(super) confirming: Option<String>,
}

/// An interrupt on its way through the tool's code, as an error; taken out once.
#[derive(Debug)]
#[doc(hidden)]
pub struct Interrupted(Option<Interrupt>);

impl Interrupted {
    pub(crate) const fn take(&mut self) -> Option<Interrupt> {
        self.0.take()
    }
}

impl From<Interrupt> for Interrupted {
    fn from(interrupt: Interrupt) -> Self {
        Self(Some(interrupt))
    }
}

impl From<Interrupt> for Failure {
    fn from(interrupt: Interrupt) -> Self {
        Interrupted::from(interrupt).into()
    }
}

impl fmt::Display for Interrupted {
    /// Read by a tool that looks at what it should pass on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Some(Interrupt::Lacks(lacking)) => f.write_str(&lacking.words()),
            _ => f.write_str("the caller has to be asked first"),
        }
    }
}

impl std::error::Error for Interrupted {}
