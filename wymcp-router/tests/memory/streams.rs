//! Streams on which nothing happens (LNG-3).

use std::time::Duration;

use axum::body::Body;
use axum::http::Response;
use wymcp_router::Census;

use crate::client::{Session, listen, modern_call, said_now, server};
use crate::live::{self, NOISE};

const STREAMS: usize = 10_000;
/// What an open stream may cost beyond its connection.
const COST: usize = 10 * 1024;
const IDLE: Duration = Duration::from_secs(60);
/// What tables and queues of the store and of the runtime keep of the room that they grew to, for each stream.
const ROOM: usize = 100;

#[tokio::test(start_paused = true)]
#[expect(
    clippy::await_holding_lock,
    reason = "nothing else may allocate while this test counts"
)]
async fn lng_3_ten_thousand_idle_streams_of_calls_cost_little_and_nothing_when_they_have_gone() {
    let _alone = live::alone();
    let mount = server().build().unwrap();
    drop(modern_call(&mount, "wait").await);
    tokio::time::sleep(Duration::from_secs(1)).await;

    let (streams, before) = idle(async || modern_call(&mount, "wait").await).await;
    drop(streams);
    // The test's clock moves when nothing else is left to do: the calls have ended.
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_nothing_is_left(before);
}

#[tokio::test(start_paused = true)]
#[expect(
    clippy::await_holding_lock,
    reason = "nothing else may allocate while this test counts"
)]
async fn l_11_ten_thousand_idle_standing_streams_cost_little_and_nothing_when_their_sessions_have_expired() {
    let _alone = live::alone();
    let mount = server().session_idle(IDLE).session_cap(STREAMS).build().unwrap();

    let (streams, before) = idle(async || Session::open(&mount).await.stand().await).await;
    assert_eq!(
        mount.census().open,
        STREAMS,
        "L10: a session whose stream is read does not expire"
    );
    drop(streams);
    tokio::time::sleep(IDLE * 2).await;
    assert_eq!(mount.census(), Census::default());
    assert_nothing_is_left(before);
}

#[tokio::test(start_paused = true)]
#[expect(
    clippy::await_holding_lock,
    reason = "nothing else may allocate while this test counts"
)]
async fn j_10_ten_thousand_idle_listeners_cost_little_and_nothing_when_they_have_gone() {
    let _alone = live::alone();
    let mount = server().build().unwrap();
    drop(listen(&mount).await);
    tokio::time::sleep(Duration::from_secs(1)).await;

    let (streams, before) = idle(async || listen(&mount).await).await;
    drop(streams);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(mount.census(), Census::default());
    assert_nothing_is_left(before);
}

/// Opens the streams, which are idle for some minutes; gives them, and the bytes that were in use before them.
async fn idle(mut open: impl AsyncFnMut() -> Response<Body>) -> (Vec<Response<Body>>, usize) {
    let before = live::bytes();
    let mut streams = Vec::with_capacity(STREAMS);
    for _ in 0..STREAMS {
        streams.push(open().await);
    }
    stay(&mut streams, before).await;
    (streams, before)
}

fn assert_nothing_is_left(before: usize) {
    let left = live::since(before);
    assert!(left < STREAMS * ROOM + NOISE, "{left} bytes are left");
}

/// The streams are idle for some minutes, and say no more than that they are there.
async fn stay(streams: &mut [Response<Body>], before: usize) {
    all_say(streams, "\n\n").await;
    let at_first = live::since(before);
    for _ in 0..8 {
        tokio::time::sleep(Duration::from_secs(15)).await;
        all_say(streams, ":\n\n").await;
    }
    let later = live::since(before);
    assert!(
        later <= at_first + NOISE,
        "silence costs {at_first}, then {later} bytes"
    );
    let each = later / streams.len();
    assert!(each < COST, "a stream costs {each} bytes");
}

async fn all_say(streams: &mut [Response<Body>], expected: &str) {
    // Each has a task of its own in a server; this one looks at more clocks than a task may at once.
    tokio::task::unconstrained(async {
        for stream in streams {
            let said = said_now(stream);
            assert!(said.as_ref().is_some_and(|said| said.ends_with(expected)), "{said:?}");
            assert_eq!(said_now(stream), None);
        }
    })
    .await;
}
