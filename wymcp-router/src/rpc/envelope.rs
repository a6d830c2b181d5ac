//! Reading the members of a message in one pass.
//!
//! A derived reader refuses duplicate keys and skips unknown members without looking at them. Here the last of two equal keys
//! wins, as everywhere in a message (GAT-10), and what is skipped is still held to the limits of what is read: nesting, numbers,
//! escapes.

use std::fmt;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use wymcp_bound::limits;

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
    /// Of a response: what was asked for.
    pub(crate) result: Option<Value>,
    /// Of a response: why there is no result.
    pub(crate) error: Option<Value>,
}

impl<'de> Deserialize<'de> for Body {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Reader { at_root: true }.deserialize(deserializer)
    }
}

/// The members of a batch, at most so many; the rest is counted.
#[derive(Debug)]
pub(crate) struct Items {
    pub(crate) first: Vec<Body>,
    pub(crate) count: usize,
}

impl<'de> Deserialize<'de> for Items {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(ItemsVisitor)
    }
}

struct ItemsVisitor;

impl<'de> Visitor<'de> for ItemsVisitor {
    type Value = Items;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a batch of JSON-RPC messages")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Items, A::Error> {
        let (mut first, mut count) = (Vec::new(), 0);
        while let Some(item) = items.next_element_seed(Reader {
            at_root: count < limits::BATCH,
        })? {
            if count < limits::BATCH {
                first.push(item);
            }
            count += 1;
        }
        Ok(Items { first, count })
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
                "result" => envelope.result = Some(map.next_value()?),
                "error" => envelope.error = Some(map.next_value()?),
                _ => {
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
