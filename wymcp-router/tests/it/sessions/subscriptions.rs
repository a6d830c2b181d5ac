//! Subscribing to resources (L22, H5).

use serde_json::{Value, json};
use wymcp_bound::limits;
use wymcp_router::{Mount, Resource};

use super::client::{Client, Response, initialize, messages, serve};
use crate::support::{legacy, with_sessions};

const NEWS: &str = "news://today";

fn mount() -> Mount {
    let news = |uri: &str| Resource::text(uri, "news", "text/plain", "Nothing new");
    let mut builder = with_sessions().resource(news(NEWS)).resource(news("news://sports"));
    for number in 0..limits::SUBSCRIBED {
        builder = builder.resource(news(&format!("news://{number}")));
    }
    builder.build().unwrap()
}

async fn ask(client: &Client<'_>, what: &str, uri: &str) -> Value {
    let answer = client
        .post(&legacy(1, &format!("resources/{what}"), json!({"uri": uri})))
        .await;
    assert_eq!(answer.status, 200);
    answer.json()
}

#[tokio::test]
async fn l_22_who_subscribed_is_told_and_nobody_else() {
    let mount = mount();
    let server = serve(mount.clone()).await;
    let [mine, other, gone] = [
        Client::open(&server, "2025-11-25", &json!({})).await,
        Client::open(&server, "2025-03-26", &json!({})).await,
        Client::open(&server, "2025-06-18", &json!({})).await,
    ];
    for client in [&mine, &gone] {
        assert_eq!(ask(client, "subscribe", NEWS).await["result"], json!({}));
    }
    assert_eq!(ask(&other, "subscribe", "news://sports").await["result"], json!({}));
    assert_eq!(ask(&gone, "unsubscribe", NEWS).await["result"], json!({}));
    // Before anybody reads, and twice, of which one is enough.
    mount.resource_updated(NEWS);
    mount.resource_updated(NEWS);
    mount.resource_updated("news://nobody");
    let mut stream = mine.stand().await;
    stream.until("notifications/resources/updated").await;
    let silent = [other.stand().await, gone.stand().await];
    for client in [&mine, &other, &gone] {
        assert_eq!(client.delete().await.status, 204);
    }
    let told = json!({"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": {"uri": NEWS}});
    assert_eq!(messages(&Response::of(stream).await.body), [told]);
    for stream in silent {
        assert_eq!(messages(&Response::of(stream).await.body), [] as [Value; 0]);
    }
    server.stop().await;
}

#[tokio::test]
async fn l_22_n_1_what_does_not_exist_is_not_watched_nor_more_than_is_kept() {
    let server = serve(mount()).await;
    let client = Client::open(&server, "2025-11-25", &json!({})).await;
    let unknown = ask(&client, "subscribe", "news://tomorrow").await;
    assert_eq!(unknown["error"]["code"], -32002);
    assert_eq!(unknown["error"]["data"]["uri"], "news://tomorrow");
    for number in 0..limits::SUBSCRIBED {
        let uri = format!("news://{number}");
        assert_eq!(ask(&client, "subscribe", &uri).await["result"], json!({}));
    }
    let crowded = ask(&client, "subscribe", NEWS).await;
    assert_eq!(crowded["error"]["code"], -32602);
    assert!(
        crowded["error"]["message"].as_str().unwrap().contains("256"),
        "{crowded}"
    );
    assert_eq!(ask(&client, "unsubscribe", "news://7").await["result"], json!({}));
    assert_eq!(ask(&client, "subscribe", NEWS).await["result"], json!({}));
    server.stop().await;
}

#[tokio::test]
async fn h_5_subscribe_is_declared_and_served_where_clients_can_be_told() {
    let opening = initialize("2025-11-25", &json!({})).to_string();
    for (keeps, declared) in [
        (true, json!({"listChanged": true, "subscribe": true})),
        (false, json!({})),
    ] {
        let news = Resource::text(NEWS, "news", "text/plain", "Nothing new");
        let mount = with_sessions().legacy_sessions(keeps).resource(news).build().unwrap();
        let server = serve(mount).await;
        let stranger = Client::nobody(&server);
        let agreed = stranger.tell("POST", &[], &opening).await.json();
        assert_eq!(agreed["result"]["capabilities"]["resources"], declared);
        if !keeps {
            let version = [("MCP-Protocol-Version", "2025-11-25")];
            let message = legacy(1, "resources/subscribe", json!({"uri": NEWS})).to_string();
            let refused = stranger.tell("POST", &version, &message).await.json();
            assert_eq!(refused["error"]["code"], -32601, "{refused}");
        }
        server.stop().await;
    }
}
