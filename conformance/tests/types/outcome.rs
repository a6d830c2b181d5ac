//! What becomes of a type: what it is sent, and what it gets.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use wymcp_conformance::generate::{data::data, dice::Dice};
use wymcp_router::schemars::{self, JsonSchema};
use wymcp_router::{
    ActionSchema, ActionTool, CallResult, Context, Era, ErrorKind, Mount, PlainTool, PlainToolBuilder, Reply,
};
use wymcp_valuegate::ValueGate;

/// Cases that are generated for each type.
const CASES: u64 = 200;
/// Values that the validator itself finds to fit.
const WITNESSES: usize = 20;

/// The payload of every case: one field of the type.
#[derive(Serialize, Deserialize, JsonSchema)]
pub(crate) struct Holder<T> {
    pub(crate) v: T,
}

/// What a type of the table needs.
pub(crate) trait Held: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static {}
impl<T: Serialize + DeserializeOwned + JsonSchema + Send + Sync + 'static> Held for T {}

async fn echo<T: Held>(held: Holder<T>, _: Context) -> Result<Reply, wymcp_router::Failure> {
    // Not `Reply::of`: it refuses keys that are numbers (ACT-13).
    Ok(Reply::new(serde_json::to_value(&held)?))
}

fn plain<T: Held>() -> PlainToolBuilder {
    PlainTool::builder("echo")
        .description("Says it again")
        .typed_handler(echo::<T>)
}

