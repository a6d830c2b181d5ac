//! Listening over stdio, in both eras (J7, J9, J10, O4, O5, L2, L22, H5).

use serde_json::{Value, json};
use wymcp_router::Mount;

use super::{PROMPTS, TOOLS, UPDATED, acknowledged, builder, listen, mount, news, plugin};
use crate::stdio::client::Client;
use crate::support::{legacy, modern};

fn initialize() -> Value {
    legacy(
        0,
        "initialize",
        json!({"protocolVersion": "2025-11-25", "capabilities": {}}),
    )
}

fn notification(method: &str, params: Value) -> Value {
    let mut message = json!({"jsonrpc": "2.0", "method": method});
    if !params.is_null() {
        message["params"] = params;
    }
    message
}

async fn says_ready(client: &mut Client) {
    let ready = notification("notifications/initialized", Value::Null);
    client.send(&ready).await;
}

/// What is answered after it was read is read after it: nothing was told before the answer to this ping.
async fn answers_next(client: &mut Client, id: u64) {
    client.send(&legacy(id, "ping", json!({}))).await;
    assert_eq!(client.next().await["id"], id);
}

/// A legacy client that has been let in, and is ready.
async fn ready(mount: &Mount) -> Client {
    let mut client = Client::of(mount.clone());
    client.send(&initialize()).await;
    let agreed = client.next().await;
    assert_eq!(agreed["result"]["capabilities"]["tools"], json!({"listChanged": true}));
    assert_eq!(
        agreed["result"]["capabilities"]["resources"],
        json!({"listChanged": true, "subscribe": true})
    );
    says_ready(&mut client).await;
    // What is answered after it was read is read after it.
    answers_next(&mut client, 1).await;
    client
}

#[tokio::test]
async fn j_7_o_4_subscriptions_share_the_channel_and_end_by_their_ids() {
    let mount = mount();
    let mut client = Client::of(mount.clone());
    client.send(&listen(1, json!({"toolsListChanged": true}))).await;
    assert_eq!(client.next().await, acknowledged(1, &json!({"toolsListChanged": true})));
    client.send(&listen("1", json!({"promptsListChanged": true}))).await;
    assert_eq!(
        client.next().await,
        acknowledged("1", &json!({"promptsListChanged": true}))
    );
    mount.tools().add(plugin("one")).unwrap();
    assert_eq!(client.next().await, news(1, TOOLS, None));

    client
        .send(&notification("notifications/cancelled", json!({"requestId": 1})))
        .await;
    client.send(&modern(2, "tools/list", json!({}))).await;
    assert_eq!(client.next().await["id"], 2);
    mount.tools().remove("one").unwrap();
    mount.prompts_changed();
    assert_eq!(
        client.next().await,
        news("1", PROMPTS, None),
        "O5: nothing more of the other"
    );

    mount.hang_up();
    let cancelled = client.next().await;
    assert_eq!(
        (&cancelled["method"], &cancelled["params"]["requestId"]),
        (&json!("notifications/cancelled"), &json!("1"))
    );
    let result = client.next().await;
    assert_eq!(
        (&result["id"], &result["result"]["resultType"]),
        (&json!("1"), &json!("complete"))
    );
    assert!(client.close().await.is_empty());
}

#[tokio::test(start_paused = true)]
async fn o_6_a_subscription_does_not_keep_the_process_when_its_input_ends() {
    let begin = tokio::time::Instant::now();
    let mut client = Client::of(mount());
    client.send(&listen(1, json!({"toolsListChanged": true}))).await;
    client.next().await;
    assert!(client.close().await.is_empty());
    let mut client = ready(&mount()).await;
    answers_next(&mut client, 2).await;
    assert!(client.close().await.is_empty());
    assert!(begin.elapsed().is_zero(), "nobody waited for the clock");
}

#[tokio::test]
async fn j_11_subscriptions_take_no_places_from_calls() {
    let mount = mount();
    let mut client = Client::of(mount);
    for id in 0..200 {
        client.send(&listen(id, json!({}))).await;
        assert_eq!(client.next().await, acknowledged(id, &json!({})));
    }
    client
        .send(&modern("call", "tools/call", json!({"name": "help", "arguments": {}})))
        .await;
    assert_eq!(client.next().await["id"], "call");
    assert!(client.close().await.is_empty());
}

