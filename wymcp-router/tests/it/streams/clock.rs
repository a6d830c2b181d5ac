//! What the clock does: keep-alive comments, streams that open by themselves, time limits (LNG-3, LNG-4). The clock is a test's own.

use std::time::Duration;

use axum::body::Body;
use serde_json::{Value, json};
use tokio::time::{Instant, timeout};
use wymcp_router::{Context, Failure, Mount, PlainTool, Reply};

use super::begun::{ask, kind, next, rest};
use super::puppet::{Puppet, modern_call, with_token};

pub(super) const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

async fn timed(body: &mut Body) -> (u64, String) {
    let begun = Instant::now();
    let text = next(body).await.unwrap();
    (begun.elapsed().as_secs(), text)
}

#[tokio::test(start_paused = true)]
async fn lng_3_f_6_in_silence_a_stream_carries_comments() {
    for (every, mount) in [(15, None), (4, Some(seconds(4)))] {
        let puppet = Puppet::new();
        let builder = puppet.builder();
        let mount = match mount {
            Some(every) => builder.keep_alive(every),
            None => builder,
        };
        puppet.order(|ctx| ctx.progress(1.0, None, None));
        let mut response = ask(&mount.build().unwrap(), &modern_call(with_token())).await;
        let body = response.body_mut();
        assert!(next(body).await.unwrap().contains("\"progress\":1"));
        let comment = ":\n\n".to_owned();
        assert_eq!(timed(body).await, (every, comment.clone()));
        assert_eq!(timed(body).await, (every, comment.clone()));
        // A message is a sign of life as well: the silence is counted from it.
        assert!(timeout(seconds(every - 1), next(body)).await.is_err());
        puppet.does(|ctx| ctx.progress(2.0, None, None)).await;
        assert!(next(body).await.unwrap().contains("\"progress\":2"));
        assert_eq!(timed(body).await, (every, comment));
        puppet.finish();
        assert!(rest(body).await.contains("finished"));
    }
}

#[tokio::test(start_paused = true)]
async fn lng_4_a_mount_may_have_streams_opened_after_some_silence() {
    let puppet = Puppet::new();
    let mount = puppet.builder().stream_after(seconds(5)).build().unwrap();
    let begun = Instant::now();
    let mut response = ask(&mount, &modern_call(json!({}))).await;
    assert_eq!((begun.elapsed(), kind(&response)), (seconds(5), "text/event-stream"));
    assert_eq!(timed(response.body_mut()).await, (0, ":\n\n".to_owned()));
    assert_eq!(timed(response.body_mut()).await, (15, ":\n\n".to_owned()));
    puppet.finish();
    assert!(rest(response.body_mut()).await.contains("finished"));
}

#[tokio::test(start_paused = true)]
async fn f_1_a_call_that_answers_before_that_time_is_answered_with_one_object() {
    let sleeper = PlainTool::builder("puppet")
        .description("Sleeps")
        .handler_without_arguments(|_: Context| async {
            tokio::time::sleep(seconds(4)).await;
            Ok(Reply::new(json!("slept")))
        });
    let mount = Mount::builder("sleepers", "1.0.0")
        .tool(sleeper)
        .stream_after(seconds(5))
        .time_limit(seconds(6))
        .build()
        .unwrap();
    let response = ask(&mount, &modern_call(json!({}))).await;
    assert_eq!(kind(&response), "application/json");
}

fn fault_of(answer: &Value) -> Value {
    let result = &answer["result"];
    assert_eq!(result["isError"], true, "{answer}");
    serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap()
}

fn timed_out() -> Value {
    json!({
        "errorType": "tool_fault",
        "tool": "puppet",
        "exception": "timeout",
        "message": "the call took longer than this server lets a call take, and was stopped: part of its work may be done",
    })
}

#[tokio::test(start_paused = true)]
async fn lng_3_a_call_whose_time_is_up_is_a_fault_and_its_future_is_dropped() {
    let puppet = Puppet::new();
    let mount = puppet.builder().time_limit(seconds(30)).build().unwrap();
    let begun = Instant::now();
    let mut response = ask(&mount, &modern_call(with_token())).await;
    assert_eq!((begun.elapsed(), kind(&response)), (seconds(30), "application/json"));
    let answer = rest(response.body_mut()).await;
    assert_eq!(fault_of(&serde_json::from_str(&answer).unwrap()), timed_out());
    assert_eq!((puppet.fate(), puppet.was_dropped_cancelled()), ((0, 1), true));
    puppet.context().cancelled().await;
}

#[tokio::test(start_paused = true)]
async fn lng_3_a_stream_ends_with_the_fault_though_nobody_reads_it() {
    let puppet = Puppet::new();
    let mount = puppet.builder().time_limit(seconds(30)).build().unwrap();
    puppet.order(|ctx| ctx.progress(1.0, None, None));
    let mut response = ask(&mount, &modern_call(with_token())).await;
    assert_eq!(kind(&response), "text/event-stream");
    // Nobody looks at the body, and the limit is kept all the same.
    puppet.ended().await;
    assert!(puppet.was_dropped_cancelled());
    let late = puppet.context();
    late.progress(2.0, None, None);
    let text = rest(response.body_mut()).await;
    let data: Vec<Value> = text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|data| serde_json::from_str(data).unwrap())
        .collect();
    assert_eq!(data.len(), 2, "{text}");
    assert_eq!(data[0]["params"]["progress"], 1);
    assert_eq!(fault_of(&data[1]), timed_out());
}

#[tokio::test(start_paused = true)]
async fn lng_3_the_limit_holds_for_calls_in_process_too() {
    let puppet = Puppet::new();
    let mount = puppet.builder().time_limit(seconds(30)).build().unwrap();
    let result = mount.call("puppet", json!({})).await.unwrap();
    assert_eq!(result.json(), timed_out());
}

#[test]
fn lng_3_a_call_that_ends_at_once_needs_no_clock() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let mount = Puppet::new().builder().time_limit(seconds(30)).build().unwrap();
    let result = runtime.block_on(mount.call("echo", json!({})).into_future()).unwrap();
    assert_eq!(result.json(), "here");
}

#[tokio::test(start_paused = true)]
async fn lng_3_without_a_limit_a_call_may_take_for_ever() {
    let never = PlainTool::builder("puppet")
        .description("Never ends")
        .handler_without_arguments(|_: Context| std::future::pending::<Result<Reply, Failure>>());
    let mount = Mount::builder("patient", "1.0.0").tool(never).build().unwrap();
    let request = modern_call(json!({}));
    assert!(timeout(seconds(10_000_000), ask(&mount, &request)).await.is_err());
}

#[test]
fn act_11_no_time_at_all_is_an_offence() {
    let offences = Puppet::new()
        .builder()
        .time_limit(Duration::ZERO)
        .keep_alive(Duration::ZERO)
        .stream_after(Duration::ZERO)
        .build()
        .unwrap_err();
    let pointers: Vec<_> = offences.iter().map(wymcp_router::Offence::pointer).collect();
    assert_eq!(pointers, ["/time_limit", "/keep_alive"]);
    assert!(
        offences
            .iter()
            .all(|offence| offence.code() == "invalid_limit" && offence.location().is_some())
    );
}
