//! What a modern client is answered that has to answer first (wire contract I2, I3).

use crate::Object;

/// The questions of a call, and what it keeps until they are answered.
#[derive(Debug, Clone, PartialEq)]
pub struct InputRequired {
    pub(super) requests: Object,
    pub(super) state: String,
}

impl InputRequired {
    /// By the tool's own ids, what is asked: `{"method": …, "params": {…}}`.
    #[must_use]
    pub const fn requests(&self) -> &Object {
        &self.requests
    }

    /// What the client sends back as it is, beside its answers; sealed (INP-2).
    #[must_use]
    pub fn state(&self) -> &str {
        &self.state
    }
}
