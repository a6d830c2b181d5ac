//! A caller's own text, bounded (BND-1).

use serde_json::Value;

use crate::invisible::escape_invisible;
use crate::limits;

/// A caller's text as an answer may repeat it: at most 64 scalar values, then `… (+N)` for the N that were left out (BND-1).
///
/// Invisible characters are kept here; [`crate::json`] writes them as escapes, so that the parsed string is exact. Where the text
/// goes into a log or another plain text, use [`plain`].
///
/// ```
/// assert_eq!(wymcp_bound::echo(&"é".repeat(65)), format!("{}… (+1)", "é".repeat(64)));
/// ```
#[must_use]
pub fn echo(text: &str) -> String {
    clip(text, limits::ECHO)
}

/// [`echo`] for plain text and log fields: invisible characters stand as the six characters of their escape (BND-1).
///
/// ```
/// assert_eq!(wymcp_bound::plain("a\u{202e}"), r"a\u202e");
/// ```
#[must_use]
pub fn plain(text: &str) -> String {
    escape_invisible(&echo(text))
}

/// The JSON type of a value, as answers name it: `null`, `boolean`, `number`, `string`, `array` or `object`.
///
/// ```
/// assert_eq!(wymcp_bound::json_type(&serde_json::json!([])), "array");
/// ```
#[must_use]
pub fn json_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// At most `limit` scalar values of a text, cut on a character boundary, then `… (+N)` for the N that were left out.
///
/// For the author's or the framework's own words (a problem, a fault's message); a caller's text goes through [`echo`].
///
/// ```
/// assert_eq!(wymcp_bound::clip("abcdef", 4), "abcd… (+2)");
/// ```
#[must_use]
pub fn clip(text: &str, limit: usize) -> String {
    match text.char_indices().nth(limit) {
        None => text.to_owned(),
        Some((cut, _)) => format!("{}… (+{})", &text[..cut], text[cut..].chars().count()),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn bnd_1_an_echo_is_bounded_and_its_count_is_exact(text in ".{0,200}") {
            let shown = echo(&text);
            let length = text.chars().count();
            if length <= limits::ECHO {
                prop_assert_eq!(shown, text);
            } else {
                let kept: String = text.chars().take(limits::ECHO).collect();
                prop_assert_eq!(shown, format!("{}… (+{})", kept, length - limits::ECHO));
            }
        }

        #[test]
        fn bnd_1_plain_text_shows_no_invisible_character(text in "\\PC{0,20}[\\u{200b}-\\u{202f}\\u{0}-\\u{1f}]{0,9}\\PC{0,20}") {
            prop_assert!(!plain(&text).chars().any(crate::is_invisible));
        }
    }
}
