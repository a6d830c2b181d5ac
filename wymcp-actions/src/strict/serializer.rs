//! A serde serializer that makes a `Value` and refuses what JSON cannot carry.

use serde::{Serialize, ser};
use serde_json::Value;

use super::NotJson;
use super::keys::Key;
use crate::Object;

/// The name under which `serde_json::value::RawValue` hands over its text.
const RAW_VALUE: &str = "$serde_json::private::RawValue";

/// Serialises one value; `levels` is how many it may still nest.
#[derive(Clone, Copy)]
pub(super) struct Strict {
    levels: usize,
}

impl Strict {
    pub(super) const fn new(levels: usize) -> Self {
        Self { levels }
    }

    fn inner(self) -> Result<Self, NotJson> {
        match self.levels.checked_sub(1) {
            Some(levels) => Ok(Self { levels }),
            None => Err(NotJson::new(format!(
                "nests beyond {} levels",
                wymcp_bound::limits::OUTPUT_NESTING
            ))),
        }
    }

    fn array(self, len: Option<usize>, wrap: Option<&'static str>) -> Result<Array, NotJson> {
        let outer = if wrap.is_some() { self.inner()? } else { self };
        Ok(Array {
            item: outer.inner()?,
            items: Vec::with_capacity(len.unwrap_or(0).min(1024)),
            wrap,
        })
    }

    fn object(self, wrap: Option<&'static str>) -> Result<Members, NotJson> {
        let outer = if wrap.is_some() { self.inner()? } else { self };
        Ok(Members {
            value: outer.inner()?,
            members: Object::new(),
            key: None,
            raw: None,
            wrap,
        })
    }
}

fn wrapped(wrap: Option<&'static str>, value: Value) -> Value {
    match wrap {
        Some(variant) => Value::Object(Object::from_iter([(variant.to_owned(), value)])),
        None => value,
    }
}

macro_rules! plain {
    ($($method:ident: $type:ty),+) => {
        $(fn $method(self, value: $type) -> Result<Value, NotJson> { Ok(Value::from(value)) })+
    };
}

impl ser::Serializer for Strict {
    type Ok = Value;
    type Error = NotJson;
    type SerializeSeq = Array;
    type SerializeTuple = Array;
    type SerializeTupleStruct = Array;
    type SerializeTupleVariant = Array;
    type SerializeMap = Members;
    type SerializeStruct = Members;
    type SerializeStructVariant = Members;

    plain!(serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64);
    plain!(serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_str: &str);

    fn serialize_i128(self, value: i128) -> Result<Value, NotJson> {
        match (i64::try_from(value), u64::try_from(value)) {
            (Ok(value), _) => Ok(value.into()),
            (_, Ok(value)) => Ok(value.into()),
            _ => Err(NotJson::new(
                "an integer beyond the range of i64 and u64 would lose digits",
            )),
        }
    }

    fn serialize_u128(self, value: u128) -> Result<Value, NotJson> {
        match u64::try_from(value) {
            Ok(value) => Ok(value.into()),
            Err(_) => Err(NotJson::new(
                "an integer beyond the range of i64 and u64 would lose digits",
            )),
        }
    }

    fn serialize_f32(self, value: f32) -> Result<Value, NotJson> {
        self.serialize_f64(f64::from(value))
    }

    fn serialize_f64(self, value: f64) -> Result<Value, NotJson> {
        match serde_json::Number::from_f64(value) {
            Some(number) => Ok(number.into()),
            None if value.is_nan() => Err(NotJson::new("NaN is no JSON number")),
            None => Err(NotJson::new("an infinity is no JSON number")),
        }
    }

