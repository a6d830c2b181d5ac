//! Clients that go away at every point of a call (LNG-2; wire contract F9, F10).

use serde_json::json;
use wymcp_router::Context;

use super::puppet::{Puppet, legacy_call, modern_call, with_token};
use super::raw::Server;

/// What a call has done when its client goes.
const POINTS: [fn(&Context); 3] = [
    |_| {},
    Context::open_stream,
    |ctx| {
        ctx.progress(1.0, None, None);
        ctx.progress(2.0, None, None);
    },
];

/// What its client has read by then.
const SEEN: [&str; 3] = ["", ":\n\n", "\"progress\":2"];

#[tokio::test]
async fn f_9_a_modern_call_stops_with_its_client_wherever_it_is() {
    let puppet = Puppet::new();
    let server = Server::start(puppet.mount()).await;
    for (at, (act, seen)) in POINTS.into_iter().zip(SEEN).enumerate() {
        let mut connection = server.call(&modern_call(with_token())).await;
        puppet.begun().await;
        puppet.does(act).await;
        connection.until(seen).await;
        let spawned = tokio::spawn({
            let ctx = puppet.context();
            async move { ctx.cancelled().await }
        });
        drop(connection);
        puppet.ended().await;
        assert_eq!((puppet.fate(), puppet.was_dropped_cancelled()), ((0, at + 1), true));
        spawned.await.unwrap();
        puppet.context().progress(3.0, None, None);
    }
    server.stop().await;
}

#[tokio::test]
async fn f_10_a_legacy_call_goes_on_without_its_client_wherever_it_is() {
    for (act, seen) in POINTS.into_iter().zip(SEEN) {
        let puppet = Puppet::new();
        let server = Server::start(puppet.mount()).await;
        let mut connection = server.call(&legacy_call(with_token())).await;
        puppet.begun().await;
        puppet.does(act).await;
        connection.until(seen).await;
        drop(connection);
        // The server waits for its connections only: this one is gone when it has stopped.
        server.stop().await;
        assert_eq!(puppet.fate(), (0, 0));
        puppet.does(|ctx| ctx.progress(3.0, None, None)).await;
        assert!(!puppet.context().is_cancelled());
        puppet.finish();
        puppet.ended().await;
        assert_eq!((puppet.fate(), puppet.was_dropped_cancelled()), ((1, 0), false));
    }
}

#[tokio::test]
async fn f_9_a_client_that_goes_after_the_answer_changes_nothing() {
    for request in [modern_call(with_token()), legacy_call(with_token())] {
        let puppet = Puppet::new();
        let server = Server::start(puppet.mount()).await;
        let mut connection = server.call(&request).await;
        puppet.begun().await;
        puppet.does(|ctx| ctx.progress(1.0, None, None)).await;
        puppet.finish();
        connection.until("finished").await;
        drop(connection);
        server.stop().await;
        assert_eq!((puppet.fate(), puppet.was_dropped_cancelled()), ((1, 0), false));
        assert!(!puppet.context().is_cancelled());
    }
}

#[tokio::test]
async fn f_9_a_vanished_client_disturbs_no_other_call() {
    let (vanishing, staying) = (Puppet::new(), Puppet::new());
    let mount = vanishing.builder().tool(staying.named("other")).build().unwrap();
    let server = Server::start(mount).await;
    let mut gone = server.call(&modern_call(with_token())).await;
    let mut request = modern_call(with_token());
    request["params"]["name"] = json!("other");
    let mut other = server.call(&request).await;
    vanishing.begun().await;
    staying.begun().await;
    for puppet in [&vanishing, &staying] {
        puppet.does(|ctx| ctx.progress(1.0, None, None)).await;
    }
    gone.until("\"progress\":1").await;
    other.until("\"progress\":1").await;
    drop(gone);
    vanishing.ended().await;
    staying.does(|ctx| ctx.progress(2.0, None, None)).await;
    other.until("\"progress\":2").await;
    staying.finish();
    other.until("finished").await;
    server.stop().await;
}
