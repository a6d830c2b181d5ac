use std::collections::BTreeSet;
use std::sync::Arc;

use wymcp_bound::limits;
use wymcp_callbacksurface::{Principal, View};

use super::*;
use crate::outbox::{Audience, Outbox, Said};
use crate::rpc::Id;

fn lists(tools: bool, prompts: bool, resources: bool) -> Lists {
    Lists {
        tools,
        prompts,
        resources,
    }
}

fn interests(lists: Lists, uris: &[&str]) -> Interests {
    Interests {
        lists,
        watched: Watched::Named(uris.iter().map(|uri| (*uri).to_owned()).collect()),
        view: View::everything(),
    }
}

fn outbox() -> Arc<Outbox> {
    Arc::new(Outbox::new(None, Audience::Request(None)))
}

fn tag() -> Tag {
    Tag::of(&Id::Number(7.into()))
}

fn taken(outbox: &Outbox) -> Vec<String> {
    std::iter::from_fn(|| outbox.take())
        .map(|said| match said {
            Said::Message(message) => message,
            Said::Answer(answer) => panic!("an answer: {answer:?}"),
        })
        .collect()
}

fn tools() -> Change {
    Change::Tools(ChangedTools::elsewhere(vec!["one".to_owned()]))
}

/// What each change is to somebody, by the names of the notifications.
fn heard(interests: &Interests, change: &Change) -> Vec<String> {
    let mut heard = Vec::new();
    interests.news(change, |news| heard.push(news.message(None)));
    heard
        .iter()
        .map(|message| {
            let message: serde_json::Value = serde_json::from_str(message).unwrap();
            let method = message["method"]
                .as_str()
                .unwrap()
                .strip_prefix("notifications/")
                .unwrap();
            match message["params"]["uri"].as_str() {
                Some(uri) => format!("{method} {uri}"),
                None => method.to_owned(),
            }
        })
        .collect()
}

#[test]
fn j_4_nobody_hears_what_it_did_not_ask_for() {
    let changes = [
        tools(),
        Change::Prompts,
        Change::Resources,
        Change::Resource("file:///a".to_owned()),
        Change::Resource("file:///b".to_owned()),
    ];
    let hears = |interests: &Interests| {
        changes
            .iter()
            .flat_map(|change| heard(interests, change))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        hears(&interests(lists(true, false, false), &[])),
        ["tools/list_changed"]
    );
    assert_eq!(
        hears(&interests(lists(false, true, false), &[])),
        ["prompts/list_changed"]
    );
    assert_eq!(
        hears(&interests(lists(false, false, true), &["file:///a"])),
        ["resources/list_changed", "resources/updated file:///a"]
    );
    assert!(hears(&interests(Lists::default(), &[])).is_empty());
}

#[test]
fn j_6_where_nobody_knows_what_has_changed_all_of_it_is_told() {
    let all = interests(lists(true, true, true), &["file:///a", "file:///b"]);
    assert_eq!(
        heard(&all, &Change::Anything),
        [
            "tools/list_changed",
            "prompts/list_changed",
            "resources/list_changed",
            "resources/updated file:///a",
            "resources/updated file:///b",
        ]
    );
    assert!(heard(&interests(Lists::default(), &[]), &Change::Anything).is_empty());
}

#[test]
fn vis_1_tools_that_a_listener_does_not_see_change_without_it() {
    let filter = |principal: Option<&Principal>, tool: &str, _: Option<&str>| {
        tool != "secret" || principal.map(Principal::id) == Some("ann")
    };
    let of = |principal: Option<Principal>| Interests {
        view: View::filtered(Arc::new(filter), principal),
        ..interests(lists(true, false, false), &[])
    };
    let change = |names: &[&str]| {
        let names = names.iter().map(|name| (*name).to_owned());
        Change::Tools(ChangedTools::elsewhere(names.collect()))
    };
    assert!(heard(&of(None), &change(&["secret"])).is_empty());
    assert_eq!(heard(&of(None), &change(&["secret", "open"])).len(), 1);
    assert_eq!(heard(&of(Some(Principal::new("ann"))), &change(&["secret"])).len(), 1);
}