    fn serialize_char(self, value: char) -> Result<Value, NotJson> {
        Ok(value.to_string().into())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<Value, NotJson> {
        self.inner()?;
        Ok(value.into())
    }

    fn serialize_none(self) -> Result<Value, NotJson> {
        Ok(Value::Null)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, NotJson> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<Value, NotJson> {
        Ok(Value::Null)
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, NotJson> {
        Ok(Value::Null)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Value, NotJson> {
        Ok(variant.into())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Value, NotJson> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, NotJson> {
        let value = value.serialize(self.inner()?).map_err(|error| error.below(variant))?;
        Ok(wrapped(Some(variant), value))
    }

    fn serialize_seq(self, len: Option<usize>) -> Result<Array, NotJson> {
        self.array(len, None)
    }

    fn serialize_tuple(self, len: usize) -> Result<Array, NotJson> {
        self.array(Some(len), None)
    }

    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Array, NotJson> {
        self.array(Some(len), None)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        len: usize,
    ) -> Result<Array, NotJson> {
        self.array(Some(len), Some(variant))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Members, NotJson> {
        self.object(None)
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Members, NotJson> {
        if name == RAW_VALUE {
            return Ok(Members {
                value: self,
                members: Object::new(),
                key: None,
                raw: Some(Value::Null),
                wrap: None,
            });
        }
        self.object(None)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Members, NotJson> {
        self.object(Some(variant))
    }
}

/// An array under construction; `wrap` is the variant that it is the content of.
pub(super) struct Array {
    item: Strict,
    items: Vec<Value>,
    wrap: Option<&'static str>,
}

impl Array {
    fn push<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotJson> {
        let item = value.serialize(self.item).map_err(|error| {
            let error = error.below(self.items.len().to_string());
            self.wrap.map_or(error.clone(), |variant| error.below(variant))
        })?;
        self.items.push(item);
        Ok(())
    }

    fn finish(self) -> Value {
        wrapped(self.wrap, Value::Array(self.items))
    }
}

macro_rules! array {
    ($($trait:ident, $method:ident;)+) => {
        $(impl ser::$trait for Array {
            type Ok = Value;
            type Error = NotJson;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotJson> {
                self.push(value)
            }

            fn end(self) -> Result<Value, NotJson> {
                Ok(self.finish())
            }
        })+
    };
}

array! {
    SerializeSeq, serialize_element;
    SerializeTuple, serialize_element;
    SerializeTupleStruct, serialize_field;
    SerializeTupleVariant, serialize_field;
}

/// An object under construction; `raw` holds the value of a `RawValue`, which hands over its text as a struct of one field.
pub(super) struct Members {
    value: Strict,
    members: Object,
    key: Option<String>,
    raw: Option<Value>,
    wrap: Option<&'static str>,
}

impl Members {
    fn insert<T: Serialize + ?Sized>(&mut self, key: String, value: &T) -> Result<(), NotJson> {
        match value.serialize(self.value) {
            Ok(value) => {
                self.members.insert(key, value);
                Ok(())
            }
            Err(error) => {
                let error = error.below(key);
                Err(match self.wrap {
                    Some(variant) => error.below(variant),
                    None => error,
                })
            }
        }
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), NotJson> {
        let Some(raw) = &mut self.raw else {
            return self.insert(name.to_owned(), value);
        };
        let text = value.serialize(self.value)?;
        *raw =
            serde_json::from_str(text.as_str().unwrap_or_default()).map_err(|error| NotJson::new(error.to_string()))?;
        if wymcp_bound::json::depth_exceeds(raw, self.value.levels) {
            return Err(NotJson::new(format!(
                "nests beyond {} levels",
                wymcp_bound::limits::OUTPUT_NESTING
            )));
        }
        Ok(())
    }

    fn finish(self) -> Value {
        self.raw
            .unwrap_or_else(|| wrapped(self.wrap, Value::Object(self.members)))
    }
}

impl ser::SerializeMap for Members {
    type Ok = Value;
    type Error = NotJson;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), NotJson> {
        self.key = Some(key.serialize(Key)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), NotJson> {
        let key = self
            .key
            .take()
            .ok_or_else(|| NotJson::new("a map value came without its key"))?;
        self.insert(key, value)
    }

    fn end(self) -> Result<Value, NotJson> {
        Ok(self.finish())
    }
}

macro_rules! object {
    ($($trait:ident),+) => {
        $(impl ser::$trait for Members {
            type Ok = Value;
            type Error = NotJson;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), NotJson> {
                self.field(name, value)
            }

            fn end(self) -> Result<Value, NotJson> {
                Ok(self.finish())
            }
        })+
    };
}

object!(SerializeStruct, SerializeStructVariant);
