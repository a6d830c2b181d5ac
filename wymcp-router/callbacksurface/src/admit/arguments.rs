//! Gates 1 and 2: the keys of `arguments` and their JSON types, read from the published input schema (GAT-8).

use serde_json::{Value, json};
use wymcp_bound::{DataPath, Listed, echo, json_type, limits};

use super::words::{article, names, some_names};
use crate::pointer::help_pointer;
use crate::refusal::Answer;
use crate::registration::{ActionTable, Kind, Registration};
use crate::suggest::nearest;
use crate::{Gate, Object, Refusal, View};

/// The arguments that a tool takes, in code point order, each with its JSON type where the schema names one.
#[derive(Debug)]
pub(crate) struct Arguments {
    known: Vec<(String, Option<String>)>,
}

impl Arguments {
    /// Read a published input schema.
    pub(crate) fn published(schema: &Value) -> Self {
        let properties = schema
            .get("properties")
            .and_then(Value::as_object)
            .into_iter()
            .flatten();
        let mut known: Vec<_> = properties
            .map(|(name, property)| {
                (
                    name.clone(),
                    property.get("type").and_then(Value::as_str).map(str::to_owned),
                )
            })
            .collect();
        known.sort_unstable();
        Self { known }
    }

    /// Names before types.
    pub(super) fn check(&self, registration: &Registration, view: &View, arguments: &Object) -> Result<(), Refusal> {
        if !arguments.keys().all(|key| self.expected(key).is_some()) {
            return Err(self.unknown(registration, view, arguments));
        }
        let fits = |(key, value): (&String, &Value)| {
            self.expected(key)
                .flatten()
                .is_none_or(|wanted| is_of_type(value, wanted))
        };
        if !arguments.iter().all(fits) {
            return Err(self.mistyped(registration, view, arguments));
        }
        Ok(())
    }

    /// Take out nulls in place of arguments of another type (GAT-9). For help alone, whose arguments may all be left out; what was taken
    /// out is listed by path.
    pub(super) fn leave_nulls_out(&self, arguments: &mut Object) -> Listed<String> {
        let mut left_out = Listed::new();
        for (name, _) in self.known.iter().filter(|(_, wanted)| wanted.is_some()) {
            if arguments.get(name).is_some_and(Value::is_null) {
                arguments.remove(name);
                left_out.note(|| DataPath::root().with_key(name));
            }
        }
        left_out
    }

    /// The type of a known argument; nothing for an unknown one.
    fn expected(&self, key: &str) -> Option<Option<&str>> {
        self.known
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, wanted)| wanted.as_deref())
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.known.iter().map(|(name, _)| name.as_str())
    }

    /// Gate 1.
    #[cold]
    fn unknown(&self, registration: &Registration, view: &View, arguments: &Object) -> Refusal {
        let mut unknown: Vec<&str> = arguments
            .keys()
            .map(String::as_str)
            .filter(|key| self.expected(key).is_none())
            .collect();
        unknown.sort_unstable();
        let count = unknown.len();
        unknown.truncate(limits::LISTED);
        let action = registration.actions().and_then(|table| called(table, view, arguments));
        let is_property = |key: &str| action.is_some_and(|action| action.rules().keys().names(key));
        let (misplaced, others): (Vec<&str>, Vec<&str>) = unknown.iter().partition(|key| is_property(key));
        let suggestions: Vec<Value> = others
            .iter()
            .filter_map(|key| {
                let near = nearest(key, self.names());
                (!near.is_empty()).then(|| json!({"key": echo(key), "names": near}))
            })
            .collect();

        let mut message = format!(
            "unknown argument{} {}",
            if count == 1 { "" } else { "s" },
            some_names(&unknown, count)
        );
        if !misplaced.is_empty() {
            let verb = if misplaced.len() == 1 { "belongs" } else { "belong" };
            message.push_str(&format!(
                "; {} {verb} in `data`",
                some_names(&misplaced, misplaced.len())
            ));
        }
        if others.contains(&"_meta") {
            message.push_str("; `_meta` belongs on `params`, beside `arguments`");
        }
        let taken = names(self.names(), "and");
        match registration.kind() {
            Kind::Actions(_) if misplaced.is_empty() => {
                message.push_str(&format!("; send only {taken}, and what an action takes inside `data`"));
            }
            _ if self.known.is_empty() => message.push_str("; it takes no arguments"),
            _ => message.push_str(&format!("; send only {taken}")),
        }
        Answer::new(Gate::UnknownArguments, message, pointer(registration))
            .with("unknown", unknown.iter().map(|key| echo(key)).collect::<Vec<_>>())
            .with("unknown_count", count)
            .with("allowed", self.names().collect::<Vec<_>>())
            .with_any("misplaced", misplaced)
            .with_any("did_you_mean", suggestions)
            .refuse()
    }

    /// Gate 2.
    #[cold]
    fn mistyped(&self, registration: &Registration, view: &View, arguments: &Object) -> Refusal {
        let mistyped: Vec<(&str, &str, &Value)> = self
            .known
            .iter()
            .filter_map(|(name, wanted)| {
                let (wanted, value) = (wanted.as_deref()?, arguments.get(name)?);
                (!is_of_type(value, wanted)).then_some((name.as_str(), wanted, value))
            })
            .collect();
        let words = mistyped.iter().map(|(name, wanted, value)| {
            let hint = if *wanted == "object" && value.is_string() {
                "; send the object itself, not JSON text"
            } else {
                ""
            };
            format!(
                "`{name}` must be {} {wanted}, got {}{hint}",
                article(wanted),
                json_type(value)
            )
        });
        let message = words.collect::<Vec<_>>().join("; ");
        let invalid: Vec<Value> = mistyped
            .iter()
            .map(|(name, wanted, value)| json!({"argument": name, "expected": wanted, "got": json_type(value)}))
            .collect();
        let answer = Answer::new(Gate::InvalidArgumentType, message, pointer(registration)).with("invalid", invalid);
        match registration.actions() {
            Some(table) if mistyped.iter().any(|(name, ..)| *name == "action") => {
                answer.with("valid_actions", table.names(view))
            }
            _ => answer,
        }
        .refuse()
    }
}

/// The action that a call means, if it is one that the caller may know of.
pub(super) fn called<'t>(
    table: &'t ActionTable,
    view: &View,
    arguments: &Object,
) -> Option<&'t crate::RegisteredAction> {
    let (_, action) = table.get(arguments.get("action")?.as_str()?)?;
    table.shows(action, view).then_some(action)
}

/// GAT-2: gates 1 to 4 point at the tool, help's own at the index.
pub(super) fn pointer(registration: &Registration) -> String {
    help_pointer((!registration.is_framework()).then_some(registration.name()), None)
}

fn is_of_type(value: &Value, wanted: &str) -> bool {
    match wanted {
        "integer" => value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0),
        wanted => json_type(value) == wanted,
    }
}
