//! Types as the data of an action, the arguments of a plain tool and what is answered (DEF-5, RUN-6; feature `typed`).
//!
//! A type that derives serde's `Deserialize` and schemars' `JsonSchema` is a whole declaration: [`actions!`](crate::actions) and the
//! typed handlers of the builders take properties, `required` and defaults from it, and what passes the gates is read as the type. A
//! type that derives `Serialize` describes an answer: [`OutputSchema::of`](crate::OutputSchema::of).
//!
//! ```
//! # use wymcp_actions as wymcp_router;
//! use wymcp_router::schemars::{self, JsonSchema};
//! use wymcp_router::{ActionSchema, Maybe, typed};
//!
//! /// Change a task
//! #[derive(serde::Deserialize, JsonSchema)]
//! struct Update {
//!     id: u64,
//!     #[schemars(length(min = 1, max = 200))]
//!     title: Option<String>,
//!     /// Left out: as it is. Null: cleared.
//!     #[serde(default)]
//!     due: Maybe<String>,
//!     #[serde(default)]
//!     tags: Vec<String>,
//! }
//!
//! let update = ActionSchema::of_payload().check("update", Some(typed::payload::<Update>())).map_err(|o| o[0].to_string())?;
//! assert_eq!(update.summary(), "update: Change a task");
//! assert_eq!(update.required(), ["id"]);
//! assert_eq!(update.schema()["properties"]["id"]["maximum"], u64::MAX);
//! # Ok::<(), String>(())
//! ```
//!
//! # What becomes of a type
//!
//! | type | outcome |
//! | --- | --- |
//! | structs, newtypes, tuples, arrays, `Option`, `Box`, `Arc`, `Cow`, sequences, sets, `Result`, `Range`, `()`, `char`, `serde_json::Value` | as serde reads them; objects are closed |
//! | [`Maybe`](crate::Maybe) | absent, null or a value; it needs `#[serde(default)]`, else `field_never_absent` |
//! | enums: unit, external, internal, adjacent, untagged; flattened fields | one object for each alternative, closed |
//! | types that hold themselves | definitions that refer to each other |
//! | integers of up to 64 bits, also non-zero, `f32`, `f64` | bounds in the place of formats; a whole float is an integer; `-0.0` arrives as `0` |
//! | `i128`, `u128` | `unsupported_number` |
//! | maps with keys of text or of unit variants | as serde reads them |
//! | maps with keys of 64-bit integers | keys without leading zeros, of up to 19 digits (18 where they may be negative) |
//! | maps with keys of narrower integers | `undecodable`: no schema knows the range of the key |
//! | `IpAddr` and its kin, `PathBuf`, `Duration`, `SystemTime` | as serde reads them |
//! | `SocketAddr`, and what else reads only some texts and says so nowhere | `undecodable` |
//! | dates, times and points in time of `chrono` and `jiff`; `Uuid`, `Url` | formats, or patterns where there is no zone |
//! | `jiff::Zoned` | `unsupported_format` |
//! | an enum, a tuple or a struct with a flattened map as the whole data of an action | `payload_not_an_object`, `open_payload`; the arguments of a plain tool may be a map, and an enum with `allow_root_composition` |
//!
//! The types of other crates need schemars' feature for them (`chrono04`, `jiff02`, `url2`, `uuid1`, …).
//!
//! # What serde and schemars are told
//!
//! Both read serde's attributes, and schemars some of its own, so that each can be told what the other does not hear. At registration
//! a few small values that the published schema admits are read as the type. One of the wrong shape that is refused (a field, a variant
//! or a JSON type that the type does not know) is the offence `undecodable`, and so is a property of which no value at all is read.
//! What a type refuses beyond its shape, and not always, is its own business then: an example (`#[schemars(example = …)]`,
//! [`ActionSchema::example`](crate::ActionSchema::example)) shows a value that it reads. Whatever passes the gates and is refused
//! all the same ends in the fault `invalid_reply`, whose words quote nothing of what the caller sent (RUN-5).
//!
//! No witness shows these, so mind them yourself:
//!
//! * A field with another name for schemars than for serde that may be left out is dropped in silence. Rename by serde's attributes alone.
//! * An `alias` is not in the schema, and is refused.
//! * schemars writes `range`, `length` and `regex` only where it sees the JSON type at the field itself: not on a field whose type has
//!   a definition of its own, such as a newtype. Write them inside of that type, or as `#[schemars(extend("maximum" = 5))]`.
//!   `length` on a map says nothing; `extend("maxProperties" = …)` does.
//! * `deserialize_with` and `try_from` may refuse what no schema can say. Say as much as can be said, or take the plain type and answer
//!   with `Failure::caller`.
//! * `Url` is narrower than the format `uri` (`http://` is a URI without a host), `jiff::SignedDuration` than `duration` (it takes no
//!   days, months or years), `jiff::Span` and `jiff::Timestamp` at the ends of their range and beyond nine digits of a second. No gate
//!   may refuse what the published schema admits (KEY-5): where such a value should be answered and not end in a fault, read it in
//!   `validate_data` and refuse it in words of your own (DEF-7).

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Segment;

