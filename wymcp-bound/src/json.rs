//! Compact JSON whose bytes depend on nothing but the value (LST-2, BND-1).
//!
//! Keys come in code point order whatever features another crate of the build switches on in `serde_json`, and invisible
//! characters are written as escapes: the parsed string is exact, and a reader of the bytes sees what is there.

use std::fmt::Write as _;

use serde_json::{Map, Number, Value};

use crate::invisible::{is_invisible, push_escape};

/// Write a value.
///
/// The depth of the value is the caller's to bound; see [`depth_exceeds`].
///
/// ```
/// use serde_json::json;
/// assert_eq!(wymcp_bound::json::to_string(&json!({"b": 1, "a": "x\u{202e}"})), r#"{"a":"x\u202e","b":1}"#);
/// ```
#[must_use]
pub fn to_string(value: &Value) -> String {
    let mut out = String::new();
    write(&mut out, value);
    out
}

/// Append a value.
pub fn write(out: &mut String, value: &Value) {
    match value {
        Value::Null => out.push_str("null"),
        Value::Bool(true) => out.push_str("true"),
        Value::Bool(false) => out.push_str("false"),
        Value::Number(number) => write_number(out, number),
        Value::String(text) => write_str(out, text),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                write(out, item);
            }
            out.push(']');
        }
        Value::Object(members) => write_object(out, members),
    }
}

/// Append a number.
pub fn write_number(out: &mut String, number: &Number) {
    // A `String` takes whatever is written.
    let _ = write!(out, "{number}");
}

/// Append an object, its keys in code point order.
pub fn write_object(out: &mut String, members: &Map<String, Value>) {
    out.push('{');
    if members.keys().is_sorted() {
        write_members(out, members.iter());
    } else {
        let mut sorted: Vec<_> = members.iter().collect();
        sorted.sort_unstable_by_key(|(key, _)| *key);
        write_members(out, sorted.into_iter());
    }
    out.push('}');
}

fn write_members<'v>(out: &mut String, members: impl Iterator<Item = (&'v String, &'v Value)>) {
    for (index, (key, value)) in members.enumerate() {
        if index > 0 {
            out.push(',');
        }
        write_str(out, key);
        out.push(':');
        write(out, value);
    }
}

/// Append a string with its quotes.
///
/// ```
/// let mut out = String::new();
/// wymcp_bound::json::write_str(&mut out, "say \"hi\"\n");
/// assert_eq!(out, r#""say \"hi\"\n""#);
/// ```
pub fn write_str(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    while let Some((at, c)) = next_escaped(rest) {
        out.push_str(&rest[..at]);
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c => push_escape(out, c),
        }
        rest = &rest[at + c.len_utf8()..];
    }
    out.push_str(rest);
    out.push('"');
}

/// The next character that cannot stand as it is. Most text is plain ASCII, so bytes are looked at first.
fn next_escaped(text: &str) -> Option<(usize, char)> {
    let suspect = text
        .bytes()
        .position(|byte| byte < 0x20 || matches!(byte, b'"' | b'\\' | 0x7f..))?;
    text[suspect..]
        .char_indices()
        .find(|&(_, c)| matches!(c, '"' | '\\') || is_invisible(c))
        .map(|(at, c)| (suspect + at, c))
}

/// Whether a value nests deeper than `limit` levels; a scalar has none, `[]` has one. Looks no deeper than `limit`.
///
/// ```
/// use serde_json::json;
/// assert!(!wymcp_bound::json::depth_exceeds(&json!([[1]]), 2));
/// assert!(wymcp_bound::json::depth_exceeds(&json!([[1]]), 1));
/// ```
#[must_use]
pub fn depth_exceeds(value: &Value, limit: usize) -> bool {
    match value {
        Value::Array(items) => limit == 0 || items.iter().any(|item| depth_exceeds(item, limit - 1)),
        Value::Object(members) => limit == 0 || members.values().any(|member| depth_exceeds(member, limit - 1)),
        _ => false,
    }
}

/// Drop a value of any depth. `serde_json`'s own drop recurses, so that a value some ten thousands of levels deep overflows a stack.
///
/// ```
/// use serde_json::json;
/// let deep = (0..100_000).fold(json!(1), |below, _| serde_json::Value::Array(vec![below]));
/// wymcp_bound::json::dismantle(deep);
/// ```
pub fn dismantle(value: Value) {
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        match value {
            Value::Array(items) => todo.extend(items),
            Value::Object(members) => todo.extend(members.into_iter().map(|(_, member)| member)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 6, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                proptest::collection::btree_map(any::<String>(), inner, 0..6).prop_map(|m| json!(m)),
            ]
        })
    }

    proptest! {
        #[test]
        fn bnd_1_what_is_written_parses_to_the_same_value(value in values()) {
            let text = to_string(&value);
            prop_assert!(!text.chars().any(is_invisible));
            // Text as serde_json writes it: one rounding of floats, the same on both sides.
            let read: Value = serde_json::from_str(&text).map_err(|e| TestCaseError::fail(e.to_string()))?;
            prop_assert_eq!(read.to_string(), serde_json::from_str::<Value>(&value.to_string()).unwrap().to_string());
        }

        #[test]
        fn siz_depth_is_the_number_of_nested_containers(depth in 0usize..300) {
            let mut value = json!(1);
            for _ in 0..depth {
                value = json!([value]);
            }
            prop_assert!(!depth_exceeds(&value, depth));
            prop_assert!(depth == 0 || depth_exceeds(&value, depth - 1));
        }
    }

    #[test]
    fn siz_a_hostile_value_is_measured_and_dropped_without_recursing_into_it() {
        let value = (0..100_000).fold(json!(1), |below, n| {
            if n % 2 == 0 {
                Value::Array(vec![below])
            } else {
                Value::Object(Map::from_iter([("a".to_owned(), below)]))
            }
        });
        assert!(depth_exceeds(&value, 127));
        dismantle(value);
    }
}
