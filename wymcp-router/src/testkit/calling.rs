//! What only a call can show.

use serde_json::Value;
use wymcp_callbacksurface::{Gate, Object, ToolSet, nearest};

use super::declared::advice;
use super::subject::Subject;
use super::{Finding, Report, examine, minimal, now, providing};
use crate::Mount;

/// [`examine`], and then call: of each operation that `choose` picks by its tool and action (none for a plain tool) the small call and
/// every example.
///
/// **Your code runs, with all it does**: choose what only reads, or mount the tools over a store of their own. A failure that the tool
/// returns is no finding, for a made-up id exists nowhere; a fault is, and so is a hint that names no action, or that carries data which
/// the action refuses for a reason that is not a missing key.
///
/// Beside tools `choose` is asked for `resources/list`, `prompts/list` (no second word), `resources/read` with each URI that is listed,
/// `prompts/get` with each name, and `completion/complete` with each name and template. Lists are turned to their last page; prompts get
/// their required arguments, with made-up values, and no optional one. A resource that is listed and cannot be read is a finding, and so is
/// a list without end, a prompt without message, a fault. No tool has such a name.
///
/// ```
/// use serde_json::json;
/// use wymcp_router::testkit::examine_calling;
/// use wymcp_router::{Context, Mount, PlainTool, Reply};
///
/// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
/// let fragile = PlainTool::builder("fragile")
///     .description("Breaks")
///     .handler_without_arguments(async |_: Context| -> Result<Reply, wymcp_router::Failure> { panic!("at once") });
/// let mount = Mount::builder("server", "1.0.0").tool(fragile).build().unwrap();
///
/// let report = examine_calling(&mount, |tool, _| tool == "fragile").await;
/// assert_eq!(report.findings()[0].code(), "call_faulted");
/// # });
/// ```
pub async fn examine_calling(mount: &Mount, choose: impl Fn(&str, Option<&str>) -> bool) -> Report {
    let mut report = examine(mount);
    let served = now(mount);
    let tools = served.set();
    for tool in tools.declared() {
        for subject in Subject::all(tool) {
            if !choose(tool.name(), subject.action().map(|action| &**action.name())) {
                continue;
            }
            // What it has to say was said by `examine`.
            let mut silent = Report::new("", 0);
            let minimal = minimal::find(&subject, &mut silent);
            let examples = subject.examples().into_iter().cloned();
            for data in minimal.into_iter().chain(examples) {
                call(mount, tools, &subject, data, &mut report).await;
            }
        }
    }
    providing::examine(mount, choose, &mut report).await;
    report
}

async fn call(mount: &Mount, tools: &ToolSet, subject: &Subject<'_>, data: Object, report: &mut Report) {
    report.count_call();
    let told = Value::Object(data.clone()).to_string();
    let answer = mount
        .call(&**subject.tool().name(), Value::Object(subject.arguments(data)))
        .await;
    let Ok(answer) = answer else { return };
    let read = answer.json();
    if read["errorType"] == "tool_fault" {
        let of = |key: &str| read[key].as_str().unwrap_or_default().to_owned();
        report.push(
            subject.found(
                Finding::broken(
                    "call_faulted",
                    format!("called with {told}, it broke: {} ({})", of("message"), of("exception")),
                )
                .mended_by("mend the tool; a fault is its own mistake, whatever was sent"),
            ),
        );
        return;
    }
    let blocks = answer
        .content()
        .iter()
        .filter_map(wymcp_callbacksurface::Content::as_text);
    let hints: Vec<Value> = blocks
        .filter_map(|text| serde_json::from_str::<Value>(text).ok())
        .filter_map(|block| block.get("hints")?.as_array().cloned())
        .flatten()
        .collect();
    for hint in &hints {
        if let Some(finding) = wrong_hint(hint, tools) {
            report.push(subject.found(finding));
        }
    }
}

fn wrong_hint(hint: &Value, tools: &ToolSet) -> Option<Finding> {
    let (tool, action) = (hint["tool"].as_str()?, hint["action"].as_str()?);
    let fix = "mend what `hints` gives";
    let Some(registration) = tools.get(tool) else {
        let near = nearest(tool, tools.iter().map(|tool| &**tool.name()));
        return Some(
            Finding::broken(
                "unknown_hint",
                format!("a hint names the tool `{tool}`, which is not mounted"),
            )
            .mended_by(advice(&near, fix)),
        );
    };
    let subjects = Subject::all(registration);
    let named = |subject: &&Subject<'_>| subject.action().is_some_and(|known| &**known.name() == action);
    let Some(subject) = subjects.iter().find(named) else {
        let names = subjects
            .iter()
            .filter_map(Subject::action)
            .map(|action| &**action.name());
        return Some(
            Finding::broken(
                "unknown_hint",
                format!("a hint names `{action}`, which is no action of `{tool}`"),
            )
            .mended_by(advice(&nearest(action, names), fix)),
        );
    };
    let data = hint.get("data").and_then(Value::as_object)?;
    let refusal = subject.admit(subject.arguments(data.clone())).err()?;
    // A hint need not be complete: what it leaves out is the caller's to add.
    matches!(refusal.gate(), Gate::UnknownParams | Gate::InvalidValues).then(|| {
        Finding::broken(
            "hint_refused",
            format!(
                "the data of a hint at `{tool}.{action}` is refused by {}",
                refusal.gate().error()
            ),
        )
        .mended_by(fix)
    })
}
