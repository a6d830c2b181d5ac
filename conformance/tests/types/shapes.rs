//! The types of the table that are our own.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wymcp_router::Maybe;
use wymcp_router::schemars::{self, JsonSchema};

/// Structs that may be left half-empty.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Person {
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) boss: Option<Box<Person>>,
    #[serde(default)]
    pub(crate) tags: Vec<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Update {
    #[serde(default, skip_serializing_if = "Maybe::is_absent")]
    pub(crate) due: Maybe<u8>,
    #[serde(default, skip_serializing_if = "Maybe::is_absent")]
    pub(crate) owner: Maybe<Person>,
    #[serde(default, skip_serializing_if = "Maybe::is_absent")]
    #[schemars(length(max = 3))]
    pub(crate) word: Maybe<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Forgetful {
    pub(crate) due: Maybe<u8>,
}

/// What schemars reads of constraints, each on a type that it can stand on.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Bounds {
    #[schemars(range(min = 1, max = 5))]
    pub(crate) range: u32,
    #[schemars(range(min = -1.5, max = 1.5))]
    pub(crate) ratio: Option<f64>,
    #[schemars(length(min = 1, max = 3))]
    pub(crate) text: Option<String>,
    #[schemars(length(equal = 2))]
    pub(crate) pair: Vec<u8>,
    #[schemars(regex(pattern = r"^[a-c]+$"))]
    pub(crate) letters: String,
    #[schemars(email)]
    pub(crate) email: Option<String>,
    #[schemars(url)]
    pub(crate) link: Option<String>,
    #[schemars(inner(length(max = 2)))]
    pub(crate) words: Option<Vec<String>>,
    #[schemars(contains(pattern = "x"))]
    pub(crate) with_x: Option<String>,
    #[schemars(extend("maxProperties" = 1))]
    pub(crate) map: Option<BTreeMap<String, u8>>,
}

/// The same as `garde` and `validator` write them.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Foreign {
    #[validate(range(min = 1, max = 5))]
    pub(crate) range: u32,
    #[garde(length(min = 1, max = 3))]
    pub(crate) text: String,
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
pub(crate) enum Unit {
    One,
    #[serde(rename = "zwei")]
    Two,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) enum External {
    Nothing,
    Newtype(u8),
    Struct {
        a: u8,
        #[serde(default)]
        b: Option<bool>,
    },
    Tuple(u8, String),
    Held(Person),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Internal {
    Nothing,
    Struct { a: u8 },
    Held(Person),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
pub(crate) enum Adjacent {
    Nothing,
    Newtype(u8),
    Struct { a: u8 },
    Tuple(u8, bool),
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Untagged {
    Number(u8),
    Text(String),
    Struct { a: u8 },
    List(Vec<bool>),
}

/// Recursion through a union.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(crate) enum Expression {
    Literal { value: f64 },
    Negate { of: Box<Expression> },
    Sum { of: Vec<Expression> },
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Flat<T> {
    pub(crate) own: u8,
    #[serde(flatten)]
    pub(crate) more: T,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Newtype(pub(crate) Person);

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(crate) struct Transparent {
    pub(crate) inner: u16,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Pair(pub(crate) u8, pub(crate) Option<String>);

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Attributes {
    pub(crate) two_words: u8,
    #[serde(alias = "other")]
    pub(crate) named: Option<u8>,
    #[serde(skip)]
    #[expect(dead_code, reason = "only described")]
    pub(crate) skipped: u8,
    #[serde(default = "seven")]
    pub(crate) defaulted: u8,
    #[serde(with = "as_text")]
    #[schemars(with = "String", regex(pattern = r"^\d$"))]
    pub(crate) digit: u8,
}

const fn seven() -> u8 {
    7
}

mod as_text {
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde wants it")]
    pub(super) fn serialize<S: Serializer>(digit: &u8, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(digit)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// A value that may be anything beside one that may not.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Free {
    pub(crate) any: Value,
    pub(crate) map: BTreeMap<String, Value>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Flat2 {
    pub(crate) second: u8,
    #[serde(flatten)]
    pub(crate) more: Person,
}
