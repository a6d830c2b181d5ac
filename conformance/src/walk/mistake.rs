//! How to commit the mistake of each gate; an added gate breaks the build here until its mistake is known (SRF-4).

use serde_json::{Map, Value, json};
use wymcp_bound::pointer::join;
use wymcp_callbacksurface::Gate;

use crate::generate::dice::Dice;

/// What a call aims at, as far as mistakes need it.
#[derive(Debug, Clone, Default)]
pub struct Target {
    /// Properties that must be there.
    pub required: Vec<String>,
    /// Groups of which one must be there whole.
    pub groups: Vec<Vec<String>>,
    /// Other properties of the action.
    pub properties: Vec<String>,
}

/// How bad it gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    /// One offence.
    One,
    /// Any number of them.
    Many,
}

/// Commit the mistake of a gate in `arguments` of an action tool. False when this call gives no occasion for it.
pub fn commit(gate: Gate, arguments: &mut Value, target: &Target, measure: Measure, dice: &mut Dice) -> bool {
    let Some(whole) = arguments.as_object_mut() else {
        return false;
    };
    match gate {
        Gate::UnknownArguments => unknown_arguments(whole, target, measure, dice),
        Gate::InvalidArgumentType => wrong_type(whole, dice),
        Gate::MissingAction => whole.remove("action").is_some(),
        Gate::UnknownAction => match whole.get_mut("action") {
            Some(Value::String(action)) => {
                action.push_str(dice.word(&["s", "_", "X"]));
                true
            }
            _ => false,
        },
        Gate::MissingRequiredFields => match data(whole) {
            Some(data) => {
                let leave_out = if measure == Measure::One {
                    1
                } else {
                    1 + dice.below(target.required.len())
                };
                target
                    .required
                    .iter()
                    .take(leave_out)
                    .filter(|field| data.remove(*field).is_some())
                    .count()
                    > 0
            }
            None => false,
        },
        Gate::MissingRequiredGroup => match data(whole) {
            Some(data) => !target.groups.is_empty() && break_groups(data, target),
            None => false,
        },
        Gate::UnknownParams => whole
            .get_mut("data")
            .is_some_and(|data| unknown_keys(data, measure, dice)),
        Gate::InvalidValues => whole
            .get_mut("data")
            .is_some_and(|data| wrong_values(data, measure, dice)),
    }
}

/// The gates that can be mistaken at all when the given one is: the one pair that cannot meet is an action that is both absent
/// and unknown.
#[must_use]
pub const fn can_meet(first: Gate, second: Gate) -> bool {
    !matches!(
        (first, second),
        (Gate::MissingAction, Gate::UnknownAction) | (Gate::UnknownAction, Gate::MissingAction)
    )
}

fn data(arguments: &mut Map<String, Value>) -> Option<&mut Map<String, Value>> {
    arguments.get_mut("data")?.as_object_mut()
}

fn unknown_arguments(arguments: &mut Map<String, Value>, target: &Target, measure: Measure, dice: &mut Dice) -> bool {
    let many = if measure == Measure::One { 1 } else { 1 + dice.below(25) };
    for index in 0..many {
        let key = match dice.below(5) {
            0 => "_meta".to_owned(),
            1 => dice
                .pick(&target.properties)
                .cloned()
                .unwrap_or_else(|| "dat".to_owned()),
            2 => format!("{}{index}", "k".repeat(70)),
            3 => "\u{202e}action".to_owned(),
            _ => format!("extra{index}"),
        };
        arguments.insert(key, json!({"any": index}));
    }
    true
}

/// A wrong type of `action` or of `data`; of `action` when the call's data is to keep its own mistakes.
fn wrong_type(arguments: &mut Map<String, Value>, dice: &mut Dice) -> bool {
    if dice.chance(60) || !arguments.contains_key("data") {
        let wrong = [
            json!(null),
            json!(7),
            json!(["create"]),
            json!({"name": "create"}),
            json!(true),
        ];
        arguments.insert("action".to_owned(), dice.pick(&wrong).cloned().unwrap_or_default());
    } else {
        let wrong = [
            json!(null),
            json!("{\"title\":\"a\"}"),
            json!([{"title": "a"}]),
            json!(1),
        ];
        arguments.insert("data".to_owned(), dice.pick(&wrong).cloned().unwrap_or_default());
    }
    true
}

fn break_groups(data: &mut Map<String, Value>, target: &Target) -> bool {
    let mut broke = false;
    for group in &target.groups {
        if group.iter().all(|field| data.contains_key(field))
            && let Some(field) = group.iter().find(|field| !target.required.contains(field))
        {
            data.remove(field);
            broke = true;
        }
    }
    broke
}

fn unknown_keys(data: &mut Value, measure: Measure, dice: &mut Dice) -> bool {
    let many = if measure == Measure::One { 1 } else { 1 + dice.below(25) };
    for index in 0..many {
        let key = match dice.below(4) {
            0 => format!("{}{index}", "k".repeat(300)),
            1 => format!("a/b~{index}"),
            2 => format!("titel{index}"),
            _ => format!("zz{index}"),
        };
        let mut holders = Vec::new();
        objects(data, "", &mut holders);
        // The data itself is closed in every action, so one of them always counts.
        let holder = if measure == Measure::One {
            String::new()
        } else {
            dice.pick(&holders).cloned().unwrap_or_default()
        };
        if let Some(Value::Object(members)) = data.pointer_mut(&holder) {
            members.insert(key, json!(index));
        }
    }
    true
}

fn wrong_values(data: &mut Value, measure: Measure, dice: &mut Dice) -> bool {
    let many = if measure == Measure::One { 1 } else { 1 + dice.below(15) };
    let mut hit = false;
    for _ in 0..many {
        let mut leaves = Vec::new();
        places_below(data, "", &mut leaves);
        let Some(place) = dice.pick(&leaves).cloned() else {
            return hit;
        };
        if let Some(slot) = data.pointer_mut(&place) {
            *slot = wrong(slot, dice);
            hit = true;
        }
    }
    hit
}

/// A value of another type, or one that the usual bounds refuse.
fn wrong(value: &Value, dice: &mut Dice) -> Value {
    let others = [
        json!(null),
        json!("not-this"),
        json!(-1_000_003.5),
        json!({}),
        json!([null]),
        json!(false),
    ];
    let mut picked = dice.pick(&others).cloned().unwrap_or_default();
    if wymcp_bound::json_type(&picked) == wymcp_bound::json_type(value) {
        picked = if value.is_object() {
            json!("not-this")
        } else {
            json!({})
        };
    }
    picked
}

fn objects(value: &Value, path: &str, into: &mut Vec<String>) {
    if value.is_object() {
        into.push(path.to_owned());
    }
    for (below, inner) in children(value, path) {
        objects(inner, &below, into);
    }
}

fn places_below(value: &Value, path: &str, into: &mut Vec<String>) {
    for (below, inner) in children(value, path) {
        into.push(below.clone());
        places_below(inner, &below, into);
    }
}

fn children<'v>(value: &'v Value, path: &str) -> Vec<(String, &'v Value)> {
    match value {
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(index, item)| (format!("{path}/{index}"), item))
            .collect(),
        Value::Object(members) => members.iter().map(|(key, member)| (join(path, key), member)).collect(),
        _ => Vec::new(),
    }
}
