#![cfg(feature = "http")]

use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use proptest::prelude::*;
use serde_json::{Value, json};
use wymcp_bound::limits::{QUEUED, QUEUED_BYTES};
use wymcp_callbacksurface as surface;

use super::*;

/// A context whose words land in the outbox.
fn speaker(outbox: &Arc<Outbox>) -> surface::Context {
    let mut facts = surface::CallFacts::default();
    facts.outlet = Some(Arc::clone(outbox) as Arc<dyn Outlet>);
    surface::Context::new(facts, "tool", None)
}

fn outbox() -> (Arc<Outbox>, surface::Context) {
    let outbox = Arc::new(Outbox::new(Some(&json!("t")), Audience::Request(Some(LogLevel::Debug))));
    let ctx = speaker(&outbox);
    (outbox, ctx)
}

fn read(outbox: &Outbox) -> Vec<Value> {
    let mut read = Vec::new();
    while let Some(Said::Message(message)) = outbox.take() {
        assert!(!message.contains('\n'));
        let message: Value = serde_json::from_str(&message).unwrap();
        read.push(message["params"].clone());
    }
    read
}

fn answer() -> Answer {
    Answer::result(&crate::rpc::Id::of(json!(1)).unwrap(), |out| out.push_str("{}"))
}

#[test]
fn lng_3_when_nobody_reads_newer_progress_takes_the_place_of_older() {
    let (outbox, ctx) = outbox();
    for step in 0..10 * QUEUED {
        ctx.progress(step as f64, None, None);
    }
    let read = read(&outbox);
    assert_eq!(read.len(), QUEUED);
    assert_eq!(read[0]["progress"], 0);
    assert_eq!(read.last().unwrap()["progress"], json!(10 * QUEUED - 1));
}

#[test]
fn lng_3_when_nobody_reads_logs_are_left_out_with_one_note_as_grave_as_the_gravest() {
    let (outbox, ctx) = outbox();
    for step in 0..QUEUED {
        ctx.log(LogLevel::Debug, None, step);
    }
    ctx.log(LogLevel::Error, None, "left out");
    ctx.progress(1.0, None, None);
    ctx.log(LogLevel::Info, None, "left out as well");
    let messages = read(&outbox);
    assert_eq!(messages.len(), QUEUED + 2);
    assert_eq!(messages[QUEUED - 1]["data"], json!(QUEUED - 1));
    assert_eq!(
        messages[QUEUED],
        json!({
            "data": "log messages left out here, because they came faster than they were read: 2",
            "level": "error",
            "logger": "wymcp",
        })
    );
    assert_eq!(messages[QUEUED + 1]["progress"], 1);
    ctx.log(LogLevel::Debug, None, "there is room again");
    assert_eq!(read(&outbox)[0]["data"], "there is room again");
}

#[test]
fn lng_3_bytes_are_bounded_and_one_message_of_any_size_passes() {
    let (outbox, ctx) = outbox();
    ctx.log(LogLevel::Info, None, "x".repeat(2 * QUEUED_BYTES));
    ctx.log(LogLevel::Info, None, "small");
    assert_eq!(read(&outbox).len(), 2, "the second is left out, and a note says so");
    for _ in 0..8 {
        ctx.log(LogLevel::Info, None, "x".repeat(QUEUED_BYTES / 4));
    }
    assert_eq!(read(&outbox).len(), 3 + 1);
}

#[test]
fn lng_1_nothing_comes_after_the_answer_and_nothing_to_a_reader_who_has_gone() {
    let (outbox, ctx) = outbox();
    ctx.progress(1.0, None, None);
    outbox.finish(answer());
    ctx.progress(2.0, None, None);
    outbox.finish(answer());
    assert!(matches!(outbox.take(), Some(Said::Message(_))));
    assert_eq!(outbox.take(), Some(Said::Answer(answer())));
    assert_eq!(outbox.take(), None);

    let (outbox, ctx) = self::outbox();
    ctx.progress(1.0, None, None);
    outbox.deafen();
    ctx.progress(2.0, None, None);
    ctx.open_stream();
    outbox.finish(answer());
    assert_eq!(outbox.take(), None);
}

