//! The gates alone: a typical call that passes, and each refusal.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value, json};
use wymcp_callbacksurface::{Object, Registration, View, admit};

use crate::Outcome;
use crate::report::{Wanted, figure, median};
use crate::tools::{Typical, changed};

/// Calls per sample, and samples per figure.
const CALLS: usize = 50;
const SAMPLES: usize = 1_001;

/// Prints the microseconds of each kind of call.
pub(crate) fn run() -> Outcome {
    let registration = Registration::build(Arc::new(Typical), None).map_err(|offences| format!("{offences:?}"))?;
    let passing = changed(|_| ());
    if admit(&registration, &View::everything(), passing.clone()).is_err() {
        return Err("the typical call does not pass".into());
    }
    figure(
        "admit, a typical call that passes",
        micros(&registration, &passing),
        "µs",
        Wanted::Below,
        5.0,
    );
    for (error, arguments) in refusals() {
        let text = match admit(&registration, &View::everything(), arguments.clone()) {
            Ok(_) => return Err(format!("the call for {error} passes").into()),
            Err(refusal) => refusal.text().to_owned(),
        };
        if serde_json::from_str::<Value>(&text)?["error"] != error {
            return Err(format!("the call for {error} is refused otherwise: {text}").into());
        }
        figure(
            &format!("admit, refused with {error}"),
            micros(&registration, &arguments),
            "µs",
            Wanted::Below,
            50.0,
        );
    }
    Ok(())
}

/// Microseconds per call, the middle sample. Arguments are made before the clock starts and answers dropped after it stops,
/// few at a time, so that the caches hold them as they would hold a message just parsed.
fn micros(registration: &Registration, arguments: &Object) -> f64 {
    let view = View::everything();
    let sample = || {
        let given: Vec<Object> = vec![arguments.clone(); CALLS];
        let mut answers = Vec::with_capacity(CALLS);
        let begin = Instant::now();
        for arguments in given {
            answers.push(admit(registration, &view, black_box(arguments)));
        }
        let seconds = begin.elapsed().as_secs_f64();
        drop(black_box(answers));
        #[expect(clippy::cast_precision_loss, reason = "a small constant")]
        let calls = CALLS as f64;
        seconds * 1e6 / calls
    };
    median((0..SAMPLES).map(|_| sample()).collect())
}

/// One call per gate, each as big as the typical one where the gate allows it.
fn refusals() -> Vec<(&'static str, Object)> {
    vec![
        ("unknown_arguments", changed(|call| call["dta"] = json!({}))),
        ("invalid_argument_type", changed(|call| call["data"] = json!("{}"))),
        (
            "missing_action",
            changed(|call| drop(call.as_object_mut().and_then(|call| call.remove("action")))),
        ),
        ("unknown_action", changed(|call| call["action"] = json!("plce"))),
        (
            "missing_required_fields",
            changed(|call| drop(call["data"].as_object_mut().and_then(|data| data.remove("customer")))),
        ),
        (
            "missing_required_group",
            changed(|call| *call = json!({"action": "find", "data": {"customer": "Ann"}})),
        ),
        (
            "unknown_params",
            changed(|call| call["data"]["lines"][7]["cuont"] = json!(3)),
        ),
        (
            "invalid_values",
            changed(|call| {
                call["data"]["discount"] = json!("much");
                call["data"]["lines"][7]["count"] = json!(0);
            }),
        ),
    ]
}
