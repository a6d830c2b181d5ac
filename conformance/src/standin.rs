#![allow(missing_docs)]
use serde_json::Value;
pub struct ValueGate(jsonschema::Validator, jsonschema::Validator);
impl ValueGate {
    pub fn build(s: &Value) -> Result<Self, String> { Ok(Self(crate::referee::validator(s)?, crate::referee::validator(&crate::numbers::ranged(s))?)) }
    pub fn is_valid(&self, v: &Value) -> bool { self.0.is_valid(v) && self.1.is_valid(v) }
    pub fn check(&self, v: &Value) -> Option<()> { (!self.is_valid(v)).then_some(()) }
}
pub fn normalise(_: &mut Value) {}