#[test]
fn lng_3_a_call_that_ends_without_an_answer_ends_its_stream() {
    let (outbox, ctx) = outbox();
    ctx.log(LogLevel::Info, None, 1);
    outbox.close();
    let mut context = Context::from_waker(Waker::noop());
    assert!(matches!(
        outbox.poll_next(&mut context),
        Poll::Ready(Some(Said::Message(_)))
    ));
    assert_eq!(outbox.poll_next(&mut context), Poll::Ready(None));
}

#[test]
fn lng_4_a_stream_begins_with_a_message_or_a_wish() {
    let mut context = Context::from_waker(Waker::noop());
    let (outbox, ctx) = outbox();
    assert!(outbox.poll_begun(&mut context).is_pending());
    ctx.open_stream();
    assert!(outbox.poll_begun(&mut context).is_ready());
    assert!(!outbox.has_spoken());
    let (outbox, ctx) = self::outbox();
    ctx.progress(0.0, None, None);
    assert!(outbox.poll_begun(&mut context).is_ready() && outbox.has_spoken());
}

#[test]
fn k_7_a_token_is_given_back_as_it_came() {
    for token in [json!("p-1"), json!(7), json!(u64::MAX), json!("")] {
        let outbox = Arc::new(Outbox::new(Some(&token), Audience::Request(None)));
        let ctx = speaker(&outbox);
        ctx.progress(0.5, Some(f64::NAN), Some("half\n"));
        assert_eq!(
            read(&outbox),
            [json!({"progressToken": token, "progress": 0.5, "message": "half\n"})]
        );
    }
}

#[test]
fn k_10_a_shared_level_has_every_value() {
    let shared = SharedLevel::default();
    assert_eq!(shared.get(), None);
    for level in LogLevel::ALL {
        shared.set(level);
        assert_eq!(shared.get(), Some(level));
    }
}

#[test]
fn lng_1_many_threads_may_speak_and_progress_still_rises() {
    let (outbox, ctx) = outbox();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..2000).for_each(|step| ctx.progress(f64::from(step), None, None)));
        }
    });
    let values: Vec<_> = read(&outbox)
        .iter()
        .map(|params| params["progress"].as_f64().unwrap())
        .collect();
    assert!(values.is_sorted_by(|one, next| one < next), "{values:?}");
    assert_eq!(values.last(), Some(&1999.0));
}

#[derive(Debug, Clone)]
enum Word {
    Progress(f64),
    Log,
    Read(usize),
}

proptest! {
    #[test]
    fn k_7_progress_on_the_wire_rises_strictly_whatever_is_reported(words in proptest::collection::vec(prop_oneof![
        4 => prop_oneof![any::<f64>(), (-5_i32..5).prop_map(f64::from), Just(-0.0), Just(f64::NAN)].prop_map(Word::Progress),
        1 => Just(Word::Log),
        1 => (0_usize..90).prop_map(Word::Read),
    ], 0..400)) {
        let (outbox, ctx) = outbox();
        let (mut reported, mut sent, mut waiting) = (None, Vec::new(), 0_usize);
        let mut take = |outbox: &Outbox, count: usize| {
            for _ in 0..count {
                if let Some(Said::Message(message)) = outbox.take() {
                    let message: Value = serde_json::from_str(&message).unwrap();
                    sent.extend(message["params"]["progress"].as_f64());
                }
            }
        };
        for word in words {
            match word {
                Word::Progress(value) => {
                    ctx.progress(value, None, None);
                    if value.is_finite() && reported.is_none_or(|last| value > last) {
                        reported = Some(value);
                    }
                    waiting += 1;
                }
                Word::Log => ctx.log(LogLevel::Info, None, 1),
                Word::Read(count) => take(&outbox, count),
            }
        }
        take(&outbox, waiting + 1000);
        prop_assert!(sent.is_sorted_by(|one, next| one < next), "{sent:?}");
        prop_assert_eq!(sent.last().copied(), reported);
    }
}
