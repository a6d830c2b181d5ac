//! Sets of JSON types, and the one place where enforced is narrower than JSON Schema (VAL-5).

use serde_json::Value;

use crate::number::is_in_range;

/// A set of JSON types. `number` is the two kinds of numbers together, so that `integer` is a part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TypeSet(u8);

const INTEGER: u8 = 1 << 2;
const FRACTION: u8 = 1 << 3;

/// Names as they are told, in the order in which they are told.
const NAMES: [(&str, &str, u8); 7] = [
    ("string", "a string", 1 << 4),
    ("integer", "an integer", INTEGER),
    ("number", "a number", INTEGER | FRACTION),
    ("boolean", "a boolean", 1 << 1),
    ("array", "an array", 1 << 5),
    ("object", "an object", 1 << 6),
    ("null", "null", 1),
];

impl TypeSet {
    pub(crate) const NONE: Self = Self(0);
    pub(crate) const ALL: Self = Self(0x7f);
    pub(crate) const NULL: Self = Self(1);
    pub(crate) const STRING: Self = Self(1 << 4);
    pub(crate) const INTEGER: Self = Self(INTEGER);
    pub(crate) const NUMBER: Self = Self(INTEGER | FRACTION);
    pub(crate) const ARRAY: Self = Self(1 << 5);
    pub(crate) const OBJECT: Self = Self(1 << 6);

    /// The value of a `type` keyword.
    pub(crate) fn written(value: &Value) -> Self {
        match value {
            Value::String(name) => NAMES
                .iter()
                .find(|(known, ..)| known == name)
                .map_or(Self::NONE, |&(.., bits)| Self(bits)),
            Value::Array(names) => names.iter().map(Self::written).fold(Self::NONE, Self::or),
            _ => Self::NONE,
        }
    }

    /// The type of a value. A whole float is an integer, as JSON Schema has it.
    pub(crate) fn of(value: &Value) -> Self {
        match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self(1 << 1),
            Value::Number(number) if number.is_f64() && number.as_f64().is_some_and(|f| f.fract() != 0.0) => {
                Self(FRACTION)
            }
            Value::Number(_) => Self::INTEGER,
            Value::String(_) => Self::STRING,
            Value::Array(_) => Self::ARRAY,
            Value::Object(_) => Self::OBJECT,
        }
    }

    pub(crate) const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(crate) const fn covers(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether an integer is admitted and no other number, so that a number out of range is refused (VAL-5).
    pub(crate) const fn is_integer_only(self) -> bool {
        self.0 & (INTEGER | FRACTION) == INTEGER
    }

    /// Whether a value is of one of these types, as VAL-5 reads numbers.
    pub(crate) fn admits(self, value: &Value) -> bool {
        self.covers(Self::of(value)) && (!self.is_integer_only() || is_in_range(value))
    }

    /// The single types of this set, in the order in which they are told.
    pub(crate) fn single(self) -> impl Iterator<Item = Self> {
        let numbers = if self.is_integer_only() || self.0 & FRACTION == 0 {
            INTEGER
        } else {
            INTEGER | FRACTION
        };
        NAMES
            .into_iter()
            .map(|(.., bits)| bits)
            .filter(move |bits| bits & (INTEGER | FRACTION) == 0 || *bits == numbers)
            .filter(move |bits| self.0 & bits != 0)
            .map(Self)
    }

    /// The words for a single type.
    pub(crate) fn noun(self) -> &'static str {
        NAMES
            .iter()
            .find(|&&(.., bits)| bits == self.0)
            .map_or("a value", |&(_, noun, _)| noun)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn val_5_a_whole_float_is_an_integer_and_out_of_range_is_none() {
        let integer = TypeSet::written(&json!("integer"));
        let number = TypeSet::written(&json!("number"));
        for (value, is_integer) in [
            (json!(1), true),
            (json!(2.0), true),
            (json!(2.5), false),
            (json!(1e30), false),
            (json!("1"), false),
        ] {
            assert_eq!(integer.admits(&value), is_integer, "{value}");
            assert_eq!(number.admits(&value), value.is_number(), "{value}");
        }
    }

    #[test]
    fn val_4_types_are_told_in_one_order() {
        let told = |written| {
            TypeSet::written(&written)
                .single()
                .map(TypeSet::noun)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            told(json!(["null", "integer", "string"])),
            ["a string", "an integer", "null"]
        );
        assert_eq!(told(json!(["number", "integer"])), ["a number"]);
    }
}
