//! A small call that passes: the ground for every other.

use serde_json::{Value, json};
use wymcp_callbacksurface::Object;
use wymcp_valuegate::ValueGate;

use super::subject::Subject;
use super::{Finding, Report};

/// The smallest data that was found to pass, from the schema or else from the examples.
pub(super) fn find(subject: &Subject<'_>, report: &mut Report) -> Option<Object> {
    let mut made: Vec<Object> = demanded(subject).iter().filter_map(witness).collect();
    made.sort_by_key(|data| Value::Object(data.clone()).to_string().len());
    for data in made {
        report.count_call();
        match subject.admit(subject.arguments(data.clone())) {
            Ok(_) => return Some(data),
            Err(refusal) => report.push(
                subject.found(
                    Finding::broken(
                        "minimal_call_refused",
                        format!(
                            "the published schema admits {}, and gate {} refuses it",
                            Value::Object(data),
                            refusal.gate().error()
                        ),
                    )
                    .mended_by("report this as a bug of wymcp, with the schema"),
                ),
            ),
        }
    }
    let shown = subject.examples().into_iter().find(|example| {
        report.count_call();
        subject.admit(subject.arguments((*example).clone())).is_ok()
    });
    if shown.is_none() {
        report.push(
            subject.found(
                Finding::doubtful(
                    "no_minimal_call",
                    format!(
                        "no `{}` that passes could be derived from the schema, so its gates were not tried",
                        subject.place()
                    ),
                )
                .mended_by("give an example that passes; if there is none, the schema admits nothing"),
            ),
        );
    }
    shown.cloned()
}

/// What must be met, a document for each group of `required_one_of`.
fn demanded(subject: &Subject<'_>) -> Vec<Value> {
    let required = subject.required();
    let with = |group: &[String]| {
        let mut names: Vec<&String> = required.iter().chain(group).collect();
        names.sort_unstable();
        names.dedup();
        let mut document = subject.schema().clone();
        document["required"] = json!(names);
        document
    };
    match subject.groups() {
        [] => vec![with(&[])],
        groups => groups.iter().map(|group| with(group)).collect(),
    }
}

fn witness(document: &Value) -> Option<Object> {
    match ValueGate::build(document).ok()?.witness()? {
        Value::Object(data) => Some(data),
        _ => None,
    }
}
