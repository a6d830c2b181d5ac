//! Each gate, provoked.

use serde_json::{Value, json};
use wymcp_bound::pointer::join;
use wymcp_callbacksurface::{Gate, Object, Refusal, View, admit};

use super::subject::Subject;
use super::{Finding, Report};
use crate::mount::ServedTools;

/// Provoke every gate that the operation gives an occasion for; `data` passes them all.
pub(super) fn provoke(subject: &Subject<'_>, data: &Object, served: &ServedTools, report: &mut Report) {
    let mut trial = Trial {
        subject,
        served,
        report,
    };
    if subject.action().is_some() {
        trial.arguments(data);
    }
    for name in subject.required() {
        trial.refused(Gate::MissingRequiredFields, without(data, &[name]));
    }
    trial.groups(data);
    trial.unknown_keys(data);
    trial.wrong_values(data);
}

struct Trial<'t, 'm> {
    subject: &'t Subject<'m>,
    served: &'t ServedTools,
    report: &'t mut Report,
}

impl Trial<'_, '_> {
    /// Gates 1 to 4, which look at the arguments around the data.
    fn arguments(&mut self, data: &Object) {
        let call = self.subject.arguments(data.clone());
        let with = |key: &str, value: Value| {
            let mut call = call.clone();
            call.insert(key.to_owned(), value);
            call
        };
        let no_action = (0..)
            .map(|more| format!("no-such-action{}", "-".repeat(more)))
            .find(|name| {
                let table = self.subject.table();
                table.is_none_or(|table| table.get(name).is_none())
            });
        let mistakes = [
            (Gate::UnknownArguments, with("no-such-argument", json!(0))),
            (Gate::InvalidArgumentType, with("action", json!(0))),
            (Gate::InvalidArgumentType, with("data", json!("{}"))),
            (Gate::MissingAction, without(&call, &["action"])),
            (Gate::UnknownAction, with("action", json!(no_action))),
        ];
        for (gate, arguments) in mistakes {
            self.answered(gate, arguments);
        }
    }

    /// Gate 6: no group is whole once a key of each is missing.
    fn groups(&mut self, data: &Object) {
        let groups = self.subject.groups();
        if groups.is_empty() {
            return;
        }
        let required = self.subject.required();
        let spared: Vec<Option<&String>> = groups
            .iter()
            .map(|group| group.iter().find(|name| !required.contains(name)))
            .collect();
        if let Some(idle) = spared.iter().position(Option::is_none) {
            self.report.push(
                self.subject.found(
                    Finding::doubtful(
                        "idle_groups",
                        "every key of the group is required anyway, so that `required_one_of` never refuses a call",
                    )
                    .at(format!("/required_one_of/{idle}"))
                    .mended_by("leave `required_one_of` out, or take a key of the group out of `required`"),
                ),
            );
            return;
        }
        let spared: Vec<&str> = spared.into_iter().flatten().map(String::as_str).collect();
        self.refused(Gate::MissingRequiredGroup, without(data, &spared));
    }

    /// Gate 7, where the root is closed: an action's always is.
    fn unknown_keys(&mut self, data: &Object) {
        let mut data = data.clone();
        let declared = self.subject.properties();
        let mut key = "no-such-key".to_owned();
        while declared.iter().any(|(name, _)| *name == key) {
            key.push('-');
        }
        data.insert(key, json!(0));
        let is_closed = self.subject.schema().get("additionalProperties") == Some(&Value::Bool(false))
            && self.subject.schema().get("patternProperties").is_none();
        if is_closed {
            self.refused(Gate::UnknownParams, data);
        }
    }

    /// Gate 8, by each property: some value that it refuses.
    fn wrong_values(&mut self, data: &Object) {
        let subject = self.subject;
        for (name, schema) in subject.properties() {
            if !asserts(schema) {
                continue;
            }
            let refused = wrong().into_iter().find_map(|wrong| {
                let mut data = data.clone();
                data.insert(name.to_owned(), wrong);
                self.report.count_call();
                let refusal = self.subject.admit(self.subject.arguments(data)).err()?;
                (refusal.gate() == Gate::InvalidValues).then_some(refusal)
            });
            match refused {
                Some(refusal) => self.heard(Gate::InvalidValues, &refusal),
                None => self.report.push(
                    self.subject.found(
                        Finding::doubtful(
                            "refuses_nothing",
                            format!("no value was found that the schema of `{name}` refuses"),
                        )
                        .at(join("/properties", name))
                        .mended_by("say its `type`; most keywords look at values of one type alone"),
                    ),
                ),
            }
        }
    }

    fn refused(&mut self, gate: Gate, data: Object) {
        self.answered(gate, self.subject.arguments(data));
    }

    fn answered(&mut self, gate: Gate, arguments: Object) {
        self.report.count_call();
        match self.subject.admit(arguments) {
            Err(refusal) => self.heard(gate, &refusal),
            Ok(_) => self.mistaken(gate, "the call passed"),
        }
    }

    /// A refusal is of its gate, is JSON, and its help pointer is a call that help answers.
    fn heard(&mut self, gate: Gate, refusal: &Refusal) {
        self.report.count_refusal(refusal.gate());
        let bytes = refusal.text().len();
        let largest = &mut self.report.sizes_mut().largest_refusal;
        if bytes > largest.0 {
            *largest = (bytes, format!("{} {}", self.subject.label(), refusal.gate().error()));
        }
        let read: Value = serde_json::from_str(refusal.text()).unwrap_or_default();
        if refusal.gate() != gate || read["error"] != gate.error() {
            self.mistaken(gate, &format!("{} answered", refusal.gate().error()));
        } else if !self.leads_somewhere(&read["help"]) {
            self.mistaken(gate, "its help pointer leads nowhere");
        }
    }

    fn leads_somewhere(&self, pointer: &Value) -> bool {
        let arguments = pointer.as_str().and_then(|text| text.strip_prefix("help "));
        let arguments = arguments.and_then(|text| serde_json::from_str::<Object>(text).ok());
        arguments.is_some_and(|arguments| {
            let named = |key: &str| arguments.get(key).and_then(Value::as_str);
            let exists = match (named("tool"), named("action")) {
                (Some(tool), None) => self.served.set().get(tool).is_some(),
                (Some(tool), Some(action)) => {
                    let table = self.served.set().get(tool).and_then(|tool| tool.actions());
                    table.is_some_and(|table| table.get(action).is_some())
                }
                (None, _) => false,
            };
            exists && admit(self.served.help(), &View::everything(), arguments).is_ok()
        })
    }

    fn mistaken(&mut self, gate: Gate, what: &str) {
        self.report.push(
            self.subject.found(
                Finding::broken(
                    "gate_silent",
                    format!("a call with the mistake of gate {} was made, and {what}", gate.error()),
                )
                .mended_by("report this as a bug of wymcp, with the declaration"),
            ),
        );
    }
}

/// Values of every type, plain and extreme: most schemas refuse one of them.
fn wrong() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(false),
        json!(0),
        json!(-1_000_003.5),
        json!(1e18),
        json!(""),
        json!("no such value"),
        json!("a".repeat(5_000)),
        json!([]),
        json!([null, null]),
        json!({}),
    ]
}

/// Whether a schema says anything of values at all.
fn asserts(schema: &Value) -> bool {
    schema
        .as_object()
        .is_some_and(|members| members.keys().any(|keyword| super::schemas::is_assertion(keyword)))
}

fn without(object: &Object, keys: &[impl AsRef<str>]) -> Object {
    let mut rest = object.clone();
    rest.retain(|key, _| !keys.iter().any(|left_out| left_out.as_ref() == key));
    rest
}
