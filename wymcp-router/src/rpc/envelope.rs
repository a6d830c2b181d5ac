//! Reading the members of a message in one pass.
//!
//! A derived reader refuses duplicate keys and skips unknown members without looking at them. Here the last of two equal keys
//! wins, as everywhere in a message (GAT-10), and what is skipped is still held to the limits of what is read: nesting, numbers,
//! escapes.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// What stands at the root of a body.
#[derive(Debug)]
pub(crate) enum Body {
    Object(Box<Envelope>),
    Array,
    Other,
}

/// The members of a message that mean something.
#[derive(Debug, Default)]
pub(crate) struct Envelope {
    pub(crate) jsonrpc: Option<Value>,
    pub(crate) id: Option<Value>,
    pub(crate) method: Option<Value>,
    pub(crate) params: Option<Value>,
    /// Whether there is a `result` or an `error`.
    pub(crate) answers: bool,
}

impl<'de> Deserialize<'de> for Body {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Reader { at_root: true }.deserialize(deserializer)
    }
}

/// Reads any value; only the object at the root is kept, so that a large batch or an unknown member costs no memory.
#[derive(Clone, Copy)]
struct Reader {
    at_root: bool,
}

impl Reader {
    const SKIP: Self = Self { at_root: false };
}

impl<'de> DeserializeSeed<'de> for Reader {
    type Value = Body;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Body, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader {
    type Value = Body;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON-RPC message")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Body, A::Error> {
        if !self.at_root {
            while map.next_key::<IgnoredAny>()?.is_some() {
                map.next_value_seed(Self::SKIP)?;
            }
            return Ok(Body::Other);
        }
        let mut envelope = Box::<Envelope>::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "jsonrpc" => envelope.jsonrpc = Some(map.next_value()?),
                "id" => envelope.id = Some(map.next_value()?),
                "method" => envelope.method = Some(map.next_value()?),
                "params" => envelope.params = Some(map.next_value()?),
                key => {
                    envelope.answers |= matches!(key, "result" | "error");
                    map.next_value_seed(Self::SKIP)?;
                }
            }
        }
        Ok(Body::Object(envelope))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Body, A::Error> {
        while items.next_element_seed(Self::SKIP)?.is_some() {}
        Ok(Body::Array)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Body, E> {
        Ok(Body::Other)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Body, E> {
        Ok(Body::Other)
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<Body, E> {
        Ok(Body::Other)
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Body, E> {
        Ok(Body::Other)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Body, E> {
        Ok(Body::Other)
    }

    fn visit_unit<E: Error>(self) -> Result<Body, E> {
        Ok(Body::Other)
    }
}
