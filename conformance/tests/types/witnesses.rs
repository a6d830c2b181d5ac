//! Where serde and schemars disagree and a witness shows it (DEF-5).

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use wymcp_router::schemars::{self, JsonSchema};
use wymcp_router::{ActionSchema, ActionTool, Context, Failure, Reply};

use crate::outcome::Held;

async fn nothing<T>(_: T, _: Context) -> Result<Reply, Failure> {
    Ok(Reply::new(1))
}

fn told_of<T: Held>(schema: ActionSchema) -> String {
    let tool = ActionTool::builder("tool", "Takes it").typed_action("act", schema, nothing::<T>);
    let told = tool
        .validate()
        .map_or_else(|offences| offences.to_string(), |()| "no offence".to_owned());
    told.lines()
        .map(|line| line.split(", declared at").next().unwrap_or(line))
        .collect::<Vec<_>>()
        .join("\n")
}

fn told<T: Held>() -> String {
    told_of::<T>(ActionSchema::new("Act"))
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename_all = "snake_case")]
struct Renamed {
    first_name: String,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Inner {
    #[schemars(with = "String")]
    count: u8,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct OtherType {
    list: Option<Vec<Inner>>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Optional {
    #[schemars(default)]
    needed: u8,
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Word {
    #[schemars(rename = "an")]
    On,
    Off,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct OfWord {
    word: Word,
}

#[test]
fn def_5_names_and_types_that_only_one_of_the_two_was_told_are_offences() {
    insta::assert_snapshot!(
        [
            told::<Renamed>(),
            told::<OtherType>(),
            told::<Optional>(),
            told::<OfWord>()
        ]
        .join("\n\n")
    );
}

/// A type of text that reads only some texts, and says so nowhere.
#[derive(Serialize, JsonSchema)]
#[serde(transparent)]
struct Email(String);

impl<'de> Deserialize<'de> for Email {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if text.contains('@') {
            Ok(Self(text))
        } else {
            Err(D::Error::custom(format!("{text} is no address")))
        }
    }
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Sent {
    to: Email,
    #[serde(default)]
    copy: Option<Email>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Told {
    #[schemars(email)]
    to: Email,
    #[schemars(extend("pattern" = "^[a-z]+@[a-z]+$"))]
    copy: Option<Email>,
}

#[test]
fn def_5_a_text_that_is_read_only_in_a_form_that_no_schema_says_is_an_offence() {
    insta::assert_snapshot!(told::<Sent>());
    assert_eq!(told::<Told>(), "no offence");
    let shown =
        ActionSchema::new("Act").example(serde_json::json!({"to": "ann@example.org", "copy": "bob@example.org"}));
    assert_eq!(told_of::<Sent>(shown), "no offence", "an example shows what it reads");
}

/// What a whole says of its parts is not theirs.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "Bounds")]
struct Ordered {
    from: u8,
    to: u8,
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Bounds {
    from: u8,
    to: u8,
}

impl TryFrom<Bounds> for Ordered {
    type Error = &'static str;

    fn try_from(Bounds { from, to }: Bounds) -> Result<Self, Self::Error> {
        if from < to {
            Ok(Self { from, to })
        } else {
            Err("`from` lies before `to`")
        }
    }
}

/// A value that has reasons of its own to refuse some of what its schema admits.
#[derive(Serialize, Deserialize, JsonSchema)]
struct Even {
    #[serde(deserialize_with = "even")]
    size: u32,
    either: Option<u8>,
    #[serde(default)]
    range: Option<Ordered>,
}

fn even<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let size = u32::deserialize(deserializer)?;
    if size % 2 == 0 {
        Ok(size)
    } else {
        Err(D::Error::custom("odd"))
    }
}

#[test]
fn def_5_what_no_schema_can_say_is_no_offence() {
    assert_eq!(told::<Ordered>(), "no offence");
    assert_eq!(told::<Even>(), "no offence");
}
