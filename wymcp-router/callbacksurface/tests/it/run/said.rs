//! What a handler says before its result, and what of it is passed on (LNG-1).

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use wymcp_callbacksurface::{CallFacts, Context, LogLevel, Notification, Outlet};

#[derive(Debug)]
struct Ear {
    progress: bool,
    level: Option<LogLevel>,
    heard: Mutex<Vec<Value>>,
}

impl Outlet for Ear {
    fn wants_progress(&self) -> bool {
        self.progress
    }

    fn log_level(&self) -> Option<LogLevel> {
        self.level
    }

    fn say(&self, notification: Notification) {
        self.heard.lock().unwrap().push(match notification {
            Notification::Progress(report) => json!([report.progress, report.total, report.message]),
            Notification::Log(log) => json!([log.level.name(), log.logger, log.data]),
            other => panic!("{other:?}"),
        });
    }

    fn open_stream(&self) {
        self.heard.lock().unwrap().push(json!("open"));
    }
}

fn listening(progress: bool, level: Option<LogLevel>) -> (Arc<Ear>, Context) {
    let ear = Arc::new(Ear {
        progress,
        level,
        heard: Mutex::default(),
    });
    let mut facts = CallFacts::default();
    facts.outlet = Some(Arc::clone(&ear) as Arc<dyn Outlet>);
    (ear, Context::new(facts, "tool", None))
}

fn say_all(ctx: &Context) {
    ctx.progress(0.0, None, None);
    ctx.open_stream();
    for level in LogLevel::ALL {
        ctx.log(level, None, json!(1));
    }
}

#[test]
fn lng_1_nobody_listens_and_nothing_fails() {
    let ctx = Context::default();
    say_all(&ctx);
    assert!(!ctx.is_logged(LogLevel::Emergency));
}

#[test]
fn lng_1_k_7_what_was_not_asked_for_is_not_said() {
    let (ear, ctx) = listening(false, None);
    say_all(&ctx);
    assert_eq!(*ear.heard.lock().unwrap(), [json!("open")]);
    let (ear, ctx) = listening(false, Some(LogLevel::Critical));
    say_all(&ctx);
    assert_eq!(ear.heard.lock().unwrap().len(), 1 + 3);
    assert!(ctx.is_logged(LogLevel::Critical) && !ctx.is_logged(LogLevel::Error));
}

#[test]
fn k_7_only_what_is_greater_than_before_is_said_and_only_numbers() {
    let (ear, ctx) = listening(true, None);
    for step in [
        -1.0,
        -1.0,
        f64::NAN,
        -0.0,
        0.0,
        f64::INFINITY,
        0.5,
        f64::NEG_INFINITY,
        0.25,
        f64::MAX,
    ] {
        ctx.progress(step, Some(step), Some("words"));
    }
    let heard = ear.heard.lock().unwrap();
    let values: Vec<_> = heard.iter().map(|report| report[0].as_f64().unwrap()).collect();
    assert_eq!(values, [-1.0, 0.0, 0.5, f64::MAX]);
    drop(heard);
    ctx.retarget("other".into(), None).progress(f64::MAX, None, None);
    assert_eq!(ear.heard.lock().unwrap().len(), 4, "one request, one measure");
}

#[test]
fn k_7_a_total_that_is_no_number_is_left_out_and_the_report_is_not() {
    let (ear, ctx) = listening(true, None);
    ctx.progress(1.0, Some(f64::NAN), None);
    assert_eq!(*ear.heard.lock().unwrap(), [json!([1.0, null, null])]);
}
