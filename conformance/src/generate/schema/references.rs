//! References: in place to a definition that stands already, below a child to any.

use serde_json::{Value, json};

use super::{Maker, Members};

impl Maker<'_> {
    pub(super) fn total(&self) -> usize {
        self.first_whole + self.defs.len()
    }

    /// An in-place reference: only to a definition that stands already.
    pub(super) fn reference_to_whole(&mut self) -> Value {
        let index = self.first_whole + self.dice.below(self.defs.len());
        if self.defs.is_empty() {
            json!({})
        } else {
            json!({"$ref": self.pointer(index)})
        }
    }

    /// A reference below a child: to anything, so recursion comes about.
    pub(super) fn reference_to_any(&mut self) -> Value {
        if self.dice.chance(25) {
            return json!({"$ref": "#"});
        }
        let total = self.total();
        if total == 0 {
            return json!({"$ref": "#"});
        }
        let index = self.dice.below(total);
        let target = json!({"$ref": self.pointer(index)});
        match self.dice.below(6) {
            0 => json!({"anyOf": [target, {"type": "null"}]}),
            1 => json!({"type": "array", "items": target}),
            _ => target,
        }
    }

    pub(super) fn pointer(&mut self, index: usize) -> String {
        let stands = index >= self.first_whole && self.defs.get(index - self.first_whole).is_some_and(Value::is_object);
        if self.anchored && stands && self.dice.chance(50) {
            format!("#anchor{index}")
        } else {
            format!("#/$defs/D{index}")
        }
    }

    pub(super) fn copy_of_whole(&mut self) -> Option<(String, Members)> {
        if self.defs.is_empty() || self.dice.chance(60) {
            return None;
        }
        let offset = self.dice.below(self.defs.len());
        let def = self.defs.get(offset)?.as_object()?;
        let plain = def
            .keys()
            .all(|key| matches!(key.as_str(), "properties" | "required" | "type" | "$anchor"));
        let properties = def.get("properties").filter(|_| plain)?.as_object()?.clone();
        let index = self.first_whole + offset;
        Some((self.pointer(index), properties))
    }
}
