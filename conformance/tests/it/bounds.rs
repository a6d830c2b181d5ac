//! BND-2: what a caller sends a hundred times as much of is answered in the same size.

use serde_json::{Map, Value, json};
use wymcp_conformance::fixtures::{One, Orders, Tasks};
use wymcp_router::{ActionSchema, Mount};

use crate::support::http::{Served, modern};
use crate::support::stdio::Stdio;
use crate::support::{block_on, call};

/// What two answers may differ by.
const SLACK: usize = 64;
/// The larger size; the smaller is a hundredth. Both are beyond every cut of SIZ.
const LARGE: usize = 60_000;

/// A hostile call: a name, the tool, and its arguments at a size.
type Hostile = (&'static str, &'static str, fn(usize) -> Value);

fn keys(many: usize, value: fn(usize) -> Value) -> Map<String, Value> {
    (0..many).map(|n| (format!("k{n:06}"), value(n))).collect()
}

fn hostile() -> Vec<Hostile> {
    vec![
        (
            "a long argument key",
            "tasks",
            |n| json!({"action": "list", "k".repeat(n): 1}),
        ),
        (
            "a long argument key of invisible characters",
            "tasks",
            |n| json!({"action": "list", "\u{202e}".repeat(n): 1}),
        ),
        ("many argument keys", "tasks", |n| Value::Object(keys(n, |_| json!(1)))),
        (
            "data as a long text",
            "tasks",
            |n| json!({"action": "create", "data": "d".repeat(n)}),
        ),
        (
            "data as many items",
            "tasks",
            |n| json!({"action": "create", "data": vec![1; n]}),
        ),
        (
            "action as many items",
            "tasks",
            |n| json!({"action": vec!["create"; n]}),
        ),
        ("a long action name", "tasks", |n| json!({"action": "a".repeat(n)})),
        (
            "a long key",
            "tasks",
            |n| json!({"action": "create", "data": {"title": "a", "k".repeat(n): 1}}),
        ),
        (
            "a long key that needs escapes",
            "tasks",
            |n| json!({"action": "create", "data": {"title": "a", "~/\"\u{7}".repeat(n / 4): 1}}),
        ),
        ("many keys", "tasks", |n| {
            let mut data = keys(n, |_| json!("v"));
            data.insert("title".to_owned(), json!("a"));
            json!({"action": "create", "data": data})
        }),
        (
            "many keys deeper down",
            "tasks",
            |n| json!({"action": "create", "data": {"title": "a", "assignee": keys(n, |_| json!({}))}}),
        ),
        (
            "a long string",
            "tasks",
            |n| json!({"action": "create", "data": {"title": "t".repeat(n)}}),
        ),
        (
            "a long string in the place of a number",
            "tasks",
            |n| json!({"action": "get", "data": {"project": "p", "number": "9".repeat(n)}}),
        ),
        (
            "a long string of a format",
            "tasks",
            |n| json!({"action": "create", "data": {"title": "a", "due": "2".repeat(n)}}),
        ),
        (
            "a long string of an enum",
            "tasks",
            |n| json!({"action": "list", "data": {"status": "o".repeat(n)}}),
        ),
        (
            "many items",
            "tasks",
            |n| json!({"action": "create", "data": {"title": "a", "tags": vec!["t"; n]}}),
        ),
        (
            "many wrong items",
            "tasks",
            |n| json!({"action": "create", "data": {"title": "a", "tags": vec![1; n]}}),
        ),
        (
            "many wrong objects",
            "orders",
            |n| json!({"action": "place", "data": {"customer": "c", "address": {"city": "x"}, "lines": vec![json!({"sku": 1, "count": "x"}); n]}}),
        ),
        (
            "many items with unknown keys",
            "orders",
            |n| json!({"action": "place", "data": {"customer": "c", "address": {"city": "x"}, "lines": vec![json!({"sku": "a-1", "count": 1, "zz": 1}); n]}}),
        ),
        (
            "a union of many items",
            "orders",
            |n| json!({"action": "place", "data": {"customer": "c", "address": {"city": "x"}, "lines": [{"sku": "a-1", "count": 1}], "pay": {"kind": vec![1; n]}}}),
        ),
        (
            "many values of a map",
            "one",
            |n| json!({"action": "act", "data": {"map": keys(n, |n| json!(n))}}),
        ),
        (
            "long keys of a map",
            "one",
            |n| json!({"action": "act", "data": {"map": {"k".repeat(n): {"k".repeat(n): 1}}}}),
        ),
        (
            "a long property name",
            "one",
            |n| json!({"action": "act", "data": {"names": {"k".repeat(n): 1}}}),
        ),
        ("help for a long tool", "help", |n| json!({"tool": "t".repeat(n)})),
        (
            "help for a long action",
            "help",
            |n| json!({"tool": "tasks", "action": "a".repeat(n)}),
        ),
        ("help for an action alone", "help", |n| json!({"action": "a".repeat(n)})),
        ("help with many keys", "help", |n| Value::Object(keys(n, |_| json!(1)))),
        ("long levels of a path", "one", |n| {
            // A hundred levels of keys; at the smaller size each is short, and the path is still beyond its cut.
            let key = "k".repeat(n / 100);
            let mut nested = json!({"zz": 1});
            for _ in 0..60 {
                nested = json!({"next": {key.as_str(): nested}});
            }
            json!({"action": "act", "data": {"deep": nested}})
        }),
    ]
}

fn mount() -> Mount {
    let one = ActionSchema::new("Act")
        .property("map", json!({"type": "object", "additionalProperties": {"type": "object", "properties": {"a": {}}}}))
        .property("names", json!({"type": "object", "propertyNames": {"maxLength": 3}, "additionalProperties": true}))
        .property("deep", json!({"type": "object", "properties": {"next": {"type": "object", "additionalProperties": {"$ref": "#"}}}}));
    Mount::builder("fixtures", "1.0.0")
        .tool(Tasks)
        .tool(Orders)
        .tool(One::new(one))
        .build()
        .unwrap()
}

