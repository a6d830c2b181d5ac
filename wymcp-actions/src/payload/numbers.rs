//! Number formats of a generator, which JSON Schema does not know, become the bounds that they stand for (DEF-5, F14).

use std::cmp::Ordering;

use serde_json::{Number, Value};

use crate::Object;

/// What a `format` of a generator was.
pub(super) enum Format {
    /// None of the generator's own, or there is none: left as it is.
    Known,
    /// Replaced by what it stands for.
    Replaced,
    /// A number wider than any that can be sent.
    TooWide(&'static str),
}

/// Replace the format of one subschema. A bound that is already narrower stays.
pub(super) fn replace_format(keywords: &mut Object) -> Format {
    let Some(Value::String(format)) = keywords.get("format") else {
        return Format::Known;
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
            _ => return Format::Known,
        },
        "double" => {
            keywords.remove("format");
            return Format::Replaced;
        }
        "int128" => return too_wide(keywords, "i128"),
        "uint128" => return too_wide(keywords, "u128"),
        "ip" => return address(keywords),
        _ => return Format::Known,
    };
    keywords.remove("format");
    narrow(keywords, "minimum", least, Ordering::Less);
    narrow(keywords, "maximum", greatest, Ordering::Greater);
    Format::Replaced
}

fn too_wide(keywords: &mut Object, name: &'static str) -> Format {
    keywords.remove("format");
    Format::TooWide(name)
}

/// An address of either kind; JSON Schema has a format for each and none for both.
fn address(keywords: &mut Object) -> Format {
    if keywords.contains_key("anyOf") {
        return Format::Known;
    }
    keywords.remove("format");
    keywords.insert(
        "anyOf".to_owned(),
        serde_json::json!([{"format": "ipv4"}, {"format": "ipv6"}]),
    );
    Format::Replaced
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
