//! Mounts that tell each other of changes (DEF-6, J6).

use std::sync::{Arc, Mutex};

use serde_json::json;
use wymcp_router::{Broadcast, BroadcastError, LocalBroadcast, Mount, Notice, Receiver};

use super::stream::Stream;
use super::{PROMPTS, RESOURCES, TOOLS, UPDATED, builder, listen, news, plugin};

fn joined(engine: &LocalBroadcast) -> Mount {
    builder().broadcast(engine.clone()).build().unwrap()
}

async fn listening(mount: &Mount) -> Stream {
    let all = json!({
        "toolsListChanged": true, "promptsListChanged": true, "resourcesListChanged": true,
        "resourceSubscriptions": ["news://today"],
    });
    let mut stream = Stream::open(mount, &listen(1, all));
    stream.next().await;
    stream
}

#[tokio::test]
async fn def_6_what_one_process_notices_every_listener_hears_once() {
    let engine = LocalBroadcast::default();
    let (one, other) = (joined(&engine), joined(&engine));
    let mut streams = [listening(&one).await, listening(&other).await];
    one.tools().add(plugin("one")).unwrap();
    for stream in &mut streams {
        assert_eq!(stream.next().await, news(1, TOOLS, None));
    }
    other.resource_updated("news://today");
    one.prompts_changed();
    other.resources_changed();
    for stream in &mut streams {
        assert_eq!(stream.next().await, news(1, UPDATED, Some("news://today")));
        assert_eq!(stream.next().await, news(1, PROMPTS, None));
        assert_eq!(stream.next().await, news(1, RESOURCES, None));
    }
    drop(one);
    other.prompts_changed();
    assert_eq!(streams[1].next().await, news(1, PROMPTS, None));
}

/// Keeps what is published, and the place where to put what comes.
#[derive(Clone, Default)]
struct Wire {
    published: Arc<Mutex<Vec<Notice>>>,
    receiver: Arc<Mutex<Option<Receiver>>>,
}

impl Broadcast for Wire {
    fn publish(&self, notice: Notice) {
        self.published.lock().unwrap().push(notice);
    }

    fn subscribe(&self, receiver: Receiver) -> Result<(), BroadcastError> {
        *self.receiver.lock().unwrap() = Some(receiver);
        Ok(())
    }
}

#[tokio::test]
async fn def_6_what_comes_back_or_is_no_notice_is_left_alone_and_what_was_missed_may_be_anything() {
    let wire = Wire::default();
    let mount = builder().broadcast(wire.clone()).build().unwrap();
    let receiver = wire.receiver.lock().unwrap().clone().unwrap();
    let mut stream = listening(&mount).await;
    mount.resource_updated("news://today");
    assert_eq!(stream.next().await, news(1, UPDATED, Some("news://today")));
    let published = wire.published.lock().unwrap().clone();
    for text in [
        published[0].as_str(),
        published[0].widened().as_str(),
        "",
        "garbage",
        "0123456789abcdef",
    ] {
        receiver.receive(text);
    }
    receiver.receive("0123456789abcdef prompts");
    assert_eq!(stream.next().await, news(1, PROMPTS, None));
    receiver.missed();
    for (kind, uri) in [
        (TOOLS, None),
        (PROMPTS, None),
        (RESOURCES, None),
        (UPDATED, Some("news://today")),
    ] {
        assert_eq!(stream.next().await, news(1, kind, uri));
    }
    assert_eq!(
        wire.published.lock().unwrap().len(),
        1,
        "what was heard is not said again"
    );
    assert!(!receiver.is_gone());
    drop((stream, mount));
    assert!(receiver.is_gone());
    receiver.receive("0123456789abcdef tools one");
}

struct Mute;

impl Broadcast for Mute {
    fn publish(&self, _: Notice) {}

    fn subscribe(&self, _: Receiver) -> Result<(), BroadcastError> {
        Err(BroadcastError::new("the channel has no name"))
    }
}

#[test]
fn act_11_an_engine_that_cannot_listen_is_an_offence() {
    let offences = builder().broadcast(Mute).build().unwrap_err();
    let told = offences.to_string();
    assert_eq!(
        told.split(", declared at").next().unwrap(),
        "1 configuration offence\n1. /broadcast: other processes cannot be heard: the channel has no name; wanted an engine that can begin to \
         listen; mend what the engine says, or leave the option out [broadcast_unavailable]"
    );
    assert!(told.contains("joined.rs"), "{told}");
}
