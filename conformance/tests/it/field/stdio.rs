//! F27, F28: bad lines, and calls that do not wait for each other.

use serde_json::{Value, json};

use crate::support::http::modern;
use crate::support::stdio::Stdio;

fn list(id: Value) -> Value {
    modern(
        id,
        "tools/call",
        &json!({"name": "tasks", "arguments": {"action": "list"}}),
    )
}

#[test]
fn f27_a_bad_line_is_survived() {
    let mut stdio = Stdio::start();
    stdio.write(b"not json\n");
    stdio.write(format!("{}\r\n", list(json!(1))).as_bytes());
    stdio.write(b"\n");
    stdio.write(format!("{}\n", list(json!("two"))).as_bytes());
    let answers = stdio.finish();
    let (bad, good): (Vec<&Value>, Vec<&Value>) = answers.iter().partition(|answer| answer.get("error").is_some());
    assert!(bad.len() <= 1, "{bad:?}");
    for answer in bad {
        assert_eq!(answer["error"]["code"], -32700, "{answer}");
        assert!(answer.get("id").is_none_or(Value::is_null), "{answer}");
    }
    let mut ids: Vec<&Value> = good.iter().map(|answer| &answer["id"]).collect();
    ids.sort_by_key(|id| id.to_string());
    assert_eq!(ids, [&json!("two"), &json!(1)]);
}

#[test]
fn f27_a_response_from_the_peer_is_never_answered() {
    let mut stdio = Stdio::start();
    for stray in [
        json!({"jsonrpc": "2.0", "id": 5, "result": {}}),
        json!({"jsonrpc": "2.0", "id": 6, "error": {"code": -32700, "message": "Parse error"}}),
        json!({"jsonrpc": "2.0", "error": {"code": -32600, "message": "Invalid"}}),
        json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32600, "message": "Invalid"}}),
        // No proper response, and no request either.
        json!({"id": 8, "result": {}}),
        json!({"jsonrpc": "2.0", "id": 9, "result": {}, "error": {"code": -32603, "message": "both"}}),
    ] {
        stdio.send(&stray);
    }
    stdio.send(&list(json!(7)));
    let answers = stdio.finish();
    assert_eq!(answers.len(), 1, "{answers:?}");
    assert_eq!(answers[0]["id"], 7);
}

/// Ask the fixture until it tells what is wanted; nothing says when that is.
fn wait_until(stdio: &mut Stdio, id: &mut u64, wanted: &Value) {
    for _ in 0..100_000 {
        *id += 1;
        stdio.call(json!(*id), "odd", &json!({"action": "stopped"}));
        let answer = stdio.next();
        assert_eq!(answer["id"], *id, "{answer}");
        let told: Value = serde_json::from_str(answer["result"]["content"][0]["text"].as_str().unwrap()).unwrap();
        if told == *wanted {
            return;
        }
    }
    panic!("never told {wanted}");
}

#[test]
fn f28_a_slow_call_blocks_nobody_and_is_cancelled() {
    let mut stdio = Stdio::start();
    let mut id = 100;
    stdio.call(json!(7), "odd", &json!({"action": "slow"}));
    stdio.call(json!(8), "tasks", &json!({"action": "list"}));
    assert_eq!(stdio.next()["id"], 8);
    wait_until(&mut stdio, &mut id, &json!({"started": 1, "given_up": 0}));
    stdio.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 99}}));
    stdio.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 7}}));
    // The handler is told to stop: its future is dropped.
    wait_until(&mut stdio, &mut id, &json!({"started": 1, "given_up": 1}));
    assert_eq!(stdio.finish(), Vec::<Value>::new(), "a cancelled call was answered");
}
