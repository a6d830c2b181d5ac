//! The call that a sealed state belongs to (INP-2).

use sha2::{Digest as _, Sha256};
use wymcp_bound::json;

use crate::Object;

/// A digest of the call: its method, who or what it is for, who makes it, and its arguments, whatever the order of their keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Binding([u8; 32]);

impl Binding {
    /// `target` is the tool, the prompt or the URI; an action is among the arguments. A call that nobody makes is bound to nobody.
    pub(crate) fn of(method: &str, target: &str, principal: Option<&str>, arguments: &Object) -> Self {
        // JSON is injective, so no two calls are written alike.
        let mut call = String::from("[");
        json::write_str(&mut call, method);
        call.push(',');
        json::write_str(&mut call, target);
        call.push(',');
        match principal {
            Some(principal) => json::write_str(&mut call, principal),
            None => call.push_str("null"),
        }
        call.push(',');
        json::write_object(&mut call, arguments);
        call.push(']');
        Self(Sha256::digest(call).into())
    }

    pub(super) const fn bytes(&self) -> &[u8] {
        &self.0
    }
}