#[tokio::test]
async fn l_22_h_5_a_legacy_client_is_told_of_lists_and_of_what_it_subscribes_to() {
    let mount = mount();
    let mut client = ready(&mount).await;
    client
        .send(&legacy(2, "resources/subscribe", json!({"uri": "news://today"})))
        .await;
    assert_eq!(client.next().await, json!({"jsonrpc": "2.0", "id": 2, "result": {}}));
    mount.resource_updated("news://sports");
    mount.resource_updated("news://today");
    let updated = notification(&format!("notifications/{UPDATED}"), json!({"uri": "news://today"}));
    assert_eq!(client.next().await, updated);
    mount.tools().add(plugin("one")).unwrap();
    assert_eq!(
        client.next().await,
        notification(&format!("notifications/{TOOLS}"), Value::Null)
    );
    client
        .send(&legacy(3, "resources/unsubscribe", json!({"uri": "news://today"})))
        .await;
    assert_eq!(client.next().await["id"], 3);
    mount.resource_updated("news://today");
    mount.prompts_changed();
    assert_eq!(
        client.next().await,
        notification(&format!("notifications/{PROMPTS}"), Value::Null)
    );
    assert!(client.close().await.is_empty());
}

#[tokio::test]
async fn l_2_nothing_is_told_before_the_client_is_ready() {
    let mount = mount();
    let mut client = Client::of(mount.clone());
    says_ready(&mut client).await;
    client.send(&initialize()).await;
    assert_eq!(client.next().await["id"], 0);
    mount.prompts_changed();
    answers_next(&mut client, 1).await;
    // Said twice, it is heard once.
    for _ in 0..2 {
        says_ready(&mut client).await;
    }
    answers_next(&mut client, 2).await;
    mount.prompts_changed();
    let told = notification(&format!("notifications/{PROMPTS}"), Value::Null);
    assert_eq!(client.next().await, told);
    answers_next(&mut client, 3).await;
    assert!(client.close().await.is_empty());
}

/// A conversation that has been opened, and what the server said it can do.
async fn opened(mount: &Mount) -> (Client, Value) {
    let mut client = Client::of(mount.clone());
    client.send(&initialize()).await;
    let capabilities = client.next().await["result"]["capabilities"].clone();
    says_ready(&mut client).await;
    (client, capabilities)
}

#[tokio::test]
async fn j_11_h_5_who_finds_no_place_to_be_told_is_promised_nothing_and_refused_in_words() {
    let mount = builder().listener_cap(1).build().unwrap();
    let mut first = ready(&mount).await;
    let (mut second, capabilities) = opened(&mount).await;
    assert_eq!(
        (&capabilities["tools"], &capabilities["resources"]),
        (&json!({}), &json!({})),
        "H5: what could not be delivered is not promised"
    );
    second
        .send(&legacy(1, "resources/subscribe", json!({"uri": "news://today"})))
        .await;
    let refused = second.next().await;
    insta::assert_snapshot!(refused, @r#"{"error":{"code":-32601,"message":"no subscriptions in this conversation: the server had as many listeners as it takes when it began; read the resource when you need it, or begin anew later"},"id":1,"jsonrpc":"2.0"}"#);
    mount.prompts_changed();
    let told = notification(&format!("notifications/{PROMPTS}"), Value::Null);
    assert_eq!(first.next().await, told);
    answers_next(&mut second, 2).await;
    assert!(second.close().await.is_empty());

    assert!(first.close().await.is_empty());
    drop(ready(&mount).await);
}

#[tokio::test]
async fn o_7_a_conversation_that_begins_anew_keeps_its_place_and_is_told_once() {
    let mount = builder().listener_cap(1).build().unwrap();
    let mut client = ready(&mount).await;
    client.send(&initialize()).await;
    let agreed = client.next().await;
    assert_eq!(agreed["result"]["capabilities"]["tools"], json!({"listChanged": true}));
    // Not ready again, so nobody is told: neither the later conversation nor the earlier one, which is over.
    mount.prompts_changed();
    answers_next(&mut client, 1).await;
    says_ready(&mut client).await;
    answers_next(&mut client, 2).await;
    mount.prompts_changed();
    let told = notification(&format!("notifications/{PROMPTS}"), Value::Null);
    assert_eq!(client.next().await, told);
    answers_next(&mut client, 3).await;
    assert!(client.close().await.is_empty());
}

/// A client that introduces itself anew has not said yet that it is ready, and then is told once.
#[tokio::test]
async fn l_2_a_client_that_begins_anew_hears_nothing_of_its_earlier_conversation() {
    let mount = mount();
    let mut client = ready(&mount).await;
    let watch = legacy(2, "resources/subscribe", json!({"uri": "news://today"}));
    client.send(&watch).await;
    assert_eq!(client.next().await["id"], 2);
    client.send(&initialize()).await;
    assert_eq!(client.next().await["id"], 0);
    mount.resource_updated("news://today");
    mount.tools().add(plugin("one")).unwrap();
    answers_next(&mut client, 3).await;

    says_ready(&mut client).await;
    answers_next(&mut client, 4).await;
    mount.resource_updated("news://today");
    mount.tools().remove("one").unwrap();
    let changed = notification(&format!("notifications/{TOOLS}"), Value::Null);
    assert_eq!(client.next().await, changed);
    answers_next(&mut client, 5).await;
    assert!(client.close().await.is_empty());
}
