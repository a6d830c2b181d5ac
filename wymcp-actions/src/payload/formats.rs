//! What a generator writes and JSON Schema does not know: number formats become the bounds that they stand for, times without a zone
//! become patterns, keys that are integers get patterns that keep them in range (DEF-5, F14).

use std::cmp::Ordering;

use serde_json::{Number, Value};

use crate::Object;

/// What a `format` of a generator was.
pub(super) enum Format {
    /// None of the generator's own, replaced by what it stands for, or there is none.
    Fine,
    /// A number wider than any that can be sent.
    TooWide(&'static str),
    /// A text that no schema can describe well enough for what passes to be read.
    Indescribable(&'static str),
}

/// A time of day without a zone.
const TIME: &str = r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?";
/// A day of the Gregorian calendar.
const DATE: &str = concat!(
    r"(?:\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\d|30)|02-(?:0[1-9]|1\d|2[0-8]))",
    r"|(?:\d\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)",
);
/// What a generator writes for keys that are integers, what is published instead, and the greatest key that it admits.
///
/// A key has no leading zero, and as many digits as every number of 64 bits can have.
pub const INTEGER_KEYS: [(&str, &str, &str); 2] = [
    (r"^\d+$", r"^(?:0|[1-9]\d{0,18})$", "9999999999999999999"),
    (r"^-?\d+$", r"^(?:0|-?[1-9]\d{0,17})$", "999999999999999999"),
];
/// Nanoseconds are less than a second.
const NANOS: u32 = 999_999_999;

/// Rewrite one subschema. A bound that is already narrower stays.
pub(super) fn rewrite(keywords: &mut Object) -> Format {
    integer_keys(keywords);
    standard_times(keywords);
    format(keywords)
}

fn format(keywords: &mut Object) -> Format {
    let Some(Value::String(format)) = keywords.get("format") else {
        return Format::Fine;
    };
    let (least, greatest): (Number, Number) = match format.as_str() {
        "int8" => (i8::MIN.into(), i8::MAX.into()),
        "int16" => (i16::MIN.into(), i16::MAX.into()),
        "int32" => (i32::MIN.into(), i32::MAX.into()),
        "int64" => (i64::MIN.into(), i64::MAX.into()),
        "int" => (isize::MIN.into(), isize::MAX.into()),
        "uint8" => (0.into(), u8::MAX.into()),
        "uint16" => (0.into(), u16::MAX.into()),
        "uint32" => (0.into(), u32::MAX.into()),
        "uint64" => (0.into(), u64::MAX.into()),
        "uint" => (0.into(), usize::MAX.into()),
        "float" => match (Number::from_f64(f32::MIN.into()), Number::from_f64(f32::MAX.into())) {
            (Some(least), Some(greatest)) => (least, greatest),
            _ => return Format::Fine,
        },
        "double" => {
            keywords.remove("format");
            return Format::Fine;
        }
        "int128" => return too_wide(keywords, "i128"),
        "uint128" => return too_wide(keywords, "u128"),
        "ip" => return address(keywords),
        "partial-time" => return pattern(keywords, format!("^{TIME}$")),
        "partial-date-time" => return pattern(keywords, format!("^{DATE}T{TIME}$")),
        "zoned-date-time" => {
            keywords.remove("format");
            return Format::Indescribable("zoned-date-time");
        }
        _ => return Format::Fine,
    };
    keywords.remove("format");
    narrow(keywords, "minimum", least, Ordering::Less);
    narrow(keywords, "maximum", greatest, Ordering::Greater);
    Format::Fine
}

/// A pattern in the place of a format; one that the author wrote stays, beside it.
fn pattern(keywords: &mut Object, pattern: String) -> Format {
    keywords.remove("format");
    match keywords.get("pattern") {
        None => drop(keywords.insert("pattern".to_owned(), pattern.into())),
        Some(_) => {
            let all = keywords.entry("allOf").or_insert_with(|| Value::Array(Vec::new()));
            if let Value::Array(all) = all {
                all.push(serde_json::json!({"pattern": pattern}));
            }
        }
    }
    Format::Fine
}

fn integer_keys(keywords: &mut Object) {
    let Some(Value::Object(patterns)) = keywords.get_mut("patternProperties") else {
        return;
    };
    for (written, published, _) in INTEGER_KEYS {
        if let Some(schema) = patterns.remove(written) {
            patterns.insert(published.to_owned(), schema);
        }
    }
}

/// The standard library's `Duration` and `SystemTime`: what their numbers add up to has to fit as well.
fn standard_times(keywords: &mut Object) {
    let Some(Value::Object(properties)) = keywords.get_mut("properties") else {
        return;
    };
    for (seconds, nanos, greatest) in [
        ("secs", "nanos", u64::MAX),
        ("secs_since_epoch", "nanos_since_epoch", i64::MAX.unsigned_abs()),
    ] {
        let is_it = |name: &str, most: u64| properties.get(name).is_some_and(|part| part["maximum"] == most);
        if properties.len() == 2 && is_it(seconds, u64::MAX) && is_it(nanos, u32::MAX.into()) {
            for (name, greatest) in [(seconds, Number::from(greatest)), (nanos, NANOS.into())] {
                if let Some(Value::Object(part)) = properties.get_mut(name) {
                    narrow(part, "maximum", greatest, Ordering::Greater);
                }
            }
        }
    }
}

fn too_wide(keywords: &mut Object, name: &'static str) -> Format {
    keywords.remove("format");
    Format::TooWide(name)
}

/// An address of either kind; JSON Schema has a format for each and none for both.
fn address(keywords: &mut Object) -> Format {
    if keywords.contains_key("anyOf") {
        return Format::Fine;
    }
    keywords.remove("format");
    keywords.insert(
        "anyOf".to_owned(),
        serde_json::json!([{"format": "ipv4"}, {"format": "ipv6"}]),
    );
    Format::Fine
}

/// Write a bound unless the one that stands there is narrower; `wider` is how a wider one compares to it.
fn narrow(keywords: &mut Object, keyword: &str, bound: Number, wider: Ordering) {
    let keep = match keywords.get(keyword) {
        Some(Value::Number(present)) => compare(present, &bound) != wider,
        _ => false,
    };
    if !keep {
        keywords.insert(keyword.to_owned(), Value::Number(bound));
    }
}

fn compare(left: &Number, right: &Number) -> Ordering {
    match (left.as_i128(), right.as_i128()) {
        (Some(left), Some(right)) => left.cmp(&right),
        _ => left.as_f64().partial_cmp(&right.as_f64()).unwrap_or(Ordering::Equal),
    }
}
