//! What an operator sees (OBS-1, OBS-2).

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, LazyLock, Mutex};

use serde_json::{Value, json};
use tracing::field::{Field, Visit};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt as _};
use wymcp_router::{Facts, Mount};

use crate::support::{call, legacy, modern, mount};

/// Keeps the fields of every event.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<BTreeMap<String, String>>>>);

impl<S: tracing::Subscriber> Layer<S> for Kept {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        struct Fields(BTreeMap<String, String>);
        impl Visit for Fields {
            fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
                self.0.insert(
                    field.name().to_owned(),
                    format!("{value:?}").trim_matches('"').to_owned(),
                );
            }
        }
        let mut fields = Fields(BTreeMap::new());
        event.record(&mut fields);
        self.0.lock().unwrap().push(fields.0);
    }
}

/// The events of one message.
fn events_of(request: &str) -> Vec<BTreeMap<String, String>> {
    events_on(&mount(), request)
}

/// Hears nothing and stays for good. Where there is but one subscriber, `tracing` asks the subscriber of whichever thread first meets an
/// event whether anybody cares: a test beside this one, which has none, would settle that nobody does.
static BYSTANDER: LazyLock<tracing::Dispatch> =
    LazyLock::new(|| tracing::Dispatch::new(tracing_subscriber::registry()));

fn events_on(mount: &Mount, request: &str) -> Vec<BTreeMap<String, String>> {
    events_while(mount.handle(request.as_bytes(), Facts::bare()))
}

fn events_while<T>(work: impl Future<Output = T>) -> Vec<BTreeMap<String, String>> {
    LazyLock::force(&BYSTANDER);
    let kept = Kept::default();
    let subscriber = tracing_subscriber::registry().with(kept.clone());
    tracing::subscriber::with_default(subscriber, || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        runtime.block_on(work);
    });
    let events = kept.0.lock().unwrap().clone();
    events
        .into_iter()
        .filter(|fields| fields.contains_key("event"))
        .collect()
}

fn names(request: &Value) -> Vec<String> {
    events_of(&request.to_string())
        .iter()
        .map(|fields| fields["event"].clone())
        .collect()
}

#[test]
fn obs_2_a_call_whose_tool_is_found_starts_and_stops_once() {
    for arguments in [json!({"action": "read"}), json!({"action": "nope"}), json!({})] {
        assert_eq!(
            names(&modern(1, "tools/call", call("notes", arguments))),
            ["tool.start", "tool.stop"]
        );
    }
    assert_eq!(
        names(&modern(1, "tools/call", call("notes", json!({"action": "boom"})))),
        ["tool.start", "tool.error", "tool.stop"]
    );
}

#[test]
fn obs_2_what_reaches_no_tool_is_rejected_and_starts_nothing() {
    for request in [
        modern(1, "tools/call", call("nobody", json!({}))),
        modern(1, "tools/call", call("notes", json!([]))),
        modern(1, "nope", json!({})),
        legacy(1, "tools/list", json!({})),
        json!({"jsonrpc": "2.0", "id": [], "method": "ping"}),
        json!([]),
    ] {
        assert_eq!(names(&request), ["wire.reject"], "{request}");
    }
    assert!(names(&modern(1, "tools/list", json!({}))).is_empty());
}

#[test]
fn obs_1_a_rejection_says_code_and_status_and_quotes_in_bounds() {
    let method = format!("\u{202e}\n{}", "m".repeat(100_000));
    let events = events_of(&modern(1, &method, json!({})).to_string());
    let fields = &events[0];
    assert_eq!((fields["code"].as_str(), fields["status"].as_str()), ("-32601", "404"));
    for field in ["method", "message"] {
        assert!(
            fields[field].chars().count() < 200 && !fields[field].contains(['\u{202e}', '\n']),
            "{fields:?}"
        );
    }
}

