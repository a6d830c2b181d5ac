//! Guesses at numbers.

use serde_json::{Number, Value};

use crate::graph::{Leaf, Rule};

/// Numbers that may fit, the plainest first: small ones, those at the bounds, and multiples of what they must be multiples of.
pub(super) fn guesses(rules: &[&Rule], integers: bool, most: usize) -> Vec<Value> {
    let bounds = || {
        rules.iter().flat_map(|rule| match rule {
            Rule::Bounds(leaves) => &**leaves,
            _ => &[],
        })
    };
    let mut guesses: Vec<Value> = vec![0.into(), 1.into()];
    for bound in bounds() {
        guesses.extend(around(bound));
    }
    let (least, greatest) = (edge(bounds(), "inimum"), edge(bounds(), "aximum"));
    if let (Some(least), Some(greatest)) = (least, greatest) {
        guesses.extend(number(f64::midpoint(least, greatest)));
    }
    for rule in rules {
        if let Rule::MultipleOf(leaf) = rule
            && let Some(step) = leaf.value().as_f64()
        {
            let first = least.map_or(0.0, |least| (least / step).ceil());
            let last = greatest.map_or(first, |greatest| (greatest / step).floor());
            guesses.extend(
                [first, first + 1.0, last, last - 1.0]
                    .map(|times| times * step)
                    .into_iter()
                    .filter_map(number),
            );
        }
    }
    let from = least.unwrap_or_default().ceil();
    guesses
        .extend((0..most.min(64)).filter_map(|more| number(from + f64::from(u8::try_from(more).unwrap_or(u8::MAX)))));
    if integers {
        guesses.retain(|guess| !guess.is_f64());
    } else {
        guesses.push(Value::from(0.5));
    }
    guesses
}

/// A bound and the nearest numbers beside it, exactly where it is an integer.
fn around(bound: &Leaf) -> Vec<Value> {
    match bound.value() {
        Value::Number(whole) if whole.is_u64() || whole.is_i64() => {
            let beside = [0, 1, -1]
                .into_iter()
                .filter_map(|step| match (whole.as_i64(), whole.as_u64()) {
                    (Some(signed), _) => signed.checked_add(step).map(Value::from),
                    (None, Some(unsigned)) => unsigned.checked_add_signed(step).map(Value::from),
                    (None, None) => None,
                });
            beside.collect()
        }
        Value::Number(float) => float.as_f64().map_or_else(Vec::new, |float| {
            [
                float,
                float.ceil(),
                float.floor(),
                float.ceil() + 1.0,
                float.floor() - 1.0,
            ]
            .into_iter()
            .filter_map(number)
            .collect()
        }),
        _ => Vec::new(),
    }
}

/// The tightest bound of one side; `side` is how its two keywords end.
fn edge<'r>(bounds: impl Iterator<Item = &'r Leaf>, side: &str) -> Option<f64> {
    let of_side = bounds
        .filter(|leaf| leaf.keyword().ends_with(side))
        .filter_map(|leaf| leaf.value().as_f64());
    if side == "inimum" {
        of_side.reduce(f64::max)
    } else {
        of_side.reduce(f64::min)
    }
}

/// As an integer where it is one.
fn number(float: f64) -> Option<Value> {
    let mut value = Value::Number(Number::from_f64(float)?);
    crate::normalise(&mut value);
    Some(value)
}
