//! One line per figure, for `cargo xtask bench` to gather.

use serde_json::json;

/// Which side of the target is the good one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The figure has to stay below its target.
    Below,
    /// The figure has to reach its target.
    AtLeast,
}

/// Prints a figure with its target, as a JSON object after the word `figure`.
pub(crate) fn figure(name: &str, value: f64, unit: &str, wanted: Wanted, target: f64) {
    let (word, met) = match wanted {
        Wanted::Below => ("<", value < target),
        Wanted::AtLeast => (">=", value >= target),
    };
    let line = json!({"name": name, "value": value, "unit": unit, "wanted": word, "target": target, "met": met});
    println!("figure {line}");
}

/// The middle one of some measurements.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
