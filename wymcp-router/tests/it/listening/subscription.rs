//! `subscriptions/listen` without a socket (J1 to J10).

use serde_json::{Value, json};
use wymcp_router::{ActionSchema, ActionTool, Facts, Mount, Reply, Said};

use super::stream::Stream;
use super::{PROMPTS, RESOURCES, TOOLS, UPDATED, acknowledged, builder, listen, mount, news, plugin};
use crate::support::{error_of, said};

/// The error with which a request is refused at once.
async fn refused(mount: &Mount, params: Value) -> (u16, i64, String) {
    let request = crate::support::modern(1, "subscriptions/listen", params);
    let mut stream = mount.messages(request.to_string().as_bytes(), Facts::bare());
    let Some(Said::Answer(answer)) = stream.next().await else {
        panic!("it was not refused");
    };
    let answer = said(&answer);
    let (status, code, _) = error_of(&answer);
    (status, code, answer.1["error"]["message"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn j_2_j_3_j_6_a_subscription_is_acknowledged_then_told_under_its_own_id() {
    for id in [json!(7), json!(1_788_000_000_123_u64), json!("a \"b\"")] {
        let mount = mount();
        let asked = json!({
            "toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true,
            "resourceSubscriptions": ["news://today", "mail://pinned"],
        });
        let mut stream = Stream::open(&mount, &listen(id.clone(), asked.clone()));
        let mut honoured = asked;
        honoured["resourceSubscriptions"] = json!(["mail://pinned", "news://today"]);
        assert_eq!(stream.next().await, acknowledged(id.clone(), &honoured));
        mount.tools().add(plugin("one")).unwrap();
        assert_eq!(stream.next().await, news(id.clone(), TOOLS, None));
        mount.prompts_changed();
        assert_eq!(stream.next().await, news(id.clone(), PROMPTS, None));
        mount.resources_changed();
        assert_eq!(stream.next().await, news(id.clone(), RESOURCES, None));
        mount.resource_updated("news://today");
        assert_eq!(stream.next().await, news(id.clone(), UPDATED, Some("news://today")));
    }
}

#[tokio::test]
async fn j_4_nothing_is_told_that_was_not_asked_for() {
    let mount = mount();
    let asked =
        json!({"promptsListChanged": true, "toolsListChanged": false, "resourceSubscriptions": ["news://sports"]});
    let mut stream = Stream::open(&mount, &listen(1, asked));
    let honoured = json!({"promptsListChanged": true, "resourceSubscriptions": ["news://sports"]});
    assert_eq!(stream.next().await, acknowledged(1, &honoured));
    mount.tools().add(plugin("one")).unwrap();
    mount.resources_changed();
    mount.resource_updated("news://today");
    mount.resource_updated("news://sports");
    mount.prompts_changed();
    assert_eq!(stream.next().await, news(1, UPDATED, Some("news://sports")));
    assert_eq!(stream.next().await, news(1, PROMPTS, None));
}

#[tokio::test]
async fn j_2_what_the_server_does_not_have_is_left_out_of_what_it_honours() {
    let bare = Mount::builder("bare", "1.0.0").build().unwrap();
    let all = json!({
        "toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true,
        "resourceSubscriptions": ["news://today"],
    });
    let mut stream = Stream::open(&bare, &listen(1, all));
    assert_eq!(stream.next().await, acknowledged(1, &json!({"toolsListChanged": true})));

    // What does not exist, is no URI, or whose provider fails is not watched, and why is nobody's business (J5).
    let uris = [
        "mail://other",
        "mail://panic",
        "mail://secret",
        "no uri",
        "news://tomorrow",
        "news://today",
    ];
    let mut stream = Stream::open(&mount(), &listen(1, json!({"resourceSubscriptions": uris})));
    assert_eq!(
        stream.next().await,
        acknowledged(1, &json!({"resourceSubscriptions": ["news://today"]}))
    );

    let mut stream = Stream::open(&bare, &listen(1, json!({})));
    assert_eq!(stream.next().await, acknowledged(1, &json!({})));
}

#[tokio::test]
async fn j_1_what_cannot_be_read_is_refused() {
    let mount = mount();
    let mut told = Vec::new();
    for params in [
        json!({}),
        json!({"notifications": []}),
        json!({"notifications": {"toolsListChanged": "yes"}}),
        json!({"notifications": {"resourceSubscriptions": "news://today"}}),
        json!({"notifications": {"resourceSubscriptions": [1]}}),
        json!({"notifications": {"resourceSubscriptions": (0..257).map(|n| format!("news://{n}")).collect::<Vec<_>>()}}),
        json!({"notifications": {"resourceSubscriptions": [format!("news://{}", "u".repeat(2048))]}}),
    ] {
        let (status, code, message) = refused(&mount, params).await;
        assert_eq!((status, code), (200, -32602), "{message}");
        told.push(message);
    }
    insta::assert_snapshot!(told.join("\n"));
}

#[tokio::test]
async fn j_11_more_listeners_than_a_mount_takes_come_back_later() {
    let mount = builder().listener_cap(1).build().unwrap();
    let mut first = Stream::open(&mount, &listen(1, json!({})));
    first.next().await;
    let (status, code, message) = refused(&mount, json!({"notifications": {}})).await;
    assert_eq!((status, code), (503, -32603), "{message}");
    drop(first);
    let mut second = Stream::open(&mount, &listen(2, json!({})));
    assert_eq!(second.next().await, acknowledged(2, &json!({})));
}

#[tokio::test]
async fn j_8_j_9_a_subscription_that_the_server_ends_is_answered_and_over() {
    let mount = mount();
    let mut stream = Stream::open(&mount, &listen("s", json!({"toolsListChanged": true})));
    stream.next().await;
    mount.tools().add(plugin("last")).unwrap();
    mount.hang_up();
    assert_eq!(stream.next().await, news("s", TOOLS, None));
    let cancelled = stream.next().await;
    assert_eq!(cancelled["method"], "notifications/cancelled");
    assert_eq!(cancelled["params"]["requestId"], "s");
    assert_eq!(
        stream.next().await,
        json!({"id": "s", "jsonrpc": "2.0", "result": {"resultType": "complete", "_meta": {
            "io.modelcontextprotocol/serverInfo": {"name": "news-server", "version": "1.0.0"},
            "io.modelcontextprotocol/subscriptionId": "s",
        }}})
    );
    assert_eq!(stream.next().await, Value::Null);
    // Who comes back is served.
    let mut again = Stream::open(&mount, &listen(1, json!({})));
    assert_eq!(again.next().await, acknowledged(1, &json!({})));
}

/// A filter may speak of actions alone: a tool of which no action is left is hidden like any other.
#[tokio::test]
async fn j_4_vis_1_nothing_is_told_of_tools_that_have_no_visible_action() {
    let acting = |name: &str, action: &str| {
        ActionTool::builder(name, "Acts").action(action, ActionSchema::new("Acts"), async |_, _| Ok(Reply::new("")))
    };
    let mount = builder()
        .visible(|_, _, action| action != Some("purge"))
        .build()
        .unwrap();
    let asked = json!({"promptsListChanged": true, "toolsListChanged": true});
    let mut stream = Stream::open(&mount, &listen(1, asked.clone()));
    assert_eq!(stream.next().await, acknowledged(1, &asked));
    mount.tools().add(acting("janitor", "purge")).unwrap();
    mount.tools().replace(acting("janitor", "purge")).unwrap();
    mount.tools().remove("janitor").unwrap();
    mount.tools().add(acting("janitor", "purge")).unwrap();
    mount.prompts_changed();
    assert_eq!(stream.next().await, news(1, PROMPTS, None), "nothing before it");
    // One that comes into sight, and one that goes out of it, is told of.
    for action in ["sweep", "purge"] {
        mount.tools().replace(acting("janitor", action)).unwrap();
        assert_eq!(stream.next().await, news(1, TOOLS, None), "{action}");
    }
}
