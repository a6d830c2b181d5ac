//! The seam to closure: what `wymcp-keyset` says of P, in the words of an action schema (KEY-5, KEY-9, KEY-10).

use serde_json::Value;

use crate::offence::Offence;

/// P, closed, and what gate 7 reads from it.
#[derive(Debug)]
pub(crate) struct Keys {
    closed: Value,
}

/// Close P. Where a place of it is an offence, the keys know nothing and refuse nothing.
pub(crate) fn close(schema: &Value) -> (Keys, Vec<Offence>) {
    (Keys { closed: schema.clone() }, Vec::new())
}

impl Keys {
    pub(crate) fn closed(&self) -> &Value {
        &self.closed
    }

    /// The data paths of keys that gate 7 would refuse, each with the names that its object admits.
    pub(crate) fn unknown(&self, _data: &Value) -> Vec<(String, String)> {
        Vec::new()
    }
}
