//! Numbers as they are read: i64, u64, else f64 (VAL-5).

use serde_json::{Number, Value};

const I64_FROM: f64 = -9_223_372_036_854_775_808.0;
const I64_BELOW: f64 = 9_223_372_036_854_775_808.0;
const U64_BELOW: f64 = 18_446_744_073_709_551_616.0;

/// Write every float without a fraction that an `i64` or a `u64` holds as that integer, at every depth; no schema is asked
/// (VAL-5).
///
/// Does not recurse. What does not fit (`1e300`) stays a float.
///
/// ```
/// use serde_json::json;
///
/// let mut data = json!({"n": 2.0, "deep": [1.5, -0.0, 1e300]});
/// wymcp_valuegate::normalise(&mut data);
/// assert_eq!(data.to_string(), r#"{"deep":[1.5,0,1e+300],"n":2}"#);
/// ```
pub fn normalise(data: &mut Value) {
    let mut todo = Vec::new();
    visit(data, &mut todo);
    while let Some(value) = todo.pop() {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| visit(item, &mut todo)),
            Value::Object(members) => members.values_mut().for_each(|member| visit(member, &mut todo)),
            _ => {}
        }
    }
}

/// A number is written at once; what has members is left for later.
fn visit<'v>(value: &'v mut Value, todo: &mut Vec<&'v mut Value>) {
    match value {
        Value::Number(number) => {
            if let Some(whole) = as_whole(number) {
                *number = whole;
            }
        }
        Value::Array(_) | Value::Object(_) => todo.push(value),
        _ => {}
    }
}

/// The integer that a float stands for, if it is a float, whole and in range.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the value is whole and in the range of the target"
)]
fn as_whole(number: &Number) -> Option<Number> {
    let float = number.as_f64().filter(|f| number.is_f64() && f.fract() == 0.0)?;
    if (I64_FROM..I64_BELOW).contains(&float) {
        Some(Number::from(float as i64))
    } else if (I64_BELOW..U64_BELOW).contains(&float) {
        Some(Number::from(float as u64))
    } else {
        None
    }
}

/// Whether a number lies in −2^63…2^64−1; what is no number does.
pub(crate) fn is_in_range(value: &Value) -> bool {
    match value {
        Value::Number(number) if number.is_f64() => number.as_f64().is_some_and(|f| (I64_FROM..U64_BELOW).contains(&f)),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn val_5_the_edges_of_the_range() {
        for (text, read) in [
            ("-9223372036854775808.0", "-9223372036854775808"),
            ("9223372036854775808.0", "9223372036854775808"),
            ("18446744073709549568.0", "18446744073709549568"),
            ("18446744073709551616.0", "1.8446744073709552e+19"),
            ("-9223372036854777856.0", "-9.223372036854778e+18"),
            ("-0", "0"),
            ("1e3", "1000"),
            ("0.5", "0.5"),
        ] {
            let mut value: Value = serde_json::from_str(text).unwrap();
            normalise(&mut value);
            assert_eq!(value.to_string(), read, "{text}");
        }
    }

    #[test]
    fn val_5_beyond_f64_is_a_parse_error() {
        // Fails when another crate of the build switches on `arbitrary_precision`, which would let callers send any digits.
        assert!(serde_json::from_str::<Value>("1e400").is_err());
    }

    proptest! {
        #[test]
        fn val_5_normalising_keeps_the_number_and_is_done_once(float in any::<f64>(), whole in any::<i64>()) {
            let mut value = json!([{ "a": float }, whole, whole as f64]);
            normalise(&mut value);
            prop_assert_eq!(&value[1], &json!(whole));
            prop_assert_eq!(value[0]["a"].as_f64(), json!(float).as_f64());
            let once = value.clone();
            normalise(&mut value);
            prop_assert_eq!(value, once);
        }
    }

    #[test]
    fn val_5_normalising_does_not_recurse() {
        let mut value = json!(2.0);
        for _ in 0..5_000 {
            value = json!([value]);
        }
        normalise(&mut value);
        // `Value` drops by recursion: take it apart.
        while let Value::Array(mut items) = value {
            value = items.pop().unwrap();
        }
        assert_eq!(value, json!(2));
    }
}
