//! What is declared is what can be delivered (H5).

use serde_json::{Value, json};
use wymcp_router::{Facts, Mount, Said};

use super::{listen, mount};
use crate::support::{ask, error_of, modern, said};

async fn discovered(mount: &Mount) -> Value {
    let request = modern(1, "server/discover", json!({})).to_string();
    let mut messages = mount.messages(request.as_bytes(), Facts::bare());
    let Some(Said::Answer(answer)) = messages.next().await else {
        panic!("no answer");
    };
    said(&answer).1["result"]["capabilities"].clone()
}

#[tokio::test]
async fn h_5_whoever_passes_on_what_is_said_can_be_told_of_changes() {
    let all = json!({
        "completions": {}, "logging": {}, "prompts": {"listChanged": true},
        "resources": {"listChanged": true, "subscribe": true}, "tools": {"listChanged": true},
    });
    assert_eq!(discovered(&mount()).await, all);
    let bare = Mount::builder("bare", "1.0.0").build().unwrap();
    assert_eq!(
        discovered(&bare).await,
        json!({"logging": {}, "tools": {"listChanged": true}})
    );
}

#[tokio::test]
async fn h_5_a_transport_that_takes_one_answer_alone_is_promised_nothing_and_cannot_listen() {
    let mount = mount();
    let request = modern(1, "server/discover", json!({})).to_string();
    let (_, body) = said(&mount.handle(request.as_bytes(), Facts::bare()).await);
    assert_eq!(
        body["result"]["capabilities"],
        json!({"completions": {}, "logging": {}, "prompts": {}, "resources": {}, "tools": {}})
    );
    let request = listen(1, json!({})).to_string();
    let refused = said(&mount.handle(request.as_bytes(), Facts::bare()).await);
    assert_eq!(error_of(&refused), (404, -32601, Some(json!(1))));
    // Over HTTP it is the client that admits no stream, and is told so.
    assert_eq!(
        error_of(&ask(&mount, &listen(1, json!({}))).await),
        (406, -32600, Some(json!(1)))
    );
}