#[test]
fn j_2_a_subscription_is_acknowledged_before_all_else_and_every_message_is_tagged() {
    let listeners = Arc::new(Listeners::new(9));
    let out = outbox();
    let interests = interests(lists(true, false, true), &["file:///b", "file:///a"]);
    let place = listeners
        .enter(Listener::subscription(
            Arc::clone(&out),
            interests,
            Tag::of(&Id::Text("q".to_owned())),
        ))
        .unwrap();
    listeners.tell(&Change::Anything);
    insta::assert_snapshot!(taken(&out).join("\n"));
    drop(place);
}

#[test]
fn j_11_what_waits_is_not_said_twice_and_a_listener_that_never_reads_costs_no_more_than_it_asked_for() {
    let listeners = Arc::new(Listeners::new(9));
    let (idle, busy) = (outbox(), outbox());
    let enter = |outbox: &Arc<Outbox>| {
        let interests = interests(lists(true, true, true), &["file:///a", "file:///b"]);
        listeners
            .enter(Listener::subscription(Arc::clone(outbox), interests, tag()))
            .unwrap()
    };
    let places = (enter(&idle), enter(&busy));
    for round in 0..1000 {
        listeners.tell(&tools());
        listeners.tell(&Change::Resource(format!("file:///{}", ["a", "b", "c"][round % 3])));
        listeners.tell(&Change::Anything);
        let read = taken(&busy).len();
        assert_eq!(read, if round == 0 { 6 } else { 5 }, "round {round}");
    }
    assert_eq!(
        taken(&idle).len(),
        6,
        "the acknowledgement, three lists and two resources"
    );
    drop(places);
}

#[test]
fn j_10_nothing_of_a_listener_outlives_it() {
    let listeners = Arc::new(Listeners::new(9));
    let out = outbox();
    let place = listeners
        .enter(Listener::subscription(
            Arc::clone(&out),
            interests(lists(true, false, false), &["file:///a"]),
            tag(),
        ))
        .unwrap();
    assert_eq!((listeners.len(), listeners.bytes()), (1, "file:///a".len()));
    drop(place);
    assert_eq!((listeners.len(), listeners.bytes()), (0, 0));
    listeners.tell(&tools());
    assert_eq!(taken(&out).len(), 1, "the acknowledgement alone");
    assert_eq!(Arc::strong_count(&out), 1);
}

#[test]
fn j_11_listeners_and_what_they_watch_are_bounded() {
    let listeners = Arc::new(Listeners::new(2));
    let enter = |interests| listeners.enter(Listener::subscription(outbox(), interests, tag()));
    let one = enter(interests(Lists::default(), &[])).unwrap();
    let two = enter(interests(Lists::default(), &[])).unwrap();
    assert!(matches!(enter(interests(Lists::default(), &[])), Err(Full)));
    drop(one);
    let long = "u".repeat(limits::LISTENED_BYTES);
    let three = enter(interests(Lists::default(), &[&long])).unwrap();
    drop(two);
    assert!(matches!(enter(interests(Lists::default(), &["more"])), Err(Full)));
    drop(three);
    assert!(enter(interests(Lists::default(), &["more"])).is_ok());
}

#[test]
fn j_2_what_is_honoured_is_a_subset_in_code_point_order() {
    let asked = lists(true, true, true);
    let honoured = Interests {
        lists: asked.and(lists(true, false, true)),
        watched: Watched::Named(BTreeSet::from(["file:///a".to_owned()])),
        view: View::everything(),
    };
    let mut out = String::new();
    honoured.write(&mut out);
    assert_eq!(
        out,
        r#""resourceSubscriptions":["file:///a"],"resourcesListChanged":true,"toolsListChanged":true"#
    );
    let mut nothing = String::new();
    interests(Lists::default(), &[]).write(&mut nothing);
    assert_eq!(nothing, "");
}
