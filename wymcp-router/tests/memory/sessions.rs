//! Sessions that nobody ends (L10).

use std::time::Duration;

use serde_json::json;
use wymcp_router::{Census, Mount};

use crate::client::{RESOURCE, Session, said_now, server};
use crate::live::{self, NOISE};

const SESSIONS: usize = 1000;
const IDLE: Duration = Duration::from_secs(60);

/// What the tables of the store keep of the room that they grew to: an id and a pointer for each session, hash tables at least half full.
const TABLES: usize = SESSIONS * 100;

#[tokio::test(start_paused = true)]
#[expect(
    clippy::await_holding_lock,
    reason = "nothing else may allocate while this test counts"
)]
async fn l_10_a_thousand_sessions_never_deleted_leave_nothing_when_they_have_expired() {
    let _alone = live::alone();
    let mount = server().session_idle(IDLE).build().unwrap();
    use_sessions(&mount, 1).await;
    expire(&mount).await;

    let before = live::bytes();
    use_sessions(&mount, SESSIONS).await;
    let held = live::since(before);
    assert_eq!(mount.census().open, SESSIONS);
    expire(&mount).await;
    let left = live::since(before);
    assert!(left < TABLES + NOISE, "{left} bytes are left of {held}");

    // The room is used again: the next thousand add nothing to it.
    let before = live::bytes();
    for _ in 0..3 {
        use_sessions(&mount, SESSIONS).await;
        expire(&mount).await;
    }
    let left = live::since(before);
    assert!(left < NOISE, "{left} bytes are left of three thousand sessions more");
}

/// Each does what makes the server remember something of it, and goes without a word.
async fn use_sessions(mount: &Mount, sessions: usize) {
    for _ in 0..sessions {
        let session = Session::open(mount).await;
        session.ask("logging/setLevel", json!({"level": "info"})).await;
        session.ask("resources/subscribe", json!({"uri": RESOURCE})).await;
        let talk = json!({"name": "talk", "_meta": {"progressToken": 1}});
        assert_eq!(
            session.ask("tools/call", talk).await.matches("event: message").count(),
            5
        );
        let mut standing = session.stand().await;
        assert!(said_now(&mut standing).unwrap().starts_with("id: 0-1\n"));
    }
    assert!(mount.census().kept > 0);
}

async fn expire(mount: &Mount) {
    // The sweeper wakes eight times in that time.
    tokio::time::sleep(IDLE * 2).await;
    assert_eq!(mount.census(), Census::default());
}