use crate::payload::Unread;
use crate::{Decode, Payload, pointer};

/// The JSON Schema of a type, 2020-12, as schemars writes it for reading: a document whose root refers to the type's definition.
///
/// ```
/// # use wymcp_actions as wymcp_router;
/// let schema = wymcp_router::typed::schema_of::<Vec<u8>>();
/// assert_eq!(schema["items"]["format"], "uint8");
/// ```
#[must_use]
pub fn schema_of<T: JsonSchema + ?Sized>() -> Value {
    written_by::<T>(SchemaSettings::draft2020_12().for_deserialize())
}

/// The same for what a type serialises to.
pub(crate) fn schema_of_serialized<T: JsonSchema + ?Sized>() -> Value {
    written_by::<T>(SchemaSettings::draft2020_12().for_serialize())
}

fn written_by<T: JsonSchema + ?Sized>(settings: SchemaSettings) -> Value {
    let mut generator: SchemaGenerator = settings.into_generator();
    // As a definition and not as the root: a type that holds itself is then referred to by name, like any other.
    let mut schema = generator.subschema_for::<T>();
    let definitions = generator.take_definitions(true);
    if !definitions.is_empty() {
        schema.insert("$defs".to_owned(), Value::Object(definitions));
    }
    schema.to_value()
}

/// A type as the payload of an action.
///
/// ```
/// # use wymcp_actions as wymcp_router;
/// use wymcp_router::{ActionSchema, schemars::{self, JsonSchema}, typed};
///
/// #[derive(serde::Deserialize, JsonSchema)]
/// struct Create { title: String, done: Option<bool> }
///
/// let create = ActionSchema::new("Create a task").check("create", Some(typed::payload::<Create>())).map_err(|o| o[0].to_string())?;
/// assert_eq!(create.required(), ["title"]);
/// # Ok::<(), String>(())
/// ```
#[must_use]
pub fn payload<T: JsonSchema + DeserializeOwned>() -> Payload {
    Payload::new(std::any::type_name::<T>(), schema_of::<T>).read_by(read::<T>)
}

/// Read a value as a type, and tell where the type refuses it.
fn read<T: DeserializeOwned>(value: Value) -> Result<(), Unread> {
    serde_path_to_error::deserialize::<_, T>(value)
        .map(drop)
        .map_err(|error| Unread {
            pointer: error
                .path()
                .iter()
                .map_while(step)
                .fold(String::new(), |above, step| pointer::join(&above, &step)),
            refused: Decode::new::<T>(error.inner()),
        })
}

/// A step of serde's path as a token of a JSON Pointer; where serde looks away, the path ends.
fn step(segment: &Segment) -> Option<String> {
    match segment {
        Segment::Seq { index } => Some(index.to_string()),
        Segment::Map { key } | Segment::Enum { variant: key } => Some(key.clone()),
        Segment::Unknown => None,
    }
}
