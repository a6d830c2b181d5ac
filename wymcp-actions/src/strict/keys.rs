//! Keys of an object are strings; nothing else becomes one silently (ACT-13).

use serde::ser::{Impossible, Serialize, Serializer};

use super::NotJson;

/// Serialises the key of a map.
pub(super) struct Key;

fn refused<T>(kind: &str) -> Result<T, NotJson> {
    Err(NotJson::new(format!(
        "a key of a JSON object is a string, and here it is {kind}"
    )))
}

macro_rules! refuse {
    ($($method:ident($($type:ty),*) = $kind:literal;)+) => {
        $(fn $method(self $(, _: $type)*) -> Result<String, NotJson> { refused($kind) })+
    };
}

type Never = Impossible<String, NotJson>;

impl Serializer for Key {
    type Ok = String;
    type Error = NotJson;
    type SerializeSeq = Never;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Never;
    type SerializeStruct = Never;
    type SerializeStructVariant = Never;

    fn serialize_str(self, value: &str) -> Result<String, NotJson> {
        Ok(value.to_owned())
    }

    fn serialize_char(self, value: char) -> Result<String, NotJson> {
        Ok(value.to_string())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<String, NotJson> {
        Ok(variant.to_owned())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<String, NotJson> {
        value.serialize(self)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<String, NotJson> {
        value.serialize(self)
    }

    refuse! {
        serialize_bool(bool) = "a boolean";
        serialize_i8(i8) = "a number";
        serialize_i16(i16) = "a number";
        serialize_i32(i32) = "a number";
        serialize_i64(i64) = "a number";
        serialize_i128(i128) = "a number";
        serialize_u8(u8) = "a number";
        serialize_u16(u16) = "a number";
        serialize_u32(u32) = "a number";
        serialize_u64(u64) = "a number";
        serialize_u128(u128) = "a number";
        serialize_f32(f32) = "a number";
        serialize_f64(f64) = "a number";
        serialize_bytes(&[u8]) = "a list of bytes";
        serialize_none() = "nothing";
        serialize_unit() = "nothing";
        serialize_unit_struct(&'static str) = "nothing";
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<String, NotJson> {
        refused("an object")
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Never, NotJson> {
        refused("an array")
    }

    fn serialize_tuple(self, _: usize) -> Result<Never, NotJson> {
        refused("an array")
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Never, NotJson> {
        refused("an array")
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Never, NotJson> {
        refused("an object")
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Never, NotJson> {
        refused("an object")
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Never, NotJson> {
        refused("an object")
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Never, NotJson> {
        refused("an object")
    }
}
