//! Arguments that a client mirrors into `Mcp-Param-*` headers (D23 to D29).

use http::{HeaderMap, HeaderName};
use serde_json::{Map, Number, Value};
use wymcp_callbacksurface::{HeaderArgument, Registration};

use super::headers::{self, Field};
use super::{Rejection, sentinel};

/// Row 20: every annotated argument and its header say the same. Headers that the tool does not declare are ignored (D29).
pub(crate) fn check(
    registration: &Registration,
    headers: &HeaderMap,
    arguments: &Map<String, Value>,
) -> Result<(), Rejection> {
    for argument in registration.header_arguments() {
        let name = format!("mcp-param-{}", argument.name());
        // Registration allows tokens alone, and a token is a header name.
        let Ok(name) = HeaderName::from_bytes(name.as_bytes()) else {
            continue;
        };
        let value = at(arguments, argument.path());
        let field = headers::field(headers, &name);
        if !agree(field, value) {
            return Err(disagree(argument, field, value));
        }
    }
    Ok(())
}

/// The answer says what to send (D26, D27).
fn disagree(argument: &HeaderArgument, field: Field<'_>, value: Option<&Value>) -> Rejection {
    let (header, place) = (argument.name(), argument.path().join("/"));
    let words = match (field, value) {
        (Field::Absent, _) => format!(
            "the header `Mcp-Param-{header}` is missing: send it with the value of `params.arguments/{place}`{}",
            sentinel::HOW
        ),
        (_, None) => format!(
            "the header `Mcp-Param-{header}` stands for `params.arguments/{place}`, which is absent or null: send both or none"
        ),
        (Field::Malformed, _) => format!(
            "the header `Mcp-Param-{header}` cannot be read, or was given twice with different values: send it once{}",
            sentinel::HOW
        ),
        (Field::Value(_), _) => format!(
            "the header `Mcp-Param-{header}` and `params.arguments/{place}` do not agree: send the same in both{}",
            sentinel::HOW
        ),
    };
    Rejection::header(words)
}

/// The value at a path; null is as good as absent (D26).
fn at<'v>(arguments: &'v Map<String, Value>, path: &[String]) -> Option<&'v Value> {
    let (first, rest) = path.split_first()?;
    let value = rest
        .iter()
        .try_fold(arguments.get(first)?, |value, key| value.get(key))?;
    (!value.is_null()).then_some(value)
}

fn agree(field: Field<'_>, value: Option<&Value>) -> bool {
    let sent = match field {
        Field::Absent => None,
        Field::Malformed => return false,
        Field::Value(text) => match sentinel::decode(text) {
            Some(text) => Some(text),
            None => return false,
        },
    };
    match (sent, value) {
        // No header can mirror these, and the gates will refuse them: the property is declared a scalar (D24).
        (_, Some(Value::Array(_) | Value::Object(_))) => true,
        (None, None) => true,
        (None, Some(_)) | (Some(_), None) => false,
        (Some(sent), Some(Value::String(text))) => sent == *text,
        (Some(sent), Some(Value::Bool(value))) => *sent == *if *value { "true" } else { "false" },
        (Some(sent), Some(Value::Number(number))) => is_number(&sent, number),
        (Some(_), Some(Value::Null)) => false,
    }
}

/// D28: by number, not by spelling.
fn is_number(sent: &str, number: &Number) -> bool {
    match (
        whole(sent),
        number.as_i128().or_else(|| number.as_f64().and_then(whole_float)),
    ) {
        (Some(sent), Some(number)) => sent == number,
        (None, None) => sent.parse::<f64>().is_ok_and(|sent| number.as_f64() == Some(sent)),
        _ => false,
    }
}

fn whole(sent: &str) -> Option<i128> {
    sent.parse().ok().or_else(|| sent.parse().ok().and_then(whole_float))
}

/// A float that is exactly an integer: up to 2^53 no two integers share one.
fn whole_float(float: f64) -> Option<i128> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the range was checked and there is no fraction"
    )]
    (float.fract() == 0.0 && float.abs() <= EXACT).then_some(float as i128)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn says(header: &str, value: impl Into<Value>) -> bool {
        agree(Field::Value(header), Some(&value.into()))
    }

    #[test]
    fn d_26_text_is_compared_after_decoding() {
        assert!(says("Hello", json!("Hello")) && says("=?base64?SGVsbG8=?=", json!("Hello")));
        assert!(says("=?base64?SGVsbG8=", json!("=?base64?SGVsbG8=")), "a literal");
        assert!(!says("hello", json!("Hello")) && !says("=?base64?SGVsbG8?=", json!("Hello")));
        assert!(!agree(Field::Absent, Some(&json!("Hello"))) && !agree(Field::Malformed, Some(&json!("Hello"))));
    }

    #[test]
    fn d_27_a_header_without_its_argument_is_a_mismatch() {
        assert!(agree(Field::Absent, None));
        assert!(!agree(Field::Value("x"), None) && !agree(Field::Value(""), None));
    }

    #[test]
    fn d_28_integers_are_compared_as_numbers_and_booleans_as_words() {
        assert!(says("42", json!(42)) && says("42.0", json!(42)) && says("42", json!(42.0)) && says("-7", json!(-7)));
        assert!(says("9007199254740993", json!(9_007_199_254_740_993_u64)));
        assert!(!says("9007199254740992", json!(9_007_199_254_740_993_u64)));
        assert!(!says("43", json!(42)) && !says("", json!(42)) && !says("NaN", json!(42)) && !says("42.5", json!(42)));
        assert!(says("true", json!(true)) && !says("True", json!(true)) && !says("1", json!(true)));
    }

    #[test]
    fn d_26_null_and_absent_want_no_header_at_any_depth() {
        let arguments = json!({"a": {"b": null, "c": 1}});
        let arguments = arguments.as_object().unwrap();
        let path = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
        assert_eq!(at(arguments, &path(&["a", "b"])), None);
        assert_eq!(at(arguments, &path(&["a", "x", "y"])), None);
        assert_eq!(at(arguments, &path(&["a", "c"])), Some(&json!(1)));
    }
}