#[test]
fn obs_1_what_a_provider_does_wrong_is_told_with_its_method_run_4() {
    let mount = crate::provided::mount();
    let of = |uri: &str| {
        let events = events_on(&mount, &modern(1, "resources/read", json!({"uri": uri})).to_string());
        events
            .into_iter()
            .map(|mut fields| ["event", "tool", "message"].map(|name| fields.remove(name).unwrap_or_default()))
            .collect::<Vec<_>>()
    };
    assert_eq!(of("row://panic"), [["tool.error", "resources/read", "row panicked"]]);
    assert_eq!(
        of("row://secret"),
        [["tool.failure", "resources/read", "the password is 12345"]]
    );
    assert_eq!(of("row://none"), [["wire.reject", "", "no resource has this URI"]]);
    assert!(of("row://1").is_empty());
}

#[cfg(feature = "http")]
#[test]
fn obs_1_a_session_starts_and_ends_once_with_its_reason_and_never_its_whole_id() {
    use axum::body::Body;
    use axum::http::Request;
    use tower::ServiceExt as _;

    LazyLock::force(&BYSTANDER);
    let kept = Kept::default();
    let subscriber = tracing_subscriber::registry().with(kept.clone());
    let mut ids = Vec::new();
    tracing::subscriber::with_default(subscriber, || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        runtime.block_on(async {
            let service = crate::support::with_sessions()
                .session_cap(1)
                .build()
                .unwrap()
                .into_service();
            let send = |request: axum::http::request::Builder, body: String| {
                let request = request
                    .header("content-type", "application/json")
                    .body(Body::from(body));
                service.clone().oneshot(request.unwrap())
            };
            let hello = legacy(
                0,
                "initialize",
                json!({"protocolVersion": "2025-06-18", "capabilities": {}}),
            )
            .to_string();
            for _ in 0..2 {
                let opened = send(Request::post("/"), hello.clone()).await.unwrap();
                ids.push(opened.headers()["mcp-session-id"].to_str().unwrap().to_owned());
            }
            for _ in 0..2 {
                send(Request::delete("/").header("mcp-session-id", &ids[1]), String::new())
                    .await
                    .unwrap();
            }
        });
    });
    let events = kept.0.lock().unwrap().clone();
    let of = |name: &str, field: &str| {
        let of_name = events
            .iter()
            .filter(|fields| fields.get("event").is_some_and(|event| event == name));
        of_name.map(|fields| fields[field].clone()).collect::<Vec<_>>()
    };
    assert_eq!(of("session.start", "version"), ["2025-06-18", "2025-06-18"]);
    assert_eq!(of("session.end", "reason"), ["evicted", "deleted"]);
    assert_eq!(of("session.start", "session"), of("session.end", "session"));
    assert!(
        of("session.end", "duration")
            .iter()
            .all(|seconds| seconds.parse::<f64>().is_ok())
    );
    for fields in &events {
        assert!(
            fields
                .values()
                .all(|value| ids.iter().all(|id| !value.contains(id.as_str()))),
            "L25: {fields:?}"
        );
    }
}

#[cfg(feature = "stdio")]
#[test]
fn j_11_the_operator_hears_of_a_conversation_that_is_told_of_no_changes() {
    use crate::stdio::client::Client;
    use crate::support::builder;

    let mount = builder().listener_cap(1).build().unwrap();
    let initialize = legacy(
        0,
        "initialize",
        json!({"protocolVersion": "2025-11-25", "capabilities": {}}),
    );
    let events = events_while(async {
        let mut first = Client::of(mount.clone());
        first.send(&initialize).await;
        first.next().await;
        let mut second = Client::of(mount.clone());
        second.send(&initialize).await;
        second.next().await;
        first.close().await;
        second.close().await;
    });
    let [event] = &events[..] else {
        panic!("one event: {events:?}");
    };
    assert_eq!((&*event["event"], &*event["cap"]), ("listener.reject", "1"));
}
