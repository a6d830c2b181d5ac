//! F26: a handler that panics.

use serde_json::{Value, json};

use crate::support::http::Served;
use crate::support::stdio::Stdio;
use crate::support::{block_on, mount};

/// The fault that the result of a message with an id carries.
fn fault(message: &Value, id: &Value) {
    assert_eq!(&message["id"], id, "{message}");
    assert_eq!(message["result"]["isError"], true, "{message}");
    let text = message["result"]["content"][0]["text"].as_str().unwrap();
    let fault: Value = serde_json::from_str(text).unwrap();
    assert_eq!(fault["errorType"], "tool_fault");
    assert_eq!(
        (&fault["tool"], &fault["action"], &fault["exception"]),
        (&json!("odd"), &json!("boom"), &json!("panic"))
    );
    assert!(fault["message"].as_str().unwrap().contains("boom"), "{fault}");
    for leak in [".rs", "stack backtrace", "src/"] {
        assert!(!text.contains(leak), "{leak} in {text}");
    }
}

#[test]
fn f26_a_panic_is_answered_and_the_next_call_is_served_over_http() {
    block_on(async {
        let served = Served::start(mount()).await;
        let boom = served.call("odd", &json!({"action": "boom"})).await;
        assert_eq!(boom.status, 200);
        fault(&boom.json(), &json!(1));
        let next = served.call("tasks", &json!({"action": "list"})).await.json();
        assert!(
            next["result"].get("isError").is_none_or(|error| error == false),
            "{next}"
        );
    });
}

#[test]
fn f26_a_panic_is_answered_and_the_next_call_is_served_over_stdio() {
    let mut stdio = Stdio::start();
    stdio.call(json!("b"), "odd", &json!({"action": "boom"}));
    fault(&stdio.next(), &json!("b"));
    stdio.call(json!(2), "tasks", &json!({"action": "list"}));
    let next = stdio.next();
    assert_eq!(next["id"], 2);
    assert!(
        next["result"].get("isError").is_none_or(|error| error == false),
        "{next}"
    );
    assert_eq!(stdio.finish(), Vec::<Value>::new());
}
