//! The users' test kit over generated mounts: what the framework publishes of any declaration holds together.

use std::fmt;
use std::sync::Arc;

use serde_json::{Value, json};
use wymcp_callbacksurface::{Registration, View, admit};
use wymcp_router::testkit::examine;
use wymcp_router::{ActionSchema, Data, Mount, PlainTool, Reply, Served};

use crate::admission::{action, data_for};
use crate::fixtures::One;
use crate::generate::data::data;
use crate::generate::dice::Dice;
use crate::generate::schema::document;

/// Data that is tried where the kit found no call.
const TRIES: usize = 40;

/// What a run of examinations met.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Mounts that were built.
    pub mounts: usize,
    /// Operations without a call that could be derived.
    pub without_call: usize,
    /// Of those, operations that some generated data could be sent to all the same: the kit should have found one.
    pub overlooked: usize,
    /// Broken findings, which are the framework's own mistakes: the declarations are as they registered.
    pub broken: Vec<String>,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} mounts; no call was found for {} operations, {} of which have one",
            self.mounts, self.without_call, self.overlooked
        )
    }
}

/// Examine a mount of one generated action, and one of a generated plain tool, for each of `cases` seeds.
#[must_use]
pub fn run(cases: u64, first_seed: u64) -> Outcome {
    let mut outcome = Outcome::default();
    for seed in first_seed..first_seed + cases {
        let mut dice = Dice::new(seed);
        let (declared, schema) = (action(&mut dice), document(&mut dice));
        if let Ok(action) = ActionSchema::from_json(&declared) {
            let send = |dice: &mut Dice| json!({"action": "act", "data": data_for(dice, &declared, 0)});
            outcome.examine(
                || One::new(action.clone()),
                &mut dice,
                send,
                &format!("{declared}, seed {seed}"),
            );
        }
        let plain = || {
            PlainTool::builder("plain")
                .description("Plain")
                .input_schema(schema.clone())
                .allow_root_composition()
                .handler(async |_: Data, _| Ok(Reply::new(Value::Null)))
        };
        outcome.examine(
            plain,
            &mut dice,
            |dice| data(dice, &schema, 0),
            &format!("{schema}, seed {seed}"),
        );
    }
    outcome
}

impl Outcome {
    fn examine<T: Served>(
        &mut self,
        tool: impl Fn() -> T,
        dice: &mut Dice,
        send: impl Fn(&mut Dice) -> Value,
        declared: &str,
    ) {
        let (Ok(mount), Ok(registration)) = (
            Mount::builder("generated", "1").tool(tool()).build(),
            Registration::build(Arc::new(tool()), None),
        ) else {
            return;
        };
        self.mounts += 1;
        let report = examine(&mount);
        self.broken.extend(
            report
                .broken()
                .map(|finding| format!("{finding}\n  declared {declared}")),
        );
        if report
            .findings()
            .iter()
            .any(|finding| finding.code() == "no_minimal_call")
        {
            self.without_call += 1;
            let mut passes = || {
                let arguments = send(dice).as_object().cloned().unwrap_or_default();
                admit(&registration, &View::everything(), arguments).is_ok()
            };
            self.overlooked += usize::from((0..TRIES).any(|_| passes()));
        }
    }
}