/// Fails when two answers differ by more than the slack.
fn alike(name: &str, small: &str, large: &str) {
    assert!(
        small.len().abs_diff(large.len()) <= SLACK,
        "{name}: {} against {} bytes\n{small}\n{large}",
        small.len(),
        large.len()
    );
}

#[test]
fn bnd_2_a_hostile_call_and_its_hundredth_are_answered_in_the_same_size() {
    let mount = mount();
    for (name, tool, arguments) in hostile() {
        let answers = [LARGE / 100, LARGE].map(|size| call(&mount, tool, arguments(size)));
        for answer in &answers {
            assert!(answer.is_error(), "{name}: {}", answer.text());
        }
        alike(name, answers[0].text(), answers[1].text());
    }
}

#[test]
fn bnd_2_the_whole_answer_on_the_wire_is_as_small() {
    block_on(async {
        let served = Served::start(mount()).await;
        for (name, tool, arguments) in hostile() {
            let [small, large] = [LARGE / 100, LARGE].map(arguments);
            let (small, large) = (served.call(tool, &small).await, served.call(tool, &large).await);
            assert_eq!((small.status, large.status), (200, 200), "{name}");
            alike(name, &small.body, &large.body);
        }
    });
}

/// A message that the protocol refuses: a name, and its text at a size.
type Message = (&'static str, fn(usize) -> String);

fn messages() -> Vec<Message> {
    vec![
        ("a long tool name", |n| {
            modern(json!(1), "tools/call", &json!({"name": "t".repeat(n), "arguments": {}})).to_string()
        }),
        ("a long id", |n| {
            modern(
                json!("i".repeat(n)),
                "tools/call",
                &json!({"name": "tasks", "arguments": {"action": "list"}}),
            )
            .to_string()
        }),
        ("a long method", |n| {
            modern(json!(1), &"m".repeat(n), &json!({})).to_string()
        }),
        ("a long cursor", |n| {
            modern(json!(1), "tools/list", &json!({"cursor": "c".repeat(n)})).to_string()
        }),
        ("arguments as a long text", |n| {
            modern(
                json!(1),
                "tools/call",
                &json!({"name": "tasks", "arguments": "a".repeat(n)}),
            )
            .to_string()
        }),
        ("a tool name of many items", |n| {
            modern(json!(1), "tools/call", &json!({"name": vec![1; n]})).to_string()
        }),
        ("a long version", |n| {
            let mut message = modern(json!(1), "tools/list", &json!({}));
            message["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!("9".repeat(n));
            message.to_string()
        }),
        ("deep nesting", |n| "[".repeat(n)),
        ("deep nesting inside", |n| {
            format!(
                "{{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{}1{}}}",
                "[".repeat(n),
                "]".repeat(n)
            )
        }),
        ("no JSON at length", |n| "x".repeat(n)),
        ("a long key of the envelope", |n| {
            format!("{{\"jsonrpc\":\"2.0\",\"{}\":1}}", "k".repeat(n))
        }),
        ("a long jsonrpc", |n| {
            json!({"jsonrpc": "2".repeat(n), "id": 1, "method": "ping"}).to_string()
        }),
        ("a long progress token", |n| {
            let mut message = modern(
                json!(1),
                "tools/call",
                &json!({"name": "tasks", "arguments": {"action": "list"}}),
            );
            message["params"]["_meta"]["progressToken"] = json!("p".repeat(n));
            message.to_string()
        }),
        ("a long legacy version", |n| {
            json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
                "protocolVersion": "9".repeat(n), "capabilities": {}, "clientInfo": {"name": "c".repeat(n), "version": "1"}}})
            .to_string()
        }),
    ]
}

#[test]
fn bnd_2_bnd_4_hostile_messages_over_stdio() {
    for (name, message) in messages() {
        let mut answers = Vec::new();
        for size in [LARGE / 100, LARGE] {
            let mut stdio = Stdio::start();
            stdio.write(format!("{}\n", message(size)).as_bytes());
            let rest = stdio.finish();
            assert_eq!(rest.len(), 1, "{name}: {rest:?}");
            answers.push(rest[0].to_string());
        }
        alike(name, &answers[0], &answers[1]);
    }
}

#[test]
fn bnd_2_bnd_4_hostile_messages_over_http() {
    block_on(async {
        let served = Served::start(mount()).await;
        for (name, message) in messages() {
            let mut answers = Vec::new();
            for size in [LARGE / 100, LARGE] {
                let headers = [
                    ("Content-Type", "application/json"),
                    ("Accept", "application/json"),
                    ("MCP-Protocol-Version", "2026-07-28"),
                    ("Mcp-Method", "tools/call"),
                    ("Mcp-Name", "tasks"),
                ];
                let answer = served.send("POST", &headers, message(size).as_bytes()).await;
                answers.push((answer.status, answer.body));
            }
            assert_eq!(answers[0].0, answers[1].0, "{name}");
            alike(name, &answers[0].1, &answers[1].1);
        }
    });
}

#[test]
fn bnd_4_a_long_id_is_refused_without_it() {
    let mut stdio = Stdio::start();
    stdio.call(json!("i".repeat(257)), "tasks", &json!({"action": "list"}));
    let refused = stdio.next();
    assert_eq!(refused["error"]["code"], -32600, "{refused}");
    assert!(refused.get("id").is_none(), "{refused}");
    stdio.call(json!("i".repeat(256)), "tasks", &json!({"action": "list"}));
    assert_eq!(stdio.next()["id"], "i".repeat(256));
}
