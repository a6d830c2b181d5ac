//! A document of any serde format as JSON, and what of it JSON does not carry (ACT-13).

use std::fmt;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, IgnoredAny, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde_json::Value;
use wymcp_bound::pointer::join;
use wymcp_bound::{json_type, limits};

use crate::Object;
use crate::offence::code;

/// How `toml` hands on a date-time: as a table of one key that begins so.
const TOML_DATETIME: &str = "$__toml_private_";

/// What was read. A `null` stands for each thing that JSON does not carry.
#[derive(Debug, Clone, Default)]
pub(super) struct Document {
    pub(super) value: Value,
    pub(super) faults: Vec<Fault>,
}

/// One thing that could not be read as JSON, or would have been lost.
#[derive(Debug, Clone)]
pub(super) struct Fault {
    pub(super) pointer: String,
    pub(super) code: &'static str,
    pub(super) why: String,
    pub(super) mend: &'static str,
    pub(super) found: Option<&'static str>,
}

impl Fault {
    pub(super) fn not_json(pointer: &str, why: impl Into<String>, mend: &'static str) -> Self {
        Self {
            pointer: pointer.to_owned(),
            code: code::NOT_JSON,
            why: why.into(),
            mend,
            found: None,
        }
    }

    /// Whether a `null` stands in its place; of a key that stands twice the first is there.
    pub(super) fn is_stand_in(&self) -> bool {
        self.code == code::NOT_JSON
    }
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut faults = Vec::new();
        let value = Node {
            pointer: String::new(),
            levels: limits::MESSAGE_NESTING,
            faults: &mut faults,
        }
        .deserialize(deserializer)?;
        Ok(Self { value, faults })
    }
}

/// One value on the way down.
struct Node<'f> {
    pointer: String,
    /// How many levels may still follow.
    levels: usize,
    faults: &'f mut Vec<Fault>,
}

impl Node<'_> {
    fn below(&mut self, step: &str) -> Node<'_> {
        Node {
            pointer: join(&self.pointer, step),
            levels: self.levels - 1,
            faults: self.faults,
        }
    }

    fn refuse(self, why: impl Into<String>, mend: &'static str) -> Value {
        self.faults.push(Fault::not_json(&self.pointer, why, mend));
        Value::Null
    }

    fn refuse_depth(self) -> Value {
        let why = format!("this nests deeper than {} levels", limits::MESSAGE_NESTING);
        self.refuse(why, "write it flatter")
    }
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that JSON carries")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Value, D::Error> {
        self.deserialize(inner)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<Value, D::Error> {
        self.deserialize(inner)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i128<E>(self, value: i128) -> Result<Value, E> {
        Ok(match (u64::try_from(value), i64::try_from(value)) {
            (Ok(value), _) => value.into(),
            (_, Ok(value)) => value.into(),
            _ => self.refuse(BEYOND, SMALLER),
        })
    }

    fn visit_u128<E>(self, value: u128) -> Result<Value, E> {
        Ok(match u64::try_from(value) {
            Ok(value) => value.into(),
            Err(_) => self.refuse(BEYOND, SMALLER),
        })
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(match serde_json::Number::from_f64(value) {
            Some(number) => Value::Number(number),
            None if value.is_nan() => self.refuse("NaN is no JSON number", "write a finite number, or leave it out"),
            None => self.refuse(
                "an infinity is no JSON number",
                "write a finite number, or leave it out",
            ),
        })
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_bytes<E>(self, _: &[u8]) -> Result<Value, E> {
        Ok(self.refuse("bytes are no JSON value", "write them as text, for instance in base64"))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<Value, A::Error> {
        let (_, content): (IgnoredAny, _) = access.variant()?;
        content.newtype_variant::<IgnoredAny>()?;
        Ok(self.refuse("a tagged value is no JSON value", "write the value without the tag"))
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut access: A) -> Result<Value, A::Error> {
        if self.levels == 0 {
            while access.next_element::<IgnoredAny>()?.is_some() {}
            return Ok(self.refuse_depth());
        }
        let mut items = Vec::new();
        while let Some(item) = access.next_element_seed(self.below(&items.len().to_string()))? {
            items.push(item);
        }
        Ok(items.into())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut access: A) -> Result<Value, A::Error> {
        if self.levels == 0 {
            while access.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
            return Ok(self.refuse_depth());
        }
        let mut members = Object::new();
        while let Some(key) = access.next_key_seed(Key)? {
            let key = match key {
                Ok(key) => key,
                Err(kind) => {
                    access.next_value::<IgnoredAny>()?;
                    let why = format!("a key of a JSON object is a string, and here it is {kind}");
                    self.faults
                        .push(Fault::not_json(&self.pointer, why, "write the key in quotes"));
                    continue;
                }
            };
            if key.starts_with(TOML_DATETIME) {
                access.next_value::<IgnoredAny>()?;
                return Ok(self.refuse("a date-time is no JSON value", "write it as a string"));
            }
            if members.contains_key(&key) {
                let second = access.next_value_seed(Node {
                    faults: &mut Vec::new(),
                    ..self.below(&key)
                })?;
                self.faults.push(Fault {
                    pointer: join(&self.pointer, &key),
                    code: code::DECLARED_TWICE,
                    why: format!("`{key}` stands twice in one object, and one of the two would be lost"),
                    mend: "remove one of the two, or rename it",
                    found: Some(json_type(&second)),
                });
                continue;
            }
            let value = access.next_value_seed(self.below(&key))?;
            members.insert(key, value);
        }
        Ok(Value::Object(members))
    }
}

const BEYOND: &str = "an integer beyond the range of i64 and u64 would lose digits";
const SMALLER: &str = "write a smaller one";

/// A key, or what stands in its place.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Result<String, &'static str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Result<String, &'static str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_str<E>(self, key: &str) -> Result<Self::Value, E> {
        Ok(Ok(key.to_owned()))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(Err("a boolean"))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(Err("a number"))
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(Err("a number"))
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(Err("a number"))
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Err("nothing"))
    }

    fn visit_none<E>(self) -> Result<Self::Value, E> {
        Ok(Err("nothing"))
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<Self::Value, D::Error> {
        self.deserialize(inner)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
        while access.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Err("an array"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
        while access.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Err("an object"))
    }
}