/// The offences of a type as the arguments of a plain tool, which are those of it as the payload of an action.
pub(crate) fn offences<T: Held>() -> Vec<(&'static str, String)> {
    let told = |offences: wymcp_router::Offences| -> Vec<_> {
        offences
            .iter()
            .map(|offence| (offence.code(), offence.pointer().to_owned()))
            .collect()
    };
    let plain = plain::<T>().validate().map_or_else(told, |()| Vec::new());
    let action = ActionTool::builder("echo", "Says it again")
        .typed_action("echo", ActionSchema::new("Say it again"), echo::<T>)
        .validate()
        .map_or_else(told, |()| Vec::new());
    let codes = |all: &[(&'static str, String)]| all.iter().map(|(code, _)| *code).collect::<Vec<_>>();
    assert_eq!(codes(&plain), codes(&action), "both doors find the same");
    plain
}

/// Send what is good, what is bad, what the schema suggests and what is odd: nothing that passes the gates is a fault, and what
/// arrives is what was sent. `but` are odd values that the schema admits and the type refuses, known and documented.
pub(crate) async fn check<T: Held>(name: &str, good: Vec<Value>, bad: Vec<Value>, but: Vec<Value>) -> Vec<String> {
    let mount = match Mount::builder("types", "1").tool(plain::<T>()).build() {
        Ok(mount) => mount,
        Err(offences) => return vec![format!("{name}: {offences}")],
    };
    let mut wrong = Vec::new();
    for sent in good {
        let answer = call(&mount, json!({"v": sent})).await;
        if answer.is_error() {
            wrong.push(format!("{name}: {sent} is refused: {}", answer.text()));
        }
        wrong.extend(told::<T>(name, &json!({"v": sent}), &answer));
    }
    for sent in bad {
        let answer = call(&mount, json!({"v": sent})).await;
        if answer.error_kind() != Some(ErrorKind::Dispatch) {
            wrong.push(format!("{name}: {sent} is not refused by a gate: {}", answer.text()));
        }
    }
    let schema = listed(&mount);
    let witnesses = ValueGate::build(&schema).unwrap().witnesses(WITNESSES);
    if witnesses.is_empty() {
        wrong.push(format!("{name}: nothing is found that fits {schema}"));
    }
    for sent in witnesses.into_iter().filter(|sent| !but.contains(&sent["v"])) {
        let answer = call(&mount, sent.clone()).await;
        if answer.is_error() {
            wrong.push(format!("{name}: {sent} fits, and is refused: {}", answer.text()));
        }
        wrong.extend(told::<T>(name, &sent, &answer));
    }
    for seed in 0..CASES {
        let sent = data(&mut Dice::new(seed), &schema, 4);
        let answer = call(&mount, sent.clone()).await;
        wrong.extend(told::<T>(name, &sent, &answer));
    }
    for odd in odd() {
        let answer = call(&mount, json!({"v": odd})).await;
        let found = told::<T>(name, &json!({"v": odd}), &answer);
        match (found.is_some(), but.contains(&odd)) {
            (true, false) => wrong.extend(found),
            (false, true) => wrong.push(format!(
                "{name}: {odd} is documented as refused by the type, and is not"
            )),
            _ => {}
        }
    }
    wrong
}

async fn call(mount: &Mount, arguments: Value) -> CallResult {
    mount.call("echo", arguments).await.unwrap()
}

fn listed(mount: &Mount) -> Value {
    let listed: Value = serde_json::from_str(&mount.list(Era::Modern)).unwrap();
    let tools = listed.as_array().or_else(|| listed["tools"].as_array()).unwrap();
    tools.iter().find(|tool| tool["name"] == "echo").unwrap()["inputSchema"].clone()
}

/// What is wrong with an answer, if something is: a fault, or another value than the one that was sent.
fn told<T: Held>(name: &str, sent: &Value, answer: &CallResult) -> Option<String> {
    if answer.error_kind() == Some(ErrorKind::Dispatch) {
        return None;
    }
    if answer.is_error() {
        return Some(format!(
            "{name}: {sent} passes the gates, and is a fault: {}",
            answer.text()
        ));
    }
    let arrived = answer.json();
    // What the type makes of the value when no framework is between them.
    let read = serde_json::from_value::<Holder<T>>(delivered(sent)).map(|held| serde_json::to_value(&held));
    match read {
        Ok(Ok(expected)) if expected == arrived => None,
        other => Some(format!(
            "{name}: {sent} arrived as {arrived}, and should have as {other:?}"
        )),
    }
}

/// A value as the gates deliver it (VAL-5).
fn delivered(sent: &Value) -> Value {
    let mut value = sent.clone();
    wymcp_valuegate::normalise(&mut value);
    value
}

/// Values at which types differ.
fn odd() -> Vec<Value> {
    let numbers = [
        "0",
        "-0",
        "-0.0",
        "1",
        "-1",
        "0.5",
        "-0.5",
        "2.0",
        "1e2",
        "127",
        "128",
        "-128",
        "-129",
        "255",
        "256",
        "32767",
        "32768",
        "-32769",
        "65535",
        "65536",
        "2147483647",
        "2147483648",
        "-2147483649",
        "4294967295",
        "4294967296",
        "9007199254740993",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "-9223372036854775809",
        "18446744073709551615",
        "18446744073709551616",
        "1e19",
        "1e20",
        "1e38",
        "3.4028234663852886e38",
        "3.5e38",
        "-3.5e38",
        "1e300",
        "5e-324",
        "1e-400",
    ];
    let texts = [
        "",
        "a",
        "ab",
        "é",
        "👩‍🚀",
        "\u{0}",
        "0",
        "1",
        "-1",
        "true",
        "null",
        "2024-02-29",
        "2023-02-29",
        "2024-13-01",
        "0000-01-01",
        "9999-12-31",
        "10000-01-01",
        "24:00:00",
        "23:59:60",
        "23:59:59",
        "10:00",
        "10:00:00.5",
        "10:00:00.1234567890",
        "2024-02-29T10:00:00",
        "2024-02-30T10:00:00",
        "1900-02-29T10:00:00",
        "2000-02-29T10:00:00.123456789",
        "2024-02-29 10:00:00",
        "2024-02-29T10:00:00Z",
        "2024-02-29t10:00:00z",
        "2024-02-29T23:59:60Z",
        "2024-02-29T10:00:00+23:59",
        "2024-02-29T10:00:00.1234567890Z",
        "9999-12-31T23:59:59Z",
        "0000-01-01T00:00:00Z",
        "PT1S",
        "PT0.5S",
        "P1D",
        "P1Y",
        "P99999Y",
        "-P1D",
        "127.0.0.1",
        "127.0.0.256",
        "01.2.3.4",
        "::1",
        "::ffff:1.2.3.4",
        "fe80::1%eth0",
        "127.0.0.1:80",
        "http://a/b?c#d",
        "http://",
        "http:",
        "a:",
        "mailto:ann@example.org",
        "/relative",
        "http://[::1]:99999/",
        "http://exa mple/",
        "6f9619ff-8b86-d011-b42d-00cf4fc964ff",
        "6f9619ff8b86d011b42d00cf4fc964ff",
        "{6f9619ff-8b86-d011-b42d-00cf4fc964ff}",
        "urn:uuid:6f9619ff-8b86-d011-b42d-00cf4fc964ff",
    ];
    let nested = [
        json!(null),
        json!(true),
        json!([]),
        json!([0, 0]),
        json!([[0]]),
        json!({}),
        json!({"a": 1}),
        json!({"0": 1, "255": 1}),
        json!({"256": 1}),
        json!({"-129": 1}),
        json!({"007": 1}),
        json!({"-0": 1}),
        json!({"9999999999999999999": 1}),
        json!({"18446744073709551616": 1}),
        json!({"secs": u64::MAX, "nanos": 999_999_999}),
        json!({"secs": u64::MAX, "nanos": 1_000_000_000}),
        json!({"secs_since_epoch": u64::MAX, "nanos_since_epoch": 0}),
        json!({"secs_since_epoch": i64::MAX, "nanos_since_epoch": 999_999_999}),
    ];
    let numbers = numbers.iter().map(|number| serde_json::from_str(number).unwrap());
    numbers
        .chain(texts.iter().map(|text| json!(text)))
        .chain(nested)
        .collect()
}
