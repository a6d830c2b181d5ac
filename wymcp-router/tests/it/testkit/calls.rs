//! What is called only when it is asked for.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};
use wymcp_router::testkit::{examine, examine_calling};
use wymcp_router::{ActionSchema, Context, Data, Failure, Hint, Mount, Object, Reply, Tool, actions};

actions! { pub(crate) enum Act { Break = "break", Suggest = "suggest", Write = "write" } }

#[derive(Clone, Default)]
struct Counting(Arc<AtomicUsize>);

impl Tool for Counting {
    type Action = Act;

    fn name(&self) -> &str {
        "counting"
    }

    fn description(&self) -> &str {
        "Counts its calls"
    }

    fn schema(&self, _: Act) -> ActionSchema {
        ActionSchema::new("Do it")
            .property("n", json!({"type": "integer", "description": "A number"}))
            .example(json!({"n": 7}))
    }

    fn hints(&self, _: Act, _: &Object, _: &Context) -> Vec<Hint> {
        self.0.fetch_add(100, Ordering::Relaxed);
        vec![
            Hint::new("wirte", "Misspelt"),
            Hint::new("write", "Elsewhere").on("nowhere"),
            Hint::new("write", "Badly").data([("n", json!("seven"))]),
            Hint::new("write", "Well").data([("n", json!(7))]),
        ]
    }

    async fn action_context(&self, _: Act, _: &Context) -> Option<Object> {
        self.0.fetch_add(10_000, Ordering::Relaxed);
        None
    }

    async fn run_action(&self, action: Act, _: Data, _: &Context) -> Result<Reply, Failure> {
        self.0.fetch_add(1, Ordering::Relaxed);
        match action {
            Act::Break => panic!("at once"),
            Act::Suggest => Ok(Reply::new(Value::Null).with_hints([("n", json!(1))])),
            Act::Write => Err(Failure::caller("nothing to write")),
        }
    }
}

#[test]
fn nothing_of_a_tool_runs_unless_it_is_asked_for() {
    let tool = Counting::default();
    let mount = Mount::builder("server", "1").tool(tool.clone()).build().unwrap();
    assert_eq!(examine(&mount).findings(), []);
    assert_eq!(tool.0.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn faults_and_wrong_hints_are_told_of_what_is_called() {
    let tool = Counting::default();
    let mount = Mount::builder("server", "1").tool(tool.clone()).build().unwrap();
    let report = examine_calling(&mount, |_, action| action != Some("break")).await;
    assert_eq!(
        tool.0.load(Ordering::Relaxed) % 100,
        4,
        "two calls of each of two actions"
    );
    let told: Vec<String> = report.findings().iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(told.join("\n"), @r"
    broken: counting.suggest: a hint names `wirte`, which is no action of `counting`; did you mean `write`? [unknown_hint]
    broken: counting.suggest: a hint names the tool `nowhere`, which is not mounted; mend what `hints` gives [unknown_hint]
    broken: counting.suggest: the data of a hint at `counting.write` is refused by invalid_values; mend what `hints` gives [hint_refused]
    ");

    let report = examine_calling(&mount, |_, action| action == Some("break")).await;
    let codes: Vec<&str> = report.findings().iter().map(|finding| finding.code()).collect();
    assert_eq!(
        codes,
        ["call_faulted", "call_faulted"],
        "the small call, and the example"
    );
}
